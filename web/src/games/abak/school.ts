/** Tasks and pictures for learning Abak. */
import type { School } from "../registry";
import { t } from "./words";

const START = "ed/os/-/-/-/SSSN/-/SGS/-/-/-/ssgs/SSGS/-/-/-/sgs/-/sssn/-/-/-/OS/ED - 0,0";
const GUARD = "s/-/-/-/-/-/-/g/-/-/G/S/S/D/-/-/-/-/-/-/-/-/-/S - 10,13 0 5-4";
const DRUID = "s/-/-/-/-/-/-/g/-/-/G/-/-/D/-/-/-/-/-/-/-/-/-/S - 12,13 0 6-3";
const GENERAL = "s/-/-/-/-/S/-/-/-/-/-/-/-/-/N/-/-/-/-/-/-/-/-/S - 12,14 0 4-2";
const BAR = "s/-/-/-/-/S/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/S N 12,14 0 5-4";
const WOUNDED = "s/-/-/-/-/S/-/-/-/O/-/E/-/-/-/-/-/-/-/-/-/-/-/S - 11,14 0 5-4";
const OFF = "-/O/-/-/E/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/s - 13,14 0 5-2";

export const school: School = {
  words: t,
  lessons: [
    { key: "lesson.1", position: `${START} 0 3-1`, seat: 0, solved: ({ move }) => move.includes("/") },
    { key: "lesson.2", position: GUARD, seat: 0, solved: ({ move }) => move.includes("8*") },
    { key: "lesson.3", position: DRUID, seat: 0, solved: ({ move }) => move.includes("^") },
    { key: "lesson.4", position: GENERAL, seat: 0, solved: ({ move }) => move.includes("15/17") },
    { key: "lesson.5", position: BAR, seat: 0, solved: ({ move }) => move.startsWith("bar") },
    {
      key: "lesson.6",
      position: WOUNDED,
      seat: 0,
      solved: ({ move }) => move.includes("12/8") && move.includes("10/5"),
    },
    { key: "lesson.7", position: OFF, seat: 0, solved: ({ over }) => over },
  ],
  pictures: [
    { rule: "AK-1.4", position: `${START} - -` },
    { rule: "AK-1.5", position: `${START} 0 3-1`, move: "8/5 6/5" },
    { rule: "AK-7.4", position: GUARD, move: "13/8 12/8" },
    { rule: "AK-7.2", position: DRUID, move: "24/18 11/8" },
    { rule: "AK-8.1", position: DRUID, move: "24/21 14/8" },
    { rule: "AK-9.1", position: GENERAL, move: "24/20 15/17" },
    { rule: "AK-10.1", position: WOUNDED, move: "12/8 10/5" },
    { rule: "AK-4.5", position: OFF, move: "5/off 2/off" },
  ],
};
