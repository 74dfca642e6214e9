import { describe, expect, it } from "vitest";
import type { DaySheet } from "../src/api/types";
import { digits, line, unit } from "../src/app/daily/score";

describe("the score of a try", () => {
  it("counts one point as one, with or without a bot", () => {
    expect([unit(1, false), unit(-1, false), unit(2, false)]).toEqual(["point", "point", "points"]);
    expect([unit(1, true), unit(-1, true)]).toEqual(["point ahead of the bot", "point behind the bot"]);
    expect(unit(0, true)).toBe("points ahead of the bot");
  });
  it("has a sign only where no words say who is ahead", () => {
    expect([digits(-3, false), digits(-3, true), digits(7, true)]).toEqual(["−3", "3", "7"]);
  });
  it("is passed on in the same words", () => {
    const sheet = { day: "2026-01-31", level: 3, mine: { score: -5, rank: 2 }, finished: 6 } as DaySheet;
    expect(line(sheet, "Abaku")).toBe("Ludoteka Abaku 2026-01-31: 5 points behind the bot, place 2 of 6");
    expect(line({ ...sheet, level: null }, "Abaku")).toContain("−5 points, place");
  });
});
