/** How a seat is called: bots by their level, in the language of the page. */
import type { SeatSheet } from "../api/types";
import { t, tOr } from "../i18n/index.svelte";

export function nameOf(seat: SeatSheet): string {
  if (seat.kind === "open") return t("seat.open");
  return seat.kind === "bot" ? tOr(`level.${seat.name}`, seat.name) : seat.name;
}
