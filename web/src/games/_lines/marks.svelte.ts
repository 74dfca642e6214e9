/** What the tray points at on the board: the calculation under the pointer, and where the keyboard was. */
export const marks = $state<{ strong: number | null; focus: string | null }>({ strong: null, focus: null });
