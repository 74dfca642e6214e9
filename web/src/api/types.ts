// Made by `python -m ludoteka.server.messages.schema` from ludoteka/server/messages; do not edit.

export const PROTOCOL = 1;

/**
 * A sentence for people: `text` is English, `template` and `values` are for other languages. A value is a number, a
 * text for every language, a sentence of its own, or a `list` with its `joint`.
 */
export interface Spoken {
  text: string;
  template: string;
  values: Record<string, unknown>;
}

/** A sentence without its English text; `one` is its English template where its number is one. */
export interface Said {
  template: string;
  values: Record<string, unknown>;
  one?: string | null;
}

/**
 * One thing that an event consists of: `maths` is mathematics as text, `said` words. `notes` make the points add up;
 * `seat` is whose points they are, where not those of whoever acted.
 */
export interface DescribedItem {
  maths: string;
  said: Said | null;
  points: number | null;
  notes: Said[];
  where: string[];
  seat: number | null;
}

/** An event in people's words: put the name of `seat` before `said`; null: it stands by itself. */
export interface Described {
  said: Said;
  items: DescribedItem[];
  points: number | null;
  where: string[];
  seat: number | null;
}

/** No clock of the host. */
export interface NoControl {
  kind: "none";
}

/** Each turn has so many seconds. */
export interface PerMove {
  kind: "move";
  seconds: number;
}

/** A bank of seconds for the whole match; every turn adds the increment. */
export interface Bank {
  kind: "bank";
  seconds: number;
  increment?: number;
}

/** Correspondence: so many days for each turn. */
export interface Days {
  kind: "days";
  days: number;
}

/**
 * A bot that can be asked to play, with a sentence about it and one character for its face. `rating` is what contests
 * found; null: it was not measured, and cannot play rated matches.
 */
export interface Level {
  level: number;
  name: string;
  about: string;
  face: string;
  rating: number | null;
}

/** Options that go well together, by key; the first is the rulebook's way to play. */
export interface PresetSheet {
  key: string;
  text: string;
  options: Record<string, string | number>;
}

/** One option of a game, in plain words. `values` empty: a number, or a free text. */
export interface OptionSheet {
  key: string;
  text: string;
  default: string | number | null;
  values: string[];
  labels: Record<string, string>;
  low: number | null;
  high: number | null;
  free: boolean;
}

/**
 * What the page needs to offer a game; `example` is a position for its picture ("": it has none). `can` names the
 * questions that are answered: score, examine, steps, hint, alternatives.
 */
export interface GameSheet {
  id: string;
  title: string;
  summary: string;
  seats: [number, number];
  minutes: [number, number];
  rules: number;
  traits: string[];
  options: OptionSheet[];
  presets: PresetSheet[];
  example: string;
  levels: Level[];
  can: string[];
  limits: boolean;
}

/** The guest of this cookie (or token); `id` null: nobody yet. */
export interface Me {
  id: string | null;
  name: string;
  claimed: boolean;
  bot: boolean;
}

/** What the table lets its players do, chosen by whoever opens it. */
export interface Allows {
  takeback?: boolean;
  hints?: boolean;
  alternatives?: boolean;
  rated?: boolean;
  free_chat?: boolean;
  spectators?: boolean;
  delay?: number;
  grace?: number;
}

/** Who sits where. A person who is away may have a bot of level `stand_in` playing for them. */
export interface SeatSheet {
  seat: number;
  kind: "open" | "person" | "bot";
  name: string;
  mine: boolean;
  level: number | null;
  present: boolean;
  stand_in: number | null;
}

/** How the match ended; `how` tells a result of the game from an agreement at the table. */
export interface ResultSheet {
  how: "game" | "draw" | "abort" | "takeback" | "closed" | "declined";
  scores: number[];
  ranks: number[];
  rule: string;
}

/** A table: one match and the people around it. A rematch or a take-back is a new table. */
export interface TableSheet {
  id: string;
  code: string;
  game: string;
  options: Record<string, string | number>;
  control: NoControl | PerMove | Bank | Days;
  allows: Allows;
  public: boolean;
  state: "open" | "running" | "over";
  seats: SeatSheet[];
  host: boolean;
  created: number;
  ply: number;
  commitment: string;
  seed: string | null;
  result: ResultSheet | null;
  follows: string | null;
  followed_by: string | null;
  series: string | null;
}

