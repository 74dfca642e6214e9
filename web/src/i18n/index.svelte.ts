/** The language of the page. English words are kept with the code that says them; other languages load when chosen.
 *
 * Words that all screens share are here, the words of a game in `games/<id>/words`: both are JSON catalogues, one
 * file per language. The server speaks English; what it says in sentences is translated by its template.
 */
import type { Spoken } from "../api/types";
import en from "./en.json";
import { Writer, type Catalogue, type Sentence, type Values, type Word } from "./words";

export type Key = keyof typeof en.words;
/** Every language by its own name. */
const NAMES = { en: "English", cs: "Čeština", de: "Deutsch", es: "Español", fr: "Français" };
export type Language = keyof typeof NAMES;

const SHARED = import.meta.glob<Catalogue>(["./*.json", "!./en.json"], { import: "default" });
/** Of games, and of screens that not everybody opens. */
const OF_ROOMS = import.meta.glob<Catalogue>(
  ["../games/*/words/*.json", "../app/*/words/*.json", "!../games/*/words/en.json", "!../app/*/words/en.json"],
  { import: "default" },
);

/** The languages to choose from: those that have words. */
export const LANGUAGES = Object.fromEntries(
  Object.entries(NAMES).filter(([code]) => code === "en" || `./${code}.json` in SHARED),
) as Partial<Record<Language, string>>;

/** What a language keeps on one line, beside calculations: each with the space it must not break at. */
const BOUND: Partial<Record<Language, (text: string) => string>> = {
  // Czech prepositions of one letter do not end a line
  cs: (text) => text.replace(/(?<![\p{L}\d])([kvszouai]) (?=[\p{L}\d{])/giu, "$1\u00a0"),
  // French sets a space before some signs
  fr: (text) => text.replace(/ (?=[:;!?»])/g, "\u00a0").replace(/« /g, "«\u00a0"),
};

/** A text with spaces that do not break where no line may end. */
export function bound(text: string, language: Language): string {
  const own = BOUND[language]?.(text) ?? text;
  return own.replace(/(?<=[\d²³]) ([=+−×÷]) (?=\d)/g, "\u00a0$1\u00a0");
}

function typeset(words: Catalogue["words"], set: (text: string) => string): Catalogue["words"] {
  const forms = (word: Word): Word =>
    typeof word === "string"
      ? set(word)
      : Object.fromEntries(Object.entries(word).map(([rule, text]) => [rule, set(text)]));
  return Object.fromEntries(Object.entries(words).map(([key, word]) => [key, forms(word)]));
}

async function loaded(load: () => Promise<Catalogue>, language: Language): Promise<Required<Catalogue>> {
  const { words, sentences = {} } = await load();
  const set = (text: string): string => bound(text, language);
  return { words: typeset(words, set), sentences: typeset(sentences, set) };
}

/** All catalogues of a language, by the game or screen they belong to; the shared one is "". */
async function catalogues(language: Language): Promise<Record<string, Required<Catalogue>>> {
  const found: [string, () => Promise<Catalogue>][] = Object.entries(OF_ROOMS)
    .filter(([path]) => path.endsWith(`/${language}.json`))
    .map(([path, load]) => [path.split("/")[2] ?? "", load]);
  const shared = SHARED[`./${language}.json`];
  if (shared) found.push(["", shared]);
  return Object.fromEntries(
    await Promise.all(found.map(async ([room, load]) => [room, await loaded(load, language)] as const)),
  );
}

class Speech {
  language = $state<Language>("en");
  private rooms = $state.raw<Record<string, Required<Catalogue>>>({});
  writer = $state.raw(new Writer("en", () => undefined));

  async choose(language: Language): Promise<void> {
    const rooms = await catalogues(language);
    const sentences: Record<string, Word> = Object.assign({}, ...Object.values(rooms).map((room) => room.sentences));
    this.rooms = rooms;
    this.writer = new Writer(language, (template) => sentences[template]);
    this.language = language;
    document.documentElement.lang = language;
  }

  word(room: string, key: string): Word | undefined {
    return this.rooms[room]?.words[key];
  }
}

export const speech = new Speech();

export function t(key: Key, values: Values = {}): string {
  return speech.writer.fill(speech.word("", key) ?? en.words[key] ?? key, values);
}

/** A number with so many decimal places; with its sign where it is a difference. */
export function decimal(value: number, places: number, isDifference = false): string {
  return speech.writer.decimal(value, places, isDifference ? { signDisplay: "exceptZero" } : {});
}

/** A share of one in percent. */
export function percent(share: number, places = 0): string {
  return speech.writer.decimal(share, places, { style: "percent" });
}

/** The words of a game, and those that all share: `const t = wordsOf("chess", en)`, with the game's own `en.json`. */
export function wordsOf<K extends string>(room: string, own: { words: Record<K, Word> }): Words<K | Key> {
  const find = (key: string, values: Values = {}): string | undefined => {
    const english: Word | undefined = own.words[key as K];
    return english === undefined ? undefined : speech.writer.fill(speech.word(room, key) ?? english, values);
  };
  return Object.assign((key: K | Key, values: Values = {}) => find(key, values) ?? t(key as Key, values), { find });
}

export interface Words<K extends string = string> {
  (key: K, values?: Values): string;
  /** For composed keys: the game's own words, if it has them. */
  find: (key: string, values?: Values) => string | undefined;
}

/** What a game declares in English (its summary, its options, the names of its bots). */
export function ofGame(game: string, key: string, english: string): string {
  const word = speech.word(game, key) ?? speech.word("", key);
  return word === undefined ? english : speech.writer.fill(word, {});
}

/** What the server said, in the language of the page. Its own language needs no template. */
export function said<T extends Spoken>(message: T): T {
  if (speech.language === "en" || !message.template) return message;
  return { ...message, text: speech.writer.say(message as Sentence) };
}

export function preferred(): Language {
  const wanted = typeof navigator === "undefined" ? [] : navigator.languages;
  for (const tag of wanted) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language in LANGUAGES) return language as Language;
  }
  return "en";
}
