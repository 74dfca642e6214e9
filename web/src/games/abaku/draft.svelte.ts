/** A placement of Abaku that is being laid, or tiles that are being swapped. */
import { placeOf } from "../../board/grid";
import { LayDraft, type Laid } from "../_lines/lay.svelte";
import { SIZE } from "./look";
import type { AbakuView } from "./types";
import { t } from "./words";

export class AbakuDraft extends LayDraft<AbakuView> {
  get rack(): string[] {
    const taken = this.laid.filter((tile) => this.under(tile.square) === "*").length;
    return [...(this.view.rack ?? ""), ...Array.from({ length: taken }, () => "*")];
  }
  get size(): number {
    return SIZE;
  }
  get faces(): string[] {
    return [..."0123456789"];
  }
  under(square: string): string {
    const place = placeOf(square);
    const letter = place ? (this.view.board[place.row]?.[place.column] ?? ".") : ".";
    return letter === "." ? "" : letter;
  }
  gives(square: string): boolean {
    return this.under(square) === "" || this.under(square) === "*";
  }
  protected write(laid: Laid): string {
    if (laid.letter === "*") return `*${laid.face}`;
    return this.under(laid.square) === "*" ? `=${laid.face}` : laid.face;
  }
  protected soFar(n: number): string {
    return t("so.far", { n });
  }
  protected exchange(letters: string[]): string {
    return `change ${letters.sort().join("")}`;
  }
}
