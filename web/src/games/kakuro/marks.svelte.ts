/** The rows that there were: whether the board outlines them, and the one that the list points at. */
export const marks = $state<{ outlined: boolean; strong: string | null }>({ outlined: true, strong: null });
