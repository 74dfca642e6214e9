/** Calculissimo on the page. */
import { Marks } from "../_lines/marks.svelte";
import { drew, played } from "../_lines/told";
import { gameUi } from "../module";
import Board from "./Board.svelte";
import { CalculissimoDraft } from "./draft.svelte";
import { look } from "./look";
import type { CalculissimoView } from "./types";
import Tray from "./Tray.svelte";
import { t } from "./words";

export const ui = gameUi<CalculissimoView, CalculissimoDraft, Marks>({
  Board,
  Tray,
  marks: () => new Marks(),
  words: t,
  draft: (desk, view, seat, marks) => new CalculissimoDraft(desk, view, seat, marks),
  scores: (view) => view.scores,
  calculations: (detail) => look.found(detail).flatMap((found) => found.maths),
  tell: (text, kind) => (kind === "drawn" ? drew(text) : played(text)),
  lists: true,
});
