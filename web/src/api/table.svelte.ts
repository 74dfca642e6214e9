/** One table, live: a socket that reconnects by itself, and the log it has received so far.
 *
 * Actions carry a key and wait in `pending` until the server has answered them, across any number of cuts: the
 * server does each key once. Questions that a cut left open are asked again; a table that is closed answers them
 * with `lost()`.
 */
import { said } from "../i18n/index.svelte";
import { nextWait } from "./patience";
import type { Desk } from "./desk";
import { changed, type Difference } from "./differences";
import { lost } from "./http";
import type {
  Bye,
  Changed,
  Examined,
  Entry,
  FreshEntry,
  FromClient,
  FromServer,
  Hinted,
  Alternatives,
  Moves,
  Position,
  Presence,
  Refused,
  Scored,
  StepList,
  TableSheet,
} from "./types";

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
type ActionBody = Without<Extract<FromClient, { key: string }>, "seen" | "key">;
type QuestionBody = Without<Extract<FromClient, { id: number }>, "id">;
type Answer = Extract<FromServer, { id: number }>;
/** An entry that has just happened comes with its score; an earlier one may have to be looked up. */
export type Told = Entry | Required<FreshEntry>;
export type Line = "connecting" | "live" | "lost" | "closed";

/** What a fresh entry leaves out. */
const MISSING = {
  name: null,
  level: null,
  phrase: null,
  emote: null,
  what: null,
  ref: null,
  accept: null,
  table: null,
  scored: null,
};

function completed(entry: FreshEntry): Required<FreshEntry> {
  return { ...MISSING, where: entry.described?.where ?? [], ...entry };
}

const PING_EVERY = 15_000;
const DEAF_AFTER = 8_000;
const CUT = 1006; // how a browser reports a socket that ended without a goodbye

interface Pending {
  message: FromClient;
  settle: (refused: Refused | null) => void;
}

export class TableLink {
  line = $state<Line>("connecting");
  table = $state.raw<TableSheet | null>(null);
  position = $state.raw<Position | null>(null);
  entries = $state.raw<Told[]>([]);
  presence = $state.raw<Presence | null>(null);
  phrases = $state.raw<string[]>([]);
  emotes = $state.raw<string[]>([]);
  bye = $state.raw<Bye | null>(null);

  private socket: WebSocket | null = null;
  private seq = -1;
  private tries = 0;
  private stopped = false;
  private nextId = 1;
  private readonly pending = new Map<string, Pending>();
  private readonly asked = new Map<number, { message: FromClient; answer: (answer: Answer | Refused) => void }>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private deaf: ReturnType<typeof setTimeout> | undefined;
  private scores = false;
  private clockAt = 0;
  private clockRead = 0;

  constructor(
    readonly id: string,
    private readonly address = socketAddress,
  ) {}

