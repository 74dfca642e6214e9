/** What every screen shares: who I am, which games there are, and whether the server can be reached. */
import { http, Problem } from "../api/http";
import type { GameSheet, Me } from "../api/types";
import { t } from "../i18n/index.svelte";

class World {
  me = $state.raw<Me | null>(null);
  games = $state.raw<GameSheet[]>([]);
  offline = $state(typeof navigator !== "undefined" && !navigator.onLine);
  trouble = $state("");

  constructor() {
    addEventListener("offline", () => (this.offline = true));
    addEventListener("online", () => {
      this.offline = false;
      if (!this.games.length) void this.load();
    });
  }

  async load(): Promise<void> {
    await this.attempt(async () => {
      this.games = await http.games();
      this.me = await http.me();
    });
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
      this.offline = error.status === 0;
      this.trouble = error.status === 0 ? t("offline") : error.message || t("trouble", { status: error.status });
      return null;
    }
  }
}

export const world = new World();
