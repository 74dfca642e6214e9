/** Events of both tile-laying games, in words. */
import { t } from "./words";

const HIDDEN = /^#(\d+)$/;
const SIGNS: Record<string, string> = { "-": "−", x: "×", "/": "÷", ":": "÷", "*": "★" };

function faces(letters: string): string {
  return [...letters].map((letter) => SIGNS[letter] ?? letter).join(" ");
}

/** Tiles that came from the bag: how many, if their faces are hidden. */
export function drew(text: string): string {
  if (text.includes("|")) return t("told.dealt");
  const hidden = HIDDEN.exec(text);
  return hidden ? t("told.drawn.hidden", { n: Number(hidden[1]) }) : t("told.drawn", { text: faces(text) });
}

function exchanged(letters: string): string {
  const hidden = HIDDEN.exec(letters);
  return hidden ? t("told.exchange.hidden", { n: Number(hidden[1]) }) : t("told.exchange", { text: faces(letters) });
}

export function played(text: string): string {
  const [word = "", rest = ""] = text.split(" ");
  if (word === "change" || word === "swap") return exchanged(rest);
  if (word === "skip" || word === "pass") return t("told.skip");
  if (word === "accept" || word === "dispute") return t(`told.${word}`);
  return text;
}
