/** Kakuro, the game, on the page. */
import { t } from "./words";
import { gameUi } from "../module";
import Board from "./Board.svelte";
import { KakuroDraft } from "./draft.svelte";
import { Marks } from "./marks.svelte";
import Tray from "./Tray.svelte";
import { faceOf, shortOf } from "./look";
import type { KakuroView } from "./types";

const WORDS = ["flip", "kakuro!", "impossible", "possible", "retract"] as const;

function tell(text: string, kind: "played" | "drawn"): string {
  if (kind === "drawn") {
    if (/^\d{1,2}$/.test(text)) return t("told.sum", { sum: text });
    return text.length > 40
      ? t("told.layout")
      : t("told.tiles", {
          text: text
            .split("/")
            .map((pool) => [...pool].map(faceOf).join(" ") || "–")
            .join(" · "),
        });
  }
  const word = WORDS.find((one) => one === text);
  if (word) return t(`told.${word === "kakuro!" ? "kakuro" : word}`);
  const { row, tiles } = shortOf(text);
  return tiles ? t("told.claim.tiles", { row, n: tiles }) : t("told.claim", { row });
}

export const ui = gameUi<KakuroView, KakuroDraft, Marks>({
  Board,
  Tray,
  marks: () => new Marks(),
  words: t,
  draft: (desk, view, seat, marks) => new KakuroDraft(desk, view, seat, marks),
  scores: (view) => view.scores,
  tell,
  lists: true,
  trayHeight: 392,
  phone: { tray: 244, ratio: 1 },
});
