/** How Calculissimo is to be drawn. */
import type { Shade } from "../../board/grid";
import { t, type Key } from "./words";
import { readLine } from "../_lines/line";
import type { Found, Look } from "../_lines/look";
import type { Calculation, CalculissimoView } from "./types";

const SHADES: Record<string, { shade: Shade; mark: string; key: Key }> = {
  G: { shade: "two", mark: "2×", key: "bonus.number2" },
  B: { shade: "three", mark: "3×", key: "bonus.number3" },
  Y: { shade: "eq2", mark: "2×", key: "bonus.calculation2" },
  P: { shade: "eq3", mark: "3×", key: "bonus.calculation3" },
  "*": { shade: "logo", mark: "★", key: "bonus.logo" },
};
const KINDS: Record<string, string> = { green: "2×", blue: "3×", yellow: "2×", purple: "3×", logo: "2×" };
const JOKERS: Record<string, string> = { p: "+", m: "-", v: "/" };
const SIGNS: Record<string, string> = { "+": "+", "-": "−", x: "×", "/": "÷", ":": "÷" };

function face(letter: string): string {
  return SIGNS[letter] ?? letter;
}

function lying(letter: string): { face: string; star: boolean } | null {
  if (letter === ".") return null;
  const low = letter.toLowerCase();
  if (low >= "a" && low <= "i") return { face: String(low.charCodeAt(0) - 96), star: true };
  const sign = JOKERS[low];
  return sign ? { face: face(sign), star: true } : { face: face(letter), star: false };
}

/** The view writes a set of no chips as `0`. */
export function chips(set: string): string {
  return set === "0" ? "" : set;
}

export function pretty(text: string): string {
  return [...text].map((sign) => (sign in SIGNS ? ` ${face(sign)} ` : sign)).join("");
}

export const look: Look<CalculissimoView> = {
  size: (view) => view.board.length,
  grid: (view) => view.grid.map((row) => row.replace(/\s/g, "")),
  shade: (symbol) => {
    const { shade = "", mark = "", key = null } = SHADES[symbol] ?? {};
    return { shade, mark, name: key && t(key) };
  },
  tile: (view, column, row) => lying(view.board[row]?.[column] ?? "."),
  face,
  claim: (view) => (view.claim ? { pieces: readLine(view.claim.move), text: view.claim.move } : null),
  mayAnswer: (view, seat) => view.claim !== null && view.asked.includes(seat),
  bag: (view) => view.bag,
  unseen: (view) => chips(view.unseen),
  racks: (view) => view.racks.map((rack) => (rack === null ? null : chips(rack))),
  sizes: (view) => view.sizes,
  found: (detail) =>
    (detail as Calculation[]).map((run): Found => ({
      text: `${pretty(run.text)} = ${run.face ?? "?"}`,
      points: run.value,
      squares: run.squares,
      bonuses: run.premiums.map((premium) => ({ square: premium.square, mark: KINDS[premium.kind] ?? "" })),
      broken: run.rule,
    })),
  skip: "pass",
  exchange: "swap",
  declares: () => false,
  solo: () => null,
  keys: (key) => {
    if (/^[1-9+*]$/.test(key)) return key;
    if (key === "-" || key === "−") return "-";
    if (key === "x" || key === "X" || key === "×") return "x";
    if (key === "/" || key === ":" || key === "÷") return ":";
    return key.toLowerCase() === "j" ? "*" : null;
  },
};
