import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Box } from "../src/board/crop";
import { glide } from "../src/board/glide";

const FROM: Box = { x: 0, y: 0, w: 100, h: 100 };
const TO: Box = { x: 40, y: 20, w: 50, h: 50 };

let now = 0;
let waiting = new Map<number, FrameRequestCallback>();
let told: (Box | null)[] = [];

/** So many milliseconds pass, and a frame is drawn. */
function frame(passed: number): void {
  now += passed;
  const due = [...waiting.values()];
  waiting = new Map();
  for (const draw of due) draw(now);
}

function go(): () => void {
  return glide(FROM, TO, (at) => told.push(at));
}

let isStill = false;

beforeEach(() => {
  now = 5000;
  waiting = new Map();
  told = [];
  isStill = false;
  let frames = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: isStill && query.includes("reduce") }));
  vi.stubGlobal("requestAnimationFrame", (draw: FrameRequestCallback) => {
    frames += 1;
    waiting.set(frames, draw);
    return frames;
  });
  vi.stubGlobal("cancelAnimationFrame", (number: number) => waiting.delete(number));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("from where it is, nearer with every frame, and then it is there", () => {
  go();
  expect(told).toEqual([FROM]);
  for (let frames = 0; frames < 20 && waiting.size; frames += 1) frame(16);
  expect(told.at(-1)).toBeNull();
  const seen = told.slice(0, -1) as Box[];
  expect(seen.length).toBeGreaterThan(5);
  const widths = seen.map((at) => at.w);
  expect(widths).toEqual([...widths].sort((a, b) => b - a));
  expect(new Set(widths).size).toBe(widths.length);
  expect(Math.min(...widths)).toBeGreaterThan(TO.w);
});

test("all sides go together, fast at first", () => {
  go();
  frame(90);
  expect(told.at(-1)).toEqual({ x: 30, y: 15, w: 62.5, h: 62.5 });
});

test("a frame that comes late ends it, one from before it began is the beginning", () => {
  go();
  frame(-3);
  expect(told.at(-1)).toEqual(FROM);
  frame(1000);
  expect(told.at(-1)).toBeNull();
  expect(waiting.size).toBe(0);
});

test("who stops it hears no more", () => {
  const stop = go();
  frame(16);
  stop();
  frame(16);
  expect(told.length).toBe(2);
});

test("whoever wants no motion is told nothing", () => {
  isStill = true;
  const stop = go();
  frame(16);
  stop();
  expect(told).toEqual([]);
});
