/** How Abstrakto is to be drawn, and how its moves name points. */
export type Kind = "S" | "L" | "X";
export const KINDS: Kind[] = ["S", "L", "X"];

export const HALF = 30;
/** A tile on the edge sticks out by half; before the first line there are also the names. */
export const MARGIN = 56;
export const FAR = 40;

/** How wide and high the drawing of a board is. */
export function wholeOf(size: number): number {
  return MARGIN + 2 * size * HALF + FAR;
}

const LETTERS = "abcdefghijklmnopqrs";

export function pointName(x: number, y: number): string {
  return `${LETTERS[x] ?? "?"}${y + 1}`;
}

export function pointAt(name: string): { x: number; y: number } | null {
  const match = /^([a-s])(\d{1,2})$/i.exec(name.trim());
  return match ? { x: LETTERS.indexOf((match[1] ?? "").toLowerCase()), y: Number(match[2]) - 1 } : null;
}

/** The picture of the tile that belongs to a point (AS-3.1); whether it can be laid there is for the server to say. */
export function kindAt(x: number, y: number): { kind: Kind; upright: boolean } {
  if (x % 2 === 1 && y % 2 === 1) return { kind: "S", upright: false };
  return x % 2 === 0 && y % 2 === 0 ? { kind: "X", upright: false } : { kind: "L", upright: x % 2 === 0 };
}

export function px(index: number): number {
  return MARGIN + index * HALF;
}
