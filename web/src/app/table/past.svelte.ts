/** Any earlier moment of a table, by its address (`?ply=12`). */
import { untrack } from "svelte";
import { http } from "../../api/http";
import type { TableLink } from "../../api/table.svelte";
import type { AtPly } from "../../api/types";
import { router } from "../router.svelte";
import type { Chair } from "./chair.svelte";
import { stopsOf } from "./stops";

export class Past {
  at = $state.raw<AtPly | null>(null);
  /** The ply that the address asks for; null: now. The start is where somebody first had something to decide. */
  readonly ply: number | null = $derived.by(() => {
    if (!router.query.has("ply")) return null;
    const last = this.link.position?.ply ?? 0;
    const asked = Math.min(last, Number(router.query.get("ply")) || 0);
    return asked > 0 ? asked : (stopsOf(this.link.entries, last)[0] ?? 0);
  });

  constructor(
    private readonly link: TableLink,
    private readonly chair: Chair,
  ) {}

  /** Fetches the moment that the address asks for, and passes it on once it has arrived. */
  follow(arrived: (at: AtPly) => void): void {
    const wanted = this.ply;
    if (wanted === null || this.link.position === null) {
      this.at = null;
      return;
    }
    const seat = untrack(() => this.chair.alone);
    const show = (at: AtPly): void => {
      if (wanted !== this.ply) return;
      this.at = at;
      arrived(at);
    };
    void http.at(this.link.id, wanted, seat).then(show, () => undefined);
  }
}
