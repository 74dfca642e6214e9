// Made by `make gen` from ludoteka/analysis/shapes.py; do not edit.

/** A sentence: a template and its values. */
export interface SentenceTold {
  template: string;
  values: Record<string, unknown>;
}

/** One thing that a move consists of. */
export interface SpokenItem {
  maths: string;
  said: SentenceTold | null;
  points: number | null;
  notes: SentenceTold[];
  where: string[];
  seat: number | null;
}

/** A move in people's words. */
export interface InWords {
  said: SentenceTold;
  items: SpokenItem[];
  points: number | null;
  where: string[];
  seat: number | null;
}

/** Why the best move is better; every value can be counted again. */
export interface Reason {
  text: string;
  template: string;
  values: Record<string, unknown>;
  where: string[];
  weight: number;
}

/** A move that was there, with what it promised; the best one in words, for each seat, then spectators. */
export interface BestMove {
  move: string;
  value: number;
  win: number;
  error: number;
  where: string[];
  words: InWords[];
}

/** What a position promises each seat, and the best moves of whoever is to move, so far. */
export interface PositionLook {
  effort: number;
  unit: string;
  seat: number | null;
  win: number[];
  margin: number[];
  error: number;
  moves: BestMove[];
  final: boolean;
}

export interface DecisionMade {
  ply: number;
  seat: number;
  played: string;
  best: BestMove[];
  loss: number;
  loss_win: number;
  class: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  forced: boolean;
  judged: boolean;
  great: boolean;
  unknown: number;
  step: number[];
  why: Reason[];
  skills: string[];
  took: number;
}

/** What chance brought each seat, beyond what could be expected. */
export interface ChanceEvent {
  ply: number;
  luck: number[];
  error: number;
}

/** How far the reference corrected itself about the state after an event. */
export interface ThoughtAgain {
  ply: number;
  value: number[];
}

/** What a deadline that passed changed. */
export interface TimePassed {
  ply: number;
  step: number[];
}

/** What the state after an event promised each seat. */
export interface CurvePoint {
  ply: number;
  win: number[];
  margin: number[];
}

/** How often plays that needed a skill were found and missed. */
export interface SkillCount {
  found: number;
  missed: number;
}

/** The level that a seat played like, and the range it lies in. */
export interface LevelTold {
  estimate: number;
  low: number;
  high: number;
}

/** Where the result of a seat came from. */
export interface SeatSums {
  seat: number;
  decisions: number;
  loss: number;
  loss_per_decision: number;
  skill: number;
  luck: number;
  unknown: number;
  gifts: number;
  thoughts: number;
  adjusted: number;
  level: LevelTold | null;
  skills: Record<string, SkillCount>;
}

/** A whole review. */
export interface Reviewed {
  game: string;
  unit: string;
  reference: Record<string, unknown>;
  over: boolean;
  start: number[];
  result: number[];
  decisions: DecisionMade[];
  chance: ChanceEvent[];
  thoughts: ThoughtAgain[];
  passed: TimePassed[];
  curve: CurvePoint[];
  seats: SeatSums[];
}
