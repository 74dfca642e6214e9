/** Duplicate with one rack for all, over HTTP: a desk whose moves are handed in, not played. */
import { AskingDesk } from "./asking";
import { call } from "./http";
import type { NewSitting, PuzzleAsked, PuzzleQuestion, SittingSheet, SittingTurn, WholeTurn } from "./types";

const at = (id: string, rest = ""): string => `/sittings/${encodeURIComponent(id)}${rest}`;

export const sittings = {
  open: (wish: NewSitting) => call<SittingSheet>("POST", "/sittings", wish),
  /** With `seen` the answer waits for something newer. */
  look: (id: string, seen?: number) =>
    call<SittingSheet>("GET", at(id, seen === undefined ? "" : `?seen=${String(seen)}`)),
  act: (id: string, what: "join" | "leave" | "begin" | "stop") => call<SittingSheet>("POST", at(id, `/${what}`), {}),
  hand: (id: string, turn: number, move: string) => call<SittingSheet>("POST", at(id, "/move"), { turn, move }),
  ask: (id: string, question: PuzzleQuestion) => call<PuzzleAsked>("POST", at(id, "/ask"), question),
  turns: (id: string) => call<SittingTurn[]>("GET", at(id, "/turns")),
  turn: (id: string, number: number) => call<WholeTurn>("GET", at(id, `/turns/${String(number)}`)),
};

export class SittingDesk extends AskingDesk {
  constructor(
    private readonly id: string,
    private readonly turn: number,
    private readonly handed: (sheet: SittingSheet) => void,
  ) {
    super();
  }

  protected send(question: PuzzleQuestion): Promise<PuzzleAsked> {
    return sittings.ask(this.id, question);
  }

  protected async hand(move: string | null): Promise<void> {
    if (move !== null) this.handed(await sittings.hand(this.id, this.turn, move));
  }
}
