import { describe, expect, it } from "vitest";
import type { Described, Entry } from "../src/api/types";
import { roundsOf, sumsOf } from "../src/app/table/sheet";
import { stopsOf } from "../src/app/table/stops";
import { gainsOf, storyOf, ticksOf, turnsOf } from "../src/app/table/story";
import type { Standing } from "../src/app/table/tally.svelte";
import { partsOf } from "../src/board/maths";
import { aloud } from "../src/i18n/maths";

function entry(kind: Entry["kind"], ply: number, seat: number | null, points: number | null = null): Entry {
  const said = { template: "lays tiles", values: {} };
  const described: Described | null = points === null ? null : { said, items: [], points, where: [], seat };
  return { kind, ply, seat, described } as Entry;
}
function standing(...scores: number[]): Standing {
  return { scores, lead: scores };
}
const MOVES = [
  entry("played", 2, 0, 10),
  entry("played", 4, 1, 30),
  entry("played", 6, 0, 40),
  entry("played", 8, 1, 5),
];
const AFTER = new Map([
  [2, standing(10, 0)],
  [4, standing(10, 30)],
  [6, standing(50, 30)],
  [8, standing(50, 38)], // the end gave three more
]);

describe("a replay", () => {
  it("stops at decisions, not at what chance did", () => {
    const drawn = [entry("drawn", 1, null), entry("drawn", 3, 0)];
    expect(stopsOf([...drawn, ...MOVES], 9)).toEqual([1, 2, 4, 6, 8]);
  });
  it("starts where there is something to decide", () => {
    const drawn = [1, 2, 3].map((ply) => entry("drawn", ply, null));
    expect(stopsOf([...drawn, entry("played", 4, 0), entry("drawn", 5, 0)], 5)).toEqual([3, 4]);
    expect(stopsOf(drawn, 3)).toEqual([0, 3]);
  });
});

describe("the story of a match", () => {
  it("is its lead, the best find of each side, and when the lead changed hands", () => {
    const { lead, moments } = storyOf(MOVES, AFTER, 0);
    expect(lead).toEqual([0, 10, -20, 20, 12]);
    expect(moments.map(({ ply, seat, kind, gain }) => [ply, seat, kind, gain])).toEqual([
      [4, 1, "best", 30],
      [6, 0, "lead", 40],
    ]);
  });
  it("knows that the last move decided it", () => {
    const after = new Map([...AFTER, [8, standing(50, 60)]]);
    expect(storyOf(MOVES, after, 1).moments.at(-1)).toMatchObject({ ply: 8, seat: 1, kind: "end" });
  });
  it("tells of turns that last where dice swing the lead to and fro and only the end brings points", () => {
    expect(turnsOf([0, 20, 40, 20, -2, 3, 30, -10, -50, -20, 4, -30, 10])).toEqual([7, 12]);
    expect(turnsOf([0, 5, 9])).toEqual([]);
  });
  it("reckons gains from scores where a game has no words", () => {
    expect(gainsOf([entry("played", 2, 0), entry("played", 4, 1)], AFTER)).toEqual([10, 30]);
  });
});

describe("the score sheet", () => {
  it("adds up: what is left belongs to the end", () => {
    const rounds = roundsOf(MOVES, AFTER, 2);
    expect(rounds.map((line) => [line.get(0)?.stands, line.get(1)?.stands])).toEqual([
      [10, 30],
      [50, 35],
    ]);
    expect(sumsOf(rounds, 2)).toEqual([50, 35]);
  });
});

describe("mathematics", () => {
  it("is taken apart into what is set differently", () => {
    expect(partsOf("√289 = 17").map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      "root 289",
      "sign =",
      "number 17",
    ]);
    expect(partsOf("2³ = 8").map(({ kind }) => kind)).toEqual(["number", "power", "sign", "number"]);
    expect(partsOf("∛27 = 3")[0]).toEqual({ kind: "root", text: "27", degree: 3 });
  });
  it("is spoken", () => {
    expect(aloud("√289 = 17")).toBe("the square root of 289 is 17");
  });
});

describe("the numbers under the curve", () => {
  it("keep apart, however long the match and narrow the screen", () => {
    expect(ticksOf(13, 500)).toEqual([4, 8, 12]);
    expect(ticksOf(110, 240)).toEqual([20, 40, 60, 80, 100]);
    expect(ticksOf(2, 500)).toEqual([]);
  });
});
