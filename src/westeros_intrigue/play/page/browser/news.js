/**
 * The news of all games in the tabs of a browser, over one connection: browsers open at most six to a server.
 *
 * A tab sends its line, the token of its link and its game, or an empty text for none. It receives the changes there,
 * an empty text once the engine is back, and `LATE` or `FULL` each time its line is refused.
 */

import { FULL, LATE } from "./state.js";

/** The pauses in milliseconds before the first and before every later attempt to listen again. */
const [SHORTEST, LONGEST] = [1000, 8000];
/** The longest time in milliseconds for a status, and the status of a server that has no room for another listener. */
const [PATIENCE, TOO_MANY] = [5000, 429];

/** @type {Map<MessagePort, string>} the line of each tab */
const tabs = new Map();
/** @type {EventSource | null} */
let source = null;
/** The lines of the connection. */
let connected = "";
let pause = SHORTEST;
let timer = 0;

/** @param {string} text @param {string} [line] the only line to inform */
function tell(text, line) {
  for (const [tab, own] of tabs) if (!line || own === line) tab.postMessage(text);
}

function connect() {
  const lines = [...new Set(tabs.values())].sort().join("&");
  if (connected === lines) return;
  connected = lines;
  pause = SHORTEST;
  open();
}

/** Open the connection, instead of an earlier one. */
function open() {
  clearTimeout(timer);
  source?.close();
  source = connected ? new EventSource(address()) : null;
  if (!source) return;
  const opened = source;
  for (const line of connected.split("&"))
    opened.addEventListener(line, ({ data }) => {
      tell(data, line);
      if (data === FULL) openLater(LONGEST);
    });
  // The tabs ask what they have missed, or show why no answer comes.
  opened.onopen = () => {
    pause = SHORTEST;
    tell("");
  };
  // Browsers open a connection that breaks again, but not one that a server or a proxy refuses.
  opened.onerror = () => (opened.readyState === EventSource.CLOSED ? explain(opened) : tell(""));
}

/** The address of the news, beside the folder of this file. */
const address = () => new URL(`../news?${connected}`, import.meta.url);

/** @param {number} milliseconds */
function openLater(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(open, milliseconds);
}

/** Tell why a connection was refused, and open it again after a pause, which grows. @param {EventSource} refused */
async function explain(refused) {
  const asked = new AbortController();
  const impatient = setTimeout(() => asked.abort(), PATIENCE);
  // The connection itself does not tell its status; 0 stands for no answer.
  const status = await fetch(address(), { signal: asked.signal }).then(
    (answer) => answer.status,
    () => 0,
  );
  clearTimeout(impatient);
  asked.abort();
  if (source !== refused) return;
  tell(status === TOO_MANY ? FULL : status ? LATE : "");
  openLater(pause);
  pause = Math.min(2 * pause, LONGEST);
}

/** Let a tab listen. @param {MessagePort} tab */
export function join(tab) {
  /** @param {string} line */
  const turnTo = (line) => {
    const before = connected;
    if (line) tabs.set(tab, line);
    else tabs.delete(tab);
    connect();
    // The tab may have missed changes.
    if (line && connected === before) tab.postMessage("");
  };
  tab.onmessage = ({ data }) => turnTo(data);
  tab.addEventListener("close", () => turnTo(""));
}

self.addEventListener("connect", (event) => join(/** @type {MessageEvent} */ (event).ports[0]));
