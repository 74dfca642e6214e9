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

/** How far a step goes. */
export function distance(step: Step): number {
  const from = step.from === "bar" ? 25 : Number(step.from);
  return step.to === "off" ? from : Math.abs(from - Number(step.to));
}

export interface Thrown {
  die: number;
  used: boolean;
}

/** The dice of a throw, four of a double, and which of them the steps so far have used. */
export function diceOf(dice: number[] | null, steps: Step[]): Thrown[] {
  const thrown = (dice ?? []).flatMap((die) => (dice?.[0] === dice?.[1] ? [die, die] : [die]));
  const left = thrown.map((die) => ({ die, used: false }));
  for (const step of steps) {
    const fits = fitting(left, distance(step));
    if (fits) fits.used = true;
  }
  return left;
}

/** The smallest unused die that goes as far. */
export function fitting(dice: Thrown[], far: number): Thrown | null {
  return dice.filter((one) => !one.used && one.die >= far).sort((a, b) => a.die - b.die)[0] ?? null;
}

/** A point of one seat's numbering in White's, and back: the same formula both ways. */
export function turned(point: number, seat: number | null): number {
  return seat === 1 ? 25 - point : point;
}

export type Kind = "S" | "G" | "N" | "D" | "E" | "O";
export const KINDS: Kind[] = ["S", "G", "N", "D", "E", "O"];

export function kindOf(letter: string): Kind {
  return KINDS.find((kind) => kind === letter.toUpperCase()) ?? "S";
}

export function isWhite(letter: string): boolean {
  return letter === letter.toUpperCase();
}

export const POINT = 56;
export const BAR = 46;
export const TRAY = 62;
/** The wooden rim: at the ends of the points it carries their numbers. */
export const RIM = 28;
export const SIDE = 14;
/** From the left end of the box to the right one, whichever way it lies. */
export const LENGTH = 2 * SIDE + 12 * POINT + BAR + TRAY + 8;
/** How deep the box is where there is room, and in pictures. */
export const DEPTH = 700;
export const R = 24;

export interface Place {
  x: number;
  y: number;
}

/** The box as it lies on the screen: across, or turned a quarter on a narrow one. Everything is worked out across
 * (x along the points, y from rim to rim) and turned at the end; turned, left becomes above. */
export class Box {
  readonly width: number;
  readonly height: number;
  readonly long: number;

  constructor(
    /** How deep the box is from rim to rim. */
    readonly depth: number,
    readonly upright: boolean,
  ) {
    this.width = upright ? depth : LENGTH;
    this.height = upright ? LENGTH : depth;
    this.long = (depth - 2 * RIM) / 2 - 44;
  }

  at(x: number, y: number): Place {
    return this.upright ? { x: y, y: x } : { x, y };
  }

  rect(x: number, y: number, w: number, h: number): { x: number; y: number; width: number; height: number } {
    return this.upright ? { x: y, y: x, width: h, height: w } : { x, y, width: w, height: h };
  }

  spot(x: number, y: number, w: number, h: number): { x: number; y: number; w: number; h: number } {
    const { width, height, ...corner } = this.rect(x, y, w, h);
    return { ...corner, w: width, h: height };
  }

  /** The place of the `i`-th checker from the rim, of `n` on the point; a druid lies half over what it pins. */
  slot(point: number, i: number, n: number): Place {
    const gap = this.gap(n);
    const inward = RIM + R + 2 + i * gap;
    return this.at(columnX(point) + POINT / 2, isTop(point) ? inward : this.depth - inward);
  }

  gap(n: number): number {
    return Math.min(2 * R + 1, (this.long - 2 * R) / Math.max(1, n - 1));
  }

  /** Checkers of a high stack are smaller, so that each still shows its emblem. */
  radius(n: number): number {
    return Math.max(15, Math.min(R, this.gap(n) * 0.68));
  }

  spike(point: number): string {
    const x = columnX(point);
    const [rim, tip] = isTop(point) ? [RIM, RIM + this.long] : [this.depth - RIM, this.depth - RIM - this.long];
    const [a, b, c] = [this.at(x + 3, rim), this.at(x + POINT - 3, rim), this.at(x + POINT / 2, tip)];
    return `M${a.x} ${a.y} L${b.x} ${b.y} L${c.x} ${c.y} Z`;
  }
}

export const barX = SIDE + 6 * POINT;
export const trayX = SIDE + 12 * POINT + BAR + 8;

/** Left edge of a column, numbered 1..24 by the viewer, home at the right. */
export function columnX(point: number): number {
  const across = point <= 12 ? 12 - point : point - 13;
  return SIDE + across * POINT + (across >= 6 ? BAR : 0);
}

export function isTop(point: number): boolean {
  return point > 12;
}
