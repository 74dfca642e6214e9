/** The rules documents, and one split into its rules: the text itself stays the only authority. */
import { lexer, type Token, type Tokens } from "marked";

/** One folder per language under docs/rules, English above them. */
const TEXTS = import.meta.glob<string>(["../../../../docs/rules/*.md", "../../../../docs/rules/*/*.md"], {
  query: "?raw",
  import: "default",
});

export interface Rulebook {
  text: string;
  /** The language it is written in: English where a language has no translation. */
  language: string;
}

export async function rulebook(game: string, language: string): Promise<Rulebook> {
  const own = TEXTS[`../../../../docs/rules/${language}/${game}.md`];
  if (own) return { text: await own(), language };
  const english = TEXTS[`../../../../docs/rules/${game}.md`];
  return { text: english ? await english() : "", language: "en" };
}

/** Something to be read: a rule with its number, or (without one) what stands between rules. */
export interface Passage {
  id: string | null;
  tokens: Token[];
}

export interface Chapter {
  id: string | null;
  title: string;
  /** Notation, answers, tests: for whoever programs, not for players. */
  programs: boolean;
  passages: Passage[];
}

export interface Document {
  chapters: Chapter[];
  /** Every number that the document gives to a chapter or a rule: these can be linked to. */
  numbers: ReadonlySet<string>;
}

const PROGRAMS = "<!-- for programs -->";
const CHAPTER = /^([A-Z]{2,3}-\d+)\s/;
const RULE = /^([A-Z]{2,3}-\d+\.\d+)(?:\s+|$)/;

/** The number at the beginning of a line, bold or plain, removed from it. */
function numbered(line: Token[]): Passage | null {
  const [first, ...others] = line;
  const id = first && "text" in first ? RULE.exec(String(first.text))?.[1] : undefined;
  if (!first || !id) return null;
  if (first.type === "strong") return { id, tokens: others };
  const text = String((first as Tokens.Text).text).replace(RULE, "");
  return { id, tokens: [{ ...first, text } as Tokens.Text, ...others] };
}

/** Two rules in one line ("... **XY-7.6** ...") are two rules. */
function split(line: Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const token of line) {
    if (token.type === "strong" && RULE.test(token.text)) lines.push([]);
    lines[lines.length - 1]?.push(token);
  }
  return lines.filter((one) => one.length);
}

function passagesOf(block: Token): Passage[] {
  if (block.type === "list") {
    const items = (block as Tokens.List).items;
    const lines = items.map((item) => item.tokens.flatMap((token) => ("tokens" in token && token.tokens) || [token]));
    if (lines.every((line) => numbered(line) === null)) return [{ id: null, tokens: [block] }];
    return lines.flatMap(split).map((line) => numbered(line) ?? { id: null, tokens: line });
  }
  if (block.type === "paragraph" && numbered((block as Tokens.Paragraph).tokens) !== null)
    return split((block as Tokens.Paragraph).tokens).map((line) => numbered(line) ?? { id: null, tokens: line });
  return block.type === "space" ? [] : [{ id: null, tokens: [block] }];
}

/** What stands under the title of the whole is about the text itself, so it is for whoever programs, too. */
function begun({ text, depth }: Tokens.Heading): Chapter {
  const id = CHAPTER.exec(text)?.[1] ?? null;
  return { id, title: text.replace(/`/g, ""), programs: depth === 1, passages: [] };
}

export function read(text: string): Document {
  const chapters: Chapter[] = [];
  for (const block of lexer(text)) {
    const chapter = chapters.at(-1);
    if (block.type === "heading") chapters.push(begun(block as Tokens.Heading));
    else if (block.raw.startsWith(PROGRAMS) && chapter) chapter.programs = true;
    else chapter?.passages.push(...passagesOf(block));
  }
  const told = chapters.filter((chapter) => chapter.passages.length);
  const ids = told.flatMap((chapter) => [chapter.id, ...chapter.passages.map((passage) => passage.id)]);
  return { chapters: told, numbers: new Set(ids.filter((id) => id !== null)) };
}

/** A text split where it names numbers of its document: every second piece is one of them. */
export function mentions(text: string, numbers: ReadonlySet<string>): string[] {
  const pieces = [""];
  for (const piece of text.split(/([A-Z]{2,3}-\d+(?:\.\d+)?)/)) {
    if (pieces.length % 2 && numbers.has(piece)) pieces.push(piece, "");
    else pieces[pieces.length - 1] += piece;
  }
  return pieces;
}
