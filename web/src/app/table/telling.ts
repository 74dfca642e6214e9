/** What happens at a table, in words for a live region and for reading aloud. */
import type { Told } from "../../api/table.svelte";
import type { AtPly, Awaiting, Entry, Scored } from "../../api/types";
import type { GameUi } from "../../games/module";
import { t } from "../../i18n/index.svelte";
import { aloud } from "../../i18n/maths";

const HAPPENINGS: ReadonlySet<string> = new Set(["played", "left", "ticked", "ended"]);

/** Whether the match itself moved on, not only the talk around it. */
export function isHappening(entry: Entry): boolean {
  return HAPPENINGS.has(entry.kind);
}

type Look = (ply: number) => Promise<AtPly | null>;

/** What a move scored: it came along with the news or, after a lost connection, is looked up. */
async function scoreOf(entry: Told, look: Look): Promise<Scored | null> {
  if ("scored" in entry) return entry.scored;
  return entry.ply === null ? null : ((await look(entry.ply))?.scored ?? null);
}

/** A move, with the calculations it made if the game has any. */
async function moved(entry: Told, ui: GameUi, look: Look): Promise<string> {
  const words = ui.tell(entry.text ?? "", "played");
  const scored = ui.calculations ? await scoreOf(entry, look) : null;
  const found = scored ? (ui.calculations?.(scored.detail) ?? []).map(aloud) : [];
  return found.length ? `${words}: ${found.join("; ")}. ${t("score.of", { n: scored?.points ?? 0 })}` : words;
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
      return ui.tell(entry.text ?? "", "drawn");
    case "said":
      return `${who}: ${said(entry)}`;
    case "ticked":
      return t("told.time");
    case "left":
      return `${who}: ${entry.what === "time" ? t("told.time") : t("told.left")}`;
    default:
      return "";
  }
}

/** How it ended: who won, if anybody did. */
export function ending(awaiting: Awaiting | null, names: string[], mine: number[]): string {
  const firsts = awaiting?.kind === "over" ? awaiting.ranks.flatMap((rank, i) => (rank === 1 ? [i] : [])) : [];
  const winner = firsts[0];
  if (firsts.length !== 1 || winner === undefined) return t("game.over");
  const alone = mine.length === 1 && mine[0] === winner;
  return `${t("game.over")}. ${alone ? t("result.you") : t("result.wins", { name: names[winner] ?? "" })}`;
}
