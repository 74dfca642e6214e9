/** What a screen tells the frame around it: the game it belongs to, whose colours the whole page then wears. */
class Frame {
  game = $state("");
}

export const frame = new Frame();
