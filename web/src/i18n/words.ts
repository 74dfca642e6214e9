/** Words with values in them: plural forms, numbers and lists as the platform writes them in a language. */

/** A text, or one for each plural form of the language by the number `n`. */
export type Word = string | Partial<Record<Intl.LDMLPluralRule, string>>;

/** A sentence of the server: a template in English, which is the key of its translations, and its values. */
export interface Sentence {
  template: string;
  values: Values;
  /** The English template where its number is one. */
  one?: string | null;
}
export interface List {
  list: Value[];
  joint: "and" | "or";
}
export type Value = string | number | Sentence | List;
export type Values = Readonly<Record<string, Value>>;

/** What a language says: words of the page by their key, sentences of the server by their template. */
export interface Catalogue {
  words: Readonly<Record<string, Word>>;
  sentences?: Readonly<Record<string, Word>>;
}

const KINDS = { and: "conjunction", or: "disjunction" } as const;

export class Writer {
  private readonly numbers: Intl.NumberFormat;
  private readonly plurals: Intl.PluralRules;

  constructor(
    readonly language: string,
    /** The translation of a template; undefined: there is none. */
    private readonly sentence: (template: string) => Word | undefined,
  ) {
    this.numbers = new Intl.NumberFormat(language);
    this.plurals = new Intl.PluralRules(language);
  }

  fill(word: Word, values: Values): string {
    return this.form(word, values["n"]).replace(/\{(\w+)\}/g, (hole, name: string) => {
      const value = values[name];
      return value === undefined ? hole : this.write(value);
    });
  }

  /** A number with so many decimal places; `more` says in which form (percent, with a sign). */
  decimal(value: number, places: number, more: Intl.NumberFormatOptions = {}): string {
    const form = { ...more, minimumFractionDigits: places, maximumFractionDigits: places };
    return new Intl.NumberFormat(this.language, form).format(value).replace("-", "−");
  }

  say({ template, values, one }: Sentence): string {
    return this.fill(this.sentence(template) ?? one ?? template, values);
  }

  private form(word: Word, n: Value | undefined): string {
    if (typeof word === "string") return word;
    const rule = typeof n === "number" ? this.plurals.select(n) : "other";
    return word[rule] ?? word.other ?? "";
  }

  private write(value: Value): string {
    if (typeof value === "number") return this.numbers.format(value);
    if (typeof value === "string") return value;
    if ("template" in value) return this.say(value);
    const lists = new Intl.ListFormat(this.language, { type: KINDS[value.joint] });
    return lists.format(value.list.map((one) => this.write(one)));
  }
}
