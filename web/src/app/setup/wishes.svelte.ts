/** What somebody wants from a new table, while they are choosing. */
import type { Allows, ChallengeWish, Control, GameSheet, NewTable, OptionSheet, Pace, SeatWish } from "../../api/types";
import { levelFor, remember } from "../home/levels";
import { settings } from "../settings.svelte";

export type Kind = SeatWish["kind"];
export type Company = "friends" | "device" | "bot";
const REST: Record<Company, Kind> = { friends: "open", device: "me", bot: "bot" };
type Choice = string | number;
const [QUICK, TURNS] = [600, 40]; // seconds of a quick match, and turns of one player
const RATED_SECONDS = 400;

export class Wishes {
  kinds = $state<Kind[]>([]);
  names = $state<string[]>([settings.all.name, "", "", "", ""]);
  private chosenCompany = $state<Company>("bot");
  private preset = $state(0);
  private chosen = $state.raw<Record<string, Choice>>({});
  /** Options whose text is written by hand. */
  private own = $state.raw<Record<string, boolean>>({});
  control = $state<Control["kind"]>("none");
  seconds = $state(120);
  increment = $state(5);
  isPublic = $state(false);
  private wantsRating = $state(false);
  allows = $state<Required<Pick<Allows, "takeback" | "hints" | "alternatives" | "spectators" | "free_chat">>>({
    takeback: true,
    hints: true,
    alternatives: true,
    spectators: true,
    free_chat: false,
  });

  constructor(
    private readonly game: () => GameSheet,
    company: Company,
  ) {
    this.kinds = ["me", "me"];
    this.company = company;
  }

  get company(): Company {
    return this.chosenCompany;
  }
  /** Everybody but me is of this company. */
  set company(company: Company) {
    this.chosenCompany = company;
    this.kinds = this.kinds.map((kind, i) => (i === 0 ? kind : REST[company]));
  }

  get levelNow(): number {
    return levelFor(this.game());
  }
  set levelNow(level: number) {
    remember(this.game().id, level);
  }

  get way(): number {
    return this.preset;
  }
  /** Choosing another way to play forgets what was chosen in the one before. */
  set way(preset: number) {
    this.preset = preset;
    this.chosen = {};
    this.own = {};
  }

  get options(): Record<string, Choice> {
    return { ...(this.game().presets[this.preset]?.options ?? {}), ...this.chosen };
  }

  setSeats(n: number): void {
    this.kinds = Array.from({ length: n }, (_, i) => this.kinds[i] ?? REST[this.company]);
  }

  /** An empty text chooses nothing. */
  pick(option: OptionSheet, value: string): void {
    const { [option.key]: _, ...others } = this.chosen;
    const choice = option.low !== null ? Number(value) : value;
    this.chosen = value === "" ? others : { ...others, [option.key]: choice };
  }

  /** A value from the list or, if empty, free text. */
  choose(option: OptionSheet, value: string): void {
    this.own = { ...this.own, [option.key]: value === "" };
    this.pick(option, value);
  }

  /** Free texts are for those who know what they want: everybody else chooses from words. */
  isOwn(option: OptionSheet): boolean {
    const value = this.options[option.key];
    const unlisted = value !== undefined && !option.values.includes(String(value));
    return !option.values.length || this.own[option.key] === true || unlisted;
  }

  written(option: OptionSheet): Choice {
    return this.chosen[option.key] ?? "";
  }

  /** Whoever plays alone on this device plays for nothing. */
  get rated(): boolean {
    return this.wantsRating && this.company !== "device";
  }
  /** A rated match needs a clock, unless the game has limits of its own. */
  set rated(wanted: boolean) {
    this.wantsRating = wanted;
    if (!wanted || this.control !== "none" || this.game().limits) return;
    this.control = "bank";
    this.seconds = RATED_SECONDS;
  }

  /** The kind of time, as ratings know it: as the server's `pace_of` says. */
  get pace(): Pace {
    const { seconds, increment } = this;
    if (this.control === "days") return "days";
    if (this.control === "move") return seconds * TURNS <= 2 * QUICK ? "quick" : "long";
    if (this.control === "bank") return seconds + increment * TURNS <= QUICK ? "quick" : "long";
    return "quick";
  }

  get table(): NewTable {
    return {
      game: this.game().id,
      seats: this.kinds.map((kind, i) => this.seat(kind, i)),
      options: this.options,
      control: this.timing,
      allows: { ...this.allows, rated: this.rated },
      public: this.isPublic,
    };
  }

  /** The same for one person: a table for two. */
  challenge(name: string): ChallengeWish {
    const { game, options = {}, control = { kind: "none" } } = this.table;
    return { name: name.trim(), game, options, control, rated: this.rated };
  }

  private seat(kind: Kind, i: number): SeatWish {
    if (kind === "open") return { kind };
    if (kind === "bot") return { kind, level: this.levelNow };
    const name = this.names[i]?.trim();
    return name ? { kind, name } : { kind };
  }

  private get timing(): Control {
    const { seconds, increment } = this;
    if (this.control === "move") return { kind: "move", seconds };
    if (this.control === "bank") return { kind: "bank", seconds, increment };
    return this.control === "days" ? { kind: "days", days: 2 } : { kind: "none" };
  }
}
