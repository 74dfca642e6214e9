/** A half-entered move that asks over HTTP: puzzles and sittings answer the same questions. */
import type { Desk } from "./desk";
import { lost, Problem } from "./http";
import { said } from "../i18n/index.svelte";
import type { Examined, Moves, PuzzleAsked, PuzzleQuestion, Refused, Scored, StepList } from "./types";

const MOST = 1000; // moves that are listed

export abstract class AskingDesk implements Desk {
  protected abstract send(question: PuzzleQuestion): Promise<PuzzleAsked>;
  /** Hands the move in; throws a `Problem` when it is refused. */
  protected abstract hand(move: string | null): Promise<void>;

  private async ask<T extends { kind: string }>(
    question: PuzzleQuestion,
    pick: (asked: PuzzleAsked) => T | Refused | null,
  ): Promise<T | Refused> {
    try {
      const found = pick(await this.send(question)) ?? lost();
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
    return this.ask<Moves>({ legal: Math.min(limit, MOST) }, (asked) => asked.legal);
  }

  steps(prefix: string): Promise<StepList | Refused> {
    return this.ask<StepList>({ steps: prefix }, (asked) => asked.steps);
  }

  async play(move: string | null): Promise<Refused | null> {
    try {
      await this.hand(move);
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
