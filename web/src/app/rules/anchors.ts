/** Where a rule is explained to people. */
import { isTaught } from "../../games/registry";

/** The address of the paragraph for people behind a rule; where there is none, the page leads on to the exact rule. */
export function humanAnchor(game: string, rule: string): string {
  return isTaught(game) ? `/how/${game}#${rule}` : exactAnchor(game, rule);
}

export function exactAnchor(game: string, rule: string): string {
  return `/rules/${game}#${rule}`;
}
