/** What the tray points at on the board: the calculation under the pointer, another move that was there, a feat just done. */
export interface Cheer {
  found: number;
  points: number;
  squares: string[];
}

interface Marks {
  strong: number | null;
  focus: string | null;
  other: string | null;
  cheer: Cheer | null;
}

export const marks = $state<Marks>({ strong: null, focus: null, other: null, cheer: null });

const FEAT = 3; // so many calculations in one move deserve a small celebration
const SHOWN = 2200;
let timer: ReturnType<typeof setTimeout> | undefined;

export function celebrate(cheer: Cheer): void {
  if (cheer.found < FEAT) return;
  marks.cheer = cheer;
  clearTimeout(timer);
  timer = setTimeout(() => {
    marks.cheer = null;
  }, SHOWN);
}
