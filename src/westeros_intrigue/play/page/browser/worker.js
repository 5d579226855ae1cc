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
import random
random.seed()  # Otherwise a restored memory repeats the numbers of the earlier visit.
def begin(on_change):
    return Engine(Folder(Path("${FOLDER}")), on_change=on_change)
def answer(engine, request):
    return write_answer(engine.answer(request))
begin, answer
`;
/** The modules that every visit needs. A stored memory of Python has them, and no objects of the page yet. */
const IMPORT = START.split("\n")
  .filter((line) => line.startsWith("from "))
  .join("\n");
/** Where Pyodide unpacks the library, and the cache of the browser that has Python's memory and compiled modules. */
const [LIBRARY, STORED] = ["/home/pyodide", "compiled-westeros-intrigue"];
/** The time in milliseconds after which a first visit stores them. */
const QUIET = 5000;
/** Give all modules the same time, by which Python knows whether a compiled one is theirs, and let it store these. */
const PREPARE = `
import os, sys
sys.dont_write_bytecode = False
for folder, _, names in os.walk("${LIBRARY}"):
    for name in names:
        os.utime(os.path.join(folder, name), (1_000_000_000, 1_000_000_000))
`;
const PACK = `
import io, os, zipfile
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w") as archive:
    for folder, _, names in os.walk("${LIBRARY}"):
        for name in names:
            if name.endswith(".pyc"):
                path = os.path.join(folder, name)
                archive.write(path, os.path.relpath(path, "/"))
packed.getvalue()
`;
/** The tabs with separate engines, which share the records. */
const tabs = new BroadcastChannel("westeros-intrigue");
/** The last request, after which the next one is answered. */
let last = Promise.resolve();
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
    // The browser keeps compiled code only for the response itself, without which each visit compiles for seconds.
    count(response.clone().body).catch(() => {});
    return response;
  };
}

/** @param {ReadableStream<Uint8Array> | null} body */
async function count(body) {
  await body?.pipeTo(
    new WritableStream({
      write(chunk) {
        bytes += chunk.byteLength;
        send({ loaded: "Loading the game", bytes, all });
      },
    }),
  );
}

/** Load everything; return the function that answers a request. */
async function loaded() {
  countWhatComes();
  const { pyodide, wheels, size } = await (await fetched("engine.json")).json();
  all = size;
  const address = new URL(pyodide, self.location.href).href;
  const coming = library(wheels);
  const memory = (await hasMemory()) ? (await coming).kept?.memory : null;
  const restoring = memory && (await restored(address, memory).catch(() => null));
  // On a first visit, the library comes while Pyodide is compiled.
  const [python, { archives, kept }] = await Promise.all([restoring || fresh(address), coming]);
  for (const archive of archives) python.unpackArchive(archive, "wheel");
  python.runPython(PREPARE);
  if (kept?.modules) python.unpackArchive(kept.modules, "zip", { extractDir: "/" });
  if (kept && !restoring && self.name !== "aside") {
    const memory = remembered(python);
    const pack = () => kept.store({ modules: python.runPython(PACK).toJs(), memory }).catch(() => {});
    if (memory || !kept.modules) setTimeout(() => (last = last.then(pack)), QUIET);
  }
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

/** Start Python anew. @param {string} address the folder of Pyodide */
async function fresh(address) {
  const { loadPyodide } = await import(new URL("pyodide.mjs", address).href).catch(() => {
    throw new Error(`Pyodide cannot be loaded from ${address}`);
  });
  return loadPyodide({ _makeSnapshot: true });
}

/**
 * Start Python with the memory of an earlier visit: nothing is initialised or imported again.
 * @param {string} address @param {Uint8Array} memory
 */
async function restored(address, memory) {
  const [{ loadPyodide }, { default: create }] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(new URL(name, address).href)),
  );
  return loadPyodide({
    _loadSnapshot: memory,
    // Pyodide copies the memory without checking whether it fits.
    createPyodideModule: async (/** @type {object} */ settings) => {
      const module = await create(settings);
      module.growMemory(memory.byteLength);
      return module;
    },
  });
}

/**
 * Import the library and return Python's memory, or null if Pyodide cannot do so: its option is experimental.
 * @param {{runPython: (code: string) => unknown, makeMemorySnapshot: () => Uint8Array<ArrayBuffer>}} python
 */
function remembered(python) {
  python.runPython(IMPORT);
  try {
    return python.makeMemorySnapshot();
  } catch {
    return null;
  }
}

/** Load the library, and what the browser has stored of it. @param {string[]} wheels */
async function library(wheels) {
  const archives = await Promise.all(wheels.map(async (wheel) => (await fetched(wheel)).arrayBuffer()));
  return { archives, kept: await stored(archives).catch(() => null) };
}

/** Return whether an earlier visit has stored Python's memory, of whatever version. */
async function hasMemory() {
  const keys = await self.caches?.open(STORED).then(
    (cache) => cache.keys(),
    () => [],
  );
  return Boolean(keys?.some(({ url }) => url.includes("memory-")));
}

/**
 * Return Python's memory and the compiled modules of the library, if an earlier visit has stored them, and what stores
 * them; null if the browser cannot.
 * @param {ArrayBuffer[]} archives the library; another version's memory and modules would be wrong
 */
async function stored(archives) {
  if (!self.caches || !self.crypto?.subtle) return null;
  const digests = await Promise.all(archives.map((each) => crypto.subtle.digest("SHA-256", each)));
  const bytes = digests.flatMap((each) => [...new Uint8Array(each, 0, 8)]);
  const key = bytes.map((each) => each.toString(16).padStart(2, "0")).join("");
  const cache = await caches.open(STORED);
  const found = async (/** @type {string} */ kind) => (await cache.match(`./${kind}-${key}`))?.arrayBuffer();
  const [memory, modules] = await Promise.all(["memory", "modules"].map(found));
  return {
    memory: memory && new Uint8Array(memory),
    modules,
    /** @param {{[kind: string]: BlobPart | null}} parts */
    store: async (parts) => {
      await caches.delete(STORED); // that of an earlier version
      const cache = await caches.open(STORED);
      for (const [kind, part] of Object.entries(parts)) {
        if (part) await cache.put(`./${kind}-${key}`, new Response(new Blob([part])));
      }
    },
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
