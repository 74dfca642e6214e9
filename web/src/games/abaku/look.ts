/** How Abaku is to be drawn. */
import { t, type Key } from "./words";
import { readLine } from "../_lines/line";
import type { Found, Look } from "../_lines/look";
import type { AbakuView } from "./types";
import type { Shade } from "../../board/grid";

export const SIZE = 15;
const SHADES: Record<string, { shade: Shade; mark: string; key: Key }> = {
  d: { shade: "two", mark: "2×", key: "bonus.tile2" },
  t: { shade: "three", mark: "3×", key: "bonus.tile3" },
  D: { shade: "eq2", mark: "2×", key: "bonus.equation2" },
  T: { shade: "eq3", mark: "3×", key: "bonus.equation3" },
};

/** Readings as people write them. */
export function pretty(reading: string): string {
  return reading
    .replace(/sqrt\((\d+)\)/, "√$1")
    .replace(/cbrt\((\d+)\)/, "∛$1")
    .replace("^2", "²")
    .replace("^3", "³")
    .replace("x", " × ")
    .replace("/", " ÷ ")
    .replace("-", " − ")
    .replace("+", " + ")
    .replace("=", " = ")
    .replace("<", "← ");
}

interface Segment {
  squares: string[];
  readings: string[];
  bonuses: { square: string; kind: string }[];
  points: number;
}

export const look: Look<AbakuView> = {
  size: () => SIZE,
  grid: (view) => view.grid,
  shade: (symbol) => {
    const { shade = "", mark = "", key = null } = SHADES[symbol] ?? {};
    return { shade, mark, name: key && t(key) };
  },
  tile: (view, column, row) => {
    const letter = view.board[row]?.[column] ?? ".";
    return letter === "." ? null : { face: letter === "*" ? "" : letter, star: letter === "*" };
  },
  face: (letter) => letter,
  claim: (view) => (view.claim === null ? null : { pieces: readLine(view.claim), text: view.claim }),
  mayAnswer: (view, seat) => view.claim !== null && view.to_act.includes(seat),
  bag: (view) => view.bag_size,
  unseen: (view) => view.unseen,
  racks: (view, seat) => view.racks ?? view.rack_sizes.map((_, i) => (i === seat ? view.rack : null)),
  sizes: (view) => view.rack_sizes,
  found: (detail) =>
    (detail as Segment[]).map((segment): Found => ({
      text: segment.readings.map(pretty).join("  ·  "),
      points: segment.points,
      squares: segment.squares,
      bonuses: segment.bonuses.map((bonus) => ({ square: bonus.square, mark: SHADES[bonus.kind]?.mark ?? "" })),
      broken: null,
    })),
  skip: "skip",
  exchange: "change",
  declares: (view) => view.options["declare"] === "manual",
  solo: (view) => (view.options["mode"] === "standard" ? null : String(view.options["mode"])),
  keys: (key) => (/^[0-9*]$/.test(key) ? key : key.toLowerCase() === "j" ? "*" : null),
};
