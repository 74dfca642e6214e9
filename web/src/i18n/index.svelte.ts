/** One catalogue per language. English is always here; others come when they are chosen. */
import { en } from "./en";
import { Translator, translateWith, type Sentences } from "./sentences";

export type Key = keyof typeof en;
export type Catalogue = Record<Key, string>;
export type Language = "en" | "cs";
export const LANGUAGES: Record<Language, string> = { en: "English", cs: "Čeština" };

const loaders: Record<Language, () => Promise<Catalogue>> = {
  en: () => Promise.resolve(en),
  cs: () => import("./cs").then((module) => bound(module.cs)),
};

/** Czech prepositions of one letter do not end a line, and no line ends inside a calculation. */
export function bound<T extends Record<string, string>>(catalogue: T): T {
  const pairs = Object.entries(catalogue).map(([key, text]) => [
    key,
    text
      .replace(/(?<![\p{L}\d])([kvszouai]) (?=[\p{L}\d{])/giu, "$1\u00a0")
      .replace(/(?<=[\d²³]) ([=+−×÷]) (?=\d)/g, "\u00a0$1\u00a0"),
  ]);
  return Object.fromEntries(pairs) as T;
}

/** The server's sentences, for every language but its own. */
const sentences: Partial<Record<Language, () => Promise<Sentences>>> = {
  cs: () =>
    import("./sentences/cs.json").then(({ default: found }) => ({ ...found, sentences: bound(found.sentences) })),
};

class Speech {
  language = $state<Language>("en");
  catalogue = $state.raw<Catalogue>(en);

  async choose(language: Language): Promise<void> {
    const [catalogue, found] = await Promise.all([loaders[language](), sentences[language]?.()]);
    this.catalogue = catalogue;
    this.language = language;
    translateWith(found ? new Translator(found, (forms, n) => form(forms, n, language)) : null);
    document.documentElement.lang = language;
  }
}

export const speech = new Speech();

/** Texts with a number hold their plural forms, separated by " | ", in the order of the language's rules. */
const FORMS: Record<Language, Intl.LDMLPluralRule[]> = { en: ["one", "other"], cs: ["one", "few", "other"] };

export function form(forms: string[], n: number, language: Language): string {
  const rule = new Intl.PluralRules(language).select(n);
  const at = FORMS[language].indexOf(rule);
  return forms[at < 0 ? forms.length - 1 : Math.min(at, forms.length - 1)] ?? "";
}

const formats = new Map<Language, Intl.NumberFormat>();

/** Numbers as the language writes them: 1,234 or 1 234. */
function numbers(language: Language): Intl.NumberFormat {
  const known = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, known);
  return known;
}

export function fill(text: string, values: Record<string, string | number>, language: Language): string {
  const n = values["n"];
  const words = typeof n === "number" ? form(text.split(" | "), n, language) : text;
  const shown = (value: string | number): string =>
    typeof value === "number" ? numbers(language).format(value) : value;
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => shown(values[name] ?? whole));
}

export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(speech.catalogue[key] ?? en[key] ?? key, values, speech.language);
}

/** For texts that the server may also bring (options of games of others): our words, else theirs. */
export function tOr(key: string, otherwise: string, values: Record<string, string | number> = {}): string {
  const text = (speech.catalogue as Record<string, string>)[key];
  return text === undefined ? otherwise : fill(text, values, speech.language);
}

export function preferred(): Language {
  const wanted = typeof navigator === "undefined" ? [] : navigator.languages;
  for (const tag of wanted) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language in LANGUAGES) return language as Language;
  }
  return "en";
}