/** Public tables: `open` ones wait for people, `running` ones can be watched; `here` people are about. */
export interface Lobby {
  kind: "lobby";
  open: TableSheet[];
  running: TableSheet[];
  here: number;
}

/** A move of one of `seats`; `until` is the game's own limit in match time. */
export interface TurnAwaited {
  kind: "turn";
  seats: number[];
  until: number | null;
  live: boolean;
}

/** Chance is awaited (seen in replays only: the server samples at once). */
export interface DrawAwaited {
  kind: "draw";
  what: unknown;
}

/** Nothing is awaited any more. */
export interface MatchOver {
  kind: "over";
  scores: number[];
  ranks: number[];
  rule: string;
}

/**
 * One line of a table's log, as this client may know it. `seq` counts all of them, `ply` the events. played, drawn,
 * ticked, left events of the match; `text` is the move, outcome, `time` or `leave`, `described` says it in words, where
 * the game has them (left with `what` time: the table's clock ran out); `where` are the squares of a move that you may
 * know in full seated, stood `seat`, and who (`name`, `level` for a bot) stood-in, returned a bot of `level` plays for
 * an absent person; the person is back said `phrase`, `emote` or `text`, by `seat` or, without one, by `name` offered,
 * answered `what`, by `seat`; an answer says `accept` to the offer numbered `ref` ended by agreement or by the host:
 * `what` followed the game goes on at another `table`: `what` is rematch, takeback or pairing (somebody was found who
 * waited there)
 */
export interface Entry {
  seq: number;
  kind:
    | "seated"
    | "stood"
    | "started"
    | "played"
    | "drawn"
    | "ticked"
    | "left"
    | "stood-in"
    | "returned"
    | "said"
    | "offered"
    | "answered"
    | "ended"
    | "followed";
  at: number;
  ply: number | null;
  seat: number | null;
  text: string | null;
  where: string[];
  name: string | null;
  level: number | null;
  phrase:
    | "hello"
    | "good-luck"
    | "well-played"
    | "thanks"
    | "sorry"
    | "one-moment"
    | "your-turn"
    | "good-game"
    | "again"
    | "bye"
    | null;
  emote: "smile" | "think" | "wow" | "clap" | "sad" | "heart" | null;
  what: string | null;
  ref: number | null;
  accept: boolean | null;
  table: string | null;
  described: Described | null;
}

/** What a seat (null: a spectator) may know, as the game's rules document says. */
export interface SeatView {
  seat: number | null;
  view: unknown;
}

/** `at` is the match time now; `left` is what each seat had at that moment, `running` whose time runs. */
export interface ClockFace {
  at: number;
  left: (number | null)[];
  running: number[];
}

/** A proposal on the table; it stands until everyone has answered or the match moves on. */
export interface Offer {
  seq: number;
  what: "draw" | "abort" | "takeback" | "rematch";
  seat: number;
  ply: number | null;
  accepted: number[];
}

/** Your last move: it can be taken back to `ply` events, or `why` tells that it cannot. */
export interface Takeback {
  ply: number;
  why: Said | null;
}

/**
 * How the table stands: the same in `welcome` and in `news`. `takeback` is null where you have nothing to take back, or
 * the table does not allow it.
 */
export interface Position {
  seq: number;
  ply: number;
  state: "open" | "running" | "over";
  awaiting: TurnAwaited | DrawAwaited | MatchOver | null;
  clock: ClockFace | null;
  views: SeatView[];
  hides: boolean;
  offers: Offer[];
  takeback: Takeback | null;
}

/** A move that was there, with what it would have brought, its squares and its words. */
export interface Alternative {
  move: string;
  points: number | null;
  where: string[];
  described: Described | null;
}

/** The first message on a socket: the table, how it stands, and every entry after `since`. */
export interface Welcome {
  kind: "welcome";
  protocol: number;
  table: TableSheet;
  position: Position;
  entries: Entry[];
  phrases: string[];
  emotes: string[];
}

/**
 * Entries that are durable now, and how the table stands after them. `key` names your own action that brought them
 * about. `table` is sent along when people changed.
 */
export interface News {
  kind: "news";
  entries: Entry[];
  position: Position;
  table: TableSheet | null;
  key: string | null;
}

/**
 * What a half-entered move would score, or a played one scored. `described` says it in words, where a question is
 * answered: a played move has them in its entry.
 */
