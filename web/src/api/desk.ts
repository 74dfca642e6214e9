/** Where a half-entered move asks and plays: a table over its socket, or a study board over HTTP. */
import { http, lost } from "./http";
import type { Examined, Moves, Refused, Scored, StepList, Studied, Study, StudyEvent } from "./types";

export interface Desk {
  score(move: string): Promise<Scored | Refused>;
  /** Which conditions of a half-entered move hold. */
  examine(move: string): Promise<Examined | Refused>;
  legal(limit: number): Promise<Moves | Refused>;
  steps(prefix: string): Promise<StepList | Refused>;
  /** Null: it was played. */
  play(move: string): Promise<Refused | null>;
}

const STUDY_LEGAL = 1000; // the most that a study board lists

/** A board that belongs to nobody: each question replays the events on the server. */
export class StudyDesk implements Desk {
  events: StudyEvent[] = [];

  constructor(
    readonly base: Omit<Study, "events" | "score" | "examine" | "legal" | "steps">,
    readonly seat: number,
    private readonly played: (after: Studied, move: string) => void,
  ) {}

  private ask(more: Partial<Study>): Promise<Studied> {
    return http.study({ ...this.base, seat: this.seat, events: this.events, ...more });
  }

  look(): Promise<Studied> {
    return this.ask({});
  }

  async score(move: string): Promise<Scored | Refused> {
    return (await this.ask({ score: move })).score ?? lost();
  }

  async examine(move: string): Promise<Examined | Refused> {
    return (await this.ask({ examine: move })).examined ?? lost();
  }

  async legal(limit: number): Promise<Moves | Refused> {
    return (await this.ask({ legal: Math.min(limit, STUDY_LEGAL) })).legal ?? lost();
  }

  async steps(prefix: string): Promise<StepList | Refused> {
    return (await this.ask({ steps: prefix })).steps ?? lost();
  }

  async play(move: string): Promise<Refused | null> {
    const events = [...this.events, { seat: this.seat, move }];
    const after = await this.ask({ events });
    if (after.refused) return after.refused;
    this.events = events;
    this.played(after, move);
    return null;
  }
}
