/**
 * The engine in a worker: the library itself, run by Pyodide. The browser stores the games.
 *
 * engine.json, next to this file, states where Pyodide is and which wheels to unpack. The worker reports its progress,
 * then that it is ready, then answers each request. The policy of the page does not apply here.
 */

import { storedGames } from "./stored.js";

/** @typedef {{game: string, news: string}} Change a change in a game, here or in another tab */
/** @typedef {{loaded: string, bytes: number, all: number} | {ready: true} | {failed: string} | {answer: string}} News */

const FOLDER = "/games";
const START = `
from pathlib import Path
from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.sessions import Folder
from westeros_intrigue.play.page import write_answer
def begin(on_change):
    return Engine(Folder(Path("${FOLDER}")), on_change=on_change)
def answer(engine, request):
    return write_answer(engine.answer(request))
begin, answer
`;
/** The tabs with separate engines, which share the records. */
const tabs = new BroadcastChannel("westeros-intrigue");
let bytes = 0;
/** The number of bytes to load; 0 if unknown. */
let all = 0;

/** @param {News | Change} news */
function send(news) {
  self.postMessage(news);
}

/** Report the total progress to the page, for every kind of download. */
function countWhatComes() {
  const usual = self.fetch;
  self.fetch = async (...asked) => {
    const response = await usual(...asked);
    const counted = response.body?.pipeThrough(
      new TransformStream({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          send({ loaded: "Loading the game", bytes, all });
          controller.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, response);
  };
}

/** Load everything; return the function that answers a request. */
async function loaded() {
  countWhatComes();
  const { pyodide, wheels, size } = await (await fetched("engine.json")).json();
  all = size;
  const address = new URL(pyodide, self.location.href).href;
  const { loadPyodide } = await import(new URL("pyodide.mjs", address).href).catch(() => {
    throw new Error(`Pyodide cannot be loaded from ${address}`);
  });
  const python = await loadPyodide();
  for (const wheel of wheels) python.unpackArchive(await (await fetched(wheel)).arrayBuffer(), "wheel");
  send({ loaded: "Starting the game", bytes: 0, all: 0 });
  const games = await storedGames(python.FS, FOLDER);
  const [begin, answer] = python.runPython(START);
  const engine = begin((/** @type {string} */ game, /** @type {string} */ news) => {
    send({ game, news });
    tabs.postMessage({ game, news });
  });
  return {
    answer: (/** @type {string} */ request) =>
      games[self.name === "aside" ? "after" : "around"](() => answer(engine, request)),
    goOn: (/** @type {string} */ game) => games.around(() => engine.go_on(game)),
    /** @returns {number} */
    pause: () => engine.pause,
  };
}

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(new URL(name, self.location.href));
  if (!response.ok) throw new Error(`${name} is not there: this copy of the page has no engine`);
  return response;
}

try {
  const engine = await loaded();
  let last = Promise.resolve();
  /** The game that the page shows, and the timer of its next step. */
  let [line, timer] = ["", 0];
  const goOn = async () => {
    if (line) await engine.goOn(line).catch(() => {});
  };
  const wind = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (last = last.then(goOn)), engine.pause());
  };
  tabs.onmessage = ({ data }) => {
    send(data);
    if (data.game === line) wind();
  };
  self.onmessage = ({ data }) => {
    if (data.request) last = last.then(async () => send({ answer: await engine.answer(data.request).catch(fault) }));
    else line = data.line;
    last = last.then(wind);
  };
  send({ ready: true });
} catch (error) {
  send({ failed: error instanceof Error ? error.message : String(error) });
}

/** @param {unknown} error */
function fault(error) {
  return JSON.stringify({ kind: "fault", code: "not-kept", text: `The browser does not store the game: ${error}` });
}
