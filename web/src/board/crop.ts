/** Which part of a drawing a picture shows. */
import { getContext, setContext } from "svelte";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const WIDEST = 2.6;
const TALLEST = 1.2;
const AIR = 1.16; // a little of what is around it

/** The wanted part, widened to the shape of the picture and moved back into the drawing where it can be. */
export function crop(wanted: Box, whole: Box, ratio?: number): Box {
  const shape = ratio ?? Math.min(WIDEST, Math.max(TALLEST, wanted.w / wanted.h));
  const w = Math.max(wanted.w, wanted.h * shape) * AIR;
  const h = w / shape;
  return {
    x: within(wanted.x + wanted.w / 2 - w / 2, w, whole.x, whole.w),
    y: within(wanted.y + wanted.h / 2 - h / 2, h, whole.y, whole.h),
    w,
    h,
  };
}

/** A stretch that begins in the drawing; one that is longer than the drawing has it in its middle. */
function within(start: number, length: number, from: number, size: number): number {
  if (length >= size) return from + (size - length) / 2;
  return Math.min(Math.max(start, from), from + size - length);
}

/** The smallest part that holds all of these. */
export function around(boxes: Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.w));
  const bottom = Math.max(...boxes.map((box) => box.y + box.h));
  return { x, y, w: right - x, h: bottom - y };
}

/** Whether a square of the drawing is seen where only a part of it is shown: what is not need not be drawn. */
export function isSeen(part: Box | null, x: number, y: number, side: number): boolean {
  return !part || (x < part.x + part.w && part.x < x + side && y < part.y + part.h && part.y < y + side);
}

type Frame = (whole: Box) => Box;
const FRAME = Symbol("frame");

/** Pictures inside this component show that part of their drawing. */
export function setFrame(frame: Frame): void {
  setContext(FRAME, frame);
}

export function frameOf(): Frame | undefined {
  return getContext<Frame | undefined>(FRAME);
}
