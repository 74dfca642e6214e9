import { describe, expect, it } from "vitest";
import type { Desk } from "../src/api/desk";
import { neighbour, type Spot } from "../src/board/spots";
import { readStep, turned } from "../src/games/abak/view";
import { kindAt, pointAt, pointName } from "../src/games/abstrakto/view";
import { KakuroDraft } from "../src/games/kakuro/draft.svelte";
import { between, rowOf, type KakuroView } from "../src/games/kakuro/view";
import { chapters } from "../src/games/rulebook";

const desk = { play: () => Promise.resolve(null) } as unknown as Desk;
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
    const spots: Spot[] = [[0, 0], [40, 0], [80, 0], [40, 40]].map(([x, y]) => ({ id: `${x},${y}`, x: x ?? 0, y: y ?? 0, w: 40, h: 40, label: "" }));
    expect(neighbour(spots, "0,0", "ArrowRight")).toBe("40,0");
    expect(neighbour(spots, "40,0", "ArrowDown")).toBe("40,40");
    expect(neighbour(spots, "80,0", "ArrowRight")).toBeNull();
  });
});

describe("the rules as text", () => {
  it("are cut into rules, escaped", () => {
    const [chapter] = chapters("## X\n- **AB-1.1** A <b> `x`.\n  More.\n- **AB-1.2** Two. **AB-1.3** Three (our reading).\n");
    expect(chapter?.rules.map((rule) => rule.id)).toEqual(["AB-1.1", "AB-1.2", "AB-1.3"]);
    expect(chapter?.rules[0]?.html).toContain("&lt;b&gt; <code>x</code>. More.");
    expect(chapter?.rules[2]?.reading).toBe(true);
  });
});
