/**
 * The news of all games in the tabs of a browser, over one connection: browsers open at most six to a server.
 *
 * A tab sends its line, the token of its link and its game, or an empty text for none. It receives the changes there,
 * and an empty text once the engine is back.
 */

/** @type {Map<MessagePort, string>} the line of each tab */
const tabs = new Map();
/** @type {EventSource | null} */
let source = null;
/** The lines of the connection. */
let connected = "";

/** @param {string} text @param {string} [line] the only line to inform */
function tell(text, line) {
  for (const [tab, own] of tabs) if (!line || own === line) tab.postMessage(text);
}

function connect() {
  const lines = [...new Set(tabs.values())].sort();
  if (connected === lines.join("&")) return;
  connected = lines.join("&");
  source?.close();
  source = lines.length ? new EventSource(new URL(`../-/news?${connected}`, location.href)) : null;
  if (!source) return;
  for (const line of lines) source.addEventListener(line, ({ data }) => tell(data, line));
  // The tabs ask what they have missed, or show why no answer comes.
  source.onopen = source.onerror = () => tell("");
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
