import { describe, expect, it, vi } from "vitest";
import type { Desk } from "../src/api/desk";
import { Marks } from "../src/games/_lines/marks.svelte";
import { drew, played } from "../src/games/_lines/told";
import { around, beside, CELL, nameOf, nearest, overlap, runs, type Box } from "../src/board/grid";
import { readLine, writeLine } from "../src/games/_lines/line";
import type { Found } from "../src/games/_lines/look";
import { AbakuDraft } from "../src/games/abaku/draft.svelte";
import { imagined, pretty } from "../src/games/abaku/reading";
import type { AbakuView } from "../src/games/abaku/types";

describe("lines of tiles as text", () => {
  it("are written across, down, falling and rising", () => {
    expect(
      writeLine([
        { square: "H8", item: "2" },
        { square: "I8", item: "4" },
      ]),
    ).toBe("8H 24");
    expect(
      writeLine([
        { square: "I9", item: "2" },
        { square: "I7", item: "6" },
      ]),
    ).toBe("I7 6.2");
    expect(
      writeLine([
        { square: "G7", item: "6" },
        { square: "I9", item: "4" },
      ]),
    ).toBe("7G\\ 6.4");
    expect(
      writeLine([
        { square: "G9", item: "6" },
        { square: "I7", item: "4" },
      ]),
    ).toBe("9G/ 6.4");
    expect(writeLine([{ square: "H8", item: "*2" }])).toBe("8H *2");
    expect(
      writeLine([
        { square: "A1", item: "1" },
        { square: "C2", item: "2" },
      ]),
    ).toBeNull();
  });
  it("are read back", () => {
    expect(readLine("H6 *6=1")).toEqual([
      { square: "H6", item: "*6" },
      { square: "H7", item: "=1" },
    ]);
    expect(readLine("8G 1..3").map((piece) => piece.square)).toEqual(["G8", "J8"]);
    expect(readLine("skip")).toEqual([]);
  });
});

function view(rack: string): AbakuView {
  return {
    options: { board: "blank" } as AbakuView["options"],
    grid: [],
    board: Array.from({ length: 15 }, () => ".".repeat(15)),
    rack,
    aside: null,
    rack_sizes: [5, 5],
    bag_size: 9,
    unseen: "",
    racks: null,
    scores: [0, 0],
    seat: 0,
    to_act: [0],
    skips: [0, 0],
    miss: [0, 0],
    out: [],
    claim: null,
    accepted: [],
    over: null,
    seen: [0, 0],
    idle: 0,
    you: 0,
    last: null,
  };
}

function desk(): Desk & { asked: string[]; played: string[] } {
  const asked: string[] = [];
  const played: string[] = [];
  return {
    asked,
    played,
    score: (move) => {
      asked.push(move);
      return Promise.resolve({ kind: "scored", points: move.length, detail: [], described: null, id: 0 });
    },
    legal: () => Promise.resolve({ kind: "moves", moves: [], count: 0, id: 0 }),
    examine: () => Promise.resolve({ kind: "examined", checks: [], points: null, id: 0 }),
    steps: () => Promise.resolve({ kind: "steps", steps: [], complete: false, board: null, moves: [], id: 0 }),
    play: (move) => {
      played.push(move);
      return Promise.resolve(
        move === "8H 9"
          ? {
              kind: "refused",
              why: "illegal-move",
              rule: "AB-5.5",
              text: "No.",
              template: "No.",
              values: {},
              where: ["H8"],
              key: null,
              id: null,
            }
          : null,
      );
    },
  };
}

