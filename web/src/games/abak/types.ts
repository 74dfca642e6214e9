// Made by `make gen` from ludoteka/games/abak/types.py; do not edit.

/** The cube: what it is worth and who may turn it (None: both). */
export interface CubeView {
  value: number;
  owner: number | null;
}

/** The options of the match, with the limit filled in. */
export interface OptionsView {
  setup: "abak" | "classic";
  stack_limit: number;
  druid_exposed: "yes" | "no";
  match: number;
  cube: "off" | "on";
  crawford: "yes" | "no";
  jacoby: "yes" | "no";
}

/** [AK-16.1] Points in White's numbering, bars and trays, as letters. */
export interface BoardView {
  points: string[];
  bar: string[];
  off: string[];
}

/** [AK-16.1] What everybody sees. */
export interface View {
  points: string[];
  bar: string[];
  off: string[];
  pips: number[];
  seat: number | null;
  dice: number[] | null;
  stage: "normal" | "ask" | "offered" | "over";
  cube: CubeView | null;
  scores: number[];
  options: OptionsView;
  left: number[];
}

export interface StepDetail {
  from: number | "bar";
  to: number | "off";
  checker: string;
  hit: string | null;
  pin: string | null;
}

/** [AK-16.2] What a turn leaves: the pips and, if it wins the game, how. */
export interface TurnDetail {
  pips: number[];
  result?: "single" | "gammon" | "backgammon";
}
