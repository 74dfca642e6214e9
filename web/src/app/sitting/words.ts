/** The words of duplicate with one rack for all. */
import { wordsOf } from "../../i18n/index.svelte";
import en from "./words/en.json";

export const t = wordsOf("sitting", en);
