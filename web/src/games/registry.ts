/** The games that this page can draw: one lazy line each. */
import type { Words } from "../i18n/index.svelte";
import type { GameUi, Lesson, Picture } from "./module";

export const GAMES: Record<string, () => Promise<{ ui: GameUi }>> = {
  abaku: () => import("./abaku"),
  calculissimo: () => import("./calculissimo"),
  kakuro: () => import("./kakuro"),
  abstrakto: () => import("./abstrakto"),
  abak: () => import("./abak"),
};

export interface School {
  lessons: Lesson[];
  pictures: Picture[];
  /** The words of its lessons. */
  words: Pick<Words, "find">;
}

export const SCHOOLS: Record<string, () => Promise<{ school: School }>> = {
  abaku: () => import("./abaku/school"),
  calculissimo: () => import("./calculissimo/school"),
  kakuro: () => import("./kakuro/school"),
  abstrakto: () => import("./abstrakto/school"),
  abak: () => import("./abak/school"),
};
