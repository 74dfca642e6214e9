/** The exact rules name options as programs do ("joker=off"); whoever reads them is told in words. */
import type { GameSheet } from "../../api/types";
import { optionText, optionValue } from "../names";

const SET = /^(\w+)=(\S+)$/;
/** Where the short form of an option's sentence ends: what follows explains its values. */
const REST = /[.;:,(]/;

/** "Whether the Joker is in the bag: no"; null where the code sets no option to a value that has words. */
export function inWords(code: string, game: GameSheet | undefined): string | null {
  const [, key, value] = SET.exec(code) ?? [];
  const option = game?.options.find((one) => one.key === key);
  if (!game || !option || !value) return null;
  const said = optionValue(game, option, value);
  const isNumber = option.low !== null;
  if (said === value && !isNumber) return null;
  return `${optionText(game, option).split(REST)[0]?.trim()}: ${said}`;
}

/** The same in a heading, where nothing marks the code. */
export function withWords(heading: string, game: GameSheet | undefined): string {
  const pieces = heading.split(/([() ])/);
  return pieces.map((piece) => inWords(piece, game) ?? piece).join("");
}
