import { mount } from "svelte";
import App from "./app/App.svelte";
import { settings } from "./app/settings.svelte";
import "./app/theme.css";

await settings.apply().catch(() => undefined); // nobody sees another language first; without its words there is English
mount(App, { target: document.getElementById("app") ?? document.body });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
