/** Abaku on the page. */
import { t } from "../../i18n/index.svelte";
import { readLine } from "../_lines/line";
import type { GameUi } from "../module";
import Board from "./Board.svelte";
import { AbakuDraft } from "./draft.svelte";
import type { AbakuView } from "./look";
import Tray from "./Tray.svelte";

function tell(text: string, kind: "played" | "drawn"): string {
  if (kind === "drawn") return t("lines.told.drawn", { text });
  if (text.startsWith("change")) return t("lines.told.exchange", { text: text.slice(7) });
  if (text === "skip") return t("lines.told.skip");
  if (text === "accept" || text === "dispute") return t(`lines.told.${text}`);
  return text;
}

export const ui: GameUi<AbakuView, AbakuDraft> = {
  Board,
  Tray,
  draft: (desk, view, seat) => new AbakuDraft(desk, view, seat),
  scores: (view) => view.scores,
  hides: (view) => view.over === null,
  squares: (text) => readLine(text).map((piece) => piece.square),
  tell,
};
