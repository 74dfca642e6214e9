import { describe, expect, it, vi } from "vitest";
import type { Desk } from "../src/api/desk";
import { neighbour, rowsOf, type Spot } from "../src/board/spots";
import type { StepList } from "../src/api/types";
import { AbakDraft } from "../src/games/abak/draft.svelte";
import { readStep, turned } from "../src/games/abak/look";
import type { View as AbakView } from "../src/games/abak/types";
import { kindAt, pointAt, pointName } from "../src/games/abstrakto/look";
import { KakuroDraft } from "../src/games/kakuro/draft.svelte";
import { between, rowOf, shortOf } from "../src/games/kakuro/look";
import type { KakuroView } from "../src/games/kakuro/types";
import { mentions, read } from "../src/app/rules/rulebook";

const desk = {
  play: () => Promise.resolve(null),
  examine: () => Promise.resolve({ kind: "examined", checks: [], points: 5, id: 0 }),
} as unknown as Desk;
const view = { pools: ["DX35", ""], open: 20, board: [], votes: [], out: [] } as unknown as KakuroView;

describe("a row being named", () => {
  it("is one line, with its tools as the notation writes them", () => {
    const draft = new KakuroDraft(desk, view, 0);
    draft.choose("D4");
    draft.choose("H4");
    expect(draft.text).toBe(">D4:5");
    draft.drop(2, "C4");
    expect(draft.text).toBe(">D4:5 C4#3");
    draft.drop(3, "E4");
    draft.pick(0);
    expect(draft.text).toBe(">D4:5 C4#3 E4=5 D");
    draft.pick(1);
    draft.choose("A1");
    draft.choose("B2");
    expect(draft.text).toBe(">D4:5 C4#3 E4=5 A1~B2 D");
    draft.undo();
    expect(draft.text).toBe(">D4:5 C4#3 E4=5 D");
  });
  it("asks about the latest row only, and does not send one that is known to be wrong", async () => {
    const asked: string[] = [];
    const played: string[] = [];
    const answers: (() => void)[] = [];
    const examine = (move: string): Promise<unknown> =>
      new Promise((resolve) => {
        asked.push(move);
        const check = {
          holds: false,
          text: "makes 9, 11 too few",
          template: "",
          values: {},
          rule: "KA-4.6",
          where: [],
        };
        answers.push(() => resolve({ kind: "examined", checks: [check], points: null, id: 0 }));
      });
    const play = (move: string): Promise<null> => {
      played.push(move);
      return Promise.resolve(null);
    };
    const draft = new KakuroDraft({ ...desk, examine, play } as unknown as Desk, view, 0);
    for (const last of ["C1", "D1", "E1", "F1"]) draft.select("A1", last);
    expect(asked).toEqual([">A1:3"]);
    answers[0]?.();
    await vi.waitFor(() => expect(asked).toEqual([">A1:3", ">A1:6"]));
    expect(draft.isWrong).toBe(false);
    answers[1]?.();
    await vi.waitFor(() => expect(draft.isWrong).toBe(true));
    expect(draft.faults).toEqual(["makes 9, 11 too few"]);
    await draft.buzz();
    expect(played).toEqual([]);
    expect(draft.insisted).toBe(true);
    draft.clear();
    await draft.buzz();
    expect(played).toEqual(["kakuro!"]);
  });
  it("is laid from a text as by hand, and shows the digits as they would lie", () => {
    const board = Array.from({ length: 8 }, (_, r) =>
      Array.from({ length: 8 }, (_, c) => ({
        tile: "number",
        digit: r + c + 1,
        red: false,
        across: false,
        down: false,
      })),
    );
    const draft = new KakuroDraft(desk, { ...view, board } as KakuroView, 0);
    expect(draft.lay(">A1:3 A1~C2 B1=5 D1#3 D")).toBe(true);
    expect(draft.text).toBe(">A1:3 A1~C2 B1=5 D1#3 D");
    expect(draft.row.map((square) => draft.digitAt(square))).toEqual([4, 5, 3]);
    expect(draft.digitAt("C2")).toBe(1);
  });
  it("lives on while others act, and ends with the sum tile", () => {
    const draft = new KakuroDraft(desk, view, 0);
    draft.select("B3", "B6");
    expect(draft.text).toBe("vB3:4");
    draft.refresh({ ...view, votes: [1] }, true);
    expect(draft.text).toBe("vB3:4");
    draft.refresh({ ...view, open: 9 }, true);
    expect(draft.empty).toBe(true);
  });
  it("knows its squares", () => {
    expect(between("C2", "A2")).toEqual(["A2", "B2", "C2"]);
    expect(between("A1", "B2")).toBeNull();
    expect(rowOf("vB3:4 B2#D")).toEqual(["B3", "B4", "B5", "B6"]);
    expect(shortOf("vB3:4 B2#D C1=5 DD")).toEqual({ row: "B3–B6", tiles: 4 });
  });
});

