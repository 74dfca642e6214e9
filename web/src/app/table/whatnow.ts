/** Which words stand in the line above the tray: the most pressing thing only, never two at once. */
import type { TableLink } from "../../api/table.svelte";
import { t } from "../../i18n/index.svelte";
import type { Advice } from "./advice.svelte";
import type { Chair } from "./chair.svelte";

export interface Now {
  state: string;
  choice: string;
  tone: "" | "no" | "hint";
  rule: string | null;
  /** Squares for those who do not see them marked. */
  where: string;
}

function plain(state: string, choice = ""): Now {
  return { state, choice, tone: "", rule: null, where: "" };
}

export function whatNow(link: TableLink, chair: Chair, advice: Advice, names: string[], note: string): Now {
  const { notice, draft } = chair;
  if (advice.trouble) return { ...plain("", advice.trouble), tone: "no" };
  if (notice?.tone === "hint") return { ...plain("", notice.text), tone: "hint", where: notice.where.join(", ") };
  if (notice) return { ...plain("", notice.text), tone: notice.tone === "no" ? "no" : "", rule: notice.rule };
  if (note) return plain(note);
  const prompt = draft?.prompt;
  return prompt ? plain(prompt.state, prompt.choice) : turn(link, chair, names);
}

function turn(link: TableLink, chair: Chair, names: string[]): Now {
  if (link.position?.state === "over") return plain(t("game.over"));
  if (chair.acts) return plain(t("your.turn"));
  const awaited = chair.awaited.map((seat) => names[seat] ?? "");
  const who = awaited.length === 1 ? t("now.turn", { name: awaited[0] ?? "" }) : awaited.length ? t("now.all") : "";
  return chair.mine.length ? plain(who) : plain(t("now.watching"), who);
}