export interface Scored {
  kind: "scored";
  points: number;
  detail: unknown[];
  id: number;
  described: Described | null;
}

/**
 * An entry that has just happened, small: what would be null is left out. `where` is left out where `described` has the
 * same. `scored` is for those who `listen` and may know the whole move.
 */
export interface FreshEntry {
  seq: number;
  kind:
    | "seated"
    | "stood"
    | "started"
    | "played"
    | "drawn"
    | "ticked"
    | "left"
    | "stood-in"
    | "returned"
    | "said"
    | "offered"
    | "answered"
    | "ended"
    | "followed";
  at: number;
  ply: number | null;
  seat: number | null;
  text: string | null;
  where?: string[];
  name?: string | null;
  level?: number | null;
  phrase?:
    | "hello"
    | "good-luck"
    | "well-played"
    | "thanks"
    | "sorry"
    | "one-moment"
    | "your-turn"
    | "good-game"
    | "again"
    | "bye"
    | null;
  emote?: "smile" | "think" | "wow" | "clap" | "sad" | "heart" | null;
  what?: string | null;
  ref?: number | null;
  accept?: boolean | null;
  table?: string | null;
  described: Described | null;
  scored?: Scored | null;
}

/**
 * The same as `news`, for a client that asked for differences. `position` is what changed in the position that this
 * client was sent last, the one after `since`: in brackets a new value (nothing in them: the key is gone), in braces
 * what changed inside, by key or number.
 */
export interface Changed {
  kind: "changed";
  entries: FreshEntry[];
  since: number;
  position: Record<string, unknown>;
  table?: TableSheet | null;
  key?: string | null;
}

/** Your action was played before (the key is known): it stands at `seq`. */
export interface Done {
  kind: "done";
  key: string;
  seq: number;
}

/** No, and why; nothing has changed. `stale`: the table moved on before your action came. */
export interface Refused {
  text: string;
  template: string;
  values: Record<string, unknown>;
  kind: "refused";
  why: "illegal-move" | "bad-notation" | "bad-request" | "stale" | "too-fast" | "internal";
  rule: string | null;
  where: string[];
  key: string | null;
  id: number | null;
}

/** Who is here now; not in the log. */
export interface Presence {
  kind: "presence";
  seats: boolean[];
  spectators: number;
  thinking: number[];
}

/** Legal moves; `count` of them in all. */
export interface Moves {
  kind: "moves";
  moves: string[];
  count: number;
  id: number;
}

/** One condition of a half-entered move, and whether it holds. */
export interface Checked {
  text: string;
  template: string;
  values: Record<string, unknown>;
  holds: boolean;
  rule: string;
  where: string[];
}

/** The conditions of a half-entered move; `points` once all of them hold. */
export interface Examined {
  kind: "examined";
  checks: Checked[];
  points: number | null;
  id: number;
}

/** Steps that can follow a prefix. */
export interface StepList {
  kind: "steps";
  steps: string[];
  complete: boolean;
  board: unknown;
  moves: string[];
  id: number;
}

/**
 * Step 1 says what to look for (`points`: what it brings), step 2 where, step 3 the move. `described` is the move of
 * step 3 in words, `move` its text, to be played.
 */
export interface Hinted {
  text: string;
  template: string;
  values: Record<string, unknown>;
  kind: "hint";
  step: number;
  where: string[];
  move: string | null;
  points: number | null;
  described: Described | null;
  id: number;
}

/** What else was there at that ply (the number of events before it). */
export interface Alternatives {
  kind: "alternatives";
  ply: number;
  moves: Alternative[];
  id: number;
}

/** Answer to a ping, with the match time. */
export interface Pong {
  kind: "pong";
  id: number;
  at: number;
}

/** The last message: why the server closes. `retry`: come back with `since`, but not before `after` s. */
export interface Bye {
  text: string;
  template: string;
  values: Record<string, unknown>;
  kind: "bye";
  why: "shutdown" | "slow" | "too-fast" | "busy" | "bad-message" | "gone";
  retry: boolean;
  after: number;
}

/** Makes a move. */
export interface Play {
  seen: number;
  key: string;
  do: "play";
  seat: number;
  move: string;
}

/** Resigns: the seat is gone for good. */
export interface Leave {
  seen: number;
  key: string;
  do: "leave";
  seat: number;
}

