/** The words of this game. */
import { wordsOf } from "../../i18n/index.svelte";
import en from "./words/en.json";

export const t = wordsOf("calculissimo", en);
export type Key = keyof typeof en.words;
