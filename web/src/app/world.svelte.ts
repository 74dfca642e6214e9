/** What every screen shares: who I am, which games there are, and whether the server can be reached. */
import { http, Problem } from "../api/http";
import type { GameSheet, Me } from "../api/types";
import { t } from "../i18n/index.svelte";

const KNOCK_EVERY = 4000;
const AWAY = new Set([0, 502, 503, 504]); // nothing answers, or a proxy says so

class World {
  private timer: ReturnType<typeof setTimeout> | undefined;
  me = $state.raw<Me | null>(null);
  games = $state.raw<GameSheet[]>([]);
  offline = $state(false);
  trouble = $state("");

  constructor() {
    if (!navigator.onLine) this.lose();
    addEventListener("offline", () => this.lose());
    addEventListener("online", () => void this.knock());
  }

  /** Asks now and then whether the server is back. */
  private async knock(): Promise<void> {
    clearTimeout(this.timer);
    await this.load();
    if (this.offline) this.timer = setTimeout(() => void this.knock(), KNOCK_EVERY);
  }

  async load(): Promise<void> {
    await this.attempt(async () => {
      this.games = await http.games();
      this.me = await http.me();
    });
  }

  /** The server cannot be reached: says so once, and keeps asking until it can. */
  lose(): void {
    if (this.offline) return;
    this.offline = true;
    this.timer = setTimeout(() => void this.knock(), KNOCK_EVERY);
  }

  game(id: string): GameSheet | undefined {
    return this.games.find((game) => game.id === id);
  }

  /** Does something on the server; what goes wrong is said in words. */
  async attempt<T>(work: () => Promise<T>): Promise<T | null> {
    this.trouble = "";
    try {
      const done = await work();
      this.offline = false;
      return done;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (AWAY.has(error.status)) this.lose();
      this.trouble = AWAY.has(error.status) ? t("offline") : error.message || t("trouble", { status: error.status });
      return null;
    }
  }
}

export const world = new World();
