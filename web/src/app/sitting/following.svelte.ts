/** A sitting as it goes on: asks for news, one request after the other, for as long as somebody looks. */
import { sittings } from "../../api/sittings";
import type { SittingSheet, SittingTurn } from "../../api/types";
import { world } from "../world.svelte";

const BREATH = 500; // everybody hands in at once: one answer for several of them
const AGAIN = 3000; // after something went wrong

export class Following {
  sheet = $state.raw<SittingSheet | null>(null);
  turns = $state.raw<SittingTurn[]>([]);
  /** How far the server's clock is ahead of ours. */
  private ahead = 0;
  private alive = true;

  constructor(private readonly id: string) {
    void this.run();
  }

  stop(): void {
    this.alive = false;
  }

  /** The server's time now. */
  now(): number {
    return Date.now() + this.ahead;
  }

  take(found: SittingSheet): void {
    if (this.sheet && found.seq < this.sheet.seq) return;
    this.ahead = found.now - Date.now();
    this.sheet = found;
    if (found.last && found.last.number > this.turns.length) void this.catchUp(found.last);
  }

  async act(what: "join" | "leave" | "begin" | "stop"): Promise<void> {
    const found = await world.attempt(() => sittings.act(this.id, what));
    if (found) this.take(found);
  }

  private async catchUp(last: SittingTurn): Promise<void> {
    if (last.number === this.turns.length + 1) {
      this.turns = [...this.turns, last];
      return;
    }
    const found = await world.attempt(() => sittings.turns(this.id));
    if (found && found.length > this.turns.length) this.turns = found;
  }

  private async run(): Promise<void> {
    while (this.alive && this.sheet?.state !== "over") {
      const found = await world.attempt(() => sittings.look(this.id, this.sheet?.seq));
      if (!this.alive) return;
      if (found) this.take(found);
      await new Promise((done) => setTimeout(done, found ? BREATH : AGAIN));
    }
  }
}
