/** Abak Evolution Backgammon on the page. */
import { t } from "../../i18n/index.svelte";
import { gameUi } from "../module";
import Board from "./Board.svelte";
import { AbakDraft } from "./draft.svelte";
import Tray from "./Tray.svelte";
import { readStep, turned, type AbakView } from "./view";

const WORDS = ["pass", "roll", "double", "take", "drop"] as const;

function squares(text: string, _view: AbakView, seat: number | null): string[] {
  return text.split(/\s+/).flatMap((word) => {
    const step = readStep(word);
    if (!step) return [];
    return [step.from, step.to].map((place) => (/^\d+$/.test(place) ? `w${turned(Number(place), seat)}` : place));
  });
}

function tell(text: string, kind: "played" | "drawn"): string {
  if (kind === "drawn") return t("abak.told.dice", { text });
  const word = WORDS.find((one) => one === text);
  return word ? t(`abak.told.${word}`) : text;
}

export const ui = gameUi<AbakView, AbakDraft, null>({
  Board,
  Tray,
  marks: () => null,
  draft: (desk, view, seat) => new AbakDraft(desk, view, seat),
  scores: (view) => view.scores,
  squares,
  tell,
});
