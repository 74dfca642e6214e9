/** How Abaku is to be drawn. */
import { t, type Key } from "./words";
import { readLine } from "../_lines/line";
import type { Found, Look } from "../_lines/look";
import type { AbakuView } from "./types";
import type { Print } from "../../board/grid";
import { imagined, pretty, signsOf } from "./reading";

export const SIZE = 15;
const CENTRE = "H8";
const PRINTS: Record<string, Print & { key: Key; note: Key }> = {
  d: { shape: "round", strong: false, mark: "2×", key: "bonus.tile2", note: "note.tile2" },
  t: { shape: "round", strong: true, mark: "3×", key: "bonus.tile3", note: "note.tile3" },
  D: { shape: "full", strong: false, mark: "2×", key: "bonus.equation2", note: "note.equation2" },
  T: { shape: "full", strong: true, mark: "3×", key: "bonus.equation3", note: "note.equation3" },
};

/** What is printed on a square; the middle, where the first equation lies, is marked whatever else it is. */
function print(symbol: string, square: string): { print: Print | null; name: string | null } {
  const found = PRINTS[symbol];
  const centre = square === CENTRE;
  const plain: Print | null = centre ? { shape: "plain", strong: false, mark: "", centre } : null;
  const words = [centre ? t("centre") : "", found ? t(found.key) : ""].filter(Boolean);
  return { print: found ? { ...found, centre } : plain, name: words.join(", ") || null };
}

interface Segment {
  squares: string[];
  readings: string[];
  bonuses: { square: string; kind: string }[];
  points: number;
}

export const look: Look<AbakuView> = {
  material: "ivory",
  size: () => SIZE,
  grid: (view) => view.grid,
  print,
  tile: (view, column, row) => {
    const letter = view.board[row]?.[column] ?? ".";
    return letter === "." ? null : { face: letter === "*" ? "" : letter, star: letter === "*" };
  },
  face: (letter) => letter,
  isSign: () => false,
  claim: (view) => (view.claim === null ? null : { pieces: readLine(view.claim), text: view.claim }),
  mayAnswer: (view, seat) => view.claim !== null && view.to_act.includes(seat),
  mover: (view) => view.last?.seat ?? null,
  bag: (view) => view.bag_size,
  unseen: (view) => view.unseen,
  racks: (view, seat) => view.racks ?? view.rack_sizes.map((_, i) => (i === seat ? view.rack : null)),
  sizes: (view) => view.rack_sizes,
  found: (detail) =>
    (detail as Segment[]).map((segment): Found => ({
      maths: segment.readings.map(pretty),
      points: segment.points,
      squares: segment.readings[0]?.startsWith("<") ? segment.squares.toReversed() : segment.squares,
      notes: segment.bonuses.map((bonus) => t(PRINTS[bonus.kind]?.note ?? "note.tile2", { square: bonus.square })),
      signs: imagined(segment.readings[0] ?? ""),
      broken: null,
    })),
  signs: signsOf,
  skip: "skip",
  exchange: "change",
  declares: (view) => view.options["declare"] === "manual",
  solo: (view) => (view.options["mode"] === "standard" ? null : String(view.options["mode"])),
  keys: (key) => (/^[0-9*]$/.test(key) ? key : key.toLowerCase() === "j" ? "*" : null),
};
