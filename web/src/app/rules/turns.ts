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

/** Once the words of a page are on the screen, two frames later: what draws its pictures is fetched after that. */
export function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
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

/** What is far from the screen need not be drawn yet. */
const far = new Map<Element, Draw>();
const NEAR = "300px";
let eyes: IntersectionObserver | undefined;

function seen(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const draw = isIntersecting ? far.get(target) : undefined;
    if (draw && forget(target)) inTurn(draw);
  }
}

function forget(element: Element): boolean {
  eyes?.unobserve(element);
  return far.delete(element);
}

/** Draws in turn, once somebody comes near; returns how to give it up. */
export function whenNear(element: Element, draw: Draw): () => void {
  if (matchMedia("print").matches) return inTurn(draw);
  let wanted = true;
  far.set(element, () => wanted && draw());
  eyes ??= new IntersectionObserver(seen, { rootMargin: NEAR });
  eyes.observe(element);
  return () => {
    wanted = false;
    forget(element);
  };
}

/** Paper does not wait. */
export function drawAll(): void {
  for (const draw of waiting.splice(0)) draw();
  for (const [element, draw] of far) if (forget(element)) draw();
}