describe("a placement being laid", () => {
  it("is typed at the cursor and asks the server at every change", async () => {
    const at = desk();
    const draft = new AbakuDraft(at, view("24579"), 0, new Marks());
    draft.cursor = "H8";
    expect(draft.type("2")).toBe(true);
    expect(draft.cursor).toBe("I8");
    expect(draft.type("4")).toBe(true);
    expect(draft.type("1")).toBe(false);
    expect(draft.text).toBe("8H 24");
    expect(at.asked).toEqual(["8H 2", "8H 24"]);
    await vi.waitFor(() => expect(draft.scored?.points).toBe(5));
    draft.undo();
    expect(draft.text).toBe("8H 2");
    await draft.play();
    expect(at.played).toEqual(["8H 2"]);
    expect(draft.empty).toBe(true);
  });
  it("asks what a joker stands for, and swaps tiles", () => {
    const draft = new AbakuDraft(desk(), view("5*700"), 0, new Marks());
    draft.put(1, "H8");
    expect(draft.choosing).toEqual({ slot: 1, square: "H8" });
    draft.name("3");
    expect(draft.text).toBe("8H *3");
    draft.startExchange();
    draft.pick(0);
    draft.pick(3);
    expect(draft.text).toBe("change 05");
  });
  it("keeps what was refused on the board, with the reason", async () => {
    const draft = new AbakuDraft(desk(), view("9"), 0, new Marks());
    draft.put(0, "H8");
    expect(await draft.play()).toBe(false);
    expect(draft.refused?.rule).toBe("AB-5.5");
    expect(draft.insisted).toBe(true);
    expect(draft.laid).toHaveLength(1);
  });
  it("puts a tapped tile on the tapped square, and nowhere by itself", async () => {
    const at = desk();
    const draft = new AbakuDraft(at, view("24579"), 0, new Marks());
    draft.choose("C1"); // a cursor for typing
    for (const [slot, square] of [
      [0, "C3"],
      [1, "C4"],
      [2, "C5"],
    ] as const) {
      draft.pick(slot);
      draft.choose(square);
    }
    expect(draft.laid.map((tile) => tile.square)).toEqual(["C3", "C4", "C5"]);
    expect(draft.text).toBe("C3 245");
    expect(draft.cursor).toBeNull();
    await draft.play();
    expect(draft.laid).toEqual([]);
  });
  it("lifts a laid tile by a tap, moves it by another, and takes it back by two on its square", () => {
    const draft = new AbakuDraft(desk(), view("2*"), 0, new Marks());
    draft.put(1, "H8", "7");
    draft.choose("H8");
    expect(draft.lifted).toBe("H8");
    draft.choose("I8");
    expect(draft.text).toBe("8I *7");
    draft.choose("I8");
    draft.choose("I8");
    expect(draft.laid).toEqual([]);
    expect(draft.picked).toBeNull();
  });
  it("lays what a hint says, or sets it aside for an exchange", () => {
    const draft = new AbakuDraft(desk(), view("2477*"), 0, new Marks());
    expect(draft.lay("8G 2*2.4")).toBe(true);
    expect(draft.text).toBe("8G 2*2.4");
    expect(draft.lay("change 77")).toBe(true);
    expect(draft.text).toBe("change 77");
    expect(draft.lay("8G 33")).toBe(false);
    expect(draft.lay("skip")).toBe(false);
  });
  it("forgets a refusal as soon as something else is laid or sent", async () => {
    const draft = new AbakuDraft(desk(), view("94"), 0, new Marks());
    draft.put(0, "H8");
    await draft.play();
    expect(draft.refused?.where).toEqual(["H8"]);
    draft.put(1, "I8");
    expect(draft.refused).toBeNull();
  });
  it("replaces a joker that lies there, and has it in hand", () => {
    const there = view("36");
    there.board[7] = ".......*.......";
    const draft = new AbakuDraft(desk(), there, 0, new Marks());
    draft.put(0, "H8");
    expect(draft.text).toBe("8H =3");
    expect(draft.rack).toEqual(["3", "6", "*"]);
    draft.put(2, "I8", "9");
    expect(draft.text).toBe("8H =3*9");
  });
  it("is celebrated when it is played and holds several finds", async () => {
    const at = desk();
    const marks = new Marks();
    const draft = new AbakuDraft(
      {
        ...at,
        score: () => Promise.resolve({ kind: "scored", points: 13, detail: [1, 2, 3], described: null, id: 0 }),
      },
      view("1248"),
      0,
      marks,
    );
    draft.put(0, "H8");
    await vi.waitFor(() => expect(draft.scored?.points).toBe(13));
    await draft.play();
    expect(marks.cheer).toEqual({ found: 3, points: 13, squares: ["H8"] });
  });
  it("says when tiles lie in no line at all", () => {
    const draft = new AbakuDraft(desk(), view("12"), 0, new Marks());
    draft.put(0, "A1");
    draft.put(1, "C2");
    expect(draft.askew).toBe(true);
    expect(draft.text).toBe("");
  });
});

