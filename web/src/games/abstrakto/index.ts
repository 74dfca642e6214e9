/** Abstrakto on the page. */
import { t } from "../../i18n/index.svelte";
import type { GameUi } from "../module";
import Board from "./Board.svelte";
import { AbstraktoDraft } from "./draft.svelte";
import Tray from "./Tray.svelte";
import { kindAt, pointAt, type AbstraktoView } from "./view";

function tell(text: string, kind: "played" | "drawn"): string {
  if (kind === "drawn") {
    return text === "blue" || text === "orange" ? t(`abstrakto.told.${text}`) : t("abstrakto.told.discards", { text });
  }
  if (text.startsWith("discard")) return t("abstrakto.told.discard");
  if (text === "swap") return t("abstrakto.told.swap");
  const at = pointAt(text);
  return at ? t("abstrakto.told.place", { kind: t(`abstrakto.kind.${kindAt(at.x, at.y).kind}`), point: text }) : text;
}

export const ui: GameUi<AbstraktoView, AbstraktoDraft> = {
  Board,
  Tray,
  draft: (desk, view, seat) => new AbstraktoDraft(desk, view, seat),
  scores: (view) => view.controlled,
  hides: (view) => view.options.discard === "secret" && view.phase !== "over",
  squares: (text) => (pointAt(text) ? [text] : []),
  tell,
};
