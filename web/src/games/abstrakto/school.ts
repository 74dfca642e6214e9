/** Tasks for learning Abstrakto. */
import { around } from "../../board/crop";
import type { School } from "../registry";
import { t } from "./words";
import { HALF, kindAt, pointAt, px, type Kind } from "./look";

const EMPTY = Array.from({ length: 7 }, () => ".".repeat(7)).join("/");
const LARGE = ".............../".repeat(12);
const GAP = `.............../.b...o........./${LARGE}............... 4,5,5|4,5,5 1`;
const CUT_ROWS = `.............../.b...o........./...o.........../${".............../".repeat(11)}...............`;
const CUT = `${CUT_ROWS} 4,5,5|4,4,5 0`;

const LAST_ROWS = "......./.o..b.b/......./o....o./..o..../.....b./...b...";
const LAST = `${LAST_ROWS} 1,0,2|0,2,1 1 discard=agreed:0,0,0 tiles=2,3,2 skipped=0`;

function is(kind: Kind): (told: { move: string }) => boolean {
  return ({ move }) => {
    const at = pointAt(move);
    return at !== null && kindAt(at.x, at.y).kind === kind;
  };
}

export const school: School = {
  words: t,
  lessons: [
    { key: "lesson.1", light: ["d4"], position: `${EMPTY} 1,1,1|1,1,1 0`, seat: 0, solved: is("S") },
    { key: "lesson.2", light: ["d5"], position: `${EMPTY} 1,1,1|1,1,1 0`, seat: 0, solved: is("L") },
    { key: "lesson.3", light: ["e5"], position: `${EMPTY} 1,1,1|1,1,1 0`, seat: 0, solved: is("X") },
    { key: "lesson.4", light: ["d3"], position: GAP, seat: 1, solved: ({ points }) => points >= 2 },
    { key: "lesson.5", light: ["d1"], position: CUT, seat: 0, solved: ({ move }) => move === "d1" },
    {
      key: "lesson.6",
      light: ["a6"],
      position: LAST,
      seat: 1,
      solved: ({ over }) => over,
    },
  ],
  region: (names) =>
    around(
      names.map((name) => {
        const at = pointAt(name) ?? { x: 0, y: 0 };
        return { x: px(at.x) - HALF, y: px(at.y) - HALF, w: 2 * HALF, h: 2 * HALF };
      }),
    ),
};
