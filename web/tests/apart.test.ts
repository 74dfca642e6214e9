import { describe, expect, it } from "vitest";
import { apart, span, type Listed } from "../src/board/apart";

function laid(move: string, where: string[], ...equations: [string, number][]): Listed {
  const items = equations.map(([maths, points]) => ({ maths, points, said: null, notes: [], where, seat: 0 }));
  const said = { template: "lays tiles", values: {} };
  return { move, where, words: { said, items, points: 1, where, seat: 0 } as unknown as Listed["words"] };
}

describe("moves of one list", () => {
  it("say nothing more where they read differently", () => {
    const [first, second] = [laid("a", ["A1"], ["1 + 2 = 3", 3]), laid("b", ["A2"], ["2 + 2 = 4", 4])];
    expect(apart([first, second])).toEqual(["", ""]);
  });

  it("are told apart by where they lie", () => {
    const one = laid("8F 84283", ["F8", "G8", "J8"], ["84 ÷ 28 = 3", 9]);
    const other = laid("8H 84283", ["H8", "I8", "L8"], ["84 ÷ 28 = 3", 9]);
    expect(apart([one, other])).toEqual(["F8–J8", "H8–L8"]);
  });

  it("on the same squares by the dearest equation that the others do not make", () => {
    const one = laid("a", ["F8", "H8"], ["9 + 1 = 10", 10], ["2 + 1 = 3", 3], ["1 + 1 = 2", 2]);
    const other = laid("b", ["F8", "H8"], ["9 + 1 = 10", 10], ["2 + 2 = 4", 4], ["1 + 1 = 2", 2]);
    expect(apart([one, other])).toEqual(["F8–H8 · 2 + 1 = 3", "F8–H8 · 2 + 2 = 4"]);
  });

  it("and by their texts where nothing else differs", () => {
    expect(apart([laid("swap 1", []), laid("swap 2", [])])).toEqual(["swap 1", "swap 2"]);
  });

  it("a single square is named once", () => {
    expect([span(["A1"]), span([]), span(["A1", "B1", "C1"])]).toEqual(["A1", "", "A1–C1"]);
  });
});
