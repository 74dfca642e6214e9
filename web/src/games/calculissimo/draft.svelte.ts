/** A placement of Calculissimo that is being laid, or tiles that are being swapped. */
import { placeOf } from "../../board/grid";
import { LayDraft, type Laid } from "../_lines/lay.svelte";
import { chips, look } from "./look";
import type { CalculissimoView } from "./types";
import { t } from "./words";

export class CalculissimoDraft extends LayDraft<CalculissimoView> {
  get rack(): string[] {
    return [...chips(this.view.racks[this.seat] ?? "")];
  }
  get size(): number {
    return this.view.board.length;
  }
  get faces(): string[] {
    return [..."123456789+-:"];
  }
  under(square: string): string {
    const place = placeOf(square);
    const letter = place ? (this.view.board[place.row]?.[place.column] ?? ".") : ".";
    return letter === "." ? "" : letter;
  }
  gives(square: string): boolean {
    return this.under(square) === "";
  }
  protected write(laid: Laid): string {
    const sign = laid.face === ":" ? "/" : laid.face;
    return laid.letter === "*" ? `*${sign}` : sign;
  }
  protected override letterOf(item: string): string {
    return item === "/" ? ":" : item;
  }
  protected soFar(n: number): string {
    return t("so.far", { n });
  }
  protected override faceOf(letter: string): string {
    return look.face(letter);
  }
  protected exchange(letters: string[]): string {
    return `swap ${letters.join("").replaceAll(":", "/")}`;
  }
}
