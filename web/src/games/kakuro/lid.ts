import type { Lid } from "../lids";
import Picture from "./Lid.svelte";

export const lid: Lid = {
  Picture,
  say: "One sum for all. Who is first to see a row that makes it?",
  short: "First to see the sum",
  place: 3,
};
