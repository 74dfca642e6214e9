/** One catalogue per language. English is always here; others come when they are chosen. */
import { en } from "./en";
import { Translator, translateWith, type Sentences } from "./sentences";

export type Key = keyof typeof en;
export type Catalogue = Record<Key, string>;
export type Language = "en" | "cs";
export const LANGUAGES: Record<Language, string> = { en: "English", cs: "Čeština" };

const loaders: Record<Language, () => Promise<Catalogue>> = {
  en: () => Promise.resolve(en),
  cs: () => import("./cs").then((module) => module.cs),
};

/** The server's sentences, for every language but its own. */
const sentences: Partial<Record<Language, () => Promise<Sentences>>> = {
  cs: () => import("./sentences/cs.json").then((module) => module.default),
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

export function fill(text: string, values: Record<string, string | number>, language: Language): string {
  const n = values["n"];
  const words = typeof n === "number" ? form(text.split(" | "), n, language) : text;
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
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
