/** A row being named, with the action tiles used for it. The server says at each change which conditions hold. */
import type { Desk } from "../../api/desk";
import type { Examined } from "../../api/types";
import { said } from "../../i18n/index.svelte";
import { Draft, type Prompt } from "../draft.svelte";
import { between, rowOf, squareAt } from "./look";
import { Marks } from "./marks.svelte";
import { t } from "./words";
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
  /** The conditions of the row as it stands; null until the server has answered. */
  examined = $state.raw<Examined | null>(null);
  private wanted = "";
  private asking = false;

  constructor(
    desk: Desk,
    view: KakuroView,
    seat: number,
    private readonly marks: Marks = new Marks(),
  ) {
    super(desk, view, seat);
  }

  /** The row is known not to be right as it stands. */
  get isWrong(): boolean {
    return this.examined !== null && this.examined.points === null;
  }

  override get prompt(): Prompt | null {
    const { phase, open } = this.view;
    if (phase === "ready") return { state: t("prompt.flip"), choice: t("prompt.turn") };
    if (this.isWrong) return { state: t("prompt.not"), choice: this.faults[0] ?? "" }; // the rest stands in the list
    if (this.examined) return { state: t("prompt.right", { sum: open ?? 0 }), choice: t("prompt.press") };
    if (phase === "claim") return { state: t("prompt.show"), choice: t("prompt.claim") };
    return { state: t("prompt.find", { sum: open ?? 0 }), choice: t("prompt.look") };
  }

  /** What is wrong with the row, in words. */
  get faults(): string[] {
    return (this.examined?.checks ?? []).filter((check) => !check.holds).map((check) => said(check).text);
  }

  /** The digit that a square shows with the planned tiles in place; null: no digit. */
  digitAt(square: string): number | null {
    const laid = this.tools.find((tool) => tool.use === "digit" && tool.squares[0] === square);
    if (laid) return Number(this.pool[laid.slot]);
    const place = squareAt(this.swapped(square));
    return (place && this.view.board?.[place.row]?.[place.column]?.digit) ?? null;
  }

  /** Where the number that lies on a square after the planned exchanges comes from. */
  private swapped(square: string): string {
    return this.tools
      .filter((tool) => tool.use === "exchange" && tool.squares.length === 2)
      .reduceRight((at, { squares: [a = "", b = ""] }) => (at === a ? b : at === b ? a : at), square);
  }

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
    this.changed();
  }

  /** One question at a time: while a finger draws, only the latest row is worth asking about. */
  private changed(): void {
    this.quiet();
    this.examined = null;
    this.wanted = this.row.length > 1 ? this.text : "";
    if (this.wanted && !this.asking) void this.examine();
  }

  private async examine(): Promise<void> {
    const text = this.wanted;
    this.asking = true;
    const answer = await this.desk.examine(text);
    this.asking = false;
    if (this.wanted !== text) return this.wanted ? this.examine() : undefined;
    if (answer.kind === "examined") this.examined = answer;
    else this.refused = answer.text ? answer : null;
  }

  undo(): void {
    if (!this.tools.length) return this.clear();
    this.tools = this.tools.slice(0, -1);
    this.changed();
  }

  /** A hint is taken up: the row and its tiles as the text names them. */
  override lay(move: string): boolean {
    this.clear();
    this.row = rowOf(move);
    const free = this.pool.map((face, slot) => ({ face, slot }));
    const take = (face: string): number =>
      free.splice(free.findIndex((one) => one.face === face) >>> 0, 1)[0]?.slot ?? 0;
    for (const word of move.trim().split(/\s+/).slice(1)) {
      const [a = "", b = ""] = word.split(/[~=#]/);
      if (/^D+$/.test(word)) for (const face of word) this.tools.push({ slot: take(face), use: "pay", squares: [] });
      else if (word.includes("~")) this.tools.push({ slot: take("X"), use: "exchange", squares: [a, b] });
      else this.tools.push({ slot: take(b), use: word.includes("#") ? "sum" : "digit", squares: [a] });
    }
    this.changed();
    return true;
  }

  isFree(slot: number): boolean {
    return !this.tools.some((tool) => tool.slot === slot);
  }

  select(from: string, to: string): void {
    const squares = between(from, to);
    if (!squares) return;
    this.row = squares;
    this.anchor = null;
    this.changed();
  }

  /** A tile of the pool was tapped. */
  pick(slot: number): void {
    if (!this.isFree(slot)) this.tools = this.tools.filter((tool) => tool.slot !== slot);
    else if (this.pool[slot] === "D" && !this.turned) this.tools = [...this.tools, { slot, use: "pay", squares: [] }];
    else this.picked = this.picked === slot ? null : slot;
    this.changed();
  }

  private put(slot: number, use: Use, square: string): void {
    const begun = this.tools.find((tool) => tool.slot === slot && tool.use === "exchange" && tool.squares.length === 1);
    if (begun && use === "exchange") {
      this.tools = this.tools.map((tool) => (tool === begun ? { ...tool, squares: [...tool.squares, square] } : tool));
      this.picked = null;
      return this.changed();
    }
    this.tools = [...this.tools.filter((tool) => tool.slot !== slot), { slot, use, squares: [square] }];
    this.picked = use === "exchange" ? slot : null;
    if (use === "sum") this.turned = false;
    this.changed();
  }

  /** A tile was dropped on a square: beside the row it is turned over, on the row it shows its face. */
  drop(slot: number, square: string): void {
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
      this.put(this.picked, this.turned ? "sum" : face === "X" ? "exchange" : "digit", square);
    } else if (this.anchor !== null && this.anchor !== square) {
      this.select(this.anchor, square);
    } else {
      this.row = [];
      this.tools = [];
      this.anchor = this.anchor === square ? null : square;
      this.changed();
    }
  }

  /** The big button: names the row at once, or first says that there is one. A row that is known to be wrong is not
   * sent, which would only cost the round: its reasons are said instead. */
  buzz(): Promise<boolean> {
    if (this.isWrong) {
      this.insisted = true;
      return Promise.resolve(false);
    }
    if (this.text) this.marks.claimed = { move: this.text, checks: this.examined?.checks ?? [] };
    return this.play(this.text || "kakuro!");
  }
}
