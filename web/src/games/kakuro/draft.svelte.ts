/** A row being named, with the action tiles used for it. */
import { Draft } from "../draft.svelte";
import { between, squareAt } from "./look";
import type { KakuroView } from "./types";

export type Use = "digit" | "sum" | "exchange" | "pay";
export interface Tool {
  slot: number;
  use: Use;
  squares: string[];
}

export class KakuroDraft extends Draft<KakuroView> {
  row = $state<string[]>([]);
  anchor = $state<string | null>(null);
  tools = $state<Tool[]>([]);
  picked = $state<number | null>(null);
  turned = $state(false);
  over = $state<string | null>(null);

  get pool(): string[] {
    return [...(this.view.pools[this.seat] ?? "")];
  }

  get empty(): boolean {
    return !this.row.length && !this.tools.length && this.anchor === null && this.picked === null;
  }

  get isRow(): boolean {
    return this.row.length > 0;
  }

  get text(): string {
    const first = this.row[0];
    if (!first) return "";
    const [a, b] = [squareAt(first), squareAt(this.row[this.row.length - 1] ?? first)];
    const direction = a && b && a.column === b.column && a.row !== b.row ? "v" : ">";
    const words = this.tools.flatMap((tool) => this.word(tool));
    const paid = this.tools.filter((tool) => tool.use === "pay").length;
    return [`${direction}${first}:${this.row.length}`, ...words, ...(paid ? ["D".repeat(paid)] : [])].join(" ");
  }

  private word(tool: Tool): string[] {
    const face = this.pool[tool.slot] ?? "";
    const [a, b] = tool.squares;
    if (tool.use === "exchange") return a && b ? [`${a}~${b}`] : [];
    if (tool.use === "digit") return a ? [`${a}=${face}`] : [];
    return tool.use === "sum" && a ? [`${a}#${face}`] : [];
  }

  /** The race goes on around a half-named row; only a new sum tile or board makes it void. */
  override refresh(view: KakuroView, moved: boolean): void {
    const same = view.open === this.view.open && JSON.stringify(view.board) === JSON.stringify(this.view.board);
    const pools = view.pools[this.seat] === this.view.pools[this.seat];
    this.view = view;
    if (moved && !(same && pools)) this.clear();
  }

  clear(): void {
    this.row = [];
    this.anchor = null;
    this.tools = [];
    this.picked = null;
    this.turned = false;
    this.quiet();
  }

  undo(): void {
    this.quiet();
    if (this.tools.length) this.tools = this.tools.slice(0, -1);
    else this.clear();
  }

  isFree(slot: number): boolean {
    return !this.tools.some((tool) => tool.slot === slot);
  }

  select(from: string, to: string): void {
    const squares = between(from, to);
    if (!squares) return;
    this.row = squares;
    this.anchor = null;
    this.quiet();
  }

  /** A tile of the pool was tapped. */
  pick(slot: number): void {
    this.quiet();
    if (!this.isFree(slot)) {
      this.tools = this.tools.filter((tool) => tool.slot !== slot);
      return;
    }
    if (this.pool[slot] === "D" && !this.turned) {
      this.tools = [...this.tools, { slot, use: "pay", squares: [] }];
      return;
    }
    this.picked = this.picked === slot ? null : slot;
  }

  private put(slot: number, use: Use, square: string): void {
    const begun = this.tools.find((tool) => tool.slot === slot && tool.use === "exchange" && tool.squares.length === 1);
    if (begun && use === "exchange") {
      this.tools = this.tools.map((tool) => (tool === begun ? { ...tool, squares: [...tool.squares, square] } : tool));
      this.picked = null;
      return;
    }
    this.tools = [...this.tools.filter((tool) => tool.slot !== slot), { slot, use, squares: [square] }];
    this.picked = use === "exchange" ? slot : null;
    if (use === "sum") this.turned = false;
  }

  /** A tile was dropped on a square: beside the row it is turned over, on the row it shows its face. */
  drop(slot: number, square: string): void {
    this.quiet();
    const face = this.pool[slot] ?? "";
    const inside = this.row.includes(square);
    const sum = this.turned || face === "D" || (!inside && face !== "X") || (face === "X" && this.isBeside(square));
    this.put(slot, sum ? "sum" : face === "X" ? "exchange" : "digit", square);
  }

  private isBeside(square: string): boolean {
    const [first, last] = [this.row[0], this.row[this.row.length - 1]];
    if (!first || !last || this.row.includes(square)) return false;
    const whole = between(first, square) ?? [];
    const back = between(square, last) ?? [];
    return whole.length === this.row.length + 1 || back.length === this.row.length + 1;
  }

  /** A square was tapped: it takes the picked tile, or begins or ends a row. */
  choose(square: string): void {
    if (this.picked !== null) {
      const face = this.pool[this.picked] ?? "";
      this.quiet();
      this.put(this.picked, this.turned ? "sum" : face === "X" ? "exchange" : "digit", square);
    } else if (this.anchor !== null && this.anchor !== square) {
      this.select(this.anchor, square);
    } else {
      this.row = [];
      this.tools = [];
      this.anchor = this.anchor === square ? null : square;
      this.quiet();
    }
  }

  /** The big button: names the row at once, or first says that there is one. */
  buzz(): Promise<boolean> {
    return this.play(this.text || "kakuro!");
  }
}
