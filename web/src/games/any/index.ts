/** The board for a game that brings none: its plain text or its view, a list of moves, and a line to type them in. */
import { gameUi } from "../module";
import Board from "./Board.svelte";
import { AnyDraft } from "./draft.svelte";
import { scoresOf } from "./look";
import Tray from "./Tray.svelte";
import { t } from "./words";

export const ui = gameUi<unknown, AnyDraft, null>({
  Board,
  Tray,
  plain: true,
  broad: 1.6,
  lists: true,
  marks: () => null,
  words: t,
  draft: (desk, view, seat) => new AnyDraft(desk, view, seat),
  scores: scoresOf,
  tell: (text) => text,
});
