/** A turn being built step by step; the server says which steps can follow. */
import type { StepList } from "../../api/types";
import { Draft, type Prompt } from "../draft.svelte";
import {
  diceOf,
  distance,
  fitting,
  isWhite,
  kindOf,
  readStep,
  turned,
  type Kind,
  type Step,
  type Thrown,
} from "./look";
import { t } from "./words";
import type { BoardView, View as AbakView } from "./types";

export interface Source {
  from: string;
  enters: string | null;
}

export class AbakDraft extends Draft<AbakView> {
  chosen = $state<string[]>([]);
  source = $state.raw<Source | null>(null);
  /** First halves of double hits among the targets, each with the step that must follow at once. */
  pairs = $state.raw<ReadonlyMap<string, Step>>(new Map());
  next = $state.raw<StepList | null>(null);
  words = $state.raw<string[]>([]);
  private asked = 0;

  constructor(...given: ConstructorParameters<typeof Draft<AbakView>>) {
    super(...given);
    void this.look();
  }

  get moving(): boolean {
    return this.view.stage === "normal" && this.view.dice !== null;
  }

  get text(): string {
    return this.chosen.join(" ");
  }

  get empty(): boolean {
    return !this.chosen.length && this.source === null;
  }

  get complete(): boolean {
    return this.next?.complete ?? false;
  }

  get board(): BoardView | null {
    return this.chosen.length ? ((this.next?.board as BoardView | null) ?? null) : null;
  }

  /** The steps chosen so far. */
  get taken(): Step[] {
    return this.chosen.flatMap((text) => readStep(text) ?? []);
  }

  get dice(): Thrown[] {
    return diceOf(this.view.dice, this.taken);
  }

  /** The die that leads there. */
  dieFor(step: Step): number | null {
    return fitting(this.dice, distance(step))?.die ?? null;
  }

  /** The class of the checker in hand. */
  get inHand(): Kind | null {
    const { source } = this;
    if (!source) return null;
    if (source.enters) return kindOf(source.enters);
    const { points, bar } = this.board ?? this.view;
    const stack =
      source.from === "bar" ? (bar[this.seat] ?? "").slice(0, 1) : points[turned(Number(source.from), this.seat) - 1];
    return stack ? kindOf(stack.slice(-1)) : null;
  }

  override get prompt(): Prompt | null {
    if (this.view.stage === "offered") return { state: t("prompt.offered"), choice: t("prompt.answer") };
    if (this.view.stage === "ask") return { state: t("prompt.ask") };
    if (!this.moving) return null;
    if (this.inHand) {
      const targets = this.targets.map((step) => this.target(step)).join(", ");
      return { state: t("prompt.where", { kind: t(`class.${this.inHand}`).toLowerCase() }), choice: targets };
    }
    if (this.complete) return { state: t("prompt.complete"), choice: t("prompt.finish") };
    const left = this.dice.filter((one) => !one.used).map((one) => one.die);
    return { state: t("prompt.left", { dice: left.join(", ") }), choice: t("choose.source") };
  }

  private target(step: Step): string {
    if (step.to === "off") return t("to.off");
    const where = t("to", { n: step.to });
    const what = step.hits ? t("hits") : step.pins ? t("pins") : this.pairs.has(step.text) ? t("together") : "";
    return what ? `${where} (${what})` : where;
  }

  /** A whole turn, step by step, as if every checker had been moved by hand. */
  override lay(move: string): boolean {
    const steps = move.trim().split(/\s+/);
    if (!this.moving || !steps.every((text) => readStep(text))) return false;
    this.chosen = steps;
    this.hold(null);
    this.quiet();
    void this.look();
    return true;
  }

  get steps(): Step[] {
    return (this.next?.steps ?? []).flatMap((text) => readStep(text) ?? []);
  }

  /** Steps from the chosen checker; those that enter are told apart by class. */
  get targets(): Step[] {
    const { source } = this;
    if (!source) return [];
    return this.steps.filter(
      (step) =>
        step.from === source.from && (source.enters === null || step.enters === null || step.enters === source.enters),
    );
  }

