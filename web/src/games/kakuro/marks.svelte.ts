/** The rows that there were: whether the board of one table outlines them, and the one that its list points at. */
export class Marks {
  outlined = $state(true);
  strong = $state<string | null>(null);
}
