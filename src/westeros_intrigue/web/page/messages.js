/** The engine, as the page asks it. The types of the messages are those that the library writes for all pages. */

/** @import { Answer, AnyPosition, Position } from "../../schema/messages" */
/** @typedef {Position | AnyPosition} Shown */
/** @typedef {{do: string, [member: string]: any}} Request */
/** @typedef {(request: Request) => Promise<Answer | null>} Ask */

/** The engine cannot be reached. */
export class Gone extends Error {}

/** How long the worker may load without any news of it, in milliseconds. */
const PATIENCE = 60_000;

/** @type {EventSource | null} */
let news = null;

/**
 * Listen to what changes in a game, in place of another; where the engine is a worker, nobody else can change it.
 * @param {string} game empty for none
 * @param {(text: string) => void} tell called with each change, and with nothing once the engine is there again
 */
export function listen(game, tell) {
  const address = new URL(`news?${game}`, location.href).href;
  if (document.documentElement.dataset.engine === "worker" || news?.url === address) return;
  news?.close();
  news = game ? new EventSource(address) : null;
  if (!news) return;
  news.onmessage = ({ data }) => tell(data);
  news.onopen = () => tell("");
  news.onerror = () => news?.readyState === EventSource.CLOSED && tell("");
}

/** @type {Ask} the engine of a server */
export async function overHttp(request) {
  let response;
  try {
    response = await fetch("messages", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
  } catch {
    throw new Gone();
  }
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/json")) return response.json();
  return { kind: "fault", code: "bad-message", text: await response.text() };
}

/**
 * Return what asks the engine in a worker of the browser.
 * @param {(text: string, bytes: number, all: number) => void} tell called while it is loaded
 * @returns {Promise<Ask>}
 */
export async function inWorker(tell) {
  const worker = new Worker("worker.js", { type: "module" });
  /** @type {((answer: Answer) => void)[]} */
  const waiting = [];
  let timer = 0;
  try {
    await new Promise((ready, failed) => {
      const wait = () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => failed(new Error("nothing has come for a minute")), PATIENCE);
      };
      worker.onerror = (event) => failed(new Error(event.message));
      worker.onmessage = ({ data }) => {
        wait();
        if (data.ready) ready(null);
        else if (data.failed) failed(new Error(data.failed));
        else tell(data.loaded, data.bytes, data.all);
      };
      wait();
    });
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  // From now on the page needs no network; where the browser does not allow that, it does.
  navigator.serviceWorker?.register("offline.js").catch(() => {});
  worker.onmessage = ({ data }) => waiting.shift()?.(JSON.parse(data.answer));
  return (request) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      worker.postMessage(JSON.stringify(request));
    });
}