describe("names of places", () => {
  it("go both ways", () => {
    expect(pointAt("h8")).toEqual({ x: 7, y: 7 });
    expect(pointName(14, 14)).toBe("o15");
    expect(kindAt(7, 7).kind).toBe("S");
    expect(kindAt(6, 7)).toEqual({ kind: "L", upright: true });
    expect(kindAt(6, 6).kind).toBe("X");
    expect(readStep("bar(G)/20*")).toMatchObject({ from: "bar", enters: "G", to: "20", hits: true });
    expect(turned(turned(8, 1), 1)).toBe(8);
  });
  it("lead by arrows to the nearest spot straight ahead", () => {
    const spots: Spot[] = [
      [0, 0],
      [40, 0],
      [80, 0],
      [40, 40],
    ].map(([x, y]) => ({ id: `${x},${y}`, x: x ?? 0, y: y ?? 0, w: 40, h: 40, label: "" }));
    expect(neighbour(spots, "0,0", "ArrowRight")).toBe("40,0");
    expect(neighbour(spots, "40,0", "ArrowDown")).toBe("40,40");
    expect(neighbour(spots, "80,0", "ArrowRight")).toBeNull();
  });
});

describe("spots as a grid", () => {
  const spot = (id: string, x: number, y: number, h = 40): Spot => ({ id, x, y, w: 40, h, label: "" });
  it("have rows from above and columns from the left, also where a place is empty or higher than others", () => {
    const rows = rowsOf([spot("d", 80, 50), spot("b", 80, 0), spot("a", 0, 0), spot("c", 0, 46, 48)]);
    const read = rows.map((row) => row.map(({ spot: { id }, column }) => `${id}${column}`));
    expect(read).toEqual([
      ["a1", "b2"],
      ["c1", "d2"],
    ]);
  });
  it("keep the column where a row has a gap", () => {
    const rows = rowsOf([spot("a", 0, 0), spot("b", 40, 0), spot("c", 40, 40)]);
    expect(rows[1]?.[0]?.column).toBe(2);
  });
});

describe("a turn with checkers", () => {
  const points = Array.from({ length: 24 }, () => "");
  points[7] = "g";
  points[12] = "S";
  const turn = {
    points,
    bar: ["", ""],
    off: ["", ""],
    pips: [0, 0],
    seat: 0,
    dice: [5, 4],
    stage: "normal",
    cube: null,
    scores: [0, 0],
    options: {},
  } as AbakView;
  const steps = (prefix: string): Promise<StepList> =>
    Promise.resolve({
      kind: "steps",
      steps: prefix === "13/8" ? ["12/8*"] : ["13/8", "13/9"],
      complete: false,
      board: null,
      moves: [],
      id: 0,
    });
  it("shows a double hit as a pair: the server says what must follow", async () => {
    const draft = new AbakDraft({ ...desk, steps } as unknown as Desk, turn, 0);
    await vi.waitFor(() => expect(draft.steps).toHaveLength(2));
    draft.choose("13");
    await vi.waitFor(() => expect(draft.pairs.get("13/8")?.text).toBe("12/8*"));
    expect(draft.pairs.size).toBe(1);
    draft.choose("9");
    expect(draft.text).toBe("13/9");
    expect(draft.pairs.size).toBe(0);
  });
});

describe("the rules as text", () => {
  const text =
    "## XY-1 Title\n- **XY-1.1** A <b> `x`.\n  More.\n- XY-1.2 Two. **XY-1.3** Three (our reading).\n\nProse.\n";
  const { chapters, numbers } = read(text);
  it("are cut into rules, whatever letters a document uses", () => {
    expect(chapters.map((chapter) => chapter.id)).toEqual(["XY-1"]);
    expect(chapters[0]?.passages.map((passage) => passage.id)).toEqual(["XY-1.1", "XY-1.2", "XY-1.3", null]);
    expect(chapters[0]?.passages[1]?.tokens.map((token) => token.raw)).toEqual(["XY-1.2 Two. "]);
    expect([...numbers]).toEqual(["XY-1", "XY-1.1", "XY-1.2", "XY-1.3"]);
  });
  it("link to what they number themselves", () => {
    expect(mentions("see XY-1.2 and XY-1, not AB-1.2 or U-235", numbers)).toEqual([
      "see ",
      "XY-1.2",
      " and ",
      "XY-1",
      ", not AB-1.2 or U-235",
    ]);
  });
});
