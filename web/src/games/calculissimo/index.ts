/** Calculissimo on the page. */
import { readLine } from "../_lines/line";
import { Marks } from "../_lines/marks.svelte";
import { drew, played } from "../_lines/told";
import { gameUi } from "../module";
import Board from "./Board.svelte";
import { CalculissimoDraft } from "./draft.svelte";
import { look, type CalculissimoView } from "./look";
import Tray from "./Tray.svelte";

export const ui = gameUi<CalculissimoView, CalculissimoDraft, Marks>({
  Board,
  Tray,
  marks: () => new Marks(),
  draft: (desk, view, seat, marks) => new CalculissimoDraft(desk, view, seat, marks),
  scores: (view) => view.scores,
  calculations: (detail) => look.found(detail).map((found) => found.text),
  hides: (view) => view.over === null,
  squares: (text) => readLine(text).map((piece) => piece.square),
  tell: (text, kind) => (kind === "drawn" ? drew(text) : played(text)),
  lists: true,
});
