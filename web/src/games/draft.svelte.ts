/** A move that is being entered. It knows how to write it; whether it is allowed is for the server to say. */
import type { Desk } from "../api/desk";
import type { Refused, Scored } from "../api/types";

/** What the line above the tray says: the state or the question in bold, then the choice. */
export interface Prompt {
  state: string;
  choice?: string;
}

export abstract class Draft<V = unknown> {
  view = $state.raw() as V;
  scored = $state.raw<Scored | null>(null);
  refused = $state.raw<Refused | null>(null);
  busy = $state(false);
  /** Refusals of what was played stay until something changes; those of previews are said softly. */
  insisted = $state(false);
  private turn = 0;

  constructor(
    readonly desk: Desk,
    view: V,
    readonly seat: number,
  ) {
    this.view = view;
  }

  /** The move as text; empty while there is none that could be written. */
  abstract get text(): string;
  abstract clear(): void;
  abstract undo(): void;
  abstract get empty(): boolean;

  /** What to do now, in the game's words; null: the table says whose turn it is. */
  // eslint-disable-next-line @typescript-eslint/class-literal-property-style -- games override it by a getter
  get prompt(): Prompt | null {
    return null;
  }

  /** Enters a whole move, as the server writes it, as if by hand: a hint that somebody wants to see laid.
   * False: it cannot be shown before it is played; then the table plays it when asked to. */
  lay(_move: string): boolean {
    return false;
  }

  /** The table has changed. */
  refresh(view: V, moved: boolean): void {
    this.view = view;
    if (moved) this.clear();
  }

  protected quiet(): void {
    this.turn += 1;
    this.scored = null;
    this.refused = null;
    this.insisted = false;
  }

  /** Asks what the move would score; only the answer to the latest question counts. */
  protected async consult(): Promise<void> {
    const mine = ++this.turn;
    this.insisted = false;
    this.refused = null; // it was about another move
    const text = this.text;
    if (!text) {
      this.scored = null;
      return;
    }
    const answer = await this.desk.score(text);
    if (mine === this.turn) this.show(answer);
  }

  private show(answer: Scored | Refused): void {
    this.scored = answer.kind === "scored" ? answer : null;
    this.refused = answer.kind === "refused" && answer.text ? answer : null;
  }

  async play(text = this.text): Promise<boolean> {
    if (!text || this.busy) return false;
    this.busy = true;
    this.turn += 1; // answers that are still on their way are about what was laid before
    this.refused = null;
    const refused = await this.desk.play(text);
    this.busy = false;
    if (refused) {
      this.refused = refused.text ? refused : null;
      this.insisted = true;
      return false;
    }
    this.clear();
    return true;
  }
}
