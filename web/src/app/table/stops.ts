/** Where a replay stops: before the first decision, after each one, at the end. What only chance did is no stop. */
import type { Entry } from "../../api/types";
import { isDecision } from "./telling";

export function stopsOf(entries: Entry[], last: number): number[] {
  const decided = entries.filter(isDecision).map((entry) => entry.ply ?? 0);
  const start = Math.max(0, (decided[0] ?? 1) - 1);
  return [...new Set([start, ...(decided.length ? decided : [last])])].sort((a, b) => a - b);
}
