/** What board and tray of one table share: the rows that were possible, and why a claim of mine was wrong. */
import type { Checked } from "../../api/types";
import type { Described } from "../../board/described";

export class Marks {
  /** Whether the board outlines the rows that were possible: only when somebody opens their list. */
  outlined = $state(false);
  strong = $state<string | null>(null);
  /** The last claim that was judged, in the server's words. */
  judged = $state.raw<{ move: string; told: Described } | null>(null);
  /** The conditions of my last claim, as far as they were known when it was made. */
  claimed = $state.raw<{ move: string; checks: Checked[] } | null>(null);
}
