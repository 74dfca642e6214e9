/** What the tray of one table points at on its board: a calculation, another move that was there, a feat just done. */
export interface Cheer {
  found: number;
  points: number;
  squares: string[];
}

const FEAT = 3; // this many calculations in one move deserve a small celebration
const SHOWN = 2200;

export class Marks {
  /** The calculation under the pointer, by its place in the list. */
  strong = $state<number | null>(null);
  focus = $state<string | null>(null);
  other = $state<string | null>(null);
  cheer = $state.raw<Cheer | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  celebrate(cheer: Cheer): void {
    if (cheer.found < FEAT) return;
    this.cheer = cheer;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.cheer = null;
    }, SHOWN);
  }
}
