import { describe, expect, it } from "vitest";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { cs } from "../src/i18n/cs";
import { en } from "../src/i18n/en";
import { bound, fill } from "../src/i18n/index.svelte";

const catalogues: Record<string, Record<string, string>> = { en, cs };
const MAY_BE_EMPTY = new Set(["rules.english"]);

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

describe.each(Object.keys(catalogues))("catalogue %s", (language) => {
  const catalogue = catalogues[language] ?? {};
  it("has every key, no other, and words for each", () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(catalogue)) expect(text !== "" || MAY_BE_EMPTY.has(key), key).toBe(true);
  });
  it("fills in the same values", () => {
    for (const [key, text] of Object.entries(catalogue)) {
      const names = (words: string): string[] => [...new Set(words.match(/\{\w+\}/g) ?? [])].sort();
      expect(names(text), key).toEqual(names((en as Record<string, string>)[key] ?? ""));
    }
  });
});

describe("keys", () => {
  it("that the page asks for are all there", () => {
    const asked = files("src")
      .filter((path) => /\.(svelte|ts)$/.test(path) && !path.includes("i18n"))
      .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/\bt\("([^"]+)"/g)].map((match) => match[1] ?? ""));
    expect(asked.filter((key) => !(key in en))).toEqual([]);
    expect(asked.length).toBeGreaterThan(200);
  });
});

describe("plural forms", () => {
  it("are all there, or none is needed", () => {
    for (const [language, count] of [
      ["en", 2],
      ["cs", 3],
    ] as const) {
      for (const [key, text] of Object.entries(catalogues[language] ?? {}))
        expect([1, count], key).toContain(text.split(" | ").length);
    }
    for (const [key, text] of Object.entries(cs))
      expect(text.includes(" | "), key).toBe((en as Record<string, string>)[key]?.includes(" | "));
  });
  it("follow the language", () => {
    expect(fill("{n} tile | {n} tiles", { n: 1 }, "en")).toBe("1 tile");
    expect(fill("{n} hráč | {n} hráči | {n} hráčů", { n: 3 }, "cs")).toBe("3 hráči");
    expect(fill("{n} hráč | {n} hráči | {n} hráčů", { n: 5 }, "cs")).toBe("5 hráčů");
  });
});

describe("numbers and lines", () => {
  it("are written as the language writes them", () => {
    expect(fill("{n} tile | {n} tiles", { n: 12345 }, "en")).toBe("12,345 tiles");
    expect(fill("{n} hráč | {n} hráči | {n} hráčů", { n: 12345 }, "cs")).toBe("12\u00a0345 hráčů");
  });
  it("do not break after a Czech preposition or inside a calculation", () => {
    const { text } = bound({ text: "Pošli je k 1 a v {game}: 2² = 4 i 3 × 12 = 36. Vzal kámen s 5." });
    expect(text).toBe(
      "Pošli je k\u00a01 a\u00a0v\u00a0{game}: 2²\u00a0=\u00a04 i\u00a03\u00a0×\u00a012\u00a0=\u00a036. Vzal kámen s\u00a05.",
    );
  });
});
