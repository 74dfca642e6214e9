/** The rows that were possible: whether a table's board outlines them, and which one its list points at. */
export class Marks {
  outlined = $state(true);
  strong = $state<string | null>(null);
}
