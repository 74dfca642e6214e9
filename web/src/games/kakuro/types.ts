// Made by `make gen` from ludoteka/games/kakuro/types.py; do not edit.

/** One square. */
export interface Cell {
  tile: "number" | "digit" | "sum";
  digit: number | null;
  red: boolean;
  across: boolean;
  down: boolean;
}

/** A placed sum tile. */
export interface Placed {
  start: string;
  direction: ">" | "v";
  value: number;
  squares: string[];
}

/** The latest judged claim. */
export interface Last {
  seat: number;
  move: string | null;
  rule: string | null;
  points: number;
}

/** The options of the table except `layout`, which the board shows. */
export interface ShownOptions {
  buzz: "two-step" | "one-step";
  wrong: "out" | "refuse";
  hourglass_seconds: number;
  claim_seconds: number;
  solo_timer: "on" | "off";
  failures: number;
  flip: "auto" | "ready";
}

/** [KA-15.2] The same for all seats and spectators, except for `you`. */
export interface KakuroView {
  game: "kakuro";
  you: number | null;
  seats: number;
  phase: "layout" | "deal" | "ready" | "sum" | "race" | "claim" | "tiles" | "over";
  board: Cell[][] | null;
  sums: Placed[];
  open: number | null;
  aside: number[];
  sum_pile: number[];
  sum_pile_size: number;
  action_pile: string;
  action_pile_size: number;
  pools: string[];
  scores: number[];
  out: number[];
  votes: number[];
  buzzer: number | null;
  now: number;
  until: number | null;
  sand: number | null;
  options: ShownOptions;
  last: Last | null;
  left: number[];
}
