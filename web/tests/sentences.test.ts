import { describe, expect, it } from "vitest";
import { form } from "../src/i18n/index.svelte";
import { told, toldIn, Translator, translateWith } from "../src/i18n/sentences";
import cs from "../src/i18n/sentences/cs.json";

const czech = new Translator(cs, (forms, n) => form(forms, n, "cs"));

describe("a sentence of the server", () => {
  it("is found whole, and by its template", () => {
    expect(czech.say("All seats are taken.")).toBe("Všechna místa jsou obsazená.");
    expect(czech.say("There is a tile on H8 already.")).toBe("Na H8 už leží kámen.");
    expect(czech.say("This row makes 9 + 2 = 11, not 12.")).toBe("Tato řada dává 9 + 2 = 11, ne 12.");
  });
  it("has the plural form that goes with its number", () => {
    expect(czech.say("The bag holds only 1 tiles.")).toBe("V sáčku je už jen 1 kámen.");
    expect(czech.say("The bag holds only 3 tiles.")).toBe("V sáčku jsou už jen 3 kameny.");
    expect(czech.say("There is a move here that brings 12 points.")).toBe("Je tu tah, který přinese 12 bodů.");
  });
  it("has its names of pieces translated, one or several", () => {
    expect(czech.say("The point c3 takes a Cross, and you have none left.")).toBe(
      "Na c3 patří kříž, a takový dílek už nemáš.",
    );
    expect(czech.say("Which checker shall enter from the bar: soldier or even wounded?")).toBe(
      "Který kámen má vstoupit z baru: voják nebo sudý zraněný?",
    );
    expect(
      czech.say("The repeated numbers of this row cost no duplication tiles, and you pay 1 duplication tile."),
    ).toContain("platí 0 zdvojení, a ty dáváš 1.");
  });
  it("may hold another sentence", () => {
    expect(czech.say("Option layout: A layout is 8 groups of 8 digits, with / between them.")).toBe(
      "Rozložení čísel: Rozložení je 8 skupin po 8 číslicích, mezi nimi /.",
    );
  });
  it("takes the template that says most, and stays English where there is none", () => {
    expect(
      czech.say("With the premium squares put in, 6/2 does not come out as a whole number greater than 0."),
    ).toMatch(/^Když se započtou/);
    expect(czech.say("Something new.")).toBe("Something new.");
  });
});

describe("told", () => {
  it("speaks the language that was chosen, the server's own without one", () => {
    expect(told("All seats are taken.")).toBe("All seats are taken.");
    translateWith(czech);
    expect(toldIn({ kind: "refused", text: "All seats are taken." })).toEqual({
      kind: "refused",
      text: "Všechna místa jsou obsazená.",
    });
    translateWith(null);
  });
});
