/** What the server says, in another language. The server speaks English sentences; a language brings a catalogue of
 * their templates (`sentences/<language>.json`), and whatever is not in it stays English.
 *
 * In a template `{1}` is a hole. In its translation `{1}` is what stood there, and `{1|bod|body|bodů}` the form that
 * goes with that number. `words` translate what stands in holes: names of pieces, joining words.
 */
export interface Sentences {
  sentences: Record<string, string>;
  words: Record<string, string>;
}

interface Pattern {
  shape: RegExp;
  text: string;
}

const JOINTS = /( or | and |, )/;

function shape(template: string): RegExp {
  const parts = template.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("(.*?)")}$`, "s");
}

/** Templates with more words of their own are asked first: they say more about a sentence. */
function patterns(sentences: Record<string, string>): Pattern[] {
  const own = (template: string): number => template.replace(/\{\d\}/g, "").length;
  return Object.keys(sentences)
    .filter((template) => /\{\d\}/.test(template))
    .sort((a, b) => own(b) - own(a))
    .map((template) => ({ shape: shape(template), text: sentences[template] ?? template }));
}

export class Translator {
  private readonly patterns: Pattern[];

  constructor(
    private readonly found: Sentences,
    private readonly form: (forms: string[], n: number) => string,
  ) {
    this.patterns = patterns(found.sentences);
  }

  say(text: string): string {
    const whole = this.found.sentences[text];
    if (whole !== undefined) return whole;
    for (const { shape, text: template } of this.patterns) {
      const match = shape.exec(text);
      if (match) return this.filled(template, match.slice(1));
    }
    return text;
  }

  private filled(template: string, values: string[]): string {
    return template.replace(/\{(\d)(?:\|([^}]*))?\}/g, (_, at: string, forms: string | undefined) => {
      const value = this.word(values[Number(at) - 1] ?? "");
      return forms === undefined ? value : this.form(forms.split("|"), Number(value));
    });
  }

  /** A value is a word, a list of words, a sentence of its own, or stays as it is. */
  private word(value: string): string {
    const known = this.found.words[value] ?? this.found.sentences[value];
    if (known !== undefined) return known;
    const pieces = value.split(JOINTS);
    return pieces.map((piece) => this.found.words[piece] ?? piece).join("");
  }
}

let translator: Translator | null = null;

export function translateWith(one: Translator | null): void {
  translator = one;
}

/** A sentence of the server in the language of the page. */
export function told(text: string): string {
  return translator === null || text === "" ? text : translator.say(text);
}

/** The same for anything of the server's that carries a sentence. */
export function toldIn<T extends { text: string }>(message: T): T {
  return { ...message, text: told(message.text) };
}
