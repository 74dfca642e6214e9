import type { Lid } from "../lids";
import Picture from "./Lid.svelte";

export const lid: Lid = {
  Picture,
  say: "Fence off areas. More tiles around one, and it is yours.",
  short: "Fence off areas",
  place: 4,
};
