/** A message of the browser to somebody who looks elsewhere, if they wish for such. */
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";

/** `to` is where it leads; of several that lead there, the last one stands. */
export function notify(title: string, to: string, body = ""): void {
  const may = "Notification" in globalThis && Notification.permission === "granted";
  if (!may || !settings.all.notify || !document.hidden) return;
  const options = { body, tag: to, icon: "/icon-192.png" };
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      shown.close();
      focus();
      router.go(to);
    };
  } catch {
    // phones show them only through the worker of the page
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, options));
  }
}
