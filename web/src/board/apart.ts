/** Moves of one list that would read the same: where each is laid, or what only it makes. */
import { best, sentence, type Described } from "./described";

export interface Listed {
  move: string;
  where: readonly string[];
  words: Described | null;
}

/** What a line of a list says of a move. */
function read({ words, move }: Listed): string {
  if (!words) return move;
  const top = best(words);
  return top?.maths ? `${top.maths} ${words.items.length}` : sentence(words.said);
}

/** "F8–J8": from its first square to its last. */
export function span(where: readonly string[]): string {
  const [first = "", last = ""] = [where[0], where[where.length - 1]];
  return first === last ? first : `${first}–${last}`;
}

function counted(texts: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const text of texts) found.set(text, (found.get(text) ?? 0) + 1);
  return found;
}

/** An equation that this move makes and not every one of the others: the dearest. */
function own(one: Listed, group: readonly Listed[]): string {
  const shared = (maths: string): boolean =>
    group.every((other) => other.words?.items.some((item) => item.maths === maths));
  const rare = (one.words?.items ?? []).filter((item) => item.maths && !shared(item.maths));
  return rare.sort((a, b) => (b.points ?? 0) - (a.points ?? 0))[0]?.maths ?? "";
}

/** For each move what tells it from those that read the same; empty where nothing else reads like it. */
export function apart(moves: readonly Listed[]): string[] {
  const lines = moves.map(read);
  const often = counted(lines);
  return moves.map((one, i) => {
    if ((often.get(lines[i] ?? "") ?? 0) < 2) return "";
    const group = moves.filter((_, j) => lines[j] === lines[i]);
    const place = span(one.where);
    if (place && (counted(group.map((other) => span(other.where))).get(place) ?? 0) < 2) return place;
    return [place, own(one, group) || one.move].filter(Boolean).join(" · ");
  });
}
