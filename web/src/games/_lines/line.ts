/** Lines of tiles as text: what both tile-laying games write and read in the same way. */
import { nameOf, placeOf, type Place } from "../../board/grid";

export interface Piece {
  square: string;
  /** As it is written in the move: `4`, `*2`, `=1`, `+`. */
  item: string;
}

export type Way = "across" | "down" | "falling" | "rising";
const STEPS: Record<Way, [number, number]> = { across: [1, 0], down: [0, 1], falling: [1, 1], rising: [1, -1] };

interface Spot extends Place {
  item: string;
}

function wayOf(spots: Spot[]): Way | null {
  const first = spots[0];
  if (!first) return null;
  if (spots.every((spot) => spot.row === first.row)) return "across";
  if (spots.every((spot) => spot.column === first.column)) return "down";
  if (spots.every((spot) => spot.column - first.column === spot.row - first.row)) return "falling";
  if (spots.every((spot) => spot.column - first.column === first.row - spot.row)) return "rising";
  return null;
}

/** The move text of these pieces; null where they do not lie in one line at all. */
export function writeLine(pieces: Piece[]): string | null {
  const spots = pieces.flatMap((piece) => {
    const place = placeOf(piece.square);
    return place ? [{ ...place, item: piece.item }] : [];
  });
  const way = wayOf(spots);
  if (way === null) return null;
  const order = way === "down" ? "row" : "column";
  spots.sort((a, b) => a[order] - b[order]);
  const [first, last] = [spots[0], spots[spots.length - 1]];
  if (!first || !last) return null;
  const items = Array.from({ length: last[order] - first[order] + 1 }, () => ".");
  for (const spot of spots) items[spot[order] - first[order]] = spot.item;
  const name = nameOf(first.column, first.row);
  const turned = `${first.row + 1}${name[0] ?? ""}`;
  const mark = { across: "", down: "", falling: "\\", rising: "/" }[way];
  return `${way === "down" ? name : turned + mark} ${items.join("")}`;
}

/** Where a line begins: `8H` across, `H8` down; null if it is no square. */
export function startOf(text: string): Place | null {
  const [, row = "", column = ""] = /^(\d+)([a-y])$/i.exec(text) ?? [];
  return placeOf((row ? column + row : text).toUpperCase());
}

const LINE = /^\s*(\d{1,2}[a-y]|[a-y]\d{1,2})([\\/]?)\s+(\S+)/i;

/** The pieces that a move text lays; empty for other moves. */
export function readLine(text: string): Piece[] {
  const match = LINE.exec(text);
  const place = match ? startOf(match[1] ?? "") : null;
  if (!match || !place) return [];
  const down = /^[a-y]/i.test(match[1] ?? "");
  const way: Way = match[2] === "\\" ? "falling" : match[2] === "/" ? "rising" : down ? "down" : "across";
  const [dx, dy] = STEPS[way];
  const items = (match[3] ?? "").match(/[*=]?./g) ?? [];
  return items.flatMap((item, i) =>
    item === "." ? [] : [{ square: nameOf(place.column + dx * i, place.row + dy * i), item }],
  );
}