  open(): void {
    this.stopped = false;
    this.connect();
    if (typeof window !== "undefined") window.addEventListener("online", this.hurry);
    if (typeof document !== "undefined") document.addEventListener("visibilitychange", this.hurry);
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.deaf);
    clearInterval(this.pinger);
    if (typeof window !== "undefined") window.removeEventListener("online", this.hurry);
    if (typeof document !== "undefined") document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
    this.socket = null;
    this.forget();
  }

  /** Cuts the wire at once, as a tunnel would; it comes back by itself.
   * A closing socket waits for the other end to agree, a minute on a dead wire: nobody waits for that here. */
  cut(): void {
    const socket = this.socket;
    if (socket === null) return;
    this.fell(CUT);
    socket.close();
  }

  /** Reconnects at once: whoever sat down or stood up now sees the table with other eyes. */
  again(): void {
    if (this.stopped) return; // whoever left the table meanwhile stays away
    clearTimeout(this.timer);
    this.connect();
  }

  private readonly hurry = (): void => {
    if (this.line !== "live") this.again();
  };

  private connect(): void {
    this.socket?.close();
    const socket = new WebSocket(this.address(this.id, this.seq));
    this.socket = socket;
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(inWords(JSON.parse(String(event.data)) as FromServer));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.fell(event.code);
    };
  }

  private fell(code: number): void {
    this.socket = null;
    clearInterval(this.pinger);
    clearTimeout(this.deaf);
    if (this.stopped || code === 4004 || code === 4005 || (this.bye !== null && !this.bye.retry)) {
      this.forget();
      this.line = "closed";
      return;
    }
    this.line = "lost";
    this.timer = setTimeout(() => this.connect(), nextWait(this.tries, this.bye?.after ?? 0));
    this.tries += 1;
  }

  private forget(): void {
    for (const { answer } of this.asked.values()) answer(lost());
    this.asked.clear();
  }

  private hear(message: FromServer): void {
    clearTimeout(this.deaf);
    switch (message.kind) {
      case "welcome":
        this.table = message.table;
        this.phrases = message.phrases;
        this.emotes = message.emotes;
        this.add(message.entries, message.position);
        this.arrived();
        break;
      case "news":
        if (message.table) this.table = message.table;
        this.add(message.entries, message.position);
        if (message.key) this.settle(message.key, null);
        break;
      case "changed":
        this.follow(message);
        break;
      case "done":
        this.settle(message.key, null);
        break;
      case "refused":
        if (message.key) this.settle(message.key, message);
        if (message.id !== null) this.answer(message.id, message);
        break;
      case "presence":
        this.presence = message;
        break;
      case "bye":
        this.bye = message;
        break;
      default:
        if (message.kind === "pong") this.setClock(message.at);
        this.answer(message.id, message);
    }
  }

  /** What changed in the position that came last. Without that one the whole is asked for. */
  private follow(message: Changed): void {
    if (this.position?.seq !== message.since) {
      this.again();
      return;
    }
    if (message.table) this.table = message.table;
    this.add(message.entries.map(completed), changed(this.position, message.position as Difference));
    if (message.key) this.settle(message.key, null);
  }

  /** From now on moves come with their scores, to be read aloud. */
  tellScores(): void {
    this.scores = true;
    this.send({ do: "listen", scored: true });
  }

  private arrived(): void {
    this.line = "live";
    this.tries = 0;
    this.bye = null;
    if (this.scores) this.tellScores();
    for (const { message } of this.pending.values()) this.send(message);
    for (const { message } of this.asked.values()) this.send(message); // a dropped connection loses no question
    void this.ask({ do: "ping" });
    clearInterval(this.pinger);
    this.pinger = setInterval(() => this.listen(), PING_EVERY);
  }

  private listen(): void {
    void this.ask({ do: "ping" });
    this.deaf = setTimeout(() => this.cut(), DEAF_AFTER);
  }

  /** Entries come exactly once and in order; what overlaps after a cut is dropped. */
  private add(entries: Told[], position: Position): void {
    const fresh = entries.filter((entry) => entry.seq > this.seq);
    this.entries = fresh.length ? [...this.entries, ...fresh] : this.entries;
    this.seq = Math.max(this.seq, position.seq, ...fresh.map((entry) => entry.seq));
    this.position = position;
    if (position.clock) this.setClock(position.clock.at);
  }

  private setClock(at: number): void {
    this.clockAt = at;
    this.clockRead = performance.now();
  }

  /** Match time now, counted from what the server last said. */
  now(): number {
    return this.clockAt + (performance.now() - this.clockRead);
  }

  private settle(key: string, refused: Refused | null): void {
    this.pending.get(key)?.settle(refused);
    this.pending.delete(key);
  }

  private answer(id: number, answer: Answer | Refused): void {
    this.asked.get(id)?.answer(answer);
    this.asked.delete(id);
  }

  private send(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  act(body: ActionBody): Promise<Refused | null> {
    const key = freshKey();
    const message = { ...body, seen: Math.max(this.seq, 0), key } as FromClient;
    return new Promise((settle) => {
      this.pending.set(key, { message, settle });
      this.send(message);
    });
  }

  ask<T extends Answer>(body: QuestionBody): Promise<T | Refused> {
    const id = this.nextId++;
    const message = { ...body, id } as FromClient;
    return new Promise((resolve) => {
      this.asked.set(id, { message, answer: resolve as (answer: Answer | Refused) => void });
      if (!this.send(message) && this.line === "closed") this.answer(id, lost());
    });
  }

  hint(seat: number, step: number): Promise<Hinted | Refused> {
    return this.ask<Hinted>({ do: "hint", seat, step });
  }

  alternatives(ply: number): Promise<Alternatives | Refused> {
    return this.ask<Alternatives>({ do: "alternatives", ply });
  }

  desk(seat: number): Desk {
    return {
      score: (move) => this.ask<Scored>({ do: "score", seat, move }),
      examine: (move) => this.ask<Examined>({ do: "examine", seat, move }),
      legal: (limit) => this.ask<Moves>({ do: "legal", seat, limit }),
      steps: (prefix) => this.ask<StepList>({ do: "steps", seat, prefix }),
      play: (move) => this.act({ do: "play", seat, move }),
    };
  }
}

/** What the server says to a person, in the language of the page. */
function inWords(message: FromServer): FromServer {
  return message.kind === "refused" || message.kind === "hint" || message.kind === "bye" ? said(message) : message;
}

function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(36).padStart(2, "0")).join("");
}

function socketAddress(id: string, since: number): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const known = since >= 0 ? `&since=${since}` : "";
  return `${scheme}://${location.host}/ws/tables/${id}?differences=true${known}`;
}
