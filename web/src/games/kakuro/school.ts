/** Tasks for learning Kakuro. */
import { around } from "../../board/crop";
import type { School } from "../registry";
import { CELL, FRAME, squareAt } from "./look";
import { t } from "./words";

const PLAIN = "92943562/73286451/12673364/75892513/45381798/61972348/84176948/59814761";
const ONE_SUM = "92943562/73286451/12673364/75892513/45381798/61972#48/84176948/59814761";
const RED = "84159v273/39276v415/15867v329/76925v184/42693v851/5371#642/28431967/97584236";
const P1 = `${PLAIN} race 36 7,12,12 - DX5 DX3/DD5 0/0`;
const P2 = `${ONE_SUM} race 9 7,12,12 - DX5 DX3/DD5 0/0`;
const P4 = `${RED} race 20 7,12,12 - DX5 DX3/DD5 5/0 now=90000`;
const P5 = `${PLAIN} race 40 7,12,12 - DX5 DD1/DX/X 0/0/0`;
const P7 = `${PLAIN} race 5 7,12,12 38 DX5 D/D/D 0/0/0 votes=1 now=5000`;

export const school: School = {
  words: t,
  lessons: [
    {
      key: "lesson.1",
      light: ["A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2"],
      position: P1,
      seat: 0,
      solved: ({ points }) => points === 8,
    },
    {
      key: "lesson.2",
      light: ["A5", "B5", "C5"],
      position: P2,
      seat: 0,
      solved: ({ points, move }) => points > 0 && move.includes("#"),
    },
    {
      key: "lesson.3",
      light: ["A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1"],
      position: P5,
      seat: 0,
      solved: ({ points, move }) => points === 8 && move.includes("DD"),
    },
    {
      key: "lesson.4",
      light: ["A1", "A2", "H1"],
      position: P1,
      seat: 0,
      solved: ({ points, move }) => points > 0 && move.includes("~"),
    },
    {
      key: "lesson.5",
      light: ["C4", "D4", "E4", "F4", "G4", "H4"],
      position: P4,
      seat: 0,
      solved: ({ points }) => points >= 5,
    },
    { key: "lesson.6", tools: ["impossible"], position: P7, seat: 0, solved: ({ move }) => move === "impossible" },
  ],
  region: (names) =>
    around(
      names.map((name) => {
        const at = squareAt(name) ?? { column: 0, row: 0 };
        const side = (index: number): [number, number] =>
          index === 0 ? [0, FRAME + CELL] : [FRAME + index * CELL, CELL]; // the frame belongs to the first ones
        const [[x, w], [y, h]] = [side(at.column), side(at.row)];
        return { x, y, w, h };
      }),
    ),
};
