/** Pictures are drawn one after another, each when there is nothing else to do: the page stays quick meanwhile. */
type Draw = () => void;

const PATIENCE_MS = 300;
const waiting: Draw[] = [];
let busy = false;

function next(): void {
  const draw = waiting.shift();
  busy = draw !== undefined;
  if (!draw) return;
  draw();
  later();
}

/** Not every browser says when it is idle. */
function later(): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(next, { timeout: PATIENCE_MS });
  else setTimeout(next);
}

/** Draws when its turn comes; returns how to leave the queue. */
export function inTurn(draw: Draw): () => void {
  waiting.push(draw);
  if (!busy) {
    busy = true;
    later();
  }
  return () => {
    const at = waiting.indexOf(draw);
    if (at >= 0) waiting.splice(at, 1);
  };
}

/** Paper does not wait. */
export function drawAll(): void {
  for (const draw of waiting.splice(0)) draw();
}
