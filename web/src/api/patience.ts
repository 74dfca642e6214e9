/** How long to wait before coming back after a cut. */
const GROWING = [300, 600, 1200, 2500, 5000];

/** Growing and jittered, and never before the server asked for: a whole school comes back after a restart.
 * `tries`: how often it failed already; `after`: the seconds that the server asked for. */
export function nextWait(tries: number, after: number, random: () => number = Math.random): number {
  const grown = GROWING[Math.min(tries, GROWING.length - 1)] ?? 5000;
  return Math.max(grown * (0.5 + random()), 1000 * after * (1 + random()));
}
