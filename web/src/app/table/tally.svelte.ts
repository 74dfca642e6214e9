/** The scores after each decision of a match: asked for when somebody wants to see them, and asked for once. */
import { SvelteMap } from "svelte/reactivity";
import { http } from "../../api/http";
import type { TableLink } from "../../api/table.svelte";
import type { Entry } from "../../api/types";
import type { GameUi } from "../../games/module";
import type { Chair } from "./chair.svelte";
import { isDecision } from "./telling";

const AT_ONCE = 4;

export interface Standing {
  scores: number[];
  /** Who leads, where the scores alone do not say it. */
  lead: number[];
}

export class Tally {
  readonly after = new SvelteMap<number, Standing>();
  private readonly asked = new Set<number>();

  constructor(
    private readonly link: TableLink,
    private readonly chair: Chair,
  ) {}

  get decisions(): Entry[] {
    return this.link.entries.filter(isDecision);
  }

  get whole(): boolean {
    return this.decisions.every((entry) => this.after.has(entry.ply ?? 0));
  }

  /** Asks for what is missing, a few at a time. */
  async follow(ui: GameUi): Promise<void> {
    const wanted = this.decisions.map((entry) => entry.ply ?? 0).filter((ply) => !this.asked.has(ply));
    wanted.forEach((ply) => this.asked.add(ply));
    for (let i = 0; i < wanted.length; i += AT_ONCE) {
      await Promise.all(wanted.slice(i, i + AT_ONCE).map((ply) => this.fetch(ply, ui)));
    }
  }

  private async fetch(ply: number, ui: GameUi): Promise<void> {
    const at = await http.at(this.link.id, ply, this.chair.alone).catch(() => null);
    if (!at) {
      this.asked.delete(ply);
      return;
    }
    const scores = ui.scores(at.view);
    this.after.set(ply, { scores, lead: ui.standing?.(at.view) ?? scores });
  }
}
