/** What the server is still compiling for this machine: asked now and then until it has finished. */
import { http } from "../api/http";
import type { Preparing } from "../api/types";

const EVERY = 2500;

class Preparation {
  /** Null: nothing, or nothing worth telling. */
  now = $state.raw<Preparing | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** What is done before it is asked for a second time was loaded, not compiled: nobody hears of it. */
  async follow(isFirst = true): Promise<void> {
    clearTimeout(this.timer);
    const found = await http.preparing().catch(() => null);
    const isBusy = Boolean(found?.game);
    this.now = isBusy && !isFirst ? found : null;
    if (isBusy) this.timer = setTimeout(() => void this.follow(false), EVERY);
  }
}

export const preparation = new Preparation();
