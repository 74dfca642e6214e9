/** Days as people write them, and how long one lasts. A day is the server's: its name is all we know of it. */
import { speech } from "../../i18n/index.svelte";

const MINUTE = 60_000;
const HOUR = 3_600_000;

/** Noon in UTC: the name of a day belongs to no time zone. */
function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

export function named(day: string): string {
  const long: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" };
  return noon(day).toLocaleDateString(speech.language, long);
}

export function month(day: string): string {
  return noon(day).toLocaleDateString(speech.language, { month: "long", year: "numeric", timeZone: "UTC" });
}

/** The day so many days later. */
export function shifted(day: string, days: number): string {
  const date = noon(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export function left(ms: number): { hours: number; minutes: number } {
  const rest = Math.max(0, ms);
  return { hours: Math.floor(rest / HOUR), minutes: Math.floor((rest % HOUR) / MINUTE) };
}

/** The days of a month in weeks that begin on Monday; null: a day of another month. */
export function weeks(day: string): (string | null)[][] {
  const first = noon(`${day.slice(0, 7)}-01`);
  const before = (first.getUTCDay() + 6) % 7;
  const cells: (string | null)[] = Array.from({ length: before }, () => null);
  for (let one = `${day.slice(0, 7)}-01`; one.slice(0, 7) === day.slice(0, 7); one = shifted(one, 1)) cells.push(one);
  while (cells.length % 7) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(7 * week, 7 * week + 7));
}

/** Monday to Sunday, in short. */
export function weekdays(): string[] {
  const monday = "2026-01-05";
  return Array.from({ length: 7 }, (_, day) =>
    noon(shifted(monday, day)).toLocaleDateString(speech.language, { weekday: "narrow", timeZone: "UTC" }),
  );
}
