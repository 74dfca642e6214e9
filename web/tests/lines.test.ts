import { describe, expect, it, vi } from "vitest";
import type { Desk } from "../src/api/desk";
import { Marks } from "../src/games/_lines/marks.svelte";
import { drew, played } from "../src/games/_lines/told";
import { readLine, writeLine } from "../src/games/_lines/line";
import { AbakuDraft } from "../src/games/abaku/draft.svelte";
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
      return Promise.resolve({ kind: "scored", points: move.length, detail: [], id: 0, described: null });
    },
    legal: () => Promise.resolve({ kind: "moves", moves: [], count: 0, id: 0 }),
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
  it("takes a tapped tile to the cursor where there is one, and forgets it with the move", async () => {
    const at = desk();
    const draft = new AbakuDraft(at, view("24579"), 0, new Marks());
    draft.pick(0);
    expect(draft.picked).toBe(0);
    draft.pick(0);
    draft.choose("H8");
    draft.pick(0);
    draft.pick(1);
    expect(draft.text).toBe("8H 24");
    await draft.play();
    expect(draft.cursor).toBeNull();
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
      { ...at, score: () => Promise.resolve({ kind: "scored", points: 13, detail: [1, 2, 3], id: 0, described: null }) },
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
