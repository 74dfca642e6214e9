/** Dragging a piece: a copy of it follows the pointer, and is dropped on a spot or on nothing. */
export interface DragHooks {
  enabled?: boolean;
  /** The piece is lifted. */
  onlift?: () => void;
  /** It is now above this spot. */
  onover?: (spot: string | null) => void;
  ondrop: (spot: string | null) => void;
  /** A second finger or the browser took the pointer away. */
  oncancel?: () => void;
}

const SLACK = 6;
const RISE = 28; // a thumb would hide the piece

/** The pointer that holds a piece or draws a row: the board under it keeps still in the meantime. */
export const held = { by: null as number | null };

/** Follows one press until it is released. A second finger is for the board, not the piece: it ends the press. */
function follow(event: PointerEvent, moved: (next: PointerEvent) => void, ended: (released: boolean) => void): void {
  const id = event.pointerId;
  held.by = id;
  const move = (next: PointerEvent): void => {
    if (next.pointerId === id) moved(next);
  };
  const stop = (next: PointerEvent): void => {
    if ((next.pointerId === id) === (next.type === "pointerdown")) return;
    removeEventListener("pointermove", move);
    for (const kind of ENDS) removeEventListener(kind, stop);
    held.by = null;
    ended(next.type === "pointerup");
  };
  addEventListener("pointermove", move, { passive: false });
  for (const kind of ENDS) addEventListener(kind, stop);
}
const ENDS = ["pointerup", "pointercancel", "pointerdown"] as const;

function drawing(node: SVGGraphicsElement, box: DOMRect): Element {
  const inner = node.getBBox();
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `${inner.x} ${inner.y} ${inner.width} ${inner.height}`);
  svg.setAttribute("width", `${box.width}`);
  svg.setAttribute("height", `${box.height}`);
  svg.style.overflow = "visible";
  const copy = node.cloneNode(true) as SVGElement;
  copy.removeAttribute("transform");
  svg.append(copy);
  return svg;
}

function ghostOf(node: Element): HTMLElement {
  const box = node.getBoundingClientRect();
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { position: "fixed", left: "0", top: "0", pointerEvents: "none", zIndex: "90" });
  Object.assign(ghost.style, { width: `${box.width}px`, height: `${box.height}px` });
  const inSvg = node instanceof SVGGraphicsElement && !(node instanceof SVGSVGElement);
  const copy = inSvg ? drawing(node, box) : (node.cloneNode(true) as HTMLElement);
  if (copy instanceof HTMLElement) copy.style.margin = "0";
  ghost.append(copy);
  for (const one of ghost.querySelectorAll("[data-spot]")) one.removeAttribute("data-spot");
  document.body.append(ghost);
  return ghost;
}

function spotAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const spot = element.closest("[data-spot]");
    if (spot) return spot.getAttribute("data-spot");
  }
  return null;
}

/** Follows one press on `node` until it is released; a press that does not travel stays a tap. */
export function startDrag(node: Element, event: PointerEvent, hooks: DragHooks): void {
  if (event.button !== 0 || hooks.enabled === false) return;
  const { clientX, clientY } = event;
  const box = node.getBoundingClientRect();
  let ghost: HTMLElement | null = null;
  let over: string | null = null;

  function moved(next: PointerEvent): void {
    if (!ghost && Math.hypot(next.clientX - clientX, next.clientY - clientY) < SLACK) return;
    if (!ghost) {
      ghost = ghostOf(node);
      node.classList.add("lifted");
      hooks.onlift?.();
    }
    const rise = next.pointerType === "touch" ? RISE : 0;
    ghost.style.transform = `translate(${next.clientX - box.width / 2}px, ${next.clientY - box.height / 2 - rise}px)`;
    const now = spotAt(next.clientX, next.clientY - rise);
    if (now !== over) {
      over = now;
      hooks.onover?.(over);
    }
    next.preventDefault();
  }

  follow(event, moved, (released) => {
    node.classList.remove("lifted");
    if (!ghost) return;
    ghost.remove();
    swallowClick();
    hooks.onover?.(null);
    if (!released) return hooks.oncancel?.();
    hooks.ondrop(over);
    if (over !== null) focusSpot(over); // Enter is for the move, not the piece that was lifted
  });
}

/** The keyboard goes on at this spot. */
export function focusSpot(spot: string): void {
  document.querySelector<SVGElement>(`[data-spot="${CSS.escape(spot)}"]`)?.focus();
}

/** Draws over the spots from the pressed one on: reports each new spot under the pointer. */
export function trace(event: PointerEvent, from: string, onspot: (spot: string) => void): void {
  if (event.button !== 0) return;
  let now = from;
  let travelled = false;
  follow(
    event,
    (next) => {
      const spot = spotAt(next.clientX, next.clientY);
      if (spot && spot !== now) {
        travelled = true;
        onspot((now = spot));
      }
      if (travelled) next.preventDefault();
    },
    () => {
      if (travelled) swallowClick();
    },
  );
}

/** The click that browsers send after a drag is ignored. */
export function swallowClick(): void {
  const swallow = (event: MouseEvent): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
}

/** `use:draggable` for pieces outside the board. */
export function draggable(node: HTMLElement, hooks: DragHooks): { update(next: DragHooks): void; destroy(): void } {
  let now = hooks;
  const press = (event: PointerEvent): void => startDrag(node, event, now);
  node.addEventListener("pointerdown", press);
  node.style.touchAction = "none";
  return {
    update(next) {
      now = next;
    },
    destroy() {
      node.removeEventListener("pointerdown", press);
    },
  };
}
