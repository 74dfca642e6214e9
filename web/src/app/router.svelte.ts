/** Addresses of the page, by the browser's own history. */
class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  hash = $state(location.hash);

  constructor() {
    addEventListener("popstate", () => this.read());
    document.addEventListener("click", (event) => this.follow(event));
  }

  private read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.hash = location.hash;
  }

  /** Links inside the page do not reload it. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash && link.search === location.search) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }

  go(address: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", address);
    const elsewhere = location.pathname !== this.path;
    this.read();
    if (elsewhere) {
      scrollTo(0, 0);
      requestAnimationFrame(() => document.querySelector<HTMLElement>("main h1, main")?.focus());
    }
  }
}

export const router = new Router();
