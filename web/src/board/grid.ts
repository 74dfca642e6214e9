/** The look of a board of squares with tiles: names, prints and faces, whatever they mean. */

/** What is printed on a square: a disc or the full square, pale or strong, with its words. */
export interface Print {
  shape: "round" | "full" | "plain";
  strong: boolean;
  mark: string;
  /** The square where a match begins. */
  centre?: boolean;
}

export interface SquareLook {
  name: string;
  column: number;
  row: number;
  print: Print | null;
}

export type Tone = "old" | "new" | "claim" | "other";

export interface TileLook {
  face: string;
  /** It stands for something else. */
  star?: boolean;
  /** A sign is a round chip, never a tile like those of digits. */
  sign?: boolean;
  tone?: Tone;
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const CELL = 40;
export const RIM = 20;
export const END = 10;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY";

export function nameOf(column: number, row: number): string {
  return `${LETTERS[column] ?? "?"}${row + 1}`;
}

export interface Place {
  column: number;
  row: number;
}

/** Column and row of a square by its name, from 0; null if it is not a square. */
export function placeOf(name: string): Place | null {
  const match = /^([A-Y])(\d{1,2})$/.exec(name);
  return match ? { column: LETTERS.indexOf(match[1] ?? ""), row: Number(match[2]) - 1 } : null;
}

export function centre(name: string): { x: number; y: number } {
  const place = placeOf(name) ?? { column: 0, row: 0 };
  return { x: RIM + place.column * CELL + CELL / 2, y: RIM + place.row * CELL + CELL / 2 };
}

/** The rectangle around some squares. */
export function around(names: string[], margin = 0): Box {
  const at = names.map(centre);
  const half = CELL / 2 + margin;
  const [x, y] = [Math.min(...at.map((p) => p.x)) - half, Math.min(...at.map((p) => p.y)) - half];
  return { x, y, w: Math.max(...at.map((p) => p.x)) + half - x, h: Math.max(...at.map((p) => p.y)) + half - y };
}

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** A place for a label beside some squares where it covers no tile and nothing else; null if there is none. */
export function beside(squares: string[], size: { w: number; h: number }, whole: number, taken: Box[]): Box | null {
  const block = around(squares);
  const middle = { x: block.x + (block.w - size.w) / 2, y: block.y + (block.h - size.h) / 2 };
  const gap = 7;
  const tries = [
    { x: middle.x, y: block.y + block.h + gap },
    { x: middle.x, y: block.y - size.h - gap },
    { x: block.x + block.w + gap, y: middle.y },
    { x: block.x - size.w - gap, y: middle.y },
    { x: block.x + block.w - size.w, y: block.y + block.h + gap },
    { x: block.x, y: block.y + block.h + gap },
    { x: block.x + block.w - size.w, y: block.y - size.h - gap },
    { x: block.x, y: block.y - size.h - gap },
  ];
  for (const { x, y } of tries) {
    const box = { x: Math.min(Math.max(4, x), whole - size.w - 4), y, ...size };
    if (y < 2 || y + size.h > whole - 2) continue;
    if (!taken.some((other) => overlap(box, other))) return box;
  }
  return null;
}

/** The place nearest to some squares where a label covers nothing; null if the board is too full for it. */
export function nearest(squares: string[], size: { w: number; h: number }, whole: number, taken: Box[]): Box | null {
  const block = around(squares);
  const [x, y] = [block.x + (block.w - size.w) / 2, block.y + (block.h - size.h) / 2];
  const far = (box: Box): number => Math.hypot(box.x - x, box.y - y);
  const stops = (length: number): number[] => {
    const last = whole - length - 4;
    return [...Array.from({ length: Math.max(0, Math.floor(last / 20)) }, (_, i) => 4 + i * 20), last];
  };
  if (size.w > whole - 8 || size.h > whole - 8) return null;
  const boxes = stops(size.h).flatMap((top) => stops(size.w).map((left) => ({ x: left, y: top, ...size })));
  const free = boxes.filter((box) => !taken.some((other) => overlap(box, other)));
  return free.reduce<Box | null>((a, b) => (a && far(a) <= far(b) ? a : b), null);
}

/** Squares that touch in one line, together: each group can be outlined as one block. */
export function runs(names: string[]): string[][] {
  const known = new Set(names);
  const groups: string[][] = [];
  for (const name of names) {
    const near = groups.find(
      (group) => group.every((one) => inLine(one, name)) && group.some((one) => touch(one, name)),
    );
    if (near) near.push(name);
    else if (known.delete(name)) groups.push([name]);
  }
  return groups;
}

function inLine(a: string, b: string): boolean {
  const [one, two] = [placeOf(a), placeOf(b)];
  return one?.column === two?.column || one?.row === two?.row;
}

function touch(a: string, b: string): boolean {
  const [one, two] = [centre(a), centre(b)];
  return Math.abs(one.x - two.x) + Math.abs(one.y - two.y) <= CELL;
}
