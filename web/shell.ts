/** The service worker: keeps the shell of the page, so that it opens without the server and can say so. */
import type { Plugin } from "vite";

function worker(files: string[], version: string): string {
  return `const CACHE = "ludoteka-${version}";
const SHELL = ${JSON.stringify(["/", ...files])};
self.addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(caches.keys().then((keys) => Promise.all(keys.filter((key) => key !== CACHE).map((key) => caches.delete(key)))).then(() => self.clients.claim())));
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

/** Writes `sw.js` beside the built files; the entry is kept at once, the rest as it is used. */
export function shell(): Plugin {
  return {
    name: "ludoteka-shell",
    apply: "build",
    generateBundle(_options, bundle) {
      const names = Object.values(bundle);
      const entry = names.filter((file) => (file.type === "chunk" ? file.isEntry : file.fileName.endsWith(".css") && /index/.test(file.fileName)));
      const files = [...entry.map((file) => `/${file.fileName}`), "/icon.svg", "/manifest.webmanifest"];
      let version = 0;
      for (const name of Object.keys(bundle).sort().join()) version = (version * 31 + name.charCodeAt(0)) >>> 0;
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker(files, version.toString(36)) });
    },
  };
}
