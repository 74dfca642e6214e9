/** What changed from one JSON value to another, as the server sends it (`messages/differences.py`).
 *
 * In brackets stands a new value (nothing in them: the key is gone), in braces what changed inside, by key or number.
 */
export type Difference = unknown[] | { [key: string]: Difference };

/** The new value. The old one stays as it is, and what did not change is the same object as before. */
export function changed<T>(old: T, by: Difference): T;
export function changed(old: unknown, by: Difference): unknown {
  if (Array.isArray(by)) return by[0];
  if (!Object.keys(by).length) return old;
  return Array.isArray(old) ? items(old, by) : fields(old as Record<string, unknown>, by);
}

function items(old: unknown[], by: Record<string, Difference>): unknown[] {
  const found = [...old];
  for (const [number, inside] of Object.entries(by)) found[Number(number)] = changed(old[Number(number)], inside);
  return found;
}

function fields(old: Record<string, unknown>, by: Record<string, Difference>): Record<string, unknown> {
  const found = Object.entries(old).filter(([key]) => !isGone(by[key]));
  for (const [key, inside] of Object.entries(by)) {
    if (!isGone(inside)) found.push([key, changed(old[key], inside)]);
  }
  return Object.fromEntries(found);
}

function isGone(inside: Difference | undefined): boolean {
  return Array.isArray(inside) && !inside.length;
}
