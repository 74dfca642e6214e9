/** What board and tray of one table share: the class of the checker that somebody points at. */
import type { Kind } from "./look";

export class Marks {
  kind = $state<Kind | null>(null);
}
