/** Puzzles over HTTP: a desk for the half-entered answer, which never sees the position as text. */
import type { Desk } from "./desk";
import { call, lost, Problem } from "./http";
import { said } from "../i18n/index.svelte";
import type {
  Examined,
  Moves,
  PuzzleAsked,
  PuzzleQuestion,
  PuzzleSheet,
  PuzzleStanding,
  PuzzleVerdict,
  Refused,
  Scored,
  StepList,
} from "./types";

export const puzzles = {
  standings: () => call<PuzzleStanding[]>("GET", "/puzzles"),
  next: (game: string) => call<PuzzleSheet>("GET", `/puzzles/${encodeURIComponent(game)}/next`),
  ask: (game: string, id: string, question: PuzzleQuestion) =>
    call<PuzzleAsked>("POST", `/puzzles/${encodeURIComponent(game)}/${id}/ask`, question),
  answer: (game: string, id: string, move: string | null) =>
    call<PuzzleVerdict>("POST", `/puzzles/${encodeURIComponent(game)}/${id}`, { move }),
};

export class PuzzleDesk implements Desk {
  constructor(
    private readonly sheet: PuzzleSheet,
    private readonly answered: (verdict: PuzzleVerdict) => void,
  ) {}

  private async ask<T extends { kind: string }>(
    question: PuzzleQuestion,
    pick: (asked: PuzzleAsked) => T | Refused | null,
  ): Promise<T | Refused> {
    try {
      const found = pick(await puzzles.ask(this.sheet.game, this.sheet.id, question)) ?? lost();
      return found.kind === "refused" ? said(found as Refused) : found;
    } catch (error) {
      return refusal(error);
    }
  }

  score(move: string): Promise<Scored | Refused> {
    return this.ask<Scored>({ score: move }, (asked) => asked.score);
  }

  examine(move: string): Promise<Examined | Refused> {
    return this.ask<Examined>({ examine: move }, (asked) => asked.examined);
  }

  legal(limit: number): Promise<Moves | Refused> {
    return this.ask<Moves>({ legal: Math.min(limit, 1000) }, (asked) => asked.legal);
  }

  steps(prefix: string): Promise<StepList | Refused> {
    return this.ask<StepList>({ steps: prefix }, (asked) => asked.steps);
  }

  async play(move: string | null): Promise<Refused | null> {
    try {
      this.answered(await puzzles.answer(this.sheet.game, this.sheet.id, move));
      return null;
    } catch (error) {
      return refusal(error);
    }
  }
}

function refusal(error: unknown): Refused {
  if (error instanceof Problem) return said(error.refused);
  throw error;
}
