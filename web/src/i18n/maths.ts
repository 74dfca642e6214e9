/** Mathematics as people say it: screen readers skip signs. */
import { t } from "./index.svelte";

const SIGNS: [RegExp, () => string][] = [
  [/(\d)²/g, () => `$1 ${t("aloud.squared")}`],
  [/(\d)³/g, () => `$1 ${t("aloud.cubed")}`],
  [/√/g, () => `${t("aloud.root")} `],
  [/∛/g, () => `${t("aloud.cuberoot")} `],
  [/\+/g, () => ` ${t("aloud.plus")} `],
  [/−/g, () => ` ${t("aloud.minus")} `],
  [/×/g, () => ` ${t("aloud.times")} `],
  [/÷/g, () => ` ${t("aloud.by")} `],
  [/=/g, () => ` ${t("aloud.is")} `],
  [/←/g, () => ""],
  [/·/g, () => ", "],
];

/** "√289 = 17" as "the square root of 289 is 17". */
export function aloud(maths: string): string {
  return SIGNS.reduce((text, [sign, word]) => text.replace(sign, word()), maths)
    .replace(/\s+/g, " ")
    .replace(/ ,/g, ",")
    .trim();
}
