/**
 * The news of all games in the tabs of a browser, over one connection: browsers open at most six to a server.
 *
 * A tab sends its line, the token of its link and its game, or an empty text for none. It receives the changes there,
 * an empty text once the engine is back, and `LATE` or `FULL` each time its line is refused.
 */

import { FULL, LATE } from "./state.js";

/** The pauses in milliseconds before the first and before every later attempt to listen again. */
const [SHORTEST, LONGEST] = [1000, 8000];
/** The status of a server that has no room for another listener. */
const TOO_MANY = 429;

/** @type {Map<MessagePort, string>} the line of each tab */
const tabs = new Map();
/** Ends the connection. @type {AbortController | null} */
let ending = null;
/** The lines of the connection. */
let connected = "";
let pause = SHORTEST;
let timer = 0;

/** @param {string} text @param {string} [line] the only line to inform */
function tell(text, line) {
  for (const [tab, own] of tabs) if (!line || own === line) tab.postMessage(text);
}

function connect() {
  const lines = [...new Set(tabs.values())].sort().join("+");
  if (connected === lines) return;
  connected = lines;
  pause = SHORTEST;
  open();
}

/** Open the connection, instead of an earlier one. */
async function open() {
  clearTimeout(timer);
  ending?.abort();
  ending = connected ? new AbortController() : null;
  if (!ending) return;
  const { signal } = ending;
  const refusal = await follow(signal).catch(() => "");
  if (signal.aborted) return;
  // The tabs ask what they have missed, or show why no answer comes.
  tell(refusal);
  openLater(refusal ? pause : SHORTEST);
  if (refusal) pause = Math.min(2 * pause, LONGEST);
}

/** Tell the tabs all news, until the connection ends. @param {AbortSignal} signal @returns {Promise<string>} why it was refused */
async function follow(signal) {
  // The lines are secrets, which logs of addresses must not have: `EventSource` could send them only there.
  const headers = { Authorization: `Bearer ${connected}` };
  const { ok, status, body } = await fetch(new URL("../../news", import.meta.url), { headers, signal });
  if (!ok || !body) return status === TOO_MANY ? FULL : LATE;
  pause = SHORTEST;
  tell("");
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let [unread, line] = ["", ""];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return "";
    const read = (unread + value).split("\n");
    unread = read.pop() ?? "";
    for (const each of read) {
      const [, name, text] = /^(event|data): (.*)/.exec(each) ?? [];
      if (name === "event") line = text;
      else if (name) tell(text, line);
      if (text === FULL) openLater(LONGEST);
    }
  }
}

/** @param {number} milliseconds */
function openLater(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(open, milliseconds);
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
