// Made by `make gen` from ludoteka/games/abstrakto/types.py; do not edit.

/** One area, explained (AS-11.3). */
export interface AreaView {
  area: string;
  halfcells: number;
  blue: number;
  orange: number;
  owner: "blue" | "orange" | "grey";
  main: boolean;
  settled: boolean;
  region: string[];
  bounds: string[];
  slots: string[];
}

/** An area after a move, and whether the new tile bounds it (AS-12.2). */
export interface TouchedView {
  area: string;
  halfcells: number;
  blue: number;
  orange: number;
  owner: "blue" | "orange" | "grey";
  main: boolean;
  settled: boolean;
  region: string[];
  bounds: string[];
  slots: string[];
  touched: boolean;
}

/** The options in a view. */
export interface OptionsView {
  discard: string;
  first: "random" | "blue" | "orange";
  pie: "off" | "on";
}

/** What a seat may know (AS-11.2). */
export interface AbstraktoView {
  game: "abstrakto";
  size: number;
  tiles: number[];
  options: OptionsView;
  phase: "discard" | "start" | "play" | "over";
  turn: number | null;
  board: string[];
  hands: (number[] | null)[];
  held: number[];
  discarded: (number[] | null)[];
  skipped: number | null;
  swapped: boolean;
  areas: AreaView[];
  controlled: number[];
  winner: number | null;
  rule: "AS-7.2" | "AS-7.3" | "AS-7.4" | "left" | null;
  left: number[];
  last: string | null;
}
