/** How a tile-laying game is drawn: what its letters and squares look like. */
import type { Shade } from "../../board/grid";
import type { Piece } from "./line";

export interface Found {
  text: string;
  points: number;
  squares: string[];
  /** What took effect in it, in short: `2×`, `3×`. */
  bonuses: { square: string; mark: string }[];
  broken: string | null;
}

export interface Look<V> {
  size: (view: V) => number;
  /** Symbols of the printed squares, row by row. */
  grid: (view: V) => string[];
  shade: (symbol: string) => { shade: Shade; mark: string; name: string | null };
  /** What lies on a square, or null. */
  tile: (view: V, column: number, row: number) => { face: string; star: boolean } | null;
  face: (letter: string) => string;
  claim: (view: V) => { pieces: Piece[]; text: string } | null;
  mayAnswer: (view: V, seat: number) => boolean;
  bag: (view: V) => number;
  unseen: (view: V) => string;
  racks: (view: V, seat: number | null) => (string | null)[];
  sizes: (view: V) => number[];
  found: (detail: unknown[]) => Found[];
  /** The words of the moves that lay nothing. */
  skip: string;
  exchange: string;
  declares: (view: V) => boolean;
  solo: (view: V) => string | null;
  keys: (key: string) => string | null;
}
