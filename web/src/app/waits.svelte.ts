/** How many of my games wait for me: on the tab, in the header and, if that is wished, as a message of the browser. */
import { http } from "../api/http";
import type { ChallengeSheet } from "../api/types";
import { t } from "../i18n/index.svelte";
import { notify } from "./notify";
import { router } from "./router.svelte";
import { world } from "./world.svelte";

const EVERY = 20_000;
const MARK = /^\(\d+\) /;

class Waits {
  count = $state(0);
  /** Who asks me for a match. */
  asked = $state.raw<ChallengeSheet[]>([]);
  /** Who would rather not, of those whom I asked. */
  declined = $state.raw<{ name: string; game: string } | null>(null);
  private mine = new Map<string, ChallengeSheet>();

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
    if (!world.me?.id || world.offline) return;
    const found = await http.myGames().catch(() => null);
    if (!found) return;
    await this.hear(found.challenges);
    if (!router.path.startsWith("/t/")) this.know(found.waiting); // a table tells of itself
  };

  /** A challenge of mine that is gone was accepted, declined, or taken back by me: its table says which. */
  private async hear(challenges: ChallengeSheet[]): Promise<void> {
    this.asked = challenges.filter((one) => !one.mine && router.path !== `/t/${one.table.id}`);
    const before = this.mine;
    this.mine = new Map(challenges.filter((one) => one.mine).map((one) => [one.table.id, one]));
    for (const [id, one] of before) {
      if (this.mine.has(id)) continue;
      const table = await http.table(id).catch(() => null);
      if (table?.result?.how === "declined") this.declined = { name: one.name, game: one.table.game };
    }
  }

  know(count: number): void {
    if (count > this.count) notify(t("me.count", { n: count }), "/me");
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
