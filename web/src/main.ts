import { mount } from "svelte";
import App from "./app/App.svelte";
import { settings } from "./app/settings.svelte";
import "./app/theme.css";

import.meta.glob("./games/*/colours.css", { eager: true });

await settings.apply().catch(() => undefined); // nobody sees another language first; without its words, English
mount(App, { target: document.getElementById("app") ?? document.body });

/** What the page loaded before its worker was there is kept for the next time, even without the server. */
function loaded(): string[] {
  const paths = performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname);
  return paths.filter((path) => path.startsWith("/assets/"));
}

function keep(): void {
  void navigator.serviceWorker.ready.then((worker) => worker.active?.postMessage({ keep: loaded() }));
}

function installed(): void {
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  keep();
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    keep();
    setTimeout(keep, 2000); // what was on its way when the worker took over
  });
}

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  if (document.readyState === "complete") installed();
  else addEventListener("load", installed);
}
