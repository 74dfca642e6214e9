/** What a seat is called: bots by their level, in the language of the page. */
import type { SeatSheet } from "../api/types";
import { ofGame, t } from "../i18n/index.svelte";

export function nameOf(seat: SeatSheet, game: string): string {
  if (seat.kind === "open") return t("seat.open");
  return seat.kind === "bot" ? levelName(seat.name, game) : seat.name;
}

/** A bot as it is called at the table: its name begins with a capital letter there. */
export function levelName(name: string, game: string): string {
  return ofGame(game, `level.${name}`, name.charAt(0).toUpperCase() + name.slice(1));
}
