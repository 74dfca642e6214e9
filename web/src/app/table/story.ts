/** What a match was about, in at most three moments: the best find of each side, and when the lead changed hands. */
import type { Entry } from "../../api/types";
import { gainOf } from "./sheet";
import type { Standing } from "./tally.svelte";

export interface Moment {
  ply: number;
  /** Its place on the curve. */
  index: number;
  seat: number;
  kind: "best" | "lead" | "end";
  gain: number | null;
  entry: Entry;
}
export interface Story {
  /** How far the one whose story it is was ahead, after each decision; the first is the start. */
  lead: number[];
  moments: Moment[];
}

/** Moments that one screen tells of, and the part of the greatest lead that makes one worth telling. */
const MOST = 3;
const WORTH = 0.15;

/** How far a seat is ahead of the best other one. */
export function ahead(values: number[], seat: number): number {
  const others = values.filter((_, who) => who !== seat);
  return (values[seat] ?? 0) - (others.length ? Math.max(...others) : 0);
}

export function storyOf(decisions: Entry[], after: ReadonlyMap<number, Standing>, seat: number): Story {
  const known = decisions.filter((entry) => after.has(entry.ply ?? -1));
  const lead = [0, ...known.map((entry) => ahead(after.get(entry.ply ?? -1)?.lead ?? [], seat))];
  const gains = gainsOf(known, after);
  const moment = (index: number, kind: Moment["kind"]): Moment => {
    const entry = known[index] as Entry;
    return { ply: entry.ply ?? 0, index: index + 1, seat: entry.seat ?? 0, kind, gain: gains[index] ?? null, entry };
  };
  /** Where only the end brings points, it is nobody's find. */
  const sides = gains.filter((gain) => (gain ?? 0) > 0).length > 1 ? [true, false] : [];
  const told = sides.length ? changesOf(lead).slice(-1) : turnsOf(lead).slice(-MOST);
  const candidates = [
    ...told.map((turn) => moment(turn - 1, turn === known.length ? "end" : "lead")),
    ...sides
      .map((mine) => bestOf(known, gains, (who) => (who === seat) === mine))
      .flatMap((index) => (index === null ? [] : [moment(index, "best")])),
  ];
  const single = candidates.filter((one, i) => candidates.findIndex((other) => other.ply === one.ply) === i);
  return { lead, moments: single.sort((a, b) => a.ply - b.ply) };
}

export function gainsOf(decisions: Entry[], after: ReadonlyMap<number, Standing>): (number | null)[] {
  return decisions.map((entry, i) => {
    const before = i
      ? after.get(decisions[i - 1]?.ply ?? -1)?.scores
      : (after.get(entry.ply ?? -1)?.scores ?? []).map(() => 0);
    return entry.kind === "played" ? gainOf(entry, before, after.get(entry.ply ?? -1)?.scores) : null;
  });
}

function bestOf(decisions: Entry[], gains: (number | null)[], whose: (seat: number) => boolean): number | null {
  let top: number | null = null;
  decisions.forEach((entry, i) => {
    if (whose(entry.seat ?? -1) && (gains[i] ?? 0) > (top === null ? 0 : (gains[top] ?? 0))) top = i;
  });
  return top;
}

/** Each time the lead went from one side to the other. */
function changesOf(lead: number[]): number[] {
  return lead.flatMap((value, i) => {
    const before = lead.slice(0, i).findLast((one) => one !== 0);
    return before !== undefined && value * before < 0 ? [i] : [];
  });
}

/** Those of them after which it stayed there for a while, or to the end: dice swing it to and fro. */
export function turnsOf(lead: number[]): number[] {
  const worth = WORTH * Math.max(...lead.map(Math.abs));
  const changes = changesOf(lead);
  const found: number[] = [];
  let side = Math.sign(lead.slice(0, changes[0]).find((one) => one !== 0) ?? 0);
  changes.forEach((at, n) => {
    const stretch = lead.slice(at, changes[n + 1]);
    const lasts = changes[n + 1] === undefined || Math.max(...stretch.map(Math.abs)) >= worth;
    const now = Math.sign(lead[at] ?? 0);
    if (!lasts || now === side) return;
    found.push(at);
    side = now;
  });
  return found;
}

/** Numbers under the curve keep so many pixels apart. */
const APART = 34;
const STEPS = [4, 8, 20, 40, 100, 200, 400];

/** The moves that are numbered under a curve over so many moves and pixels. */
export function ticksOf(moves: number, wide: number): number[] {
  const step = STEPS.find((n) => (wide * n) / moves >= APART) ?? moves;
  return Array.from({ length: Math.floor(moves / step) }, (_, i) => (i + 1) * step);
}
