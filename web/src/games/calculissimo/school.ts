/** Tasks for learning Calculissimo. */
import { around } from "../../board/grid";
import type { School } from "../registry";
import { t } from "./words";

function position(rows: Record<number, string>, rack: string, scores = "0,0", bag = "123456789+-x:*"): string {
  const board = Array.from({ length: 15 }, (_, i) => rows[i + 1] ?? ".".repeat(15)).join("/");
  return `${board} ${rack}|1 ${bag} ${scores} 0`;
}

const FIRST = { 8: ".....6:2+9....." };
const CORNER = { 6: "...2...........", 7: "...+...........", 8: "....+2........." };

export const school: School = {
  words: t,
  lessons: [
    {
      key: "lesson.1",
      light: ["F8", "G8", "H8", "I8", "J8"],
      position: position({}, "26789+:"),
      seat: 0,
      solved: ({ points }) => points > 0,
    },
    {
      key: "lesson.2",
      light: ["H6", "H7", "H9", "H10"],
      position: position(FIRST, "34567+-", "48,0"),
      seat: 0,
      solved: ({ move, points }) => points > 0 && /^[A-O]/.test(move),
    },
    { key: "lesson.3", light: ["D8"], position: position(CORNER, "4"), seat: 0, solved: ({ points }) => points >= 16 },
    {
      key: "lesson.4",
      light: ["D8"],
      position: position({ 8: "....+2........." }, "*"),
      seat: 0,
      solved: ({ move, points }) => points > 0 && move.includes("*"),
    },
    {
      key: "lesson.5",
      light: ["A1", "B1", "C1", "E1", "G1", "H1", "I1"],
      position: position({ 1: "...+.+........." }, "12345++"),
      seat: 0,
      solved: ({ points }) => points >= 135,
    },
    {
      key: "lesson.6",
      tools: ["exchange"],
      position: position(FIRST, "1111xx:", "0,48"),
      seat: 0,
      solved: ({ move }) => move.startsWith("swap"),
    },
  ],
  region: (names) => around(names),
};
