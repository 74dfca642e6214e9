/** The fonts: those of every language are fetched with the first bytes of the page, and their licences travel along. */
import { readFileSync } from "node:fs";
import type { HtmlTagDescriptor, Plugin } from "vite";

const LICENCES = { besley: "@fontsource/besley", figtree: "@fontsource-variable/figtree" };
const FIRST = /-latin-(?!ext)[^/]*\.woff2$/;

function preload(file: string): HtmlTagDescriptor {
  const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" };
  return { tag: "link", attrs, injectTo: "head" };
}

export function fonts(): Plugin {
  return {
    name: "ludoteka-fonts",
    apply: "build",
    generateBundle() {
      for (const [name, folder] of Object.entries(LICENCES)) {
        const source = readFileSync(new URL(`node_modules/${folder}/LICENSE`, import.meta.url), "utf8");
        this.emitFile({ type: "asset", fileName: `licences/${name}.txt`, source });
      }
    },
    transformIndexHtml: (_html, context) =>
      Object.keys(context.bundle ?? {})
        .filter((name) => FIRST.test(name))
        .map(preload),
  };
}
