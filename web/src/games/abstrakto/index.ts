/** Abstrakto on the page. */
import { t } from "./words";
import { gameUi } from "../module";
import Board from "./Board.svelte";
import { AbstraktoDraft } from "./draft.svelte";
import Tray from "./Tray.svelte";
import { kindAt, pointAt } from "./look";
import type { AbstraktoView } from "./types";

function tell(text: string, kind: "played" | "drawn"): string {
  if (kind === "drawn") {
    return text === "blue" || text === "orange" ? t(`told.${text}`) : t("told.discards", { text });
  }
  if (text.startsWith("discard")) return t("told.discard");
  if (text === "swap") return t("told.swap");
  const at = pointAt(text);
  return at ? t("told.place", { kind: t(`kind.${kindAt(at.x, at.y).kind}`), point: text }) : text;
}

export const ui = gameUi<AbstraktoView, AbstraktoDraft, null>({
  Board,
  Tray,
  marks: () => null,
  words: t,
  draft: (desk, view, seat) => new AbstraktoDraft(desk, view, seat),
  scores: (view) => view.controlled,
  tell,
  trayHeight: 300,
  phone: { tray: 190, ratio: 1 },
});
