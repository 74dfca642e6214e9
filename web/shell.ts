/** The service worker: keeps the shell of the page, so that it opens without the server and can say so. */
import { readFileSync } from "node:fs";
import type { Plugin, Rollup } from "vite";

function worker(files: string[], version: string): string {
  const source = readFileSync(new URL("worker.js", import.meta.url), "utf8");
  const values: Record<string, string> = { VERSION: JSON.stringify(version), SHELL: JSON.stringify(["/", ...files]) };
  return source.replace(/\b__(VERSION|SHELL)__(?=[;}])/g, (whole, name: string) => values[name] ?? whole);
}

/** The entry, everything that it needs before it can draw, their styles and fonts. */
function needed(bundle: Rollup.OutputBundle): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const file = bundle[name];
    if (found.has(name) || file?.type !== "chunk") return;
    found.add(name);
    file.imports.forEach(visit);
  };
  for (const file of Object.values(bundle)) if (file.type === "chunk" && file.isEntry) visit(file.fileName);
  const styles = Object.keys(bundle).filter((name) => /index[^/]*\.css$/.test(name));
  const fonts = Object.keys(bundle).filter((name) => /-latin-(?!ext)[^/]*\.woff2$/.test(name));
  return [...found, ...styles, ...fonts].map((name) => `/${name}`);
}

/** Writes `sw.js` beside the built files; the shell is kept at once, the rest as it is used. */
export function shell(): Plugin {
  return {
    name: "ludoteka-shell",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = [...needed(bundle), "/icon.svg", "/manifest.webmanifest"];
      let version = 0;
      for (const name of Object.keys(bundle).sort().join()) version = (version * 31 + name.charCodeAt(0)) >>> 0;
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker(files, version.toString(36)) });
    },
  };
}
