import { describe, expect, it } from "vitest";
import type { FinishedGame, GameSheet } from "../src/api/types";
import { isTelling, scores } from "../src/app/me/telling";
import { inWords, withWords } from "../src/app/rules/options";
import { Writer } from "../src/i18n/words";

const seat = (rank: number, score: number | null, mine = false) => ({ rank, score, mine });
const game = (...seats: ReturnType<typeof seat>[]): FinishedGame => ({ seats }) as unknown as FinishedGame;

describe("the score of a finished match", () => {
  it("is told with mine first, wherever I sat", () => {
    expect(scores(game(seat(2, 13), seat(1, 42, true)))).toEqual([42, 13]);
    expect(scores(game(seat(1, 7, true), seat(1, 7)))).toEqual([7, 7]);
  });
  it("is not told where it says that somebody else won: the loser left", () => {
    expect(scores(game(seat(1, 4, true), seat(2, 13)))).toBeNull();
    expect(scores(game(seat(1, 0, true), seat(2, 0)))).toBeNull();
    expect(scores(game(seat(1, null, true), seat(2, null)))).toBeNull();
  });
  it("is told of ties that something else has broken, and of a match without any points", () => {
    expect(isTelling([1, 2], [9, 9])).toBe(true);
    expect(isTelling([1, 1], [0, 0])).toBe(true);
    expect(isTelling([1, 2], [])).toBe(false);
  });
});

describe("numbers are written as the language writes them", () => {
  it.each([
    ["en", "62.5%", "−0.35", "+1.50"],
    ["cs", "62,5\u00a0%", "−0,35", "+1,50"],
    ["de", "62,5\u00a0%", "−0,35", "+1,50"],
    ["es", "62,5\u00a0%", "−0,35", "+1,50"],
    ["fr", /^62,5\s%$/, "−0,35", "+1,50"],
  ] as const)("in %s", (language, share, less, more) => {
    const writer = new Writer(language, () => undefined);
    const signed = (value: number): string => writer.decimal(value, 2, { signDisplay: "exceptZero" });
    expect(writer.decimal(0.625, 1, { style: "percent" })).toMatch(share);
    expect([signed(-0.351), signed(1.5)]).toEqual([less, more]);
    expect(signed(-0.001)).toMatch(/^0[.,]00$/);
  });
});

describe("what the exact rules call an option", () => {
  const option = { key: "joker", text: "Whether the Joker is in the bag.", labels: { off: "no" }, low: null };
  const seconds = { key: "turn_seconds", text: "Seconds for a turn, 0: no limit.", labels: {}, low: 0 };
  const sheet = { id: "abc", options: [option, seconds] } as unknown as GameSheet;
  it("is said in the words of the set-up", () => {
    expect(inWords("joker=off", sheet)).toBe("Whether the Joker is in the bag: no");
    expect(inWords("turn_seconds=0", sheet)).toBe("Seconds for a turn: 0");
    expect(withWords("AB-9 Bag (joker=off)", sheet)).toBe("AB-9 Bag (Whether the Joker is in the bag: no)");
  });
  it("stays as it is where there are no words for it", () => {
    expect(inWords("joker=many", sheet)).toBeNull();
    expect(inWords("C=A+B", sheet)).toBeNull();
    expect(inWords("joker=off", undefined)).toBeNull();
  });
});
