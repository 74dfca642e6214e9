/** The rules documents themselves: one folder a language under docs/rules, English above them. */
const TEXTS = import.meta.glob<string>(["../../../docs/rules/*.md", "../../../docs/rules/*/*.md"], {
  query: "?raw",
  import: "default",
});

export interface Rulebook {
  text: string;
  /** The language it is written in: English where a language has no translation. */
  language: string;
}

export async function rulebook(game: string, language: string): Promise<Rulebook> {
  const own = TEXTS[`../../../docs/rules/${language}/${game}.md`];
  if (own) return { text: await own(), language };
  const english = TEXTS[`../../../docs/rules/${game}.md`];
  return { text: english ? await english() : "", language: "en" };
}
