/** How many of my games wait for me: on the tab, in the header and, if that is wished, as a message of the browser. */
import { http } from "../api/http";
import { t } from "../i18n/index.svelte";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import { world } from "./world.svelte";

const EVERY = 30_000;
const MARK = /^\(\d+\) /;

class Waits {
  count = $state(0);

  /** Asks now and then, and marks whatever title the page has. */
  follow(): () => void {
    const timer = setInterval(() => void this.ask(), EVERY);
    const titles = new MutationObserver(() => this.mark());
    titles.observe(document.head, { subtree: true, childList: true, characterData: true });
    addEventListener("focus", this.ask);
    return () => {
      clearInterval(timer);
      titles.disconnect();
      removeEventListener("focus", this.ask);
    };
  }

  readonly ask = async (): Promise<void> => {
    if (!world.me?.id || world.offline || router.path.startsWith("/t/")) return; // a table tells of itself
    const found = await http.myGames().catch(() => null);
    if (found) this.know(found.waiting);
  };

  know(count: number): void {
    const may = "Notification" in globalThis && Notification.permission === "granted";
    if (count > this.count && document.hidden && settings.all.notify && may)
      new Notification(t("me.count", { n: count }));
    this.count = count;
    this.mark();
  }

  private mark(): void {
    const plain = document.title.replace(MARK, "");
    const wanted = this.count ? `(${this.count}) ${plain}` : plain;
    if (document.title !== wanted) document.title = wanted;
  }
}

export const waits = new Waits();
