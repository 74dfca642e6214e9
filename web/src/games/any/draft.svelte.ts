/** A move of a game that nobody has drawn a board for: chosen from a list, built step by step, or typed. */
import type { Desk } from "../../api/desk";
import { Draft } from "../draft.svelte";

const MOST = 1000; // how many moves are fetched; the others can be typed

export class AnyDraft extends Draft {
  /** What is typed; it also filters the list. */
  typed = $state("");
  /** The steps chosen so far; null: this game does not build moves by steps. */
  steps = $state.raw<string[] | null>(null);
  following = $state.raw<string[]>([]);
  /** The steps chosen so far are a whole move. */
  complete = $state(false);
  moves = $state.raw<string[]>([]);
  count = $state(0);
  private asked = 0;

  constructor(desk: Desk, view: unknown, seat: number) {
    super(desk, view, seat);
    void this.look();
  }

  get text(): string {
    return this.typed.trim() || (this.complete ? this.prefix : "");
  }

  get empty(): boolean {
    return this.typed === "" && !this.steps?.length;
  }

  private get prefix(): string {
    return (this.steps ?? []).join(" ");
  }

  /** Moves that hold what is typed, in any case. */
  get found(): string[] {
    const wanted = this.typed.trim().toLowerCase();
    return this.moves.filter((move) => move.toLowerCase().includes(wanted));
  }

  override refresh(view: unknown, moved: boolean): void {
    super.refresh(view, moved);
    if (moved) void this.look();
  }

  /** What can be done now, by the server's own list. */
  private async look(): Promise<void> {
    const mine = ++this.asked;
    const [listed, built] = await Promise.all([this.desk.legal(MOST), this.desk.steps("")]);
    if (mine !== this.asked) return;
    this.moves = listed.kind === "moves" ? listed.moves : [];
    this.count = listed.kind === "moves" ? listed.count : 0;
    this.steps = built.kind === "steps" ? [] : null;
    this.following = built.kind === "steps" ? built.steps : [];
    this.complete = false;
  }

  type(text: string): void {
    this.typed = text;
    void this.consult();
  }

  step(text: string): void {
    void this.go([...(this.steps ?? []), text]);
  }

  undo(): void {
    if (this.typed) this.type("");
    else if (this.steps?.length) void this.go(this.steps.slice(0, -1));
  }

  clear(): void {
    this.quiet();
    this.typed = "";
    if (this.steps?.length) void this.go([]);
  }

  private async go(steps: string[]): Promise<void> {
    const mine = ++this.asked;
    const answer = await this.desk.steps(steps.join(" "));
    if (mine !== this.asked || answer.kind !== "steps") return;
    this.steps = steps;
    this.following = answer.steps;
    this.complete = answer.complete;
    void this.consult();
  }
}
