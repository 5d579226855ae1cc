/**
 * The engine in a worker: the library itself, run by Pyodide. The games are kept by the browser.
 *
 * engine.json beside this file says where Pyodide is, and which wheels to unpack.
 */

const FOLDER = "/games";
const START = `
from pathlib import Path
from westeros_intrigue.web.engine import Engine
from westeros_intrigue.web.keeping import Folder
from westeros_intrigue.web.answers import written
engine = Engine(Folder(Path("${FOLDER}")))
lambda request: written(engine.answer(request))
`;

/** Load everything; return what answers a request. */
async function loaded() {
  const { pyodide, wheels } = await (await fetched("engine.json")).json();
  const { loadPyodide } = await import(new URL("pyodide.mjs", new URL(pyodide, self.location.href)).href);
  const python = await loadPyodide();
  for (const wheel of wheels) python.unpackArchive(await (await fetched(wheel)).arrayBuffer(), "wheel");
  python.FS.mkdirTree(FOLDER);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, FOLDER);
  /** @param {boolean} isRead whether the games are read from the browser, or kept there */
  const synced = (isRead) =>
    new Promise((done, failed) =>
      python.FS.syncfs(isRead, (/** @type {unknown} */ error) => (error ? failed(error) : done(null))),
    );
  await synced(true);
  const answer = python.runPython(START);
  return async (/** @type {string} */ request) => {
    const text = answer(request);
    await synced(false);
    return text;
  };
}

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(new URL(name, self.location.href));
  if (!response.ok) throw new Error(`${name} is not there: this copy of the page has no engine`);
  return response;
}

try {
  const answer = await loaded();
  let last = Promise.resolve();
  self.onmessage = ({ data }) => {
    last = last.then(async () => self.postMessage(await answer(data)));
  };
  self.postMessage("");
} catch (error) {
  self.postMessage(String(error));
}
export {};