/** A phrase, an emote, or (where the table has free chat) a text. */
export interface Say {
  seen: number;
  key: string;
  do: "say";
  seat?: number | null;
  phrase?:
    | "hello"
    | "good-luck"
    | "well-played"
    | "thanks"
    | "sorry"
    | "one-moment"
    | "your-turn"
    | "good-game"
    | "again"
    | "bye"
    | null;
  emote?: "smile" | "think" | "wow" | "clap" | "sad" | "heart" | null;
  text?: string | null;
}

/** Proposes a draw, an abort, a take-back to `ply` events, or a rematch. */
export interface Propose {
  seen: number;
  key: string;
  do: "propose";
  seat: number;
  what: "draw" | "abort" | "takeback" | "rematch";
  ply?: number | null;
}

/** Accepts or declines the offer numbered `ref`; its own proposer declining withdraws it. */
export interface Respond {
  seen: number;
  key: string;
  do: "respond";
  seat: number;
  ref: number;
  accept: boolean;
}

/** A preview of a half-entered move. */
export interface AskScore {
  do: "score";
  id: number;
  seat: number;
  move: string;
}

/** Which conditions of a half-entered move hold. */
export interface AskExamine {
  do: "examine";
  id: number;
  seat: number;
  move: string;
}

/** The legal moves of a seat of yours. */
export interface AskLegal {
  do: "legal";
  id: number;
  seat: number;
  limit?: number;
}

/** What can follow the steps chosen so far. */
export interface AskSteps {
  do: "steps";
  id: number;
  seat: number;
  prefix?: string;
}

/** A hint, in three steps. */
export interface AskHint {
  do: "hint";
  id: number;
  seat: number;
  step: number;
}

/** What else was there before event number `ply` + 1. */
export interface AskAlternatives {
  do: "alternatives";
  id: number;
  ply: number;
}

/** Is anybody there? */
export interface Ping {
  do: "ping";
  id: number;
}

/** Whether `changed` should tell what each move scored; there is no answer. */
export interface Listen {
  do: "listen";
  scored: boolean;
}

/** I sit here; several of these are several people on one device, with names of their own. */
export interface SeatForMe {
  kind: "me";
  name?: string | null;
}

/** Waits for a person. */
export interface SeatForAnyone {
  kind: "open";
}

/** A bot of this level sits here. */
export interface SeatForBot {
  kind: "bot";
  level: number;
}

/** Opens a table; the match starts when every seat is taken. */
export interface NewTable {
  game: string;
  seats: (SeatForMe | SeatForAnyone | SeatForBot)[];
  options?: Record<string, string | number>;
  control?: NoControl | PerMove | Bank | Days;
  allows?: Allows;
  public?: boolean;
}

/**
 * Quick pairing: sits down at a waiting public table like this one, with somebody about as strong, or opens it; the
 * server goes on looking while it waits.
 */
export interface Pairing {
  game: string;
  seats?: number;
  options?: Record<string, string | number>;
  control?: NoControl | PerMove | Bank | Days;
  rated?: boolean;
}

/** Takes an open seat (any, if none is named). */
export interface SitDown {
  seat?: number | null;
  name?: string | null;
}

/** Puts a bot on an open seat. */
export interface FillSeat {
  level: number;
}

/** Plays on from before event `ply` of a finished match; `level` null: bots stay as they were. */
export interface TryAgain {
  ply: number;
  level?: number | null;
}

/** A name to be shown; null: keep it. */
export interface Rename {
  name?: string | null;
}

/** Name and password: to keep a name, or to come back from another device. */
export interface Claim {
  name: string;
  password: string;
}

/** Opens a bot account for an outside program. */
export interface NewBot {
  name: string;
}

/** A device that knows me: since when, when it was last here, and whether it is this one. */
export interface SessionSheet {
  id: string;
  created: number;
  seen: number;
  device: string;
  here: boolean;
}

/** A bot account; its token is shown once, when it is made. */
export interface BotSheet {
  id: string;
  name: string;
  token: string | null;
}

/** One event on a study board: a move of a seat, an outcome of chance, or a leaving. */
export interface StudyEvent {
  seat?: number | null;
  move?: string | null;
  outcome?: string | null;
  leave?: boolean;
  at?: number | null;
}

