/** A position looked at by the server, harder and harder, until it is stopped or nothing changes. */
import { http, Problem } from "../../api/http";
import { nextWait } from "../../api/patience";
import type { PositionLook } from "../../api/review";
import type { Analysis } from "../../api/types";

const LATER = 503;
const PATIENCE = 100;

export class Looking {
  /** The hardest look so far. */
  seen = $state.raw<PositionLook | null>(null);
  running = $state(false);
  trouble = $state("");
  /** The game is not ready on this machine yet: it is asked again, by itself. */
  waits = $state(false);
  private stopper: AbortController | null = null;

  /** Looks at another position; what was seen of the one before goes. */
  async at(game: string, position: string, seat: number | null): Promise<void> {
    this.stop();
    const stopper = (this.stopper = new AbortController());
    this.seen = null;
    this.trouble = "";
    this.running = true;
    for (let tries = 0; !(await this.look({ game, position, seat }, stopper.signal, tries)); tries += 1)
      await new Promise((resolve) => setTimeout(resolve, nextWait(tries, 0)));
    if (this.stopper === stopper) this.running = this.waits = false;
  }

  /** Whether that was all: false if the same is worth asking again. */
  private async look(wish: Analysis, signal: AbortSignal, tries: number): Promise<boolean> {
    try {
      for await (const look of http.analyse(wish, signal)) {
        if (signal.aborted) return true;
        this.waits = false;
        this.seen = look;
      }
    } catch (problem) {
      if (signal.aborted) return true;
      if (!(problem instanceof Problem)) throw problem;
      this.waits = problem.status === LATER && tries < PATIENCE;
      if (this.waits) return false;
      this.trouble = problem.message;
    }
    return true;
  }

  stop(): void {
    this.stopper?.abort();
    this.stopper = null;
    this.running = this.waits = false;
  }
}