describe("the signs that no tile shows", () => {
  it("lie on seams, over numbers and at their corners", () => {
    expect(imagined("sqrt(289)=17")).toEqual([
      { kind: "root", from: 0, to: 2, mark: "√" },
      { kind: "sign", at: 3, mark: "=" },
    ]);
    expect(imagined("12^3=1728")).toEqual([
      { kind: "power", at: 1, mark: "3" },
      { kind: "sign", at: 2, mark: "=" },
    ]);
    expect(imagined("<4+8=12").map((sign) => ("at" in sign ? sign.at : -1))).toEqual([1, 2]);
  });
  it("are written as people do", () => {
    expect(["sqrt(289)=17", "2^3=8", "12/4=3", "<4+8=12", "17=23-6", "cbrt(27)=3"].map(pretty)).toEqual([
      "√289 = 17",
      "2³ = 8",
      "12 ÷ 4 = 3",
      "← 4 + 8 = 12",
      "17 = 23 − 6",
      "∛27 = 3",
    ]);
  });
});

describe("what the board shows of what was found", () => {
  const one = (text: string, points: number): Found => ({
    maths: [text],
    points,
    squares: [text],
    notes: [],
    signs: [],
    broken: null,
  });
  it("is the best of what is new, what was pressed, or what is pointed at", () => {
    const marks = new Marks();
    marks.follow([one("a", 2), one("b", 5)]);
    expect(marks.chosen).toBe(1);
    marks.kept = 0;
    marks.follow([one("c", 1), one("a", 2)]);
    expect(marks.chosen).toBe(0); // c is new
    marks.follow([one("x", 3), one("c", 1)].toSpliced(0, 1));
    expect(marks.chosen).toBe(0);
    marks.pointed = 3;
    expect(marks.chosen).toBe(3);
    marks.follow([]);
    expect(marks.chosen).toBeNull();
  });
});

describe("labels on a board", () => {
  const tile = (name: string): Box => around([name]);
  it("stand where they cover no tile", () => {
    const size = { w: 100, h: 26 };
    const below = beside(["G8", "H8"], size, 630, [tile("G8"), tile("H8")]);
    expect(below?.y).toBeGreaterThan(tile("H8").y + CELL);
    const under = ["F9", "G9", "H9", "I9"].map(tile);
    const above = beside(["G8", "H8"], size, 630, [tile("G8"), tile("H8"), ...under]);
    expect(above?.y).toBeLessThan(tile("H8").y);
    expect(under.some((box) => above && overlap(above, box))).toBe(false);
    const full = Array.from({ length: 225 }, (_, i) => tile(nameOf(i % 15, Math.floor(i / 15))));
    expect(beside(["H8"], size, 630, full)).toBeNull();
  });
  it("stand as near as they can where there is no place beside the tiles", () => {
    const taken = Array.from({ length: 225 }, (_, i) => nameOf(i % 15, Math.floor(i / 15))).filter(
      (name) => !/^[A-E]1$/.test(name),
    );
    const box = nearest(["H8"], { w: 150, h: 26 }, 660, taken.map(tile));
    expect(box && taken.some((name) => overlap(box, tile(name)))).toBe(false);
    expect(nearest(["H8"], { w: 150, h: 90 }, 660, taken.map(tile))).toBeNull();
    const size = { w: 150, h: 26 };
    const free = nearest(["H8"], size, 660, [tile("H8")]);
    expect(free && Math.abs(free.y - tile("H8").y)).toBeLessThan(2 * CELL);
    expect(nearest(["H8"], { w: 700, h: 26 }, 660, [])).toBeNull();
  });
  it("outline tiles that touch as one block", () => {
    expect(runs(["G8", "H8", "K8"])).toEqual([["G8", "H8"], ["K8"]]);
    expect(runs(["G7", "H8"])).toEqual([["G7"], ["H8"]]);
  });
});

describe("events in words", () => {
  it("say what came from the bag, and how many where it is hidden", () => {
    expect(drew("24578|#5")).toBe("the tiles are dealt");
    expect(drew("#3")).toBe("drew 3 tiles");
    expect(drew("2x:-*")).toBe("drew 2 × ÷ − ★");
  });
  it("say what was played", () => {
    expect(played("change #2")).toBe("swapped 2 tiles");
    expect(played("swap 1+")).toBe("swapped 1 +");
    expect(played("pass")).toBe("skipped");
    expect(played("8H 24")).toBe("8H 24");
  });
});
