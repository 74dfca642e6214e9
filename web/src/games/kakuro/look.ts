/** How Kakuro is to be drawn, and how its moves name squares. */
export const SIDE = 8;
export const CELL = 60;
/** The wooden rim, and the printed dark squares above and left of the numbers. */
export const RIM = 15;
export const HEAD = 42;
export const FRAME = RIM + 5 + HEAD;
export const WHOLE = FRAME + SIDE * CELL + RIM + 5;

/** Left or upper edge of a column or row of numbers. */
export function edge(index: number): number {
  return FRAME + index * CELL;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What surrounds a row of squares, from the first to the last. */
export function around(squares: string[], inset: number): Box | null {
  const [a, b] = [squareAt(squares[0] ?? ""), squareAt(squares[squares.length - 1] ?? "")];
  if (!a || !b) return null;
  return {
    x: edge(a.column) + inset,
    y: edge(a.row) + inset,
    width: (b.column - a.column + 1) * CELL - 2 * inset,
    height: (b.row - a.row + 1) * CELL - 2 * inset,
  };
}

/** The printed square at the head of a row's line: what is said about the row stands there and covers no number. */
export function headOf(squares: string[]): { x: number; y: number } | null {
  const [a, b] = [squareAt(squares[0] ?? ""), squareAt(squares[squares.length - 1] ?? "")];
  if (!a || !b) return null;
  const down = a.column === b.column && a.row !== b.row;
  const middle = FRAME - HEAD / 2 - 1;
  return down ? { x: edge(a.column) + CELL / 2, y: middle } : { x: middle, y: edge(a.row) + CELL / 2 };
}

export function squareName(column: number, row: number): string {
  return `${"ABCDEFGH"[column] ?? "?"}${row + 1}`;
}

export function squareAt(name: string): { column: number; row: number } | null {
  const match = /^([A-H])([1-8])$/i.exec(name);
  return match ? { column: "ABCDEFGH".indexOf((match[1] ?? "").toUpperCase()), row: Number(match[2]) - 1 } : null;
}

/** The squares from the first to the second, where they lie in one line. */
export function between(from: string, to: string): string[] | null {
  const [a, b] = [squareAt(from), squareAt(to)];
  if (!a || !b || (a.column !== b.column && a.row !== b.row)) return null;
  const length = Math.max(Math.abs(a.column - b.column), Math.abs(a.row - b.row)) + 1;
  const column = Math.min(a.column, b.column);
  const row = Math.min(a.row, b.row);
  const down = a.column === b.column && a.row !== b.row;
  return Array.from({ length }, (_, i) => squareName(column + (down ? 0 : i), row + (down ? i : 0)));
}

/** Squares of a claim text: `>A2:8 C2#3`. */
export function rowOf(text: string): string[] {
  const match = /([>v])\s*([A-H])([1-8])\s*:\s*([1-8])/i.exec(text);
  if (!match) return [];
  const place = squareAt(`${match[2]}${match[3]}`);
  if (!place) return [];
  const down = match[1] === "v";
  return Array.from({ length: Number(match[4]) }, (_, i) =>
    squareName(place.column + (down ? 0 : i), place.row + (down ? i : 0)),
  );
}

/** What is printed on an action tile. */
export function faceOf(face: string): string {
  return face === "D" ? "2×" : face === "X" ? "⇄" : face;
}

/** A claim in short: `A2–H2`, and how many action tiles it takes. */
export function shortOf(text: string): { row: string; tiles: number } {
  const squares = rowOf(text);
  const words = text.trim().split(/\s+/).slice(1);
  const tiles = words.reduce((sum, word) => sum + (/^D+$/.test(word) ? word.length : 1), 0);
  return { row: squares.length ? `${squares[0]}–${squares[squares.length - 1]}` : text, tiles };
}
