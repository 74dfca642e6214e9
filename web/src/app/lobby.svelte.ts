/** Who is in the lobby, as the header and home tell it. The lobby itself listens all the time. */
import { http } from "../api/http";
import type { Lobby } from "../api/types";

class LobbyNews {
  lobby = $state.raw<Lobby | null>(null);

  /** Tables where one can sit down or watch. */
  get count(): number {
    return (this.lobby?.open.length ?? 0) + (this.lobby?.running.length ?? 0);
  }

  async ask(): Promise<void> {
    this.lobby = await http.lobby().catch(() => this.lobby);
  }
}

export const lobbyNews = new LobbyNews();
