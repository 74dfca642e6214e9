/** Abaku on the page. */
import { Marks } from "../_lines/marks.svelte";
import { drew, played } from "../_lines/told";
import { gameUi } from "../module";
import Board from "./Board.svelte";
import { AbakuDraft } from "./draft.svelte";
import { look } from "./look";
import type { AbakuView } from "./types";
import Tray from "./Tray.svelte";
import { t } from "./words";

export const ui = gameUi<AbakuView, AbakuDraft, Marks>({
  Board,
  Tray,
  marks: () => new Marks(),
  words: t,
  draft: (desk, view, seat, marks) => new AbakuDraft(desk, view, seat, marks),
  scores: (view) => view.scores,
  calculations: (detail) => look.found(detail).flatMap((found) => found.maths),
  tell: (text, kind) => (kind === "drawn" ? drew(text) : played(text)),
  lists: true,
});
