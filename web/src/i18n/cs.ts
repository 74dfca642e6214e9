import type { Catalogue } from "./index.svelte";
import { en } from "./en";
export const cs: Catalogue = { ...en };
