/** Kakuro, the game, on the page. */
import { t } from "../../i18n/index.svelte";
import type { GameUi } from "../module";
import Board from "./Board.svelte";
import { KakuroDraft } from "./draft.svelte";
import Tray from "./Tray.svelte";
import { faceOf, rowOf, shortOf, type KakuroView } from "./view";

const WORDS = ["flip", "kakuro!", "impossible", "possible", "retract"] as const;

function tell(text: string, kind: "played" | "drawn"): string {
  if (kind === "drawn") {
    if (/^\d{1,2}$/.test(text)) return t("kakuro.told.sum", { sum: text });
    return text.length > 40
      ? t("kakuro.told.layout")
      : t("kakuro.told.tiles", {
          text: text
            .split("/")
            .map((pool) => [...pool].map(faceOf).join(" ") || "–")
            .join(" · "),
        });
  }
  const word = WORDS.find((one) => one === text);
  if (word) return t(`kakuro.told.${word === "kakuro!" ? "kakuro" : word}`);
  const { row, tiles } = shortOf(text);
  return tiles ? t("kakuro.told.claim.tiles", { row, n: tiles }) : t("kakuro.told.claim", { row });
}

export const ui: GameUi<KakuroView, KakuroDraft> = {
  Board,
  Tray,
  draft: (desk, view, seat) => new KakuroDraft(desk, view, seat),
  scores: (view) => view.scores,
  squares: (text) => rowOf(text),
  tell,
  lists: true,
};
