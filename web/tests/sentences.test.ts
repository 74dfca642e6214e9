import { describe, expect, it } from "vitest";
import { Writer, type Word } from "../src/i18n/words";
import { bound } from "../src/i18n/index.svelte";

const SENTENCES: Record<string, Word> = {
  "There is a tile on {square} already.": "Na {square} už leží kámen.",
  "The bag holds only {n} tiles.": {
    one: "V sáčku je už jen {n} kámen.",
    few: "V sáčku jsou už jen {n} kameny.",
    other: "V sáčku je už jen {n} kamenů.",
  },
  "Which shall enter: {kinds}?": "Který má vstoupit: {kinds}?",
  soldier: "voják",
  guard: "strážce",
  "Option layout: {fault}": "Rozložení čísel: {fault}",
};
const czech = new Writer("cs", (template) => SENTENCES[template]);

describe("a sentence of the server", () => {
  it("is found by its template", () => {
    const said = czech.say({ template: "There is a tile on {square} already.", values: { square: "H8" } });
    expect(said).toBe("Na H8 už leží kámen.");
  });
  it("has the plural form that goes with its number", () => {
    const bag = (n: number): string => czech.say({ template: "The bag holds only {n} tiles.", values: { n } });
    expect([1, 3, 5].map(bag)).toEqual([
      "V sáčku je už jen 1 kámen.",
      "V sáčku jsou už jen 3 kameny.",
      "V sáčku je už jen 5 kamenů.",
    ]);
  });
  it("brings its English singular along, also inside another", () => {
    const tiles = { template: "tiles {tiles}", values: { n: 1, tiles: "5" }, one: "tile {tiles}" };
    const plain = new Writer("en", () => undefined);
    expect(plain.say(tiles)).toBe("tile 5");
    expect(plain.say({ template: "{tiles}, unless …", values: { tiles } })).toBe("tile 5, unless …");
    const bag = { template: "The bag holds only {n} tiles.", values: { n: 1 }, one: "… only {n} tile." };
    expect(czech.say(bag)).toBe("V sáčku je už jen 1 kámen.");
  });
  it("may hold other sentences, one or several", () => {
    const kinds = ["soldier", "guard"].map((template) => ({ template, values: {} }));
    const said = (joint: "and" | "or"): string =>
      czech.say({ template: "Which shall enter: {kinds}?", values: { kinds: { list: kinds, joint } } });
    expect(said("or")).toBe("Který má vstoupit: voják nebo strážce?");
    expect(said("and")).toBe("Který má vstoupit: voják a\u00a0strážce?");
    const fault = { template: "soldier", values: {} };
    expect(czech.say({ template: "Option layout: {fault}", values: { fault } })).toBe("Rozložení čísel: voják");
  });
  it("stays English where there is no translation", () => {
    expect(czech.say({ template: "Something {what}.", values: { what: "new" } })).toBe("Something new.");
  });
});

describe("words", () => {
  const tiles: Word = { one: "{n} tile", other: "{n} tiles" };
  const english = new Writer("en", () => undefined);
  it("have the forms and numbers of the language", () => {
    expect(english.fill(tiles, { n: 1 })).toBe("1 tile");
    expect(english.fill(tiles, { n: 12345 })).toBe("12,345 tiles");
    expect(czech.fill({ one: "{n} hráč", few: "{n} hráči", other: "{n} hráčů" }, { n: 12345 })).toBe(
      "12\u00a0345 hráčů",
    );
  });
  it("keep a hole that nobody fills", () => {
    expect(english.fill("{name} wins", {})).toBe("{name} wins");
  });
  it("do not break after a Czech preposition or inside a calculation", () => {
    expect(bound("Pošli je k 1 a v {game}: 2² = 4 i 3 × 12 = 36. Vzal kámen s 5.", "cs")).toBe(
      "Pošli je k\u00a01 a\u00a0v\u00a0{game}: " +
        "2²\u00a0=\u00a04 i\u00a03\u00a0×\u00a012\u00a0=\u00a036. Vzal kámen s\u00a05.",
    );
  });
  it("do not break before a French sign", () => {
    expect(bound("« Kakuro ! » : 2 + 3 = 5", "fr")).toBe(
      "«\u00a0Kakuro\u00a0!\u00a0»\u00a0: 2\u00a0+\u00a03\u00a0=\u00a05",
    );
  });
});
