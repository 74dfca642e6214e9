/** Puzzles over HTTP: a desk for the half-entered answer, which never sees the position as text. */
import { AskingDesk } from "./asking";
import { call } from "./http";
import type { PuzzleAsked, PuzzleQuestion, PuzzleSheet, PuzzleStanding, PuzzleVerdict } from "./types";

export const puzzles = {
  standings: () => call<PuzzleStanding[]>("GET", "/puzzles"),
  next: (game: string) => call<PuzzleSheet>("GET", `/puzzles/${encodeURIComponent(game)}/next`),
  ask: (game: string, id: string, question: PuzzleQuestion) =>
    call<PuzzleAsked>("POST", `/puzzles/${encodeURIComponent(game)}/${id}/ask`, question),
  answer: (game: string, id: string, move: string | null) =>
    call<PuzzleVerdict>("POST", `/puzzles/${encodeURIComponent(game)}/${id}`, { move }),
};

export class PuzzleDesk extends AskingDesk {
  constructor(
    private readonly sheet: PuzzleSheet,
    private readonly answered: (verdict: PuzzleVerdict) => void,
  ) {
    super();
  }

  protected send(question: PuzzleQuestion): Promise<PuzzleAsked> {
    return puzzles.ask(this.sheet.game, this.sheet.id, question);
  }

  protected async hand(move: string | null): Promise<void> {
    this.answered(await puzzles.answer(this.sheet.game, this.sheet.id, move));
  }
}