/** A board without a table: a position (or a fresh match), some events, and questions about it. */
export interface Study {
  game: string;
  position?: string | null;
  seats?: number;
  options?: Record<string, string | number>;
  seed?: string | null;
  events?: StudyEvent[];
  seat?: number | null;
  score?: string | null;
  examine?: string | null;
  legal?: number | null;
  steps?: string | null;
  plain?: boolean;
}

/** A position to be looked at; `seat`: whose moves, where several may act. */
export interface Analysis {
  game: string;
  position: string;
  seat?: number | null;
}

/** The study board after its events; `refused` is set, and the board stands before it, if one failed. */
export interface Studied {
  position: string;
  ply: number;
  awaiting: TurnAwaited | DrawAwaited | MatchOver;
  view: unknown;
  told: string[];
  described: (Described | null)[];
  where: string[][];
  refused: Refused | null;
  failed: number | null;
  score: Scored | Refused | null;
  examined: Examined | Refused | null;
  legal: Moves | Refused | null;
  steps: StepList | Refused | null;
  plain: string | null;
}

/**
 * The table after `ply` events, for one pair of eyes; `scored` is what the last move brought. `plain` is the view as
 * plain text, where it was asked for and the game can draw it so. `position` is the whole state as text, once nothing
 * is hidden any more.
 */
export interface AtPly {
  ply: number;
  last: number;
  at: number;
  awaiting: TurnAwaited | DrawAwaited | MatchOver;
  seat: number | null;
  view: unknown;
  entry: Entry | null;
  scored: Scored | null;
  plain: string | null;
  position: string | null;
}

/** How the table stands; with some legal moves of your seat, where they were asked for. */
export interface PositionNow {
  position: Position;
  legal: Moves | null;
}

/** A piece of the log, as this client may know it. */
export interface LogPage {
  seq: number;
  entries: Entry[];
}

/** Something in a record that does not fit. */
export interface Finding {
  line: number;
  text: string;
}

/** Whether the draws follow from the seed that was committed to before the first event. */
export interface Verification {
  commitment: string;
  seed: string;
  clean: boolean;
  draws: number;
  findings: Finding[];
}

/**
 * A review on its way: `done` of so many events are judged, and `parts` hold what was found so far. `review` is the
 * whole, once it is there. What both hold is described in docs/guide/study.md.
 */
export interface ReviewSheet {
  done: number;
  of: number;
  parts: Record<string, unknown>[];
  review: Record<string, unknown> | null;
}

/** How often plays that needed a skill were found and missed; the share found with its interval, 95 %. */
export interface SkillSheet {
  skill: string;
  found: number;
  missed: number;
  share: number;
  low: number;
  high: number;
  known: boolean;
  weak: boolean;
}

/** What I find and miss in a game, over all my reviewed matches. */
export interface SkillsSheet {
  game: string;
  matches: number;
  skills: SkillSheet[];
}

/** How many of my matches in a game were reviewed. */
export interface ReviewedMatches {
  game: string;
  matches: number;
}

/** An HTTP answer that says no. */
export interface Problem {
  error: Refused;
}

/**
 * What is being compiled for this machine, the first time only; everything can be played meanwhile. `share` of `game`
 * is done, then come those that are `waiting`; `game` null: nothing is left to do.
 */
export interface Preparing {
  game: string | null;
  share: number;
  waiting: string[];
}

/** How many results lie between two scores, both included. */
export interface Bar {
  low: number;
  high: number;
  count: number;
}

/** A result among others. `table` is told once its secrets are: it can then be replayed. */
export interface TrySheet {
  name: string;
  score: number;
  rank: number;
  mine: boolean;
  table: string | null;
}

/** My own try; without a score it is still `running`, was `left`, or came too `late` to count. */
export interface MyTry {
  table: string;
  state: "running" | "finished" | "left" | "late";
  score: number | null;
  rank: number | null;
}

/** A day on which I finished, with my score. */
export interface PlayedDay {
  day: string;
  score: number;
}

/**
 * The board of a day. Others' results are told to those who have finished, and to all when it is over. `score` is by
 * how many points a try was ahead of the bot (`level`), or simply its points (`level` null). The `seed` of a day that
 * is over gives its `commitment`, which was known the day before.
 */
