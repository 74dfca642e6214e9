/** Tells what happens at a table: in words, by sound, and by a notification to whoever is looking elsewhere. */
import { http } from "../../api/http";
import type { TableLink, Told } from "../../api/table.svelte";
import type { AtPly } from "../../api/types";
import type { Draft } from "../../games/draft.svelte";
import type { GameUi } from "../../games/module";
import { t } from "../../i18n/index.svelte";
import { notify } from "../notify";
import { sound } from "../sound";
import { voice } from "../voice.svelte";
import { world } from "../world.svelte";
import type { Chair } from "./chair.svelte";
import { ending, isHappening, wordsOf } from "./telling";

export class Narrator {
  private told = -1;
  private entered = "";
  private found = 0;
  private refused = false;

  constructor(
    private readonly link: TableLink,
    private readonly chair: Chair,
  ) {}

  /** What has come since the last look. What was there at the first look is not news. */
  fresh(entries: Told[]): Told[] {
    const found = this.told < 0 ? [] : entries.filter((entry) => entry.seq > this.told);
    this.told = entries[entries.length - 1]?.seq ?? this.told;
    return found;
  }

  async tell(fresh: Told[], ui: GameUi, names: string[]): Promise<void> {
    const look = (ply: number): Promise<AtPly | null> => http.at(this.link.id, ply, this.chair.alone).catch(() => null);
    const said = fresh.map((entry) => wordsOf(entry, ui, names, look));
    const after = fresh.some(isHappening) ? this.after(names) : "";
    voice.say([...(await Promise.all(said)), after].filter(Boolean).join(". "));
  }

  /** How it stands after something happened. */
  private after(names: string[]): string {
    const { position } = this.link;
    if (position?.state === "over") {
      sound("win");
      return ending(position.awaiting, names, this.chair.mine);
    }
    sound(position?.awaiting?.kind === "turn" && position.awaiting.live ? "bell" : "move");
    if (!this.chair.acts) return "";
    this.nudge();
    return t("your.turn");
  }

  private nudge(): void {
    if (document.hidden) sound("turn");
    const title = world.game(this.link.table?.game ?? "")?.title ?? "";
    notify(t("your.turn"), `/t/${this.link.id}`, title);
  }

  /** What my own move sounds like while it is being entered: pieces, what was found, a refusal. */
  hear(draft: Draft | null): void {
    const entered = draft?.text ?? "";
    const found = draft?.scored?.detail.length ?? 0;
    const refused = Boolean(draft?.insisted && draft.refused);
    if (refused && !this.refused) sound("no");
    else if (found > this.found) sound("found", found);
    else if (entered.length > this.entered.length) sound("lay");
    Object.assign(this, { entered, found, refused });
  }

  /** Going back and forth is heard too. */
  async retell(at: AtPly, ui: GameUi, names: string[]): Promise<void> {
    if (at.entry) voice.say(await wordsOf(at.entry, ui, names, () => Promise.resolve(at)));
  }
}
