/** Parts that scroll inside can be scrolled by keyboard, too; those that fit are no stop of the Tab key. */
export function reachable(node: HTMLElement): () => void {
  const look = (): void => {
    for (const part of node.querySelectorAll<HTMLElement>("[data-part=list]")) {
      if (part.scrollHeight > part.clientHeight + 1) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
    }
  };
  const sizes = new ResizeObserver(look);
  const changes = new MutationObserver(look);
  sizes.observe(node);
  changes.observe(node, { childList: true, subtree: true, characterData: true });
  return () => {
    sizes.disconnect();
    changes.disconnect();
  };
}