export interface DaySheet {
  game: string;
  day: string;
  state: "coming" | "open" | "over";
  begins: number;
  ends: number;
  now: number;
  zone: string;
  level: number | null;
  options: Record<string, string | number>;
  commitment: string;
  seed: string | null;
  next_commitment: string | null;
  begun: number;
  finished: number;
  mine: MyTry | null;
  bars: Bar[];
  leaders: TrySheet[];
  streak: number;
  days: PlayedDay[];
}

/** Today's board of a game in short. */
export interface DayCard {
  game: string;
  day: string;
  ends: number;
  now: number;
  level: number | null;
  finished: number;
  mine: MyTry | null;
  streak: number;
}

/** The same draws and the same bots for a group. `seats` are those of every table: me once, and bots. */
export interface NewGroup {
  game: string;
  seats: (SeatForMe | SeatForBot)[];
  options?: Record<string, string | number>;
  hours?: number;
}

/** Somebody's try in a group; scores and places are told when it is over. */
export interface Member {
  name: string;
  state: "running" | "finished" | "left" | "late";
  score: number | null;
  rank: number | null;
  mine: boolean;
  table: string | null;
}

/** A group that plays the same. When it is over, everything of it is told. */
export interface GroupSheet {
  id: string;
  game: string;
  options: Record<string, string | number>;
  levels: number[];
  state: "open" | "over";
  host: boolean;
  closes: number;
  now: number;
  commitment: string;
  seed: string | null;
  mine: MyTry | null;
  members: Member[];
}

/** What somebody did at a turn: `points` it brought, `total` after it; `ply` leads to the replay. */
export interface MoveFound {
  ply: number;
  text: string;
  described: Described | null;
  points: number;
  total: number;
  best: boolean;
}

/** A group's tries side by side, the best first: `turns[n][m]` is what member m did at turn n, or null. */
export interface Compared {
  members: Member[];
  turns: ((MoveFound | null)[])[];
}

/** A new sitting: `options` of the game, `form` of the sitting (turns, seconds, pace). */
export interface NewSitting {
  game: string;
  options?: Record<string, string | number>;
  form?: Record<string, string | number>;
}

/** My move in a turn. A turn that is over takes none any more. */
export interface HandIn {
  turn: number;
  move: string;
}

/** How a sitting is played; `turns` 0: to the end of the game. */
export interface SittingForm {
  turns: number;
  seconds: number;
  pace: "clock" | "host";
}

/** A move: as text, in words, what it brings, and the squares that it lights. */
export interface MoveSheet {
  text: string;
  described: Described | null;
  points: number;
  where: string[];
}

/**
 * Somebody who takes part. `handed` says that they have handed in, never what. `tops` counts the turns in which they
 * found as much as there was; `percent` is of the most possible.
 */
export interface SitterSheet {
  name: string;
  state: "here" | "away" | "left";
  handed: boolean;
  points: number;
  percent: number | null;
  tops: number;
  rank: number;
}

/**
 * A turn that is over. `by` are the players who handed in what was laid; `points` are by player. `change`: nobody found
 * points, so the rack was changed. A null in `points`: nothing was handed in.
 */
export interface SittingTurn {
  number: number;
  laid: MoveSheet;
  change: boolean;
  by: number[];
  best: MoveSheet | null;
  points: (number | null)[];
}

/** The same with everybody's moves, by player; board and rack before it, and `after` the move was laid. */
export interface WholeTurn {
  number: number;
  laid: MoveSheet;
  change: boolean;
  by: number[];
  best: MoveSheet | null;
  points: (number | null)[];
  found: (MoveSheet | null)[];
  view: unknown;
  after: unknown;
  plain: string | null;
}

/** My own part: my number among the players, and what I have handed in this turn. */
export interface MyChair {
  player: number;
  state: "here" | "away" | "left";
  handed: MoveSheet | null;
}

/** A sitting of mine that goes on; `waits`: for my move, or for me to begin the next turn. */
export interface RunningSitting {
  id: string;
  game: string;
  state: "waiting" | "turn" | "between";
  turn: number;
  turns: number;
  players: number;
  host: boolean;
  waits: boolean;
}

/**
 * A sitting, as whoever asks may know it. Board and rack are everybody's; moves are told afterwards. `turn` is the one
 * that goes on, or the last one; `until` is when its time is over. `seq` grows with every change: who asks with `seen`
 * is answered when there is something newer.
 */
