import { describe, expect, it } from "vitest";
import type { TableLink } from "../src/api/table.svelte";
import type { Refused } from "../src/api/types";
import { Chair } from "../src/app/table/chair.svelte";
import type { Draft } from "../src/games/draft.svelte";
import type { Notice } from "../src/games/module";

function refusal(text: string): Refused {
  return { kind: "refused", id: 1, text, rule: "AK-3.2", where: ["19"] } as unknown as Refused;
}
const HINT: Notice = { text: "Look there.", rule: null, where: ["13"], tone: "hint" };

describe("what the line above the tray says", () => {
  it("is a hint that was asked for after a refusal, and a refusal that came after a hint", () => {
    const chair = new Chair({} as TableLink);
    const draft = { refused: refusal("No."), insisted: true };
    chair.draft = draft as unknown as Draft;
    expect(chair.notice).toMatchObject({ text: "No.", tone: "no" });
    chair.advise(HINT);
    expect(chair.notice).toEqual(HINT);
    draft.refused = refusal("No again.");
    expect(chair.notice).toMatchObject({ text: "No again.", tone: "no" });
  });
});
