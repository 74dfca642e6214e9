/** What a view holds, as lines of names and values. */
export interface Line {
  name: string;
  value: string;
}

export function linesOf(view: unknown): Line[] {
  if (view === null || typeof view !== "object") return [{ name: "", value: shown(view) }];
  return Object.entries(view).map(([name, value]) => ({ name: name.replace(/_/g, " "), value: shown(value) }));
}

/** Several lines of text stay lines: many boards are lists of rows. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(shown).join(value.every((one) => typeof one === "string") ? "\n" : ", ");
  if (typeof value !== "object") return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${shown(inner)}`)
    .join("\n");
}

export function scoresOf(view: unknown): number[] {
  const scores = view !== null && typeof view === "object" && "scores" in view ? view.scores : [];
  return Array.isArray(scores) ? scores.filter((one): one is number => typeof one === "number") : [];
}
