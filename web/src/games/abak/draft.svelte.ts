/** A turn that is being built step by step; the server says which steps can follow. */
import type { StepList } from "../../api/types";
import { Draft } from "../draft.svelte";
import { readStep, type AbakBoard, type AbakView, type Step } from "./view";

export class AbakDraft extends Draft<AbakView> {
  chosen = $state<string[]>([]);
  source = $state<{ from: string; enters: string | null } | null>(null);
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

  get board(): AbakBoard | null {
    return this.chosen.length ? ((this.next?.board as AbakBoard | null) ?? null) : null;
  }

  get steps(): Step[] {
    return (this.next?.steps ?? []).flatMap((text) => readStep(text) ?? []);
  }

  /** Steps from the chosen checker; those that enter are told apart by class. */
  get targets(): Step[] {
    const { source } = this;
    if (!source) return [];
    return this.steps.filter((step) => step.from === source.from && (source.enters === null || step.enters === null || step.enters === source.enters));
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

  override refresh(view: AbakView, moved: boolean): void {
    this.view = view;
    if (!moved) return;
    this.clear();
  }

  clear(): void {
    this.chosen = [];
    this.source = null;
    this.next = null;
    this.quiet();
    void this.look();
  }

  undo(): void {
    if (this.source) {
      this.source = null;
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
    this.source = null;
    this.quiet();
    void this.look();
  }

  /** A place was tapped, in the mover's numbering: a checker to move, or where it goes. */
  choose(place: string, enters: string | null = null): void {
    const step = this.targets.find((target) => target.to === place);
    if (step) return this.take(step);
    const from = this.steps.some((one) => one.from === place);
    if (from && !(this.source?.from === place && this.source.enters === enters)) {
      this.source = { from: place, enters };
      this.quiet();
      return;
    }
    if (this.source && this.source.from !== place) return void this.why(`${this.entering()}/${place}`);
    this.source = null;
    if (!from) void this.why(this.attempt(place));
  }

  drop(from: string, to: string): void {
    const step = this.steps.find((one) => one.from === from && one.to === to);
    this.source = null;
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

  /** Why a step is not possible: the server's own sentence. */
  private async why(step: string): Promise<void> {
    const mine = ++this.asked;
    const answer = await this.desk.score([...this.chosen, step].join(" "));
    if (mine !== this.asked) return;
    if (answer.kind === "refused" && answer.text) {
      this.refused = answer;
      this.insisted = true;
    }
    void this.look();
  }
}
