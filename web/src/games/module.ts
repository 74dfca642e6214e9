/** What a game provides to the page. One line in `registry.ts` and a folder like the others: nothing else changes. */
import type { Component } from "svelte";
import type { Alternative } from "../api/types";
import type { Desk } from "../api/desk";
import type { Described } from "../board/described";
import type { Words } from "../i18n/index.svelte";
import type { Draft } from "./draft.svelte";

export interface Notice {
  text: string;
  rule: string | null;
  where: string[];
  tone: "no" | "soft" | "hint";
}

/** A better move than the one that is shown: it is drawn beside that one. */
export interface Better {
  move: string;
  where: string[];
  seat: number;
}

export interface BoardProps<V = unknown, D = Draft<V>, M = unknown> {
  view: V;
  /** What the tray points at, where the game has such marks; board and tray of one table share them. */
  marks: M;
  /** From whose side the board is seen; null: a spectator. */
  seat: number | null;
  draft: D | null;
  /** Squares of the last move: its ghost outline, until I act. */
  last: string[];
  /** Whose move that was; null: nobody's, or it is not known. */
  by?: number | null;
  /** That move in words, for a label beside the outline. */
  told?: Described | null;
  notice: Notice | null;
  better?: Better | null;
  /** Something that the move made, to be read on the board of a picture. */
  read?: { maths: string; where: string[] } | null;
  /** What else was there after the last round or move, once it was asked for. */
  rows?: Alternative[] | null;
  /** The view as plain text, for boards that ask for it (`GameUi.plain`). */
  plain?: string | null;
  /** A small picture: nothing to press. */
  mini?: boolean;
  label: string;
  rules: string;
}

export interface TrayProps<V = unknown, D = Draft<V>, M = unknown> {
  view: V;
  marks: M;
  seat: number | null;
  draft: D | null;
  /** Match time now, in milliseconds. */
  now: () => number;
  /** When the running limit of the game itself ends, in match time. */
  until: number | null;
  names: string[];
  /** The same as on the plates: whoever looks is "you" there. Without it nobody is. */
  called?: string[];
  /** What else was there after the last round or move, where the table allows it. */
  rows?: Alternative[] | null;
  /** Asks what else was there; null where the table does not tell. */
  others?: (() => void) | null;
  /** A lesson: only what every move needs, and what its task names here. Without it everything is there. */
  tools?: string[] | null;
  rules: string;
}

export interface Lesson {
  /** Key of its words among the game's: `<key>.say`; `<key>.done` when it is solved. */
  key: string;
  position?: string;
  options?: Record<string, string | number>;
  seats?: number;
  seed?: string;
  seat: number;
  /** The squares that it is about. */
  light?: string[];
  /** What of the tray it needs beside what every move needs. */
  tools?: string[];
  /** Events after the learner's move, so that the board answers. */
  then?: { seat?: number; move?: string; outcome?: string }[];
  /** What solves the task: the engine says what the move scores, and what it is called. */
  solved: (told: { move: string; points: number; over: boolean }) => boolean;
}

export interface GameUi<V = unknown, D extends Draft<V> = Draft<V>, M = unknown> {
  Board: Component<BoardProps<V, D, M>>;
  Tray: Component<TrayProps<V, D, M>>;
  /** The board draws the game's plain text, which the server has to be asked for. */
  plain?: boolean;
  /** Created for each table. */
  marks: () => M;
  draft: (desk: Desk, view: V, seat: number, marks: M) => D;
  /** The words of the game: how it can end (`end.<rule>`). */
  words: Pick<Words, "find">;
  scores: (view: V) => number[];
  /** How high the tray wants to be beside the board, in pixels; it gets no more than there is. */
  trayHeight?: number;
  /** How many times as wide as high its board is on a wide screen; 1 if it does not say. */
  broad?: number;
  /** On a phone held upright: how high its tray has to be, and how much taller than wide its board may be. */
  phone?: { tray: number; ratio: number };
  /** Who leads, seat by seat, where the scores alone do not say it before the end; more is better. */
  standing?: (view: V) => number[];
  /** A move or outcome in words, for the live region and the move list. */
  tell: (text: string, kind: "played" | "drawn") => string;
  /** What chance gave for a move, drawn before it in the list of moves: dice. */
  Thrown?: Component<{ text: string; seat: number }>;
  /** What chance does is part of the story and stands in the list of moves: dice, a sum that is turned over. */
  chance?: boolean;
  /** The tray lists by itself what else was there. */
  lists?: boolean;
  /** The calculations that a move made, for reading aloud, from the engine's own preview. */
  calculations?: (detail: unknown[]) => string[];
}

/** A game as the shared screens know it: they hand its views and drafts around and never look inside. */
export function gameUi<V, D extends Draft<V>, M>(ui: GameUi<V, D, M>): GameUi {
  return ui as unknown as GameUi;
}
