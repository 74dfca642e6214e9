/** The words of an address where nothing is. */
import { wordsOf } from "../../i18n/index.svelte";
import en from "./words/en.json";

export const t = wordsOf("lost", en);
