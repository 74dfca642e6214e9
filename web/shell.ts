/** The service worker: keeps the shell of the page, so that it opens without the server and can say so. */
import { readFileSync } from "node:fs";
import type { Plugin, Rollup } from "vite";

function worker(files: string[], version: string): string {
  const source = readFileSync(new URL("worker.js", import.meta.url), "utf8");
  const values: Record<string, string> = { VERSION: JSON.stringify(version), SHELL: JSON.stringify(["/", ...files]) };
  return source.replace(/\b__(VERSION|SHELL)__(?=[;}])/g, (whole, name: string) => values[name] ?? whole);
}

/** What the page names: the entry, its styles and fonts. */
function needed(bundle: Rollup.OutputBundle): string[] {
  const page = bundle["index.html"];
  if (page?.type !== "asset") throw new Error("the shell of the page is written after the page");
  return [...String(page.source).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? "");
}

/** Writes `sw.js` beside the built files; the shell is kept at once, the rest as it is used. */
export function shell(): Plugin {
  return {
    name: "ludoteka-shell",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const files = [...needed(bundle), "/icon.svg", "/manifest.webmanifest"];
      let version = 0;
      for (const name of Object.keys(bundle).sort().join()) version = (version * 31 + name.charCodeAt(0)) >>> 0;
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker(files, version.toString(36)) });
    },
  };
}
