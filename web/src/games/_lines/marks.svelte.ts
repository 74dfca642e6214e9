/** What the tray of one table points at on its board: a calculation, another move that was there, a feat just done. */
import type { Found } from "./look";

export interface Cheer {
  found: number;
  points: number;
  squares: string[];
}

const FEAT = 3; // this many calculations in one move deserve a small celebration
const SHOWN = 2200;

export class Marks {
  /** The calculation under the pointer or the focus, by its place in the list. */
  pointed = $state<number | null>(null);
  /** The one that was pressed, or else the best of those just found. */
  kept = $state<number | null>(null);
  focus = $state<string | null>(null);
  other = $state<string | null>(null);
  cheer = $state.raw<Cheer | null>(null);
  private known: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** The calculation whose signs the board shows. */
  get chosen(): number | null {
    return this.pointed ?? this.kept;
  }

  /** The list has changed: what is new in it is shown first, the dearest of it. */
  follow(found: Found[]): void {
    const keys = found.map((one) => one.squares.join() + one.maths.join());
    const fresh = found.map((_, i) => i).filter((i) => !this.known.includes(keys[i] ?? ""));
    const worth = (i: number): number => found[i]?.points ?? 0;
    const still = this.kept === null ? -1 : keys.indexOf(this.known[this.kept] ?? "");
    const best = fresh.toSorted((a, b) => worth(b) - worth(a))[0];
    this.kept = best ?? (still >= 0 ? still : found.length ? 0 : null);
    this.pointed = null;
    this.known = keys;
  }

  celebrate(cheer: Cheer): void {
    if (cheer.found < FEAT) return;
    this.cheer = cheer;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.cheer = null;
    }, SHOWN);
  }
}
