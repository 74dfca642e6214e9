/** The words of the puzzle screens: they come with them, and not with the first board. */
import { wordsOf } from "../../i18n/index.svelte";
import en from "./words/en.json";

export const t = wordsOf("puzzles", en);