  private async look(): Promise<void> {
    const mine = ++this.asked;
    if (!this.moving) {
      const answer = await this.desk.legal(4);
      if (mine === this.asked) this.words = answer.kind === "moves" ? answer.moves : [];
      return;
    }
    const answer = await this.desk.steps(this.text);
    if (mine !== this.asked) return;
    if (answer.kind === "steps") this.next = answer;
  }

  /** Takes a checker in hand, or puts it down. */
  hold(source: Source | null): void {
    this.source = source;
    this.pairs = new Map();
    if (source) void this.lookForPairs();
  }

  /** The server is asked what follows a landing on a lone checker that the step does not hit by itself. */
  private async lookForPairs(): Promise<void> {
    const { source } = this;
    const lone = this.targets.filter((step) => !step.hits && !step.pins && this.isLone(step.to));
    const found = await Promise.all(lone.map(async (step) => [step.text, await this.second(step)] as const));
    if (source === this.source)
      this.pairs = new Map(found.flatMap(([text, second]) => (second ? [[text, second]] : [])));
  }

  private async second(first: Step): Promise<Step | null> {
    const answer = await this.desk.steps([...this.chosen, first.text].join(" "));
    const next =
      answer.kind === "steps" && !answer.complete ? answer.steps.flatMap((text) => readStep(text) ?? []) : [];
    return next.every((step) => step.to === first.to && step.hits) ? (next[0] ?? null) : null;
  }

  private isLone(place: string): boolean {
    const stack = (this.board ?? this.view).points[turned(Number(place), this.seat) - 1] ?? "";
    return stack.length === 1 && isWhite(stack) !== (this.seat === 0);
  }

  override refresh(view: AbakView, moved: boolean): void {
    this.view = view;
    if (!moved) return;
    this.clear();
  }

  clear(): void {
    this.chosen = [];
    this.hold(null);
    this.next = null;
    this.quiet();
    void this.look();
  }

  undo(): void {
    if (this.source) {
      this.hold(null);
      this.quiet();
      return;
    }
    this.chosen = this.chosen.slice(0, -1);
    this.quiet();
    void this.look();
  }

  /** Takes one of the offered steps. */
  take(step: Step): void {
    this.chosen = [...this.chosen, step.text];
    this.hold(null);
    this.quiet();
    void this.look();
  }

  /** A place was tapped, in the mover's numbering: a checker to move, or where it goes. */
  choose(place: string, enters: string | null = null): void {
    const step = this.targets.find((target) => target.to === place);
    if (step) return this.take(step);
    const from = this.steps.some((one) => one.from === place);
    if (from && !(this.source?.from === place && this.source.enters === enters)) {
      this.hold({ from: place, enters });
      this.quiet();
      return;
    }
    if (this.source && this.source.from !== place) return void this.why(`${this.entering()}/${place}`);
    this.hold(null);
    if (!from) void this.why(this.attempt(place), place);
  }

  drop(from: string, to: string): void {
    const step = this.steps.find((one) => one.from === from && one.to === to);
    this.hold(null);
    if (step) this.take(step);
    else void this.why(`${from}/${to}`);
  }

  private entering(): string {
    const { source } = this;
    if (!source) return "";
    return source.from === "bar" && source.enters ? `bar(${source.enters})` : source.from;
  }

  /** A step that one might have meant with a checker that cannot move. */
  private attempt(place: string): string {
    const die = this.view.dice?.[0] ?? 1;
    if (place === "bar") return `bar/${25 - die}`;
    const point = Number(place);
    return point - die >= 1 ? `${point}/${point - die}` : `${point}/off`;
  }

  /** Why a step is not possible: the server's own sentence. Of a step that was only guessed, `only` what was tapped
   * is shown: nobody chose where it goes. */
  private async why(step: string, only?: string): Promise<void> {
    const mine = ++this.asked;
    const answer = await this.desk.score([...this.chosen, step].join(" "));
    if (mine !== this.asked) return;
    if (answer.kind === "refused" && answer.text) {
      const where = answer.where.filter((word) => !only || word.replace(/\(.\)/, "") === only);
      this.refused = { ...answer, where };
      this.insisted = true;
    }
    void this.look();
  }
}