export interface SittingSheet {
  id: string;
  game: string;
  options: Record<string, string | number>;
  form: SittingForm;
  state: "waiting" | "turn" | "between" | "over";
  host: boolean;
  seq: number;
  now: number;
  until: number | null;
  turn: number;
  view: unknown;
  plain: string | null;
  most: number;
  mine: MyChair | null;
  players: SitterSheet[];
  last: SittingTurn | null;
  rule: string | null;
  commitment: string;
  seed: string | null;
}

/** A rating: with 95 % certainty within two deviations. */
export interface RatingNumbers {
  rating: number;
  deviation: number;
}

/** How strong somebody is in a game at a pace; `provisional` until enough is known. */
export interface FormSheet {
  rating: number;
  deviation: number;
  provisional: boolean;
  matches: number;
}

/**
 * What a rated match does to my rating: if I win, draw or lose against all `others`. Where a seat is still open,
 * somebody of my own strength is assumed. `level` is the bot that fits me.
 */
export interface Stakes {
  pace: "quick" | "long" | "days";
  mine: FormSheet;
  others: RatingNumbers[];
  win: number;
  draw: number;
  loss: number;
  level: number | null;
}

/**
 * A rating of mine; `place` is mine on the leaderboard, null: I do not stand on it. It takes `opponents` different ones
 * that counted: see the leaderboard's rule.
 */
export interface MyRating {
  rating: number;
  deviation: number;
  provisional: boolean;
  matches: number;
  game: string;
  pace: "quick" | "long" | "days";
  place: number | null;
  opponents: number;
}

/** Somebody on a leaderboard, ordered by what their rating is at least. */
export interface BoardLine {
  place: number;
  name: string;
  rating: number;
  deviation: number;
  matches: number;
  opponents: number;
  mine: boolean;
}

/**
 * The strongest people of a game at a pace. Only matches between people count, against those whose rating is
 * established (a deviation of at most `established`), and of those with one opponent the first `meetings` in thirty
 * days. Whoever has claimed their name, has met `opponents` different ones and is established stands on it.
 */
export interface Leaderboard {
  game: string;
  pace: "quick" | "long" | "days";
  lines: BoardLine[];
  established: number;
  meetings: number;
  opponents: number;
}

/** Who sat there; `change` is what the match did to their rating. */
export interface FinishedSeat {
  seat: number;
  name: string;
  mine: boolean;
  level: number | null;
  rank: number;
  score: number | null;
  rating: number | null;
  change: number | null;
}

/** A finished match of mine. `several`: I played more than one seat of it; `alone`: there was only one. */
export interface FinishedGame {
  table: string;
  game: string;
  pace: "quick" | "long" | "days";
  ended: number;
  how: "game" | "draw" | "abort" | "unplayed";
  plies: number;
  lasted: number;
  rated: boolean;
  outcome: "won" | "drawn" | "lost" | "aborted" | "several" | "alone";
  seats: FinishedSeat[];
}

/** Some of my finished matches, the latest first; `total` of them fit the question. */
export interface FinishedPage {
  games: FinishedGame[];
  total: number;
}

/** A table of mine that is not over; `waits`: it is my turn. `left`: how long I have (null: no clock). */
export interface RunningGame {
  table: TableSheet;
  waits: boolean;
  left: number | null;
}

/** A match that somebody asked for: with `name`, by me or by them. */
export interface ChallengeSheet {
  table: TableSheet;
  name: string;
  mine: boolean;
  stakes: Stakes | null;
}

/** What goes on: what waits for me comes first. */
export interface MyGames {
  waiting: number;
  games: RunningGame[];
  challenges: ChallengeSheet[];
  sittings: RunningSitting[];
}

/** How matches went. */
export interface Tally {
  won: number;
  drawn: number;
  lost: number;
}

/** The matches from `since` on, until the next one of the list. */
export interface TallyAt {
  won: number;
  drawn: number;
  lost: number;
  since: number;
}

/** The matches of one game, and how long they lasted together, in milliseconds. */
export interface TallyIn {
  won: number;
  drawn: number;
  lost: number;
  game: string;
  lasted: number;
}

/** The matches with one opponent (a bot has a `level`). */
export interface TallyWith {
  won: number;
  drawn: number;
  lost: number;
  name: string;
  level: number | null;
}

/** A rating after a match. */
export interface RatingAt {
  at: number;
  rating: number;
}

