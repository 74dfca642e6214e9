/** Numbers about games, as people read them. */
import type { FinishedGame, FinishedSeat, RunningGame } from "../../api/types";
import { speech, t } from "../../i18n/index.svelte";
import { levelName } from "../names";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** A change with its sign, which is never a hyphen. */
export function signed(change: number): string {
  return change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "±0";
}

export function lasting(ms: number): string {
  if (ms >= 2 * DAY) return t("me.days", { n: Math.round(ms / DAY) });
  if (ms >= 2 * HOUR) return t("me.hours", { n: Math.round(ms / HOUR) });
  return t("me.minutes", { n: Math.max(1, Math.round(ms / MINUTE)) });
}

export function day(ms: number): string {
  return new Intl.DateTimeFormat(speech.language, { dateStyle: "medium" }).format(ms);
}

/** A bot by the name of its level, a person by their own. */
export function called(seat: Pick<FinishedSeat, "name" | "level">, game: string): string {
  return seat.level === null ? seat.name : levelName(seat.name, game);
}

export function opponents(game: FinishedGame): FinishedSeat[] {
  return game.seats.filter((seat) => !seat.mine);
}

/** My own seat, where I had one alone. */
export function mine(game: FinishedGame): FinishedSeat | undefined {
  return game.outcome === "several" ? undefined : game.seats.find((seat) => seat.mine);
}

/** Whether the scores say who won: where somebody left, they may say the contrary, or nothing. */
export function isTelling(ranks: readonly number[], scores: readonly (number | null)[]): boolean {
  const told = ranks.flatMap((rank, seat) => (scores[seat] == null ? [] : [{ rank, score: scores[seat] }]));
  const agrees = told.every((one) => told.every((other) => one.rank >= other.rank || one.score >= other.score));
  const isBlank = told.every(({ score }) => score === 0) && told.some(({ rank }) => rank > 1);
  return told.length === ranks.length && agrees && !isBlank;
}

/** The scores, mine first; null where they do not say who won. */
export function scores({ seats }: FinishedGame): number[] | null {
  const mineFirst = [...seats].sort((one, other) => Number(other.mine) - Number(one.mine));
  const known = mineFirst.map((seat) => seat.score).filter((score) => score !== null);
  const tells = isTelling(
    seats.map((seat) => seat.rank),
    seats.map((seat) => seat.score),
  );
  return tells ? known : null;
}

export function timeLeft(game: RunningGame): string {
  return game.left === null ? "" : t("me.left", { time: lasting(game.left) });
}
