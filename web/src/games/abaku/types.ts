// Made by `make gen` from ludoteka/games/abaku/types.py; do not edit.

/** The options of AB-12, every key. */
export interface OptionsView {
  board: string;
  scoring: "tiles" | "values" | "tile-operation" | "equations";
  operations: string;
  diagonals: "off" | "on";
  result_side: "right" | "either" | "mirror";
  referee: "auto" | "dispute";
  declare: "auto" | "manual";
  turn_seconds: number;
  mode: "standard" | "cover" | "sandbox";
  joker: "off" | "on";
  replace_bonus: "off" | "on";
  idle_rounds: number;
}

/** The move before. */
export interface LastView {
  seat: number;
  move: string;
  points: number;
  squares: string[];
}

/** What a seat, or a spectator, may know (AB-13). */
export interface AbakuView {
  options: OptionsView;
  board: string[];
  rack: string | null;
  aside: string | null;
  rack_sizes: number[];
  bag_size: number;
  unseen: string;
  racks: string[] | null;
  scores: number[];
  seat: number;
  to_act: number[];
  skips: number[];
  seen: number[];
  idle: number;
  miss: number[];
  out: number[];
  claim: string | null;
  accepted: number[];
  over: "AB-10.1" | "AB-10.2" | "AB-10.3" | "AB-10.4" | "AB-11.3" | "AB-11.5" | null;
  you: number | null;
  last: LastView | null;
  grid: string[];
}
