/** A hint in three steps: what to look for, where, the move; and then, if wanted, it is laid. */
import type { TableLink } from "../../api/table.svelte";
import type { Hinted } from "../../api/types";
import type { Described } from "../../board/described";
import type { GameUi } from "../../games/module";
import { said, t } from "../../i18n/index.svelte";
import type { Chair } from "./chair.svelte";

const LAST = 3;

export class Advice {
  step = $state(0);
  thinking = $state(false);
  /** The move of the third step, as the server writes it. */
  move = $state<string | null>(null);
  described = $state.raw<Described | null>(null);
  trouble = $state("");

  constructor(
    private readonly link: TableLink,
    private readonly chair: Chair,
  ) {}

  get next(): number {
    return Math.min(LAST, this.step + 1);
  }

  get done(): boolean {
    return this.step >= LAST;
  }

  forget(): void {
    this.step = 0;
    this.move = null;
    this.described = null;
    this.trouble = "";
  }

  async ask(ui: GameUi | null): Promise<void> {
    const { seat } = this.chair;
    if (seat === null || this.thinking) return;
    this.thinking = true;
    const answer = await this.link.hint(seat, this.next);
    this.thinking = false;
    this.trouble = answer.kind === "hint" ? "" : answer.text;
    if (answer.kind === "hint") this.show(answer, ui);
  }

  private show(answer: Hinted, ui: GameUi | null): void {
    this.step = answer.step;
    this.move = answer.move;
    this.described = answer.described ?? null;
    this.chair.advise({ text: words(answer, ui), rule: null, where: answer.where, tone: "hint" });
  }

  /** Enters the move, or plays it where it cannot be shown first. */
  async lay(): Promise<void> {
    const { draft } = this.chair;
    const move = this.move;
    if (!draft || !move) return;
    this.chair.hint = null;
    this.forget();
    if (!draft.lay(move)) await draft.play(move);
  }
}

function words(answer: Hinted, ui: GameUi | null): string {
  if (answer.move && answer.described) return t("hint.this");
  if (answer.move) return t("hint.move", { move: ui?.tell(answer.move, "played") ?? answer.move });
  if (answer.step === 1) return answer.points ? t("hint.points", { n: answer.points }) : said(answer).text;
  return answer.where.length ? t("hint.where") : t("hint.nowhere");
}
