/** How Calculissimo is to be drawn. */
import type { Print } from "../../board/grid";
import { t, type Key } from "./words";
import { readLine } from "../_lines/line";
import type { Found, Look, Lying } from "../_lines/look";
import type { ActedOn, Calculation, CalculissimoView } from "./types";

const PRINTS: Record<string, Print & { key: Key }> = {
  G: { shape: "round", strong: false, mark: "2×", key: "bonus.number2" },
  B: { shape: "round", strong: true, mark: "3×", key: "bonus.number3" },
  Y: { shape: "full", strong: false, mark: "2×", key: "bonus.calculation2" },
  P: { shape: "full", strong: true, mark: "3×", key: "bonus.calculation3" },
  "*": { shape: "full", strong: false, mark: "2×", key: "bonus.logo", centre: true },
};
const NOTES: Record<ActedOn["kind"], Key> = {
  green: "note.number2",
  blue: "note.number3",
  yellow: "note.calculation2",
  purple: "note.calculation3",
  logo: "note.calculation2",
};
const JOKERS: Record<string, string> = { p: "+", m: "-", v: "/" };
const SIGNS: Record<string, string> = { "+": "+", "-": "−", x: "×", "/": "÷", ":": "÷" };

function face(letter: string): string {
  return SIGNS[letter] ?? letter;
}

function isSign(letter: string): boolean {
  return letter in SIGNS;
}

function lying(letter: string): Lying | null {
  if (letter === ".") return null;
  const low = letter.toLowerCase();
  if (low >= "a" && low <= "i") return { face: String(low.charCodeAt(0) - 96), star: true };
  const sign = JOKERS[low];
  return { face: face(sign ?? letter), star: sign !== undefined, sign: isSign(sign ?? letter) };
}

/** The view writes a set of no chips as `0`. */
export function chips(set: string): string {
  return set === "0" ? "" : set;
}

export function pretty(text: string): string {
  return [...text].map((sign) => (sign in SIGNS ? ` ${face(sign)} ` : sign)).join("");
}

export const look: Look<CalculissimoView> = {
  material: "maple",
  size: (view) => view.board.length,
  grid: (view) => view.grid.map((row) => row.replace(/\s/g, "")),
  print: (symbol) => {
    const found = PRINTS[symbol];
    return { print: found ?? null, name: found ? t(found.key) : null };
  },
  tile: (view, column, row) => lying(view.board[row]?.[column] ?? "."),
  face,
  isSign,
  claim: (view) => (view.claim ? { pieces: readLine(view.claim.move), text: view.claim.move } : null),
  mayAnswer: (view, seat) => view.claim !== null && view.asked.includes(seat),
  mover: (view) => view.last?.seat ?? null,
  bag: (view) => view.bag,
  unseen: (view) => chips(view.unseen),
  racks: (view) => view.racks.map((rack) => (rack === null ? null : chips(rack))),
  sizes: (view) => view.sizes,
  found: (detail) =>
    (detail as Calculation[]).map((run): Found => ({
      maths: [`${pretty(run.text)} = ${run.face ?? "?"}`],
      points: run.value,
      squares: run.squares,
      notes: run.premiums.map((premium) => t(NOTES[premium.kind], { square: premium.square })),
      signs: run.face === null ? [] : [{ kind: "sign", at: run.squares.length, mark: `=\u2009${run.face}` }],
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
