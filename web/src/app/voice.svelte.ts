/** What is said in words: a polite live region for screen readers, spoken aloud if wanted. */
import { speech } from "../i18n/index.svelte";
import { settings } from "./settings.svelte";

class Voice {
  polite = $state("");
  private flip = false;

  say(text: string): void {
    if (!text) return;
    this.flip = !this.flip;
    this.polite = this.flip ? text : `${text}\u00a0`; // the same words twice are still news
    if (settings.all.speak) this.aloud(text);
  }

  aloud(text: string): void {
    if (!("speechSynthesis" in globalThis)) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = speech.language;
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  }
}

export const voice = new Voice();
