/** The look of a board of squares with tiles: names, shades and faces, whatever they mean. */
export type Shade = "" | "two" | "three" | "eq2" | "eq3" | "logo";

export interface SquareLook {
  name: string;
  column: number;
  row: number;
  shade: Shade;
  mark: string;
}

export interface TileLook {
  face: string;
  star?: boolean;
  tone?: "old" | "new" | "claim" | "last" | "ghost";
}

export interface Ribbon {
  squares: string[];
  strong?: boolean;
}

export const CELL = 40;
export const RIM = 18;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY";

export function nameOf(column: number, row: number): string {
  return `${LETTERS[column] ?? "?"}${row + 1}`;
}

/** Column and row of `H8` or `8H`, from 0; null if it is not a square. */
export function placeOf(name: string): { column: number; row: number } | null {
  const match = /^([A-Ya-y])(\d{1,2})$|^(\d{1,2})([A-Ya-y])$/.exec(name);
  if (!match) return null;
  const letter = (match[1] ?? match[4] ?? "").toUpperCase();
  return { column: LETTERS.indexOf(letter), row: Number(match[2] ?? match[3]) - 1 };
}

export function centre(name: string): { x: number; y: number } {
  const place = placeOf(name) ?? { column: 0, row: 0 };
  return { x: RIM + place.column * CELL + CELL / 2, y: RIM + place.row * CELL + CELL / 2 };
}
