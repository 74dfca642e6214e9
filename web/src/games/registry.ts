/** The games that this page can draw: one lazy line each. */
import type { Words } from "../i18n/index.svelte";
import type { Box } from "../board/crop";
import type { GameUi, Lesson } from "./module";

const GAMES: Record<string, () => Promise<{ ui: GameUi }>> = {
  abaku: () => import("./abaku"),
  calculissimo: () => import("./calculissimo"),
  kakuro: () => import("./kakuro"),
  abstrakto: () => import("./abstrakto"),
  abak: () => import("./abak"),
};

/** How a game is drawn; one without a board of its own gets the board for any game. */
export async function uiOf(game: string): Promise<GameUi> {
  const module = await (GAMES[game] ?? (() => import("./any")))();
  return module.ui;
}

export interface School {
  lessons: Lesson[];
  /** The part of the board's drawing that these squares and all between them take up. */
  region: (names: string[]) => Box;
  /** The words of its lessons. */
  words: Pick<Words, "find">;
}

/** Whether lessons and rules of this game can be read here. */
export function isTaught(game: string): boolean {
  return game in SCHOOLS;
}

export const SCHOOLS: Record<string, () => Promise<{ school: School }>> = {
  abaku: () => import("./abaku/school"),
  calculissimo: () => import("./calculissimo/school"),
  kakuro: () => import("./kakuro/school"),
  abstrakto: () => import("./abstrakto/school"),
  abak: () => import("./abak/school"),
};
