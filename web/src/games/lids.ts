/** What is on the box of a game at home: its own picture and words, there at once; the rest loads when it is played. */
import type { Component } from "svelte";
import { ofGame } from "../i18n/index.svelte";

export interface Lid {
  Picture: Component;
  /** Two lines, and a few words for a phone. English; other languages have them as `lid.say` and `lid.short`. */
  say: string;
  short: string;
  /** Where it stands on the shelf, from the left, until the server has told in which order it has its games. */
  place: number;
}

const LIDS = import.meta.glob<Lid>("./*/lid.ts", { eager: true, import: "lid" });

export function lidOf(game: string): Lid | null {
  return LIDS[`./${game}/lid.ts`] ?? null;
}

export function lidWords(game: string, key: "say" | "short", otherwise: string): string {
  return ofGame(game, `lid.${key}`, lidOf(game)?.[key] ?? otherwise);
}

/** The games that the page knows before the server has told which ones it has. */
export const BOXES = Object.entries(LIDS)
  .sort(([, a], [, b]) => a.place - b.place)
  .map(([path]) => path.split("/")[1] ?? "");
