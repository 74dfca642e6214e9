import { describe, expect, it } from "vitest";
import { digits, unit } from "../src/app/daily/score";

describe("the score of a try", () => {
  it("counts one point as one, with or without a bot", () => {
    expect([unit(1, false), unit(-1, false), unit(2, false)]).toEqual(["point", "point", "points"]);
    expect([unit(1, true), unit(-1, true)]).toEqual(["point ahead of the bot", "point behind the bot"]);
    expect(unit(0, true)).toBe("points ahead of the bot");
  });
  it("has a sign only where no words say who is ahead", () => {
    expect([digits(-3, false), digits(-3, true), digits(7, true)]).toEqual(["−3", "3", "7"]);
  });
});
