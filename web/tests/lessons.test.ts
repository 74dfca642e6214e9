import { describe, expect, it } from "vitest";
import type { DecisionMade } from "../src/api/review";
import { toLearn } from "../src/app/table/lessons";

function made(ply: number, seat: number, loss_win: number, more: Partial<DecisionMade> = {}): DecisionMade {
  const named = loss_win > 0.15 ? "blunder" : loss_win > 0.05 ? "mistake" : loss_win > 0.02 ? "inaccuracy" : "good";
  return { ply, seat, loss_win, loss: 100 * loss_win, class: named, great: false, ...more } as DecisionMade;
}

describe("moments to learn from", () => {
  const match = [
    made(1, 0, 0.03),
    made(2, 1, 0.3),
    made(3, 0, 0.2),
    made(5, 0, 0.06),
    made(7, 0, 0.1),
    made(9, 0, 0.04),
  ];

  it("are the dearest ones of whoever looks, in the order of the match", () => {
    expect(toLearn(match, 0).few.map((one) => one.ply)).toEqual([3, 5, 7, 9]);
  });

  it("are everybody's for whoever only watches, and where one's own play was clean", () => {
    expect(toLearn(match, null).few.map((one) => one.ply)).toEqual([2, 3, 5, 7]);
    expect(toLearn([made(1, 0, 0), made(2, 1, 0.3)], 0).few.map((one) => one.ply)).toEqual([2]);
  });

  it("hold what was found, and nothing that was merely good", () => {
    const found = made(11, 0, 0, { class: "best", great: true });
    expect(toLearn([...match, made(10, 0, 0.001), found], 0).few.map((one) => one.ply)).toEqual([3, 5, 7, 11]);
    expect(toLearn([...match, made(10, 0, 0.001)], 0).all).toHaveLength(match.length);
  });
});
