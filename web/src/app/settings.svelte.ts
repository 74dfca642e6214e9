/** What this device prefers; kept in its own storage, never sent. */
import { preferred, speech, type Language } from "../i18n/index.svelte";

export interface Preferences {
  theme: "auto" | "light" | "dark";
  /** Boards of their materials, or plain ones with strong contrast. */
  boards: "material" | "plain";
  /** Moves also in notation, with the names of their squares. */
  squares: boolean;
  motion: "auto" | "off";
  sound: boolean;
  notify: boolean;
  speak: boolean;
  language: Language;
  name: string;
  /** The strength of the bots chosen last, for each game. */
  levels: Record<string, number>;
  /** The game played last. */
  lastGame: string;
}

const PLACE = "ludoteka.preferences";

function kept(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Preferences>;
  } catch {
    return {};
  }
}

class Settings {
  all = $state<Preferences>({
    theme: "auto",
    boards: "material",
    squares: false,
    motion: "auto",
    sound: false,
    notify: false,
    speak: false,
    language: preferred(),
    name: "",
    levels: {},
    lastGame: "",
    ...kept(),
  });

  /** Resolves when the words of the language have arrived. */
  async apply(): Promise<void> {
    const root = document.documentElement;
    root.dataset["theme"] = this.all.theme;
    root.dataset["boards"] = this.all.boards;
    root.dataset["motion"] = this.all.motion;
    if (speech.language !== this.all.language) await speech.choose(this.all.language);
  }

  set<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
    this.all[key] = value;
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.all));
    } catch {
      // a device without storage forgets; the page works anyway
    }
    void this.apply();
  }

  get still(): boolean {
    return this.all.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

export const settings = new Settings();
