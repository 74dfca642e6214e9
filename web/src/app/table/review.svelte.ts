/** What a finished match teaches, as it comes from the server: the curve first, then decision after decision. */
import { http, Problem } from "../../api/http";
import type { CurvePoint, DecisionMade, Reviewed } from "../../api/review";
import type { TableLink } from "../../api/table.svelte";
import type { ReviewSheet } from "../../api/types";
import type { Better } from "../../games/module";
import { world } from "../world.svelte";

/** The server itself waits a little for the next part before it answers. */
const PAUSE = 120;
const LATER = 503;
const PATIENCE = 4;

/** What a part holds is what the whole holds, less the sums. */
type Part = Pick<Reviewed, "decisions" | "curve">;

export class Review {
  sheet = $state.raw<ReviewSheet | null>(null);
  /** The server's own sentence, where it could not be made. */
  trouble = $state("");
  private asked = false;
  private gone = false;
  private failures = 0;

  constructor(private readonly link: TableLink) {}

  /** Whether there is anything to ask for: the match is over, and somebody can judge the game. */
  readonly told = $derived.by(() => {
    const over = this.link.position?.state === "over" && this.link.table?.result?.how !== "takeback";
    return over && Boolean(world.game(this.link.table?.game ?? "")?.can.includes("review"));
  });
  /** Whether a better move is drawn on the board beside the one that was made. */
  drawn = $state(true);
  readonly whole = $derived((this.sheet?.review ?? null) as Reviewed | null);
  private came = $state.raw<Part[]>([]);
  private readonly parts = $derived<Part[]>(this.whole ? [this.whole] : this.came);
  readonly curve = $derived(this.parts.flatMap((part): CurvePoint[] => part.curve));
  readonly decisions = $derived(this.parts.flatMap((part): DecisionMade[] => part.decisions));

  /** How the decision was that led to a ply; null: there was none, or it is not judged yet. */
  decision(ply: number): DecisionMade | null {
    return this.decisions.find((one) => one.ply === ply) ?? null;
  }

  /** The best move of a decision that was not it: for the board. */
  better(decision: DecisionMade | null): Better | null {
    const best = decision && decision.class !== "best" && this.drawn ? decision.best[0] : null;
    return best ? { move: best.move, where: best.where, seat: decision?.seat ?? 0 } : null;
  }

  ask(): void {
    if (this.asked) return;
    this.asked = true;
    this.trouble = "";
    this.failures = 0;
    void this.look();
  }

  /** Once more, after it failed. */
  again(): void {
    this.asked = false;
    this.ask();
  }

  close(): void {
    this.gone = true;
  }

  private async look(): Promise<void> {
    try {
      const sheet = await http.review(this.link.id, this.came.length);
      this.came = [...this.came, ...(sheet.parts as unknown as Part[])];
      this.sheet = sheet;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.failures += 1;
      this.came = []; // it is made anew, from the beginning
      if (problem.status !== LATER || this.failures >= PATIENCE) {
        this.trouble = problem.message;
        return;
      }
    }
    if (!this.whole && !this.gone) setTimeout(() => void this.look(), PAUSE);
  }
}
