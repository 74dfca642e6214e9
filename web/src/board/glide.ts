/** From one part of a drawing to another, as an eye would follow it. */
import type { Box } from "./crop";

const TAKES = 180;

function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function between(from: Box, to: Box, part: number): Box {
  const at = (a: number, b: number): number => a + (b - a) * part;
  return { x: at(from.x, to.x), y: at(from.y, to.y), w: at(from.w, to.w), h: at(from.h, to.h) };
}

/** Tells each part on the way and, at the end, null; returns what stops it. Whoever wants no motion is told nothing. */
export function glide(from: Box, to: Box, tell: (at: Box | null) => void): () => void {
  if (isStill()) return () => undefined;
  const began = performance.now();
  let frame = 0;
  const step = (now: number): void => {
    const part = Math.min(1, Math.max(0, (now - began) / TAKES));
    tell(part < 1 ? between(from, to, 1 - (1 - part) ** 2) : null);
    if (part < 1) frame = requestAnimationFrame(step);
  };
  tell(from);
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
