/** The words of the boards of the day. */
import { wordsOf } from "../../i18n/index.svelte";
import en from "./words/en.json";

export const t = wordsOf("daily", en);
