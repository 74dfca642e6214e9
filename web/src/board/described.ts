/** Events in people's words, as they come from the server: sentences as templates, mathematics as text. */
import type { Described, DescribedItem, Said } from "../api/types";
import { speech } from "../i18n/index.svelte";
import { aloud } from "../i18n/maths";
import type { Values } from "../i18n/words";

export type { Described, DescribedItem } from "../api/types";

export function sentence({ template, values, one }: Said): string {
  return speech.writer.say({ template, values: values as Values, one: one ?? null });
}

/** The most telling item: the one that brought most. */
export function best(described: Described): DescribedItem | null {
  const [first = null, ...others] = described.items;
  return others.reduce((top, item) => ((item.points ?? 0) > (top?.points ?? 0) ? item : top), first);
}

/** Everything in one breath, for speech: "tiles 2, 8 and 9: the square root of 289 is 17". */
export function spoken(described: Described): string {
  const items = described.items.map(spokenItem).filter(Boolean);
  return items.length ? `${sentence(described.said)}: ${items.join("; ")}` : sentence(described.said);
}

function spokenItem(item: DescribedItem): string {
  const words = item.said ? sentence(item.said) : "";
  return [item.maths && aloud(item.maths), words].filter(Boolean).join(", ");
}
