/** Tasks for learning Abaku. */
import { around, placeOf } from "../../board/grid";
import { readLine } from "../_lines/line";
import type { School } from "../registry";
import { t } from "./words";

/** A position with some tiles lying, as the worked examples write them. */
function position(lying: string, rack: string, keys = "board=blank"): string {
  const board = Array.from({ length: 15 }, () => Array.from({ length: 15 }, () => "."));
  for (const line of lying.split(",").filter(Boolean)) {
    for (const piece of readLine(line)) {
      const at = placeOf(piece.square);
      const row = at ? board[at.row] : undefined;
      if (at && row) row[at.column] = piece.item;
    }
  }
  return `${board.map((row) => row.join("")).join("/")} ${rack}|1 - 0,0 0 ${keys}`.trim();
}

export const school: School = {
  words: t,
  lessons: [
    { key: "lesson.1", light: ["H8"], position: position("", "24", ""), seat: 0, solved: ({ points }) => points > 0 },
    {
      key: "lesson.2",
      light: ["H8", "I8", "J8", "K8"],
      position: position("", "1248", ""),
      seat: 0,
      solved: ({ move }) => move.includes("4812"),
    },
    { key: "lesson.3", light: ["G8"], position: position("8H 123", "3"), seat: 0, solved: ({ points }) => points > 0 },
    {
      key: "lesson.4",
      light: ["G8", "K8"],
      position: position("8H 123", "36"),
      seat: 0,
      solved: ({ points }) => points >= 11,
    },
    {
      key: "lesson.5",
      light: ["H8", "I8", "J8", "K8"],
      position: position("", "1248", ""),
      seat: 0,
      solved: ({ points }) => points >= 9,
    },
    {
      key: "lesson.6",
      light: ["G8", "H8", "I8", "J8"],
      position: position("H6 71", "1226"),
      seat: 0,
      solved: ({ points }) => points >= 7,
    },
    {
      key: "lesson.7",
      light: ["C10", "F10"],
      position: position("10D 31", "24", ""),
      seat: 0,
      solved: ({ points }) => points >= 23,
    },
  ],
  region: (names) => around(names),
};
