import type { Lid } from "../lids";
import Picture from "./Lid.svelte";

export const lid: Lid = {
  Picture,
  say: "Numbers and signs in a cross. The result is your score.",
  short: "Every line is a sum",
  place: 2,
};
