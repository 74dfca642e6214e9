/** The service worker: keeps the shell of the page, so that it opens without the server and can say so. */
import type { Plugin, Rollup } from "vite";

function worker(files: string[], version: string): string {
  return `const CACHE = "ludoteka-${version}";
const SHELL = ${JSON.stringify(["/", ...files])};
self.addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(caches.keys().then((keys) => Promise.all(keys.filter((key) => key !== CACHE).map((key) => caches.delete(key)))).then(() => self.clients.claim())));
self.addEventListener("message", (event) => event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(event.data.keep.map(async (path) => (await cache.match(path)) ?? cache.add(path).catch(() => undefined))))));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/") || url.pathname.startsWith("/ws/")) return;
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match("/")));
    return;
  }
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request).then((answer) => {
    if (answer.ok && url.pathname.startsWith("/assets/")) { const copy = answer.clone(); caches.open(CACHE).then((cache) => cache.put(event.request, copy)); }
    return answer;
  })));
});
`;
}

/** The entry, everything that it needs before it can draw, and their styles. */
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
  return [...found, ...styles].map((name) => `/${name}`);
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
