import type { Lid } from "../lids";
import Picture from "./Lid.svelte";

export const lid: Lid = {
  Picture,
  say: "Backgammon with guards, a general, a druid, two wounded.",
  short: "Backgammon with heroes",
  place: 5,
};
