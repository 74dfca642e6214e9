/** A seek that goes on while I do something else: my seat at the waiting table stays taken, and I hear who comes. */
import { nextWait } from "../api/patience";
import type { FromServer } from "../api/types";
import { t } from "../i18n/index.svelte";
import { notify } from "./notify";

class Seek {
  /** The waiting table; null: I am not looking for anybody. */
  id = $state<string | null>(null);
  game = $state("");
  /** Where the match begins. */
  found = $state<string | null>(null);
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;

  keep(id: string, game: string): void {
    this.end();
    Object.assign(this, { id, game });
    this.listen();
  }

  end(): void {
    clearTimeout(this.timer);
    const { socket } = this;
    Object.assign(this, { id: null, found: null, socket: null, tries: 0 });
    socket?.close();
  }

  private listen(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${this.id ?? ""}`);
    this.socket = socket;
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => {
      if (this.socket === socket) this.timer = setTimeout(() => this.listen(), nextWait(this.tries++, 0));
    };
  }

  private hear(message: FromServer): void {
    if (message.kind === "bye" && !message.retry) this.end();
    if (message.kind !== "welcome" && message.kind !== "news") return;
    this.tries = 0;
    const onward = message.entries.find((entry) => entry.kind === "followed")?.table;
    if (onward) this.find(onward);
    else if (message.position.state === "running") this.find(this.id ?? "");
    else if (message.position.state === "over") this.end();
  }

  private find(table: string): void {
    if (this.found === table) return;
    this.found = table;
    notify(t("seek.found", { game: this.game }), `/t/${table}`);
  }
}

export const seek = new Seek();
