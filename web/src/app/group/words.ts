/** The words of duplicate play. */
import { wordsOf } from "../../i18n/index.svelte";
import en from "./words/en.json";

export const t = wordsOf("group", en);
