/** The score of a try in digits and in words; against a bot the words say who is ahead, so the digits need no sign. */
import type { DaySheet } from "../../api/types";
import { t } from "./words";

export function digits(score: number, isAgainstBot: boolean): string {
  return isAgainstBot ? String(Math.abs(score)) : String(score).replace("-", "−");
}

export function unit(score: number, isAgainstBot: boolean): string {
  const n = Math.abs(score);
  if (!isAgainstBot) return t("points", { n });
  return t(score < 0 ? "behind" : "ahead", { n });
}

/** My result as a line to pass on, as the terminal writes it. */
export function line({ day, level, mine, finished }: DaySheet, game: string): string {
  const [score, isAgainstBot] = [mine?.score ?? 0, level !== null];
  const said = { score: digits(score, isAgainstBot), points: unit(score, isAgainstBot) };
  return t("share.line", { game, day, ...said, rank: mine?.rank ?? 0, n: finished });
}
