/** What else was there: asked for by hand, and automatically after each round of a race. */
import type { TableLink } from "../../api/table.svelte";
import type { Alternative, Entry, Refused } from "../../api/types";
import { world } from "../world.svelte";
import { isHappening } from "./telling";

export class Others {
  moves = $state.raw<Alternative[] | null>(null);
  /** The event that they were there instead of. */
  ply = $state<number | null>(null);
  private racing = false;

  constructor(private readonly link: TableLink) {}

  /** Whether this table tells at all. */
  get told(): boolean {
    const { table } = this.link;
    return Boolean(table?.allows.alternatives && world.game(table.game)?.can.includes("alternatives"));
  }

  /** Instead of event number `ply`. */
  async ask(ply: number): Promise<Refused | null> {
    const answer = await this.link.alternatives(ply - 1);
    if (answer.kind === "refused") return answer;
    this.moves = answer.moves;
    this.ply = ply;
    return null;
  }

  /** Another moment is shown: what was there at this one does not belong to it. */
  leave(ply: number | null): void {
    if (ply !== null && ply !== this.ply) this.moves = null;
  }

  follow(fresh: Entry[]): void {
    const awaiting = this.link.position?.awaiting;
    const live = awaiting?.kind === "turn" && awaiting.live;
    if (!live && fresh.some(isHappening)) this.moves = null; // in a race they stay until the next round is over
    if (awaiting?.kind === "turn") this.racing = awaiting.live;
    const ended = fresh.find((entry) => this.endsRound(entry, fresh));
    if (ended?.ply && this.racing && this.told) void this.ask(ended.ply);
  }

  /** A round of a race is over when chance acts after a move, or with the match. */
  private endsRound(entry: Entry, fresh: Entry[]): boolean {
    if (entry.kind !== "played" && entry.kind !== "ticked") return false;
    if (this.link.position?.state === "over") return true;
    return fresh.some((next) => next.kind === "drawn" && next.seq > entry.seq);
  }
}
