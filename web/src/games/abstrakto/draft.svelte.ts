/** A point that is being considered, or three tiles that are being discarded. */
import { Draft, type Prompt } from "../draft.svelte";
import { KINDS, kindAt, pointAt, type Kind } from "./look";
import { t } from "./words";
import type { AbstraktoView, TouchedView } from "./types";

export class AbstraktoDraft extends Draft<AbstraktoView> {
  point = $state<string | null>(null);
  discards = $state<Kind[]>([]);
  free = $state.raw<ReadonlySet<string>>(new Set());
  counts = $state(false);
  hover = $state<string | null>(null);

  constructor(...given: ConstructorParameters<typeof Draft<AbstraktoView>>) {
    super(...given);
    void this.look();
  }

  private async look(): Promise<void> {
    const answer = await this.desk.legal(2000);
    if (answer.kind === "moves") this.free = new Set(answer.moves);
  }

  get mayDiscard(): boolean {
    return this.view.phase === "discard";
  }

  get maySwap(): boolean {
    return this.free.has("swap");
  }

  get text(): string {
    if (!this.mayDiscard) return this.point ?? "";
    return this.discards.length === 3
      ? `discard ${KINDS.flatMap((kind) => this.discards.filter((d) => d === kind)).join("")}`
      : "";
  }

  get empty(): boolean {
    return this.point === null && !this.discards.length;
  }

  /** The areas as they would be, where the server has said so. */
  get areas(): TouchedView[] | null {
    return this.scored && this.point ? (this.scored.detail as TouchedView[]) : null;
  }

  /** The tile that belongs to the chosen point. */
  get kind(): Kind | null {
    const at = this.point === null ? null : pointAt(this.point);
    return at && kindAt(at.x, at.y).kind;
  }

  override get prompt(): Prompt | null {
    if (this.mayDiscard) return { state: t("discard") };
    if (this.kind === null)
      return { state: t("prompt.lay"), choice: this.maySwap ? t("prompt.swap") : t("prompt.point") };
    const name = t(`kind.${this.kind}`);
    if (this.refused) return { state: t("prompt.no", { kind: name }), choice: this.refused.text };
    return { state: t("prompt.here", { kind: name }), choice: t("prompt.again") };
  }

  override lay(move: string): boolean {
    if (this.mayDiscard || !pointAt(move)) return false;
    this.point = move;
    void this.consult();
    return true;
  }

  override refresh(view: AbstraktoView, moved: boolean): void {
    super.refresh(view, moved);
    if (moved) void this.look();
  }

  clear(): void {
    this.point = null;
    this.discards = [];
    this.quiet();
  }

  undo(): void {
    if (this.discards.length) this.discards = this.discards.slice(0, -1);
    else this.clear();
  }

  /** First a look, then the same point again places the tile. */
  choose(point: string): void {
    if (this.mayDiscard) return;
    if (this.point === point && this.scored) {
      void this.play();
      return;
    }
    this.point = point;
    void this.consult();
  }

  discard(kind: Kind): void {
    if (this.discards.length < 3) this.discards = [...this.discards, kind];
  }
}
