/** My own tables: which of them go on, how the first ones stand, and which are finished. */
import { http } from "../../api/http";
import type { AtPly, Entry, TableSheet } from "../../api/types";

/** So many are looked at closely, to say whose move it is. */
const CLOSELY = 4;

export interface Standing {
  table: TableSheet;
  /** How it stands for my seat; null: it waits for people, or could not be asked. */
  at: AtPly | null;
  /** My seat, or the first of them. */
  seat: number;
  isMyMove: boolean;
}

/** The move that somebody else made last. */
export async function lastMove({ table }: Standing): Promise<Entry | null> {
  const { entries } = await http.log(table.id);
  const isTheirs = (entry: Entry): boolean => entry.kind === "played" && !table.seats[entry.seat ?? 0]?.mine;
  return entries.findLast(isTheirs) ?? null;
}

async function look(table: TableSheet): Promise<Standing> {
  const seats = table.seats.filter((seat) => seat.mine).map((seat) => seat.seat);
  const seat = seats[0] ?? 0;
  const isRunning = table.state === "running";
  const at = isRunning ? await http.at(table.id, table.ply, seat).catch(() => null) : null;
  const awaited = at?.awaiting.kind === "turn" ? at.awaiting.seats : [];
  return { table, at, seat, isMyMove: awaited.some((one) => seats.includes(one)) };
}

class Mine {
  loaded = $state(false);
  first = $state.raw<Standing | null>(null);
  others = $state.raw<Standing[]>([]);
  finished = $state.raw<TableSheet[]>([]);

  /** The table where it is my move comes first. */
  async load(): Promise<void> {
    const tables = await http.myTables().catch(() => null);
    if (!tables) return;
    const going = tables.filter((table) => table.state !== "over");
    const standing = await Promise.all(going.slice(0, CLOSELY).map(look));
    this.first = standing.find((one) => one.isMyMove) ?? standing[0] ?? null;
    this.others = standing.filter((one) => one !== this.first);
    this.finished = tables.filter((table) => table.state === "over");
    this.loaded = true;
  }

  nobody(): void {
    this.loaded = true;
  }
}

export const mine = new Mine();
