/** How Abak is to be drawn, and how its steps are read. */
export interface Step {
  text: string;
  /** A point in the mover's numbering, or `bar`. */
  from: string;
  /** The class that enters, where the text names it. */
  enters: string | null;
  to: string;
  hits: boolean;
  pins: boolean;
}

const STEP = /^(bar(?:\(([SGNDEO])\))?|\d+)\/(\d+|off)([*^]*)$/i;

export function readStep(text: string): Step | null {
  const match = STEP.exec(text);
  if (!match) return null;
  const from = (match[1] ?? "").startsWith("bar") ? "bar" : (match[1] ?? "");
  const marks = match[4] ?? "";
  return {
    text,
    from,
    enters: match[2] ?? null,
    to: match[3] ?? "",
    hits: marks.includes("*"),
    pins: marks.includes("^"),
  };
}

/** A point of one seat's numbering in White's, and back: the same formula both ways. */
export function turned(point: number, seat: number | null): number {
  return seat === 1 ? 25 - point : point;
}

export const POINT = 56;
export const BAR = 56;
export const TRAY = 66;
export const HEIGHT = 580;
export const WIDTH = 12 * POINT + BAR + TRAY + 12;
export const TOP = 26;

/** Left edge of a column, numbered 1..24 by the viewer, home at the right. */
export function columnX(point: number): number {
  const across = point <= 12 ? 12 - point : point - 13;
  return 6 + across * POINT + (across >= 6 ? BAR : 0);
}

export function isTop(point: number): boolean {
  return point > 12;
}
