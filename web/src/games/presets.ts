/** Ways to play each game, in plain words: sets of options that go well together. */
import type { Key } from "../i18n/index.svelte";

export interface Preset {
  key: Key;
  options: Record<string, string | number>;
}

export const PRESETS: Record<string, Preset[]> = {
  abaku: [
    { key: "preset.abaku.rulebook", options: {} },
    { key: "preset.abaku.addsub", options: { operations: "add-sub" } },
    { key: "preset.abaku.muldiv", options: { operations: "mul-div" } },
    { key: "preset.abaku.nopowers", options: { operations: "no-powers" } },
    { key: "preset.abaku.values", options: { scoring: "values" } },
    { key: "preset.abaku.dispute", options: { referee: "dispute" } },
    { key: "preset.abaku.declare", options: { declare: "manual" } },
  ],
  calculissimo: [
    { key: "preset.calculissimo.rulebook", options: {} },
    { key: "preset.calculissimo.mini", options: { board: "mini", chips: "mini" } },
    { key: "preset.calculissimo.timed", options: { turn_seconds: 120 } },
    { key: "preset.calculissimo.dispute", options: { referee: "dispute" } },
  ],
  kakuro: [
    { key: "preset.kakuro.rulebook", options: {} },
    { key: "preset.kakuro.gentle", options: { wrong: "refuse", hourglass_seconds: 120 } },
    { key: "preset.kakuro.calm", options: { solo_timer: "off", wrong: "refuse" } },
    { key: "preset.kakuro.fast", options: { buzz: "one-step", hourglass_seconds: 30 } },
  ],
  abstrakto: [
    { key: "preset.abstrakto.rulebook", options: {} },
    { key: "preset.abstrakto.small", options: { size: 5 } },
    { key: "preset.abstrakto.secret", options: { discard: "secret" } },
    { key: "preset.abstrakto.pie", options: { pie: "on" } },
  ],
  abak: [
    { key: "preset.abak.rulebook", options: {} },
    { key: "preset.abak.match", options: { match: 3, cube: "on" } },
    { key: "preset.abak.classic", options: { setup: "classic" } },
    { key: "preset.abak.money", options: { setup: "classic", match: 0, cube: "on" } },
  ],
};
