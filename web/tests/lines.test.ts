import { describe, expect, it, vi } from "vitest";
import type { Desk } from "../src/api/desk";
import { readLine, writeLine } from "../src/games/_lines/line";
import { AbakuDraft, type AbakuView } from "../src/games/abaku/draft.svelte";

describe("lines of tiles as text", () => {
  it("are written across, down, falling and rising", () => {
    expect(writeLine([{ square: "H8", item: "2" }, { square: "I8", item: "4" }])).toBe("8H 24");
    expect(writeLine([{ square: "I9", item: "2" }, { square: "I7", item: "6" }])).toBe("I7 6.2");
    expect(writeLine([{ square: "G7", item: "6" }, { square: "I9", item: "4" }])).toBe("7G\\ 6.4");
    expect(writeLine([{ square: "G9", item: "6" }, { square: "I7", item: "4" }])).toBe("9G/ 6.4");
    expect(writeLine([{ square: "H8", item: "*2" }])).toBe("8H *2");
    expect(writeLine([{ square: "A1", item: "1" }, { square: "C2", item: "2" }])).toBeNull();
  });
  it("are read back", () => {
    expect(readLine("H6 *6=1")).toEqual([{ square: "H6", item: "*6" }, { square: "H7", item: "=1" }]);
    expect(readLine("8G 1..3").map((piece) => piece.square)).toEqual(["G8", "J8"]);
    expect(readLine("skip")).toEqual([]);
  });
});

function view(rack: string): AbakuView {
  return {
    options: { board: "blank" }, grid: [], board: Array.from({ length: 15 }, () => ".".repeat(15)), rack, aside: null, rack_sizes: [5, 5], bag_size: 9,
    unseen: "", racks: null, scores: [0, 0], seat: 0, to_act: [0], skips: [0, 0], miss: [0, 0], out: [], claim: null, accepted: [], over: null,
  };
}

function desk(): Desk & { asked: string[]; played: string[] } {
  const asked: string[] = [];
  const played: string[] = [];
  return {
    asked, played,
    score: (move) => { asked.push(move); return Promise.resolve({ kind: "scored", points: move.length, detail: [], id: 0 }); },
    legal: () => Promise.resolve({ kind: "moves", moves: [], count: 0, id: 0 }),
    steps: () => Promise.resolve({ kind: "steps", steps: [], complete: false, board: null, moves: [], id: 0 }),
    play: (move) => { played.push(move); return Promise.resolve(move === "8H 9" ? { kind: "refused", why: "illegal-move", rule: "AB-5.5", text: "No.", where: ["H8"], key: null, id: null } : null); },
  };
}

describe("a placement being laid", () => {
  it("is typed at the cursor and asks the server at every change", async () => {
    const at = desk();
    const draft = new AbakuDraft(at, view("24579"), 0);
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
    const draft = new AbakuDraft(desk(), view("5*700"), 0);
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
    const draft = new AbakuDraft(desk(), view("9"), 0);
    draft.put(0, "H8");
    expect(await draft.play()).toBe(false);
    expect(draft.refused?.rule).toBe("AB-5.5");
    expect(draft.insisted).toBe(true);
    expect(draft.laid).toHaveLength(1);
  });
  it("says when tiles lie in no line at all", () => {
    const draft = new AbakuDraft(desk(), view("12"), 0);
    draft.put(0, "A1");
    draft.put(1, "C2");
    expect(draft.askew).toBe(true);
    expect(draft.text).toBe("");
  });
});
