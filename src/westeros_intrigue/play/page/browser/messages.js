/** The page's access to the engine. The library writes the types of the messages. */

/** @import { Answer, AnyPosition, Position } from "westeros-intrigue/messages" */
/** @typedef {Position | AnyPosition} Shown */
/** @typedef {{do: string, [member: string]: any}} Request */
/** @typedef {(request: Request) => Promise<Answer | null>} Ask */

import { remembered } from "./elements.js";
import { join } from "./news.js";

/** The engine cannot be reached, or does not answer in time. */
export class Gone extends Error {
  /** @param {boolean} isSilent true if the engine can be reached, and does not answer in time */
  constructor(isSilent) {
    super(isSilent ? "no answer" : "no connection");
    this.isSilent = isSilent;
  }
}

/** The longest time in milliseconds that the worker can load without reporting. */
const PATIENCE = 60_000;
/** The longest time in milliseconds for a server's answer, and for an answer about its status. */
const [LONGEST, LONGEST_STATUS] = [60_000, 5000];

/** @type {MessagePort | Worker | null} */
let news = null;
/** The line to listen to: the token of the link and the game; empty for none. */
let line = "";

/** @type {(text: string) => void} */
let hear = () => {};

/**
 * Listen to changes in a game, instead of any other. The game continues on its own while a page listens.
 * @param {string} game empty for none
 * @param {(text: string) => void} tell called with each change, and with an empty text once the engine is back
 */
export function listen(game, tell) {
  const next = game && isLocal ? game : game && `${token}/${game}`;
  if (line === next) return;
  [line, hear] = [next, tell];
  news ??= toNews();
  news.postMessage(isLocal ? { line } : line);
}

/** Whether the engine is a worker of this page. */
const isLocal = document.documentElement.dataset.engine === "worker";

/** Return the token in the address, which stands after the # and so is never sent with it. */
export const tokenNow = () => (isLocal ? "" : location.hash.slice(1).split("/")[0]);
/** The token of the link that opened the page. */
export const token = tokenNow();
/** Return the name in the address of what the page shows, such as a game; empty for the start page. */
export const placeNow = () => location.hash.slice(isLocal ? 1 : token.length + 2);
/** Return the address of what the page shows. @param {string} name empty for the start page */
export const addressOf = (name) => (isLocal ? name && "#" : `#${token}${name && "/"}`) + name || location.pathname;

/** Return the port to the worker that shares news among all tabs. */
function toNews() {
  addEventListener("pagehide", () => news?.postMessage(""));
  addEventListener("pageshow", ({ persisted }) => persisted && news?.postMessage(line));
  const { port1, port2 } = new MessageChannel();
  let port = port1;
  try {
    port = new SharedWorker(new URL("news.js", import.meta.url), { type: "module" }).port;
  } catch {
    // Chrome on Android has no shared workers, and browsers that store nothing refuse them: each tab listens separately.
    join(port2);
  }
  port.onmessage = ({ data }) => hear(data);
  return port;
}

/** Return the key by which the host's computer knows this browser again, at whichever link. */
function browserKey() {
  const name = "westeros-intrigue-browser";
  return remembered(name) || remembered(name, crypto.getRandomValues(new BigUint64Array(2)).join("-"));
}

/** @type {Ask} the engine of a server */
export async function overHttp(request) {
  try {
    const response = await fetch("messages", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Browser-Key": browserKey(),
        Authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(request.do === "status" ? LONGEST_STATUS : LONGEST),
    });
    const type = response.headers.get("Content-Type") ?? "";
    if (type.startsWith("application/json")) return await response.json();
    return { kind: "fault", code: "bad-message", text: await response.text() };
  } catch (error) {
    const isSilent = error instanceof DOMException && error.name === "TimeoutError";
    throw new Gone(isSilent);
  }
}

/** The slow requests, which a second worker answers; the first such request starts it. */
const ASIDE = new Set(["hint", "review", "attempt"]);

/** Return the function that asks the engine in a worker. @param {(text: string, bytes: number, all: number) => void} tell called while it is loaded @returns {Promise<Ask>} */
export async function inWorker(tell) {
  const worker = await started("game", tell);
  // From now on the page works offline, if the browser allows that.
  navigator.serviceWorker?.register("offline.js").catch(() => {});
  const ask = asking(worker);
  news = worker;
  let aside = ask;
  /** @type {Promise<void> | null} */
  let coming = null;
  return (request) => {
    if (!ASIDE.has(request.do)) return ask(request);
    coming ??= started("aside", () => {}).then(
      (another) => void (aside = asking(another)),
      () => {},
    );
    return aside(request);
  };
}

/** Start a worker. @param {string} name its task @param {(text: string, bytes: number, all: number) => void} tell */
async function started(name, tell) {
  const worker = new Worker("worker.js", { type: "module", name });
  let timer = 0;
  try {
    await new Promise((ready, failed) => {
      const wait = () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => failed(new Error("nothing has arrived for a minute")), PATIENCE);
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
  return worker;
}

/** Return the function that asks a worker that has started. @param {Worker} worker @returns {Ask} */
function asking(worker) {
  /** @type {((answer: Answer) => void)[]} */
  const waiting = [];
  worker.onmessage = ({ data }) => {
    if (data.answer) waiting.shift()?.(JSON.parse(data.answer));
    else if (worker === news && data.game === line) hear(data.news);
  };
  return (request) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      worker.postMessage({ request: JSON.stringify(request) });
    });
}
