/** The service worker. The build puts its version and its files in; nothing here is run by the page itself. */
/* global __VERSION__, __SHELL__ */
const CACHE = `ludoteka-${__VERSION__}`;
const SHELL = __SHELL__;

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL);
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((key) => key !== CACHE);
  await Promise.all(old.map((key) => caches.delete(key)));
  await self.clients.claim();
}

/** What the page has used before it had a worker. */
async function keep(paths) {
  const cache = await caches.open(CACHE);
  await Promise.all(paths.map(async (path) => (await cache.match(path)) ?? cache.add(path).catch(() => undefined)));
}

async function fetchAndKeep(request) {
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).pathname.startsWith("/assets/")) {
    const copy = answer.clone();
    void caches.open(CACHE).then((cache) => cache.put(request, copy));
  }
  return answer;
}

function isOurs(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return false;
  return !url.pathname.startsWith("/api/") && !url.pathname.startsWith("/ws/");
}

async function answer(request) {
  if (request.mode === "navigate") return fetch(request).catch(() => caches.match("/"));
  return (await caches.match(request)) ?? fetchAndKeep(request);
}

/** Where a message leads: to the page that is open, or to a new one. */
async function goTo(path) {
  const [page] = await self.clients.matchAll({ type: "window" });
  if (!page) return self.clients.openWindow(path);
  await page.focus();
  return page.navigate(path);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data.keep)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.tag));
});
self.addEventListener("fetch", (event) => {
  if (isOurs(event.request)) event.respondWith(answer(event.request));
});
