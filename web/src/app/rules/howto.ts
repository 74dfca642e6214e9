/** The how-to-play texts: Markdown with pictures, whose numbers the engine has worked out beforehand. */
import { lexer, type Token, type Tokens } from "marked";
import { fetched } from "./texts";

/** A picture as `make gen` writes it: what to draw, and what the engine says about it. */
export interface Drawn {
  seat: number;
  /** Corners of what is shown, and what else has to be seen; none: the whole board. */
  crop: string[];
  rules: string[];
  view: unknown;
  last: string[];
  /** Squares for which the move was refused. */
  wrong: string[];
  /** What the move made; `how` its points come about, where squares multiply. */
  items: { maths: string; points: number | null; how: string; where: string[] }[];
  claims: Record<string, string | number>;
}

/** A piece of a caption: words, or something that the engine said. */
export interface Piece {
  text: string;
  maths: boolean;
}
export interface Figure {
  name: string;
  drawn: Drawn;
  caption: Piece[];
}
export interface Card {
  title: string;
  figure: Figure;
}
/** Paragraphs, and the pictures that belong to them. */
export interface Passage {
  texts: { rules: string[]; tokens: Token[] }[];
  figures: Figure[];
}
export interface Chapter {
  title: string;
  passages: Passage[];
}
export interface HowTo {
  language: string;
  title: string;
  aim: string;
  cards: Card[];
  notes: { title: string; text: string }[];
  chapters: Chapter[];
}

/** The text of a game, in English where a language has none yet; null: nobody has written one. */
export async function howTo(game: string, language: string): Promise<HowTo | null> {
  const { language: found, text, drawn } = await fetched(game, language);
  return text && drawn ? { language: found, ...read(text, drawn) } : null;
}

const RULES = /^<!-- rules: ([^>]*?) -->/;
const PICTURE = /^picture (\S+)$/;

function figureOf(token: Token, drawn: Record<string, Drawn>): Figure | null {
  const name = token.type === "code" ? PICTURE.exec((token as Tokens.Code).lang ?? "")?.[1] : undefined;
  const picture = name === undefined ? undefined : drawn[name];
  return name && picture ? { name, drawn: picture, caption: filled((token as Tokens.Code).text, picture) } : null;
}

/** A caption with what the engine said in its holes. */
export function filled(caption: string, { claims }: Pick<Drawn, "claims">): Piece[] {
  const pieces = caption.replace(/\s+/g, " ").split(/\{([\w.-]+)\}/);
  return pieces
    .map((piece, i) => (i % 2 ? String(claims[piece] ?? `{${piece}}`) : piece))
    .map((text, i) => ({ text, maths: i % 2 === 1 && /[=√∛]/.test(text) }))
    .filter(({ text }) => text);
}

/** The text with its holes filled, for screen readers and as the label of its picture. */
export function plain(caption: Piece[]): string {
  return caption.map(({ text }) => text).join("");
}

export function read(text: string, drawn: Record<string, Drawn>): Omit<HowTo, "language"> {
  const found: Omit<HowTo, "language"> = { title: "", aim: "", cards: [], notes: [], chapters: [] };
  let part = 0; // chapters so far; the first one is the essence
  let card = "";
  let rules: string[] = [];
  for (const token of lexer(text)) {
    const figure = figureOf(token, drawn);
    if (token.type === "heading" && token["depth"] === 1) found.title = token["text"] as string;
    else if (token.type === "heading" && token["depth"] === 2) {
      part += 1;
      if (part > 1) found.chapters.push({ title: token["text"] as string, passages: [] });
    } else if (token.type === "heading") card = token["text"] as string;
    else if (token.type === "html") rules = RULES.exec(token.raw)?.[1]?.split(" ") ?? [];
    else if (token.type === "space") continue;
    else if (part === 0) found.aim = "text" in token ? String(token.text) : "";
    else if (part === 1 && figure) found.cards.push({ title: card, figure });
    else if (part === 1 && token.type === "list") found.notes = (token as Tokens.List).items.map(noteOf);
    else {
      add(found.chapters.at(-1), figure, { rules, tokens: [token] });
      rules = [];
    }
  }
  return found;
}

/** A picture belongs to what was said last; words after a picture begin anew. */
function add(chapter: Chapter | undefined, figure: Figure | null, text: Passage["texts"][number]): void {
  let passage = chapter?.passages.at(-1);
  if (!passage || (!figure && passage.figures.length)) {
    passage = { texts: [], figures: [] };
    chapter?.passages.push(passage);
  }
  if (figure) passage.figures.push(figure);
  else passage.texts.push(text);
}

/** `**Zero** is never a number`: what a line is about, and the rest. */
function noteOf(item: Tokens.ListItem): { title: string; text: string } {
  const match = /^\*\*(.+?)\*\*\s*(.*)$/s.exec(item.text);
  return { title: match?.[1] ?? "", text: match?.[2] ?? item.text };
}
