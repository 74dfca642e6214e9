/** Abak Evolution Backgammon on the page. */
import { t } from "./words";
import { gameUi } from "../module";
import Board from "./Board.svelte";
import { AbakDraft } from "./draft.svelte";
import { Marks } from "./marks.svelte";
import Thrown from "./Thrown.svelte";
import Tray from "./Tray.svelte";
import type { View as AbakView } from "./types";

const WORDS = ["pass", "roll", "double", "take", "drop"] as const;

function tell(text: string, kind: "played" | "drawn"): string {
  if (kind === "drawn") return t("told.dice", { text });
  const word = WORDS.find((one) => one === text);
  return word ? t(`told.${word}`) : text;
}

export const ui = gameUi<AbakView, AbakDraft, Marks>({
  Board,
  Tray,
  Thrown,
  marks: () => new Marks(),
  words: t,
  draft: (desk, view, seat) => new AbakDraft(desk, view, seat),
  scores: (view) => view.scores,
  trayHeight: 300,
  broad: 1.17,
  phone: { tray: 72, ratio: 1.64 },
  standing: (view) => view.pips.map((pips) => -pips),
  tell,
});
