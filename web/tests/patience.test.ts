import { expect, test } from "vitest";
import { nextWait } from "../src/api/patience";

test("waits grow, and stop growing", () => {
  const waits = [0, 1, 2, 3, 4, 5, 99].map((tries) => nextWait(tries, 0, () => 0.5));
  expect(waits).toEqual([300, 600, 1200, 2500, 5000, 5000, 5000]);
});

test("never before the server asked for, and scattered", () => {
  const waits = Array.from({ length: 200 }, () => nextWait(0, 3));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(3000);
  expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(1500);
});
