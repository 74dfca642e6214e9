import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../src/i18n/index.svelte";
import type { Catalogue, Word } from "../src/i18n/words";

const FOUND = import.meta.glob<Catalogue>(["../src/i18n/*.json", "../src/{games,app}/*/words/*.json"], {
  eager: true,
  import: "default",
});
const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== "en");
const ENGLISH = Object.keys(FOUND).filter((path) => path.endsWith("/en.json"));
/** What games declare in English, to the server or on their boxes: only other languages say it here. */
const DECLARED = /^(summary$|lid\.|preset\.|option\.|about\.|level\.(?!of$))/;
/** Languages whose form "many" is for fractions or for millions: a game has neither. */
const WITHOUT_MANY = new Set(["cs", "es", "fr"]);
const MAY_BE_EMPTY = new Set(["rules.english"]);

const texts = (word: Word): string[] => (typeof word === "string" ? [word] : Object.values(word));
const holes = (word: Word): string[] =>
  [
    ...new Set(
      texts(word)
        .join()
        .match(/\{\w+\}/g) ?? [],
    ),
  ].sort();

describe.each(ENGLISH)("%s", (path) => {
  const english = FOUND[path]?.words ?? {};
  it("repeats nothing that the server says itself", () => {
    expect(Object.keys(english).filter((key) => DECLARED.test(key))).toEqual([]);
    expect(FOUND[path]?.sentences).toBeUndefined();
  });
  it.each(OTHERS)("has a translation in %s, with the same values", (language) => {
    const words = FOUND[path.replace("/en.json", `/${language}.json`)]?.words ?? {};
    const own = Object.keys(words).filter((key) => !DECLARED.test(key));
    expect(own.sort()).toEqual(Object.keys(english).sort());
    for (const key of own) expect(holes(words[key] ?? ""), key).toEqual(holes(english[key] ?? ""));
  });
});

describe.each(Object.entries(FOUND))("%s", (path, catalogue) => {
  const language = path.split("/").at(-1)?.replace(".json", "") ?? "";
  const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const all = Object.entries({ ...catalogue.words, ...catalogue.sentences });
  it("says something under every key", () => {
    for (const [key, word] of all)
      expect(texts(word).every((text) => text !== "") || MAY_BE_EMPTY.has(key), key).toBe(true);
  });
  it("has the plural forms that its language has for whole numbers", () => {
    const needed = rules.filter((rule) => rule !== "many" || !WITHOUT_MANY.has(language)).sort();
    for (const [key, word] of all) if (typeof word !== "string") expect(Object.keys(word).sort(), key).toEqual(needed);
  });
});

describe("a template", () => {
  it.each(OTHERS)("that several games say has one translation in %s", (language) => {
    const known: Record<string, Word> = {};
    for (const [path, { sentences = {} }] of Object.entries(FOUND)) {
      if (!path.endsWith(`/${language}.json`)) continue;
      for (const [template, word] of Object.entries(sentences)) {
        expect(known[template] ?? word, template).toEqual(word);
        known[template] = word;
      }
    }
    expect(Object.keys(known).length).toBeGreaterThan(200);
  });
});

describe("French", () => {
  const files = Object.keys(FOUND).filter((path) => path.endsWith("/fr.json"));
  const said = (path: string): string[] => {
    const { words, sentences = {} } = FOUND[path] ?? { words: {} };
    return [...Object.values(words), ...Object.values(sentences)].flatMap(texts);
  };
  it.each(files)("has its own apostrophe in %s", (path) => {
    expect(said(path).filter((text) => /\p{L}'\p{L}/u.test(text))).toEqual([]);
  });
  it.each(files)("calls whoever reads it tu in %s", (path) => {
    expect(said(path).filter((text) => /\b(vous|votre|vos|veuillez|trouvez)\b/i.test(text))).toEqual([]);
  });
});
