import type { Lid } from "../lids";
import Picture from "./Lid.svelte";

export const lid: Lid = {
  Picture,
  say: "Lay digits, find the equations. The signs are in your head.",
  short: "Digits that hide equations",
  place: 1,
};
