/** Where the how-to-play texts lie. Whoever opens one fetches it while the page that shows it is still on its way. */
import type { Drawn } from "./howto";

/** One file per game and language; pictures are the same in all of them. */
const TEXTS = import.meta.glob<string>("../../../../docs/play/*.md", { query: "?raw", import: "default" });
const DRAWN = import.meta.glob<Record<string, Drawn>>("../../../../docs/play/drawn/*.json", { import: "default" });

export interface Fetched {
  language: string;
  text: string | undefined;
  drawn: Record<string, Drawn> | undefined;
}

/** In English where a language has none yet. */
export async function fetched(game: string, language: string): Promise<Fetched> {
  const path = (suffix: string): string => `../../../../docs/play/${game}.${suffix}.md`;
  const found = path(language) in TEXTS ? language : "en";
  const [text, drawn] = await Promise.all([
    TEXTS[path(found)]?.(),
    DRAWN[`../../../../docs/play/drawn/${game}.json`]?.(),
  ]);
  return { language: found, text, drawn };
}
