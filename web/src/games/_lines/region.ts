/** The part of a board of squares that a picture shows. */
import { around, type Box } from "../../board/crop";
import { CELL, centre } from "../../board/grid";

export function regionOf(names: string[]): Box {
  return around(names.map(centre).map(({ x, y }) => ({ x: x - CELL / 2, y: y - CELL / 2, w: CELL, h: CELL })));
}
