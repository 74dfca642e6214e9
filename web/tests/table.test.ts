import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableLink } from "../src/api/table.svelte";
import type { Entry, Position, TableSheet } from "../src/api/types";

const position: Position = {
  seq: 3,
  ply: 1,
  state: "running",
  awaiting: { kind: "turn", seats: [0], until: null, live: false },
  clock: { at: 10, left: [null, null], running: [] },
  views: [{ seat: 0, view: { board: ["...", ".1."], rack: "123" } }],
  hides: true,
  offers: [],
  takeback: null,
};
const welcome = {
  kind: "welcome",
  protocol: 1,
  table: {} as TableSheet,
  position,
  entries: [],
  phrases: [],
  emotes: [],
};

/** The other end of the wire. */
class Wire {
  static readonly OPEN = 1;
  static opened: Wire[] = [];
  readonly readyState = Wire.OPEN;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly sent: string[] = [];

  constructor(readonly address: string) {
    Wire.opened.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.onmessage = null;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function changes(since: number, by: object): object {
  const entry: Partial<Entry> = { seq: since + 1, kind: "played", text: "8B 2" };
  return { kind: "changed", since, position: { seq: [since + 1], ...by }, entries: [entry], table: null, key: null };
}

describe("a table that is told what changed", () => {
  let link: TableLink;
  const wire = (): Wire => Wire.opened[Wire.opened.length - 1] as Wire;

  beforeEach(() => {
    Wire.opened = [];
    vi.stubGlobal("WebSocket", Wire);
    link = new TableLink("t", (id, since) => `${id}/${since}`);
    link.open();
    wire().say(welcome);
  });
  afterEach(() => {
    link.close();
    vi.unstubAllGlobals();
  });

  it("knows the new position, and keeps what did not change", () => {
    const before = link.position?.views;
    wire().say(changes(3, { clock: { at: [20] } }));
    expect(link.position).toEqual({ ...position, seq: 4, clock: { ...position.clock, at: 20 } });
    expect(link.position?.views).toBe(before);
    wire().say(changes(4, { views: { "0": { view: { board: { "1": [".12"] }, rack: ["13"] } } } }));
    expect(link.position?.views).toEqual([{ seat: 0, view: { board: ["...", ".12"], rack: "13" } }]);
    expect(link.entries.map((entry) => entry.seq)).toEqual([4, 5]);
  });
  it("comes in again where something is missing between what it knows and what changed", () => {
    wire().say(changes(5, { ply: [2] }));
    expect(link.position).toEqual(position);
    expect(link.entries).toEqual([]);
    expect(Wire.opened.map((one) => one.address)).toEqual(["t/-1", "t/3"]);
  });
  it("asks for scores again on every new connection", () => {
    const asked = JSON.stringify({ do: "listen", scored: true });
    expect(wire().sent).not.toContain(asked);
    link.tellScores();
    expect(wire().sent).toContain(asked);
    link.again();
    expect(wire().sent).toEqual([]);
    wire().say(welcome);
    expect(wire().sent).toContain(asked);
  });
});
