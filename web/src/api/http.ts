/** Requests to the server, typed. Every "no" is a `Problem` that holds the server's own sentence. */
import type { PositionLook } from "./review";
import type {
  Alternatives,
  Analysis,
  AtPly,
  Compared,
  DayCard,
  DaySheet,
  ChallengeWish,
  FinishedPage,
  ForgetMe,
  GameSheet,
  GroupSheet,
  Leaderboard,
  Lobby,
  LogPage,
  Me,
  MyGames,
  MyRating,
  NewGroup,
  NewTable,
  Pace,
  Pairing,
  Preparing,
  Refused,
  ReviewSheet,
  ReviewedMatches,
  SitDown,
  Stakes,
  Statistics,
  SkillsSheet,
  Studied,
  Study,
  TableSheet,
  Verification,
} from "./types";
import { said } from "../i18n/index.svelte";

/** A refusal without words: nothing was heard from the server. */
export function lost(): Refused {
  const spoken = { text: "", template: "", values: {} };
  return { kind: "refused", why: "internal", rule: null, where: [], key: null, id: null, ...spoken };
}

const MALFORMED = 422;

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly refused: Refused,
  ) {
    super(said(refused).text);
  }
}

function unreachable(status: number): Refused {
  return { ...lost(), id: status };
}

async function problem(answer: Response): Promise<Problem> {
  try {
    const body = (await answer.json()) as { error?: Refused };
    const words = answer.status === MALFORMED ? undefined : body.error; // those are for programmers
    return new Problem(answer.status, words ?? unreachable(answer.status));
  } catch {
    return new Problem(answer.status, unreachable(answer.status));
  }
}

async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin", ...(signal ? { signal } : {}) };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "Content-Type": "application/json" };
  } else if (method !== "GET") {
    init.headers = { "Content-Type": "application/json" };
  }
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, init);
  } catch {
    throw new Problem(0, unreachable(0));
  }
  if (!answer.ok) throw await problem(answer);
  return answer;
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await send(method, path, body)).json()) as T;
}

/** Answers of a study board may be refusals too. */
function spoken(answer: Studied): Studied {
  const here = Object.entries(answer).map(([key, value]) => [key, isRefused(value) ? said(value) : value]);
  return Object.fromEntries(here) as Studied;
}

function isRefused(value: unknown): value is Refused {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "refused";
}

/** What is asked for, in the address; empty values ask for nothing. */
function asked(query: Record<string, string | number>): string {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
}

/** Lines of JSON as they come. */
async function* streamed<T>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<T> {
  const answer = await send("POST", path, body, signal);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as T;
  }
}

export const http = {
  games: () => call<GameSheet[]>("GET", "/games"),
  preparing: () => call<Preparing>("GET", "/preparing"),
  me: () => call<Me>("GET", "/me"),
  rename: (name: string | null) => call<Me>("POST", "/me", { name }),
  claim: (name: string, password: string) => call<Me>("POST", "/me/claim", { name, password }),
  enter: (name: string, password: string) => call<Me>("POST", "/me/enter", { name, password }),
  exit: () => call<Me>("POST", "/me/exit", {}),
  myTables: () => call<TableSheet[]>("GET", "/me/tables"),
  myGames: () => call<MyGames>("GET", "/me/games"),
  finished: (query: Record<string, string | number>) => call<FinishedPage>("GET", `/me/finished?${asked(query)}`),
  statistics: () => call<Statistics>("GET", "/me/statistics"),
  myRatings: () => call<MyRating[]>("GET", "/me/ratings"),
  forget: (wish: ForgetMe) => call<Me>("POST", "/me/forget", wish),
  ranks: (game: string, pace: Pace) => call<Leaderboard>("GET", `/ratings/${game}/${pace}`),
  stakes: (game: string, pace: Pace, level: number | null) =>
    call<Stakes>("GET", `/ratings/${game}/${pace}/stakes?${asked({ level: level ?? "" })}`),
  stakesAt: (id: string) => call<Stakes>("GET", `/tables/${id}/stakes`),
  challenge: (wish: ChallengeWish) => call<TableSheet>("POST", "/challenges", wish),
  decline: async (id: string) => (await send("DELETE", `/challenges/${id}`)).ok,
  lobby: () => call<Lobby>("GET", "/lobby"),
  open: (table: NewTable) => call<TableSheet>("POST", "/tables", table),
  pair: (pairing: Pairing) => call<TableSheet>("POST", "/pair", pairing),
  table: (id: string) => call<TableSheet>("GET", `/tables/${encodeURIComponent(id)}`),
  byCode: (code: string) => call<TableSheet>("GET", `/codes/${encodeURIComponent(code)}`),
  sit: (id: string, wish: SitDown) => call<TableSheet>("POST", `/tables/${id}/seats`, wish),
  stand: (id: string, seat: number) => call<TableSheet>("DELETE", `/tables/${id}/seats/${seat}`),
  fill: (id: string, seat: number, level: number) =>
    call<TableSheet>("POST", `/tables/${id}/seats/${seat}/bot`, { level }),
  log: (id: string, since = 0) => call<LogPage>("GET", `/tables/${id}/log?since=${since}`),
  at: (id: string, ply: number, seat: number | null, plain = false) =>
    call<AtPly>("GET", `/tables/${id}/at/${ply}?${seat === null ? "" : `seat=${seat}&`}plain=${plain}`),
  record: async (id: string) => (await send("GET", `/tables/${id}/record`)).text(),
  verify: (id: string) => call<Verification>("GET", `/tables/${id}/verify`),
  alternatives: (id: string, ply: number) => call<Alternatives>("GET", `/tables/${id}/alternatives/${ply}`),
  today: () => call<DayCard[]>("GET", "/daily"),
  day: (game: string, day: string) =>
    call<DaySheet>("GET", `/daily/${encodeURIComponent(game)}/${encodeURIComponent(day)}`),
  beginDay: (game: string) => call<DaySheet>("POST", `/daily/${encodeURIComponent(game)}`, {}),
  review: (id: string, since: number) => call<ReviewSheet>("GET", `/tables/${id}/review?since=${since}`),
  analyse: (wish: Analysis, signal: AbortSignal) => streamed<PositionLook>("/analyse", wish, signal),
  reviewed: () => call<ReviewedMatches[]>("GET", "/me/skills"),
  skills: (game: string) => call<SkillsSheet>("GET", `/me/skills/${encodeURIComponent(game)}`),
  again: (id: string, ply: number) => call<TableSheet>("POST", `/tables/${id}/again`, { ply }),
  openGroup: (wish: NewGroup) => call<GroupSheet>("POST", "/groups", wish),
  group: (id: string) => call<GroupSheet>("GET", `/groups/${encodeURIComponent(id)}`),
  joinGroup: (id: string) => call<GroupSheet>("POST", `/groups/${encodeURIComponent(id)}/try`, {}),
  closeGroup: (id: string) => call<GroupSheet>("POST", `/groups/${encodeURIComponent(id)}/close`, {}),
  compared: (id: string) => call<Compared>("GET", `/groups/${encodeURIComponent(id)}/compared`),
  study: async (study: Study) => spoken(await call<Studied>("POST", "/study", study)),
};
