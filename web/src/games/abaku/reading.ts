/** Readings as the engine writes them (`sqrt(289)=17`, `2^3=8`, `<4+8=12`), taken apart. */
import type { Imagined } from "../_lines/look";

const SIGNS: Record<string, string> = { "+": "+", "-": "−", x: "×", "/": "÷", "=": "=" };
const RAISED: Record<string, string> = { "2": "²", "3": "³" };
const WRITTEN = /([√∛]?)(\d+)([²³]?)|([+−×÷=])/g;
const PART = /(sqrt|cbrt)\((\d+)\)|(\d+)(?:\^([23]))?|([-+x/=])/g;

interface Part {
  number: string;
  root: string;
  power: string;
  sign: string;
}

function partsOf(reading: string): Part[] {
  return [...reading.matchAll(PART)].map(([, root, inner, number, power, sign]) => ({
    number: inner ?? number ?? "",
    root: root === "sqrt" ? "√" : root === "cbrt" ? "∛" : "",
    power: power ?? "",
    sign: sign ?? "",
  }));
}

/** As people write it; `←` for one that is read backwards. */
export function pretty(reading: string): string {
  const text = partsOf(reading)
    .map((part) =>
      part.sign ? ` ${SIGNS[part.sign] ?? part.sign} ` : part.root + part.number + (RAISED[part.power] ?? ""),
    )
    .join("");
  return reading.startsWith("<") ? `← ${text}` : text;
}

/** The signs between, above and over the tiles; squares are counted in the order of reading. */
export function imagined(reading: string): Imagined[] {
  return signsIn(partsOf(reading));
}

/** The same from an equation as people write it; none for one that is read backwards. */
export function signsOf(maths: string): Imagined[] {
  if (maths.startsWith("←")) return [];
  const parts = [...maths.matchAll(WRITTEN)].map(([, root = "", number = "", power = "", sign = ""]) => ({
    root,
    number,
    power: power === "²" ? "2" : power && "3",
    sign,
  }));
  return signsIn(parts);
}

function signsIn(parts: Part[]): Imagined[] {
  const signs: Imagined[] = [];
  let at = 0;
  for (const part of parts) {
    const end = at + part.number.length;
    if (part.sign) signs.push({ kind: "sign", at, mark: SIGNS[part.sign] ?? part.sign });
    if (part.root) signs.push({ kind: "root", from: at, to: end - 1, mark: part.root });
    if (part.power) signs.push({ kind: "power", at: end - 1, mark: part.power });
    at = end;
  }
  return signs;
}
