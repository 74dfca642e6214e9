/** Where a replay stops: at the start, after each decision, at the end. What chance did in between is no stop. */
import type { Entry } from "../../api/types";
import { isDecision } from "./telling";

export function stopsOf(entries: Entry[], last: number): number[] {
  const decided = entries.filter(isDecision).map((entry) => entry.ply ?? 0);
  return [...new Set([0, ...decided, ...(decided.length ? [] : [last])])].sort((a, b) => a - b);
}
