/** The score of a try in digits and in words; against a bot the words say who is ahead, so the digits need no sign. */
import { t } from "./words";

export function digits(score: number, isAgainstBot: boolean): string {
  return isAgainstBot ? String(Math.abs(score)) : String(score).replace("-", "−");
}

export function unit(score: number, isAgainstBot: boolean): string {
  const n = Math.abs(score);
  if (!isAgainstBot) return t("points", { n });
  return t(score < 0 ? "behind" : "ahead", { n });
}
