/** Dragging a piece: a copy of it follows the pointer, and is dropped on a spot or on nothing. */
export interface DragHooks {
  enabled?: boolean;
  /** The piece is lifted. */
  onlift?: () => void;
  /** It hangs above this spot now. */
  onover?: (spot: string | null) => void;
  ondrop: (spot: string | null) => void;
}

const SLACK = 6;

function ghostOf(node: Element): HTMLElement {
  const box = node.getBoundingClientRect();
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.cssText = `position:fixed;left:0;top:0;pointer-events:none;z-index:90;width:${box.width}px;height:${box.height}px;`;
  if (node instanceof SVGGraphicsElement && !(node instanceof SVGSVGElement)) {
    const inner = node.getBBox();
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", `${inner.x} ${inner.y} ${inner.width} ${inner.height}`);
    svg.setAttribute("width", `${box.width}`);
    svg.setAttribute("height", `${box.height}`);
    svg.style.overflow = "visible";
    const copy = node.cloneNode(true) as SVGElement;
    copy.removeAttribute("transform");
    svg.append(copy);
    ghost.append(svg);
  } else {
    const copy = node.cloneNode(true) as HTMLElement;
    copy.style.margin = "0";
    ghost.append(copy);
  }
  for (const copy of ghost.querySelectorAll("[data-spot]")) copy.removeAttribute("data-spot");
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
  const { clientX, clientY, pointerId } = event;
  let ghost: HTMLElement | null = null;
  let over: string | null = null;
  const half = node.getBoundingClientRect();

  function moved(next: PointerEvent): void {
    if (next.pointerId !== pointerId) return;
    if (!ghost && Math.hypot(next.clientX - clientX, next.clientY - clientY) < SLACK) return;
    if (!ghost) {
      ghost = ghostOf(node);
      node.classList.add("lifted");
      hooks.onlift?.();
    }
    const rise = next.pointerType === "touch" ? 28 : 0; // a thumb would hide the piece
    ghost.style.transform = `translate(${next.clientX - half.width / 2}px, ${next.clientY - half.height / 2 - rise}px)`;
    const now = spotAt(next.clientX, next.clientY - rise);
    if (now !== over) hooks.onover?.((over = now));
    next.preventDefault();
  }

  function released(next: PointerEvent): void {
    if (next.pointerId !== pointerId) return;
    removeEventListener("pointermove", moved);
    removeEventListener("pointerup", released);
    removeEventListener("pointercancel", released);
    node.classList.remove("lifted");
    if (!ghost) return;
    ghost.remove();
    swallowClick();
    hooks.onover?.(null);
    if (next.type === "pointerup") hooks.ondrop(over);
  }

  addEventListener("pointermove", moved, { passive: false });
  addEventListener("pointerup", released);
  addEventListener("pointercancel", released);
}

/** The click that browsers send after a drag is not meant. */
function swallowClick(): void {
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
