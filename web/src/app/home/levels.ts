/** The strength of the bots that somebody chose last, for each game. */
import type { GameSheet } from "../../api/types";
import { settings } from "../settings.svelte";

/** Otherwise the second level of a game, where it has several: neither the weakest nor the strongest. */
export function levelFor(game: GameSheet): number {
  const kept = settings.all.levels[game.id];
  const isKnown = game.levels.some((one) => one.level === kept);
  const usual = game.levels[Math.min(1, game.levels.length - 1)]?.level ?? 0;
  return isKnown && kept !== undefined ? kept : usual;
}

export function remember(game: string, level: number): void {
  settings.set("levels", { ...settings.all.levels, [game]: level });
}
