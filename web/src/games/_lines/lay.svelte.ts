/** A placement that is being laid, tile by tile: by dragging, tapping, or typing at a cursor. */
import { nameOf, placeOf } from "../../board/grid";
import type { Desk } from "../../api/desk";
import { Draft, type Prompt } from "../draft.svelte";
import { t } from "./words";
import { readLine, writeLine } from "./line";
import type { Marks } from "./marks.svelte";

export interface Laid {
  slot: number;
  square: string;
  /** The letter of the tile on the rack. */
  letter: string;
  /** What it stands for. */
  face: string;
}

export const JOKER = "*";
const EXCHANGE = /^(?:change|swap) ([^#\s]+)$/;

export abstract class LayDraft<V> extends Draft<V> {
  laid = $state<Laid[]>([]);
  cursor = $state<string | null>(null);
  down = $state(false);
  picked = $state<number | null>(null);
  order = $state<number[]>([]);
  choosing = $state<{ slot: number; square: string } | null>(null);
  exchanging = $state(false);
  aside = $state<number[]>([]);
  says = $state<string[]>([]);
  over = $state<string | null>(null);

  constructor(
    desk: Desk,
    view: V,
    seat: number,
    private readonly marks: Marks,
  ) {
    super(desk, view, seat);
  }

  abstract get rack(): string[];
  abstract get size(): number;
  /** What lies on the square before this move, "" for nothing. */
  abstract under(square: string): string;
  /** Whether a tile may be put on what lies there (a Joker may be replaced). */
  abstract gives(square: string): boolean;
  protected abstract write(laid: Laid): string;
  protected abstract exchange(letters: string[]): string;
  /** The letter on the rack of what a move writes: `/` may be printed `:`. */
  protected letterOf(item: string): string {
    return item;
  }
  /** What a letter looks like. */
  protected faceOf(letter: string): string {
    return letter;
  }
  /** Faces that a Joker can be given. */
  abstract get faces(): string[];

  get text(): string {
    if (this.exchanging) return this.aside.length ? this.exchange(this.aside.map((slot) => this.rack[slot] ?? "")) : "";
    if (!this.laid.length) return "";
    const line = writeLine(this.laid.map((tile) => ({ square: tile.square, item: this.write(tile) })));
    return line === null ? "" : [line, ...this.says].join(" ");
  }

  /** So many were found: in the game's words. */
  protected abstract soFar(n: number): string;

  override get prompt(): Prompt | null {
    const letter = this.picked === null ? null : (this.rack[this.picked] ?? "");
    if (this.choosing) return { state: t("joker.choose") };
    if (this.exchanging) return { state: t("exchange.choose") };
    if (letter === JOKER) return { state: t("now.square"), choice: t("now.square.joker") };
    if (letter !== null) return { state: t("now.square"), choice: t("now.square.for", { face: this.faceOf(letter) }) };
    if (!this.laid.length) return { state: t("now.start"), choice: t("now.start.how") };
    if (this.askew) return { state: t("askew") };
    const found = this.scored?.detail.length ?? 0;
    if (found) return { state: this.soFar(found), choice: t("now.more") };
    return { state: t("now.waits"), choice: t("now.waits.how") };
  }

  /** Tiles that are not in one line cannot even be written. */
  get askew(): boolean {
    return !this.exchanging && this.laid.length > 1 && this.text === "";
  }

  get empty(): boolean {
    return !this.laid.length && !this.exchanging && this.picked === null;
  }

  /** Slots of the rack in the order in which they are shown. */
  get slots(): number[] {
    const all = this.rack.map((_, slot) => slot);
    return this.order.length === all.length ? this.order : all;
  }

  isFree(slot: number): boolean {
    return !this.laid.some((tile) => tile.slot === slot);
  }

  at(square: string): Laid | undefined {
    return this.laid.find((tile) => tile.square === square);
  }

  clear(): void {
    this.laid = [];
    this.cursor = null;
    this.picked = null;
    this.choosing = null;
    this.exchanging = false;
    this.aside = [];
    this.says = [];
    this.order = [];
    this.quiet();
  }

  undo(): void {
    const tile = this.laid[this.laid.length - 1];
    if (!tile) return this.clear();
    this.takeBack(tile.square);
    this.cursor = tile.square;
  }

  takeBack(square: string): void {
    this.laid = this.laid.filter((tile) => tile.square !== square);
    this.picked = null;
    void this.consult();
  }

  override async play(text = this.text): Promise<boolean> {
    const feat = {
      found: this.scored?.detail.length ?? 0,
      points: this.scored?.points ?? 0,
      squares: this.laid.map((tile) => tile.square),
    };
    const played = await super.play(text);
    if (played && feat.squares.length) this.marks.celebrate(feat);
    return played;
  }

  /** Puts the tile of a rack slot on a square; a Joker asks first what it stands for. */
  put(slot: number, square: string, face?: string): boolean {
    const letter = this.rack[slot];
    if (letter === undefined || !this.gives(square)) return false;
    this.picked = null;
    this.exchanging = false;
    if (letter === JOKER && face === undefined) {
      this.choosing = { slot, square };
      return true;
    }
    this.choosing = null;
    const others = this.laid.filter((tile) => tile.slot !== slot && tile.square !== square);
    this.laid = [...others, { slot, square, letter, face: face ?? letter }];
    void this.consult();
    return true;
  }

  name(face: string): void {
    const wish = this.choosing;
    if (wish && this.put(wish.slot, wish.square, face)) this.advance(wish.square);
  }

  pick(slot: number): void {
    if (this.exchanging) {
      this.aside = this.aside.includes(slot) ? this.aside.filter((s) => s !== slot) : [...this.aside, slot];
      void this.consult();
      return;
    }
    const tile = this.laid.find((laid) => laid.slot === slot);
    if (tile) return this.takeBack(tile.square);
    this.picked = this.picked === slot ? null : slot;
    this.cursor = null; // it is for typing: a tile in hand goes where it is put
  }

  /** The square of a laid tile that is in hand. */
  get lifted(): string | null {
    return this.laid.find((tile) => tile.slot === this.picked)?.square ?? null;
  }

  /** A square was tapped: the tile in hand goes there; a laid one is lifted, and goes back when tapped again;
   * otherwise the cursor goes there. */
  choose(square: string): void {
    const laid = this.at(square);
    if (this.picked === null && laid) this.picked = laid.slot;
    else if (this.picked !== null && laid?.slot === this.picked) this.takeBack(square);
    else if (this.picked !== null)
      this.put(this.picked, square, this.laid.find((tile) => tile.slot === this.picked)?.face);
    else if (this.cursor === square) this.down = !this.down;
    else this.cursor = square;
  }

  /** Types a face at the cursor; true if it was understood. */
  type(face: string): boolean {
    const square = this.cursor;
    if (square === null) return false;
    if (face === JOKER) return this.typeJoker(square);
    if (this.choosing) {
      if (this.faces.includes(face)) this.name(face);
      return this.faces.includes(face);
    }
    const slot = this.slots.find((s) => this.rack[s] === face && this.isFree(s));
    if (slot === undefined || !this.put(slot, square)) return false;
    this.advance(square);
    return true;
  }

  private typeJoker(square: string): boolean {
    const slot = this.slots.find((s) => this.rack[s] === JOKER && this.isFree(s));
    return slot !== undefined && this.put(slot, square);
  }

  /** The cursor goes to the next square where a tile can lie. */
  private advance(from: string): void {
    let place = placeOf(from);
    while (place) {
      const next = { column: place.column + (this.down ? 0 : 1), row: place.row + (this.down ? 1 : 0) };
      if (next.column >= this.size || next.row >= this.size) return;
      const name = nameOf(next.column, next.row);
      if (this.under(name) === "" && !this.at(name)) {
        this.cursor = name;
        return;
      }
      place = next;
    }
  }

  shuffle(): void {
    const slots = this.rack.map((_, slot) => slot);
    for (let i = slots.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [slots[i], slots[j]] = [slots[j] ?? 0, slots[i] ?? 0];
    }
    this.order = slots;
  }

  startExchange(): void {
    this.clear();
    this.exchanging = true;
  }

  /** Lays what a move writes, or sets its tiles aside for the exchange; false if the rack does not hold them. */
  override lay(move: string): boolean {
    const pieces = readLine(move);
    const wanted = pieces.length ? pieces.map(({ item }) => item) : [...(EXCHANGE.exec(move)?.[1] ?? "")];
    const slots = this.slotsFor(wanted);
    if (!wanted.length || !slots) return false;
    this.clear();
    if (!pieces.length) {
      this.startExchange();
      this.aside = slots;
    } else {
      this.laid = pieces.map(({ square, item }, i) => {
        const face = this.letterOf(item.replace(/^[*=]/, ""));
        const slot = slots[i] ?? 0;
        return { slot, square, letter: this.rack[slot] ?? face, face };
      });
    }
    void this.consult();
    return true;
  }

  private slotsFor(items: string[]): number[] | null {
    const slots: number[] = [];
    for (const item of items) {
      const letter = item.startsWith(JOKER) ? JOKER : this.letterOf(item.replace("=", ""));
      const slot = this.rack.findIndex((held, i) => held === letter && !slots.includes(i));
      if (slot < 0) return null;
      slots.push(slot);
    }
    return slots;
  }

  say(declaration: string): void {
    if (declaration && !this.says.includes(declaration)) this.says = [...this.says, declaration];
    void this.consult();
  }

  unsay(declaration: string): void {
    this.says = this.says.filter((said) => said !== declaration);
    void this.consult();
  }
}
