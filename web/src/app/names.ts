/** What a seat is called: bots by their level, in the language of the page. */
import type { GameSheet, Level, OptionSheet, SeatSheet } from "../api/types";
import { ofGame, speech, t } from "../i18n/index.svelte";

export function nameOf(seat: SeatSheet, game: string): string {
  if (seat.kind === "open") return t("seat.open");
  return seat.kind === "bot" ? levelName(seat.name, game) : seat.name;
}

/** A bot as it is called at the table: its name begins with a capital letter there. */
export function levelName(name: string, game: string): string {
  return ofGame(game, `level.${name}`, name.charAt(0).toUpperCase() + name.slice(1));
}

/** A sentence about a bot; none where the language of the page has no words for it. */
export function levelAbout(level: Level, game: string): string {
  return ofGame(game, `about.${level.name}`, speech.language === "en" ? level.about : "");
}

export function optionText(game: GameSheet, option: OptionSheet): string {
  return ofGame(game.id, `option.${option.key}`, option.text);
}

export function optionValue(game: GameSheet, option: OptionSheet, value: string): string {
  return ofGame(game.id, `option.${option.key}.${value}`, option.labels[value] ?? value);
}

/** Names of stars and moons: the same in every language. */
const STARS = [
  ..."Vega Altair Sirius Rigel Mira Castor Pollux Deneb Spica Regulus Antares Capella Mizar Alcor".split(" "),
  ..."Atlas Maia Electra Lyra Orion Titan Rhea Triton Ariel Miranda Oberon Umbriel Callisto Phoebe".split(" "),
];

/** A friendly name for somebody who has not chosen one. */
export function someName(): string {
  const star = STARS[Math.floor(Math.random() * STARS.length)] ?? "";
  return `${star} ${Math.floor(Math.random() * 98) + 2}`;
}