/** How a rating went. */
export interface RatingHistory {
  game: string;
  pace: "quick" | "long" | "days";
  points: RatingAt[];
}

/** My matches in numbers: over time, by game, by opponent, and my ratings. */
export interface Statistics {
  total: Tally;
  over_time: TallyAt[];
  by_game: TallyIn[];
  by_opponent: TallyWith[];
  ratings: RatingHistory[];
}

/** Deletes everything about me. `name` is mine, to be sure; a claimed name needs its password. */
export interface ForgetMe {
  name: string;
  password?: string | null;
}

/** Asks somebody for a match: a claimed `name`, or who sat on `seat` of `table` with me. */
export interface ChallengeWish {
  name?: string | null;
  table?: string | null;
  seat?: number | null;
  game: string;
  options?: Record<string, string | number>;
  control?: NoControl | PerMove | Bank | Days;
  rated?: boolean;
}

/** A question about the position of a puzzle: previews, legal moves, steps. */
export interface PuzzleQuestion {
  score?: string | null;
  examine?: string | null;
  legal?: number | null;
  steps?: string | null;
}

/** The answer of somebody who solves: a move as the game writes it; null: they give up. */
export interface PuzzleMove {
  move: string | null;
}

/** How far somebody has come in one game; `sure` once the rating is known well. */
export interface PuzzleStanding {
  game: string;
  rating: number;
  sure: boolean;
  tried: number;
  solved: number;
  streak: number;
  best: number;
  of: number;
}

/** A puzzle to solve: nothing of its answer is here. `counts` is false when it comes again. */
export interface PuzzleSheet {
  id: string;
  game: string;
  seat: number;
  asks: Spoken;
  rating: number;
  counts: boolean;
  awaiting: TurnAwaited | DrawAwaited | MatchOver;
  view: unknown;
  plain: string | null;
  standing: PuzzleStanding;
}

/** What was asked about the position. */
export interface PuzzleAsked {
  score: Scored | Refused | null;
  examined: Examined | Refused | null;
  legal: Moves | Refused | null;
  steps: StepList | Refused | null;
}

/** A move: as text, in words, and the squares that it lights. */
export interface PuzzleWay {
  move: string;
  where: string[];
  described: Described | null;
}

/** Why the answer is better, with the squares that it is about. */
export interface PuzzleReason {
  text: string;
  template: string;
  values: Record<string, unknown>;
  where: string[];
}

/**
 * Whether it was right, what was best and why; `after` is the view after the best move. `others` says how many further
 * moves are as good. `change` is what the rating gained or lost; null: it did not count, because this puzzle was tried
 * before.
 */
export interface PuzzleVerdict {
  right: boolean;
  played: PuzzleWay | null;
  best: PuzzleWay;
  others: number;
  tells: Spoken;
  why: PuzzleReason[];
  after: unknown;
  change: number | null;
  standing: PuzzleStanding;
}

export type Control = NoControl | PerMove | Bank | Days;

export type SeatWish = SeatForMe | SeatForAnyone | SeatForBot;

export type Awaiting = TurnAwaited | DrawAwaited | MatchOver;

export type FromServer =
  | Welcome
  | News
  | Changed
  | Done
  | Refused
  | Presence
  | Scored
  | Examined
  | Moves
  | StepList
  | Hinted
  | Alternatives
  | Pong
  | Bye;

export type FromClient =
  | Play
  | Leave
  | Say
  | Propose
  | Respond
  | AskScore
  | AskExamine
  | AskLegal
  | AskSteps
  | AskHint
  | AskAlternatives
  | Listen
  | Ping;

export type Phrase =
  | "hello"
  | "good-luck"
  | "well-played"
  | "thanks"
  | "sorry"
  | "one-moment"
  | "your-turn"
  | "good-game"
  | "again"
  | "bye";

export type Emote = "smile" | "think" | "wow" | "clap" | "sad" | "heart";

export type Proposal = "draw" | "abort" | "takeback" | "rematch";

export type EntryKind =
  | "seated"
  | "stood"
  | "started"
  | "played"
  | "drawn"
  | "ticked"
  | "left"
  | "stood-in"
  | "returned"
  | "said"
  | "offered"
  | "answered"
  | "ended"
  | "followed";

export type Pace = "quick" | "long" | "days";

export type MyOutcome = "won" | "drawn" | "lost" | "aborted" | "several" | "alone";
