// Made by `make gen` from ludoteka/games/calculissimo/types.py; do not edit.

/** The start draw: one chip for each of these seats. */
export interface FirstDue {
  event: "first";
  seats: number[];
}

/** A deal, a refill or the chips for a swap. */
export interface ChipsDue {
  event: "chips";
  seat: number;
  count: number;
}

/** A placement that waits for answers. */
export interface ClaimView {
  seat: number;
  move: string;
}

/** The last turn as a seat may know it. */
export interface LastView {
  seat: number;
  move: string;
  points: number;
}

/** What the table agreed on. */
export interface OptionsView {
  board: string;
  chips: string;
  start: "draw" | "seat0";
  premiums: "once-best" | "every";
  jokers: "face" | "full";
  swap: "free" | "stuck";
  end: "bag-and-out" | "bag-empty";
  referee: "auto" | "dispute";
  turn_seconds: number;
}

/** [CA-9.2] What a seat may know; `grid` and `left` beside what the rule lists. */
export interface CalculissimoView {
  board: string[];
  racks: (string | null)[];
  sizes: number[];
  bag: number;
  unseen: string;
  scores: number[];
  turn: number | null;
  due: FirstDue | ChipsDue | null;
  claim: ClaimView | null;
  asked: number[];
  passes: number;
  idle: number;
  over: "CA-8.1" | "CA-8.2" | "CA-8.3" | "CA-8.4" | "CA-8.5" | "left" | null;
  options: OptionsView;
  last: LastView | null;
  left: number[];
  grid: string[];
}

/** A premium square that acted. */
export interface ActedOn {
  square: string;
  kind: "green" | "blue" | "yellow" | "purple" | "logo";
}

/** [CA-10.6] One run of a placement, as `score` explains it. */
export interface Calculation {
  direction: "across" | "down";
  squares: string[];
  text: string;
  face: number | null;
  value: number;
  premiums: ActedOn[];
  rule: "CA-4.2" | "CA-4.3" | "CA-4.4" | "CA-4.5" | null;
}
