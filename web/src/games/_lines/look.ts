/** How a tile-laying game is drawn: what its letters and squares look like. */
import type { Described } from "../../api/types";
import type { Print } from "../../board/grid";
import type { Piece } from "./line";

/** A sign that no tile shows: on the seam before square `at` of an equation, as the power of a number, as a root. */
export type Imagined =
  | { kind: "sign"; at: number; mark: string }
  | { kind: "power"; at: number; mark: string }
  | { kind: "root"; from: number; to: number; mark: string };

export interface Found {
  /** Mathematics as Unicode text; several where the same tiles can be read in several ways. */
  maths: string[];
  points: number;
  squares: string[];
  /** What took effect in it, in words: `equation ×3`, `2 × on H8`. */
  notes: string[];
  signs: Imagined[];
  broken: string | null;
}

/** How the points of each equation come about, as the engine says it: `(4 + 2) × 2`; by its squares. */
export function sumsOf(described: Described | null): Map<string, string> {
  const sums = new Map<string, string>();
  for (const { where, notes } of described?.items ?? []) {
    const sum = notes.map(({ values }) => values["sum"]).find((value) => typeof value === "string");
    if (typeof sum === "string") sums.set(where.join(), sum);
  }
  return sums;
}

export interface Lying {
  face: string;
  star: boolean;
  sign?: boolean;
}

export interface Look<V> {
  /** The class of `material.css` that holds the game's colours. */
  material: string;
  size: (view: V) => number;
  /** Symbols of the printed squares, row by row. */
  grid: (view: V) => string[];
  /** What is printed on a square, by its symbol, and in words; `square` where the middle is more than its symbol. */
  print: (symbol: string, square: string) => { print: Print | null; name: string | null };
  /** What lies on a square, or null. */
  tile: (view: V, column: number, row: number) => Lying | null;
  face: (letter: string) => string;
  /** Whether the letter is a sign, not a digit. */
  isSign: (letter: string) => boolean;
  claim: (view: V) => { pieces: Piece[]; text: string } | null;
  mayAnswer: (view: V, seat: number) => boolean;
  /** Who made the last move. */
  mover: (view: V) => number | null;
  bag: (view: V) => number;
  unseen: (view: V) => string;
  racks: (view: V, seat: number | null) => (string | null)[];
  sizes: (view: V) => number[];
  found: (detail: unknown[]) => Found[];
  /** The signs that no tile shows in an equation as people write it, where a game has such. */
  signs?: (maths: string) => Imagined[];
  /** The words of the moves that lay nothing. */
  skip: string;
  exchange: string;
  declares: (view: V) => boolean;
  solo: (view: V) => string | null;
  keys: (key: string) => string | null;
}
