/** What happens at a table, in words for a live region and for reading aloud. */
import type { Told } from "../../api/table.svelte";
import type { AtPly, Awaiting, Described, Entry, Scored } from "../../api/types";
import { spoken } from "../../board/described";
import type { GameUi } from "../../games/module";
import { t } from "../../i18n/index.svelte";
import { aloud } from "../../i18n/maths";

const HAPPENINGS: ReadonlySet<string> = new Set(["played", "left", "ticked", "ended"]);

/** Whether the match itself moved on, not only the talk around it. */
export function isHappening(entry: Entry): boolean {
  return HAPPENINGS.has(entry.kind);
}

const LISTED: ReadonlySet<string> = new Set(["played", "ticked", "left"]);

/** Whether an event stands in the list of moves: what chance did only where it is part of the story. */
export function isListed(entry: Entry, ui: GameUi, all: boolean): boolean {
  if (entry.ply === null) return false;
  return LISTED.has(entry.kind) || (entry.kind === "drawn" && (all || Boolean(ui.chance)));
}

/** Whether somebody decided something there: a replay goes from one to the next. */
export function isDecision(entry: Entry): boolean {
  return entry.ply !== null && LISTED.has(entry.kind);
}

/** The outcome that each decision had to work with, by its place in the log: what chance did right before it. */
export function thrownBefore(entries: Entry[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  let text: string | null = null;
  for (const entry of entries) {
    if (entry.kind === "drawn") text = entry.text;
    else if (isDecision(entry)) {
      if (text) found.set(entry.seq, text);
      text = null;
    }
  }
  return found;
}

/** What stands where nothing has happened yet: who begins, if one does. */
export function beginning(awaited: number[], mine: number[], names: string[]): string {
  const [seat, other] = awaited;
  if (seat === undefined || other !== undefined) return t("moves.none");
  return mine.length === 1 && mine[0] === seat ? t("moves.begin.you") : t("moves.begin", { name: names[seat] ?? "" });
}

/** The points of a move that are worth telling: none where it brought nothing and nothing explains that. */
export function worth(described: Described | null): number | null {
  return described && (described.points !== 0 || described.items.length) ? described.points : null;
}

/** With its sign: "+4", "−2"; nothing has none. */
export function signed(points: number): string {
  return `${points < 0 ? "−" : points > 0 ? "+" : ""}${Math.abs(points)}`;
}

/** An event in a few words, without its subject. */
export function inShort(entry: Entry, ui: GameUi): string {
  if (entry.kind === "left") return t(entry.what === "time" ? "told.time" : "told.left");
  if (entry.described) return spoken(entry.described);
  if (entry.kind === "ticked") return t("told.time");
  return ui.tell(entry.text ?? "", entry.kind === "drawn" ? "drawn" : "played");
}

type Look = (ply: number) => Promise<AtPly | null>;

/** What a move scored: it came along with the news or, after a lost connection, is looked up. */
async function scoreOf(entry: Told, look: Look): Promise<Scored | null> {
  if ("scored" in entry) return entry.scored;
  return entry.ply === null ? null : ((await look(entry.ply))?.scored ?? null);
}

/** A move with what it made, if the game has words for it or calculations. */
async function moved(entry: Told, ui: GameUi, look: Look): Promise<string> {
  const { described } = entry;
  if (described) return [spoken(described), pointsOf(described.points)].filter(Boolean).join(". ");
  const words = ui.tell(entry.text ?? "", "played");
  const scored = ui.calculations ? await scoreOf(entry, look) : null;
  const found = scored ? (ui.calculations?.(scored.detail) ?? []).map(aloud) : [];
  return found.length ? `${words}: ${found.join("; ")}. ${pointsOf(scored?.points ?? 0)}` : words;
}

function pointsOf(points: number | null): string {
  return points === null ? "" : t("score.of", { n: points });
}

function said(entry: Entry): string {
  if (entry.phrase) return t(`phrase.${entry.phrase}`);
  return entry.emote ? t(`emote.${entry.emote}`) : (entry.text ?? "");
}

/** One entry in words; empty where nothing needs to be said. */
export async function wordsOf(entry: Told, ui: GameUi, names: string[], look: Look): Promise<string> {
  const who = entry.seat === null ? (entry.name ?? "") : (names[entry.seat] ?? "");
  switch (entry.kind) {
    case "played":
      return `${who}: ${await moved(entry, ui, look)}`;
    case "drawn":
      return inShort(entry, ui);
    case "answered":
      return entry.accept === false ? t("answer.no", { name: who }) : "";
    case "said":
      return `${who}: ${said(entry)}`;
    case "ticked": {
      const name = names[entry.seat ?? entry.described?.seat ?? -1];
      return name ? `${name}: ${inShort(entry, ui)}` : inShort(entry, ui);
    }
    case "left":
      return `${who}: ${entry.what === "time" ? t("told.time") : t("told.left")}`;
    default:
      return "";
  }
}

/** Who won, and by how much if that is worth saying. */
export function headline(winner: number | null, mine: boolean, names: string[], margin: number): string {
  if (winner === null) return t("result.draw");
  const name = names[winner] ?? "";
  if (names.length === 1) return t(mine ? "result.you.alone" : "result.wins.alone", { name, n: margin });
  if (margin > 0) return t(mine ? "result.you.by" : "result.wins.by", { name, n: margin });
  return t(mine ? "result.you" : "result.wins", { name });
}

/** How it ended: who won, if anybody did. */
export function ending(awaiting: Awaiting | null, names: string[], mine: number[]): string {
  const firsts = awaiting?.kind === "over" ? awaiting.ranks.flatMap((rank, i) => (rank === 1 ? [i] : [])) : [];
  const winner = firsts[0];
  if (firsts.length !== 1 || winner === undefined) return t("game.over");
  return `${t("game.over")}. ${headline(winner, mine.length === 1 && mine[0] === winner, names, 0)}`;
}
