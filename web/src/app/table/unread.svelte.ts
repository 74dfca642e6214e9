/** Which part of the log is open, and what was said while nobody looked at the talk. */
import { MediaQuery } from "svelte/reactivity";
import type { TableLink } from "../../api/table.svelte";
import type { Chair } from "./chair.svelte";

/** Screens on which the log stands beside or below the board all the time; on others it is a sheet. */
export const roomy = new MediaQuery("(min-width: 700px) and (min-height: 501px)", true);

export class Unread {
  tab = $state<"moves" | "sheet" | "talk" | "review">("moves");
  open = $state(false);
  private seen = $state(-1);

  constructor(
    private readonly link: TableLink,
    private readonly chair: Chair,
  ) {}

  get count(): number {
    const { mine } = this.chair;
    const fresh = this.link.entries.filter((entry) => entry.kind === "said" && entry.seq > this.seen);
    return fresh.filter((entry) => entry.seat === null || !mine.includes(entry.seat)).length;
  }

  /** What lies before somebody's eyes is read. What was said before they came is no news either. */
  follow(): void {
    const last = this.link.entries.at(-1)?.seq ?? -1;
    const looking = this.tab === "talk" && (roomy.current || this.open);
    if (last >= 0 && (looking || this.seen < 0)) this.seen = last;
  }
}
