/** My side of a table: which seat I look from, whether I may act, and the move I am entering. */
import { untrack } from "svelte";
import type { TableLink } from "../../api/table.svelte";
import type { Refused } from "../../api/types";
import type { Draft } from "../../games/draft.svelte";
import type { GameUi, Notice } from "../../games/module";

export class Chair {
  draft = $state.raw<Draft | null>(null);
  /** Several people on one device: who has the device in hand. */
  holder = $state<number | null>(null);
  hint = $state.raw<Notice | null>(null);
  /** The refusal that stood when the hint was given: it has been read. */
  private before: Refused | null = null;
  /** What the table itself has to tell me, until something happens. */
  note = $state("");
  private ply = -1;
  private seatOfDraft = -1;

  constructor(readonly link: TableLink) {}

  get mine(): number[] {
    return this.link.table?.seats.filter((seat) => seat.mine).map((seat) => seat.seat) ?? [];
  }

  get awaited(): number[] {
    const awaiting = this.link.position?.awaiting;
    return awaiting?.kind === "turn" && this.link.position?.state === "running" ? awaiting.seats : [];
  }

  /** My seat to act; otherwise the one I last looked from. */
  get seat(): number | null {
    const mine = this.mine;
    const acting = mine.filter((seat) => this.awaited.includes(seat));
    if (this.holder !== null && acting.includes(this.holder)) return this.holder;
    return acting[0] ?? (this.holder !== null && mine.includes(this.holder) ? this.holder : (mine[0] ?? null));
  }

  /** Through whose eyes earlier plies are shown: several people on one device see what everybody may see. */
  get alone(): number | null {
    return this.mine.length === 1 ? (this.mine[0] ?? null) : null;
  }

  get acts(): boolean {
    return this.seat !== null && this.awaited.includes(this.seat);
  }

  get view(): unknown {
    const views = this.link.position?.views ?? [];
    return (views.find((one) => one.seat === this.seat) ?? views[0])?.view ?? null;
  }

  /** Hidden hands, two people, one device: it is handed over first. */
  get handsOver(): boolean {
    if (this.mine.length < 2 || !this.acts || this.seat === this.holder) return false;
    return this.link.position?.hides ?? false;
  }

  /** Keeps the draft in step with the table. */
  follow(ui: GameUi | null, marks: unknown): void {
    const { seat, acts, view } = this;
    const ply = this.link.position?.ply ?? -1;
    untrack(() => {
      if (!ui || !acts || seat === null || view === null) {
        this.draft = null;
      } else if (this.draft && this.seatOfDraft === seat) {
        if (this.draft.view !== view) this.draft.refresh(view, ply !== this.ply);
      } else {
        this.draft = ui.draft(this.link.desk(seat), view, seat, marks);
      }
      if (ply !== this.ply) this.hint = null;
      if (ply !== this.ply) this.note = "";
      this.seatOfDraft = seat ?? -1;
      this.ply = ply;
    });
  }

  say(note: string): void {
    this.note = note;
  }

  /** A hint that was asked for is shown: it gives way only to what is refused after it. */
  advise(hint: Notice): void {
    this.before = this.draft?.refused ?? null;
    this.hint = hint;
  }

  get notice(): Notice | null {
    const refused = this.draft?.refused;
    if (refused && !(this.hint && refused === this.before))
      return {
        text: refused.text,
        rule: refused.rule,
        where: refused.where,
        tone: this.draft?.insisted ? "no" : "soft",
      };
    return this.hint;
  }
}
