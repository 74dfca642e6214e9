/** The table as plain text, for boards that draw it: asked for again whenever the table changes. */
import { http } from "../../api/http";
import type { TableLink } from "../../api/table.svelte";
import type { GameUi } from "../../games/module";
import type { Chair } from "./chair.svelte";
import type { Past } from "./past.svelte";

export class Plain {
  text = $state.raw<string | null>(null);
  private asked = 0;

  constructor(
    private readonly link: TableLink,
    private readonly chair: Chair,
    private readonly past: Past,
  ) {}

  follow(ui: GameUi | null): void {
    const position = this.link.position;
    if (!ui?.plain || !position || position.state === "open") return;
    const now = this.past.ply === null;
    const mine = ++this.asked;
    void http.at(this.link.id, this.past.ply ?? position.ply, now ? this.chair.seat : this.chair.alone, true).then(
      (at) => {
        if (mine === this.asked) this.text = at.plain;
      },
      () => undefined,
    );
  }
}
