import { describe, expect, it } from "vitest";
import type { Awaiting, Entry, FreshEntry, Scored } from "../src/api/types";
import { ending, inShort, signed, thrownBefore, wordsOf } from "../src/app/table/telling";
import { aloud } from "../src/i18n/maths";
import type { GameUi } from "../src/games/module";

const names = ["Ada", "Ben"];
const ui = {
  tell: (text: string) => text,
  calculations: (detail: unknown[]) => detail as string[],
} as unknown as GameUi;

function entry(more: Partial<Entry>): Entry {
  return {
    seq: 1,
    kind: "played",
    at: 0,
    ply: 1,
    seat: 0,
    text: null,
    where: [],
    name: null,
    level: null,
    phrase: null,
    emote: null,
    what: null,
    ref: null,
    accept: null,
    table: null,
    described: null,
    ...more,
  };
}
const nothing = (): Promise<null> => Promise.resolve(null);

describe("what chance gave", () => {
  it("stands before the decision that had to work with it, and before no other", () => {
    const log = [
      entry({ seq: 1, kind: "drawn", text: "3-1" }),
      entry({ seq: 2, text: "8/5 6/5" }),
      entry({ seq: 3, text: "roll", seat: 1 }),
      entry({ seq: 4, kind: "drawn", text: "6-6" }),
      entry({ seq: 5, text: "24/18", seat: 1 }),
    ];
    expect([...thrownBefore(log)]).toEqual([
      [2, "3-1"],
      [5, "6-6"],
    ]);
  });
});

describe("points", () => {
  it("have their sign, and nothing has none", () => {
    expect([4, -2, 0].map(signed)).toEqual(["+4", "−2", "0"]);
  });
});

describe("calculations", () => {
  it("are read as words", () => {
    expect(aloud("12 − 4 = 8")).toBe("12 minus 4 is 8");
    expect(aloud("2² = 4  ·  √9 = 3")).toBe("2 squared is 4, the square root of 9 is 3");
    expect(aloud("6÷2+9×1")).toBe("6 divided by 2 plus 9 times 1");
  });
});

describe("what happens", () => {
  it("is told with the calculations and points of a move", async () => {
    const at = { scored: { kind: "scored", points: 5, detail: ["2 + 3 = 5"], id: 0 } };
    const told = await wordsOf(entry({ text: "8H 235" }), ui, names, () => Promise.resolve(at as never));
    expect(told).toBe("Ada: 8H 235: 2 plus 3 is 5. 5 points");
  });
  it("is told from what came with the news, and nothing is looked up", async () => {
    const look = (): never => expect.unreachable("nothing is to be asked");
    const scored: Scored = { kind: "scored", points: 5, detail: ["2 + 3 = 5"], id: 0, described: null };
    const fresh: Required<FreshEntry> = { ...entry({ text: "8H 235" }), scored };
    expect(await wordsOf(fresh, ui, names, look)).toBe("Ada: 8H 235: 2 plus 3 is 5. 5 points");
    expect(await wordsOf({ ...fresh, scored: null }, ui, names, look)).toBe("Ada: 8H 235");
  });
  it("is told without them where they are not known", async () => {
    expect(await wordsOf(entry({ text: "8H 235" }), ui, names, nothing)).toBe("Ada: 8H 235");
  });
  it("tells a clock that ran out from somebody who left", async () => {
    expect(await wordsOf(entry({ kind: "left", seat: 1, what: "time" }), ui, names, nothing)).toBe("Ben: out of time");
    expect(await wordsOf(entry({ kind: "left", seat: 1 }), ui, names, nothing)).toBe("Ben: resigned");
  });
  it("is told in the list so that it follows a name and You alike", () => {
    expect(inShort(entry({ kind: "left", seat: 1 }), ui)).toBe("resigned");
    expect(inShort(entry({ kind: "ticked", seat: 1 }), ui)).toBe("out of time");
  });
  it("tells of time what the game says of it", async () => {
    const described = (seat: number | null) => ({
      said: { template: "The sand has run out.", values: {} },
      items: [],
      points: null,
      where: [],
      seat,
    });
    const ticked = entry({ kind: "ticked", seat: null, described: described(null) });
    expect(inShort(ticked, ui)).toBe("The sand has run out.");
    expect(await wordsOf(ticked, ui, names, nothing)).toBe("The sand has run out.");
    expect(await wordsOf({ ...ticked, described: described(1) }, ui, names, nothing)).toBe(
      "Ben: The sand has run out.",
    );
  });
  it("says phrases, emotes and words of people", async () => {
    expect(await wordsOf(entry({ kind: "said", phrase: "hello" }), ui, names, nothing)).toBe("Ada: Hello!");
    expect(await wordsOf(entry({ kind: "said", seat: null, name: "Cleo", emote: "clap" }), ui, names, nothing)).toBe(
      "Cleo: clapping",
    );
    expect(await wordsOf(entry({ kind: "offered" }), ui, names, nothing)).toBe("");
  });
  it("names the winner, if there is one", () => {
    const over = (ranks: number[]): Awaiting => ({ kind: "over", scores: [0, 0], ranks, rule: "" });
    expect(ending(over([1, 2]), names, [0])).toBe("The game is over. You won!");
    expect(ending(over([2, 1]), names, [0, 1])).toBe("The game is over. Ben won");
    expect(ending(over([1, 1]), names, [0])).toBe("The game is over");
    expect(ending(null, names, [])).toBe("The game is over");
  });
});
