/** The score sheet: who gained what in which round, so that every column adds up. */
import type { Entry } from "../../api/types";
import type { Standing } from "./tally.svelte";

export interface Cell {
  entry: Entry;
  gain: number | null;
  stands: number | null;
}
export type Round = Map<number, Cell>;

/** What a move brought: its own words know, or the difference between the scores around it. */
export function gainOf(entry: Entry, before: number[] | undefined, after: number[] | undefined): number | null {
  const points = entry.described?.points;
  if (points !== undefined && points !== null) return points;
  const who = entry.seat ?? 0;
  return before && after ? (after[who] ?? 0) - (before[who] ?? 0) : null;
}

/** A seat that moves a second time begins the next line. */
export function roundsOf(moves: Entry[], after: ReadonlyMap<number, Standing>, seats: number): Round[] {
  const lines: Round[] = [];
  const stands = Array.from({ length: seats }, () => 0);
  let before: number[] | undefined = [...stands];
  for (const entry of moves) {
    const who = entry.seat ?? 0;
    const now = after.get(entry.ply ?? 0)?.scores;
    const gain = gainOf(entry, before, now);
    stands[who] = (stands[who] ?? 0) + (gain ?? 0);
    const line = lines.at(-1);
    const cell = { entry, gain, stands: stands[who] };
    if (!line || line.has(who)) lines.push(new Map([[who, cell]]));
    else line.set(who, cell);
    before = now;
  }
  return lines;
}

/** The sum of each column. */
export function sumsOf(rounds: Round[], seats: number): number[] {
  return Array.from({ length: seats }, (_, who) => rounds.reduce((sum, line) => sum + (line.get(who)?.gain ?? 0), 0));
}
