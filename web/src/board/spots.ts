/** Places on a board that can be focused, chosen and dropped on. Geometry only. */
export interface Spot {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  label: string;
}

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
const WAYS: Record<Arrow, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function isArrow(key: string): key is Arrow {
  return key in WAYS;
}

/** The nearest spot in that direction; going straight counts more than being near. */
export function neighbour(spots: Spot[], from: string, arrow: Arrow): string | null {
  const here = spots.find((spot) => spot.id === from);
  if (!here) return spots[0]?.id ?? null;
  const [dx, dy] = WAYS[arrow];
  let best: string | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const across = spot.x + spot.w / 2 - here.x - here.w / 2;
    const down = spot.y + spot.h / 2 - here.y - here.h / 2;
    const along = across * dx + down * dy;
    const aside = Math.abs(across * dy) + Math.abs(down * dx);
    if (along <= 0.01 || aside > along * 1.5 + 0.01) continue;
    const cost = along + aside * 2.5;
    if (cost < least - 1e-9) [least, best] = [cost, spot.id];
  }
  return best;
}

export interface Placed {
  spot: Spot;
  /** Counted from 1 over all rows, as screen readers count. */
  column: number;
}

/** The spots as rows from the top, each from the left: a grid, whatever the geometry is. */
export function rowsOf(spots: Spot[]): Placed[][] {
  const columns = [...new Set(spots.map((spot) => Math.round(middle(spot).x)))].sort((a, b) => a - b);
  const rows: Spot[][] = [];
  for (const spot of [...spots].sort((a, b) => middle(a).y - middle(b).y)) {
    const first = rows[rows.length - 1]?.[0];
    if (first && middle(spot).y - middle(first).y < Math.min(spot.h, first.h) / 2) rows[rows.length - 1]?.push(spot);
    else rows.push([spot]);
  }
  return rows.map((row) =>
    row
      .sort((a, b) => middle(a).x - middle(b).x)
      .map((spot) => ({ spot, column: columns.indexOf(Math.round(middle(spot).x)) + 1 })),
  );
}

function middle(spot: Spot): { x: number; y: number } {
  return { x: spot.x + spot.w / 2, y: spot.y + spot.h / 2 };
}
