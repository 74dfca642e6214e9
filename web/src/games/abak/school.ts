/** Tasks for learning Abak. */
import { around, type Box } from "../../board/crop";
import type { School } from "../registry";
import { BAR, barX, columnX, DEPTH, isTop, POINT, TRAY, trayX } from "./look";
import { t } from "./words";

const START = "ed/os/-/-/-/SSSN/-/SGS/-/-/-/ssgs/SSGS/-/-/-/sgs/-/sssn/-/-/-/OS/ED - 0,0";
const GUARD = "s/-/-/-/-/-/-/g/-/-/G/S/S/D/-/-/-/-/-/-/-/-/-/S - 10,13 0 5-4";
const DRUID = "s/-/-/-/-/-/-/g/-/-/G/-/-/D/-/-/-/-/-/-/-/-/-/S - 12,13 0 6-3";
const GENERAL = "s/-/-/-/-/S/-/-/-/-/-/-/-/-/N/-/-/-/-/-/-/-/-/S - 12,14 0 4-2";
const ENTRY = "s/-/-/-/-/S/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/S N 12,14 0 5-4";
const WOUNDED = "s/-/-/-/-/S/-/-/-/O/-/E/-/-/-/-/-/-/-/-/-/-/-/S - 11,14 0 5-4";
const OFF = "-/O/-/-/E/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/s - 13,14 0 5-2";

/** What a picture shows of a point: as much as a few checkers take. Its neighbours come with what lies between. */
const TOLD = 0.3 * DEPTH;

function partOf(name: string): Box {
  if (name === "bar") return { x: barX, y: 0.36 * DEPTH, w: BAR, h: 0.28 * DEPTH };
  if (name === "off") return { x: trayX, y: DEPTH / 2, w: TRAY, h: DEPTH / 2 };
  const point = Number(name);
  return { x: columnX(point), y: isTop(point) ? 0 : DEPTH - TOLD, w: POINT, h: TOLD };
}

export const school: School = {
  words: t,
  lessons: [
    {
      key: "lesson.1",
      light: ["8", "6", "5"],
      position: `${START} 0 3-1`,
      seat: 0,
      solved: ({ move }) => move.includes("/"),
    },
    { key: "lesson.2", light: ["13", "12", "8"], position: GUARD, seat: 0, solved: ({ move }) => move.includes("8*") },
    { key: "lesson.3", light: ["14", "8"], position: DRUID, seat: 0, solved: ({ move }) => move.includes("^") },
    { key: "lesson.4", light: ["15", "17"], position: GENERAL, seat: 0, solved: ({ move }) => move.includes("15/17") },
    { key: "lesson.5", light: ["20"], position: ENTRY, seat: 0, solved: ({ move }) => move.startsWith("bar") },
    {
      key: "lesson.6",
      light: ["12", "10", "8", "5"],
      position: WOUNDED,
      seat: 0,
      solved: ({ move }) => move.includes("12/8") && move.includes("10/5"),
    },
    { key: "lesson.7", light: ["5", "2"], position: OFF, seat: 0, solved: ({ over }) => over },
  ],
  region: (names) => around(names.map(partOf)),
};
