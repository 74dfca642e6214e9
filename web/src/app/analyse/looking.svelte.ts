/** A position looked at by the server, harder and harder, until it is stopped or nothing changes. */
import { http, Problem } from "../../api/http";
import type { PositionLook } from "../../api/review";

export class Looking {
  /** The hardest look so far. */
  seen = $state.raw<PositionLook | null>(null);
  running = $state(false);
  trouble = $state("");
  private stopper: AbortController | null = null;

  /** Looks at another position; what was seen of the one before goes. */
  async at(game: string, position: string, seat: number | null): Promise<void> {
    this.stop();
    const stopper = (this.stopper = new AbortController());
    this.seen = null;
    this.trouble = "";
    this.running = true;
    try {
      for await (const look of http.analyse({ game, position, seat }, stopper.signal)) {
        if (stopper.signal.aborted) return;
        this.seen = look;
      }
    } catch (problem) {
      if (stopper.signal.aborted) return;
      if (!(problem instanceof Problem)) throw problem;
      this.trouble = problem.message;
    }
    if (this.stopper === stopper) this.running = false;
  }

  stop(): void {
    this.stopper?.abort();
    this.stopper = null;
    this.running = false;
  }
}
