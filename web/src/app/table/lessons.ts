/** Which moments of a reviewed match to learn from: everything worth naming, and the few that taught most. */
import type { DecisionMade } from "../../api/review";

const NAMED = new Set(["inaccuracy", "mistake", "blunder"]);
const FEW = 4;

export interface Lessons {
  all: DecisionMade[];
  few: DecisionMade[];
}

/** The few are one's own, the dearest ones, and what was found; of everybody where nobody in particular looks. */
export function toLearn(decisions: readonly DecisionMade[], you: number | null): Lessons {
  const all = decisions.filter((one) => one.great || NAMED.has(one.class));
  const own = all.filter((one) => you === null || one.seat === you);
  const told = own.length ? own : all;
  const weight = (one: DecisionMade): number => (one.great ? 1 : one.loss_win) || one.loss / 1e6;
  const dearest = [...told].sort((a, b) => weight(b) - weight(a)).slice(0, FEW);
  return { all, few: dearest.sort((a, b) => a.ply - b.ply) };
}
