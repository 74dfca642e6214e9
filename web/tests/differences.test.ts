import { describe, expect, it } from "vitest";
import { changed, type Difference } from "../src/api/differences";
import examples from "./differences.json";

describe("what changed", () => {
  it.each(examples)("leads from the old to the new: $what", ({ old, new: next, difference }) => {
    const kept = structuredClone(old);
    expect(changed<unknown>(old, difference as Difference)).toEqual(next);
    expect(old).toEqual(kept);
  });
  it("leaves alone what did not change", () => {
    const old = { views: [{ board: ["..."], rack: "12" }], clock: { at: 1 } };
    const after = changed(old, { clock: { at: [2] } });
    expect(after).toEqual({ ...old, clock: { at: 2 } });
    expect(after.views).toBe(old.views);
  });
});
