/** What I did not see: where the best other move would have brought most more than mine. Asked for when idle. */
import { http } from "../../api/http";
import type { TableLink } from "../../api/table.svelte";
import type { Alternative, Entry } from "../../api/types";

const MOST_ASKED = 6; // each question costs the server a search

export interface Oversight {
  entry: Entry;
  gain: number;
  other: Alternative;
  /** The number of the move among all decisions. */
  move: number;
}

export class Missed {
  found = $state.raw<Oversight | null>(null);
  private asked = false;

  constructor(private readonly link: TableLink) {}

  /** My poorest moves first: there was most to be found. */
  async look(decisions: Entry[], gains: (number | null)[], seat: number): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    const own = decisions
      .map((entry, i) => ({ entry, gain: gains[i] ?? null, move: i + 1 }))
      .filter(({ entry, gain }) => entry.kind === "played" && entry.seat === seat && gain !== null)
      .sort((a, b) => (a.gain ?? 0) - (b.gain ?? 0));
    for (const { entry, gain, move } of own.slice(0, MOST_ASKED)) {
      const other = await this.best((entry.ply ?? 1) - 1);
      if (other === undefined) return;
      if (other) this.weigh({ entry, gain: gain ?? 0, other, move });
    }
  }

  /** Undefined: the server does not tell. */
  private async best(ply: number): Promise<Alternative | null | undefined> {
    const answer = await http.alternatives(this.link.id, ply).catch(() => undefined);
    return answer?.moves.reduce<Alternative | null>(
      (top, one) => ((one.points ?? 0) > (top?.points ?? 0) ? one : top),
      null,
    );
  }

  private weigh(one: Oversight): void {
    const lost = (it: Oversight): number => (it.other.points ?? 0) - it.gain;
    if (lost(one) > (this.found ? lost(this.found) : 0)) this.found = one;
  }
}
