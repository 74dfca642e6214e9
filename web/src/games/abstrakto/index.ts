/** Abstrakto on the page. */
import { t } from "../../i18n/index.svelte";
import { gameUi } from "../module";
import Board from "./Board.svelte";
import { AbstraktoDraft } from "./draft.svelte";
import Tray from "./Tray.svelte";
import { kindAt, pointAt, pointName, type AbstraktoView } from "./view";

function tell(text: string, kind: "played" | "drawn"): string {
  if (kind === "drawn") {
    return text === "blue" || text === "orange" ? t(`abstrakto.told.${text}`) : t("abstrakto.told.discards", { text });
  }
  if (text.startsWith("discard")) return t("abstrakto.told.discard");
  if (text === "swap") return t("abstrakto.told.swap");
  const at = pointAt(text);
  return at ? t("abstrakto.told.place", { kind: t(`abstrakto.kind.${kindAt(at.x, at.y).kind}`), point: text }) : text;
}

/** Who takes over a tile does so while it is the only one. */
function tilesOf(view: AbstraktoView): string[] {
  return view.board.flatMap((line, y) => [...line].flatMap((sign, x) => (sign === "." ? [] : [pointName(x, y)])));
}

export const ui = gameUi<AbstraktoView, AbstraktoDraft, null>({
  Board,
  Tray,
  marks: () => null,
  draft: (desk, view, seat) => new AbstraktoDraft(desk, view, seat),
  scores: (view) => view.controlled,
  hides: (view) => view.options.discard === "secret" && view.phase !== "over",
  squares: (text, view) => (text === "swap" ? tilesOf(view) : pointAt(text) ? [text] : []),
  tell,
});
