/**
 * The games in the browser's storage: a record for each file in the engine's folder.
 *
 * Several tabs share the records, and each has a separate folder in memory. Before a request, a tab reads the records
 * that other tabs have changed; afterwards, it writes the files that the request changed. Only one tab does so at a
 * time.
 *
 * @typedef {{name: string, text: string | null, time: number, change: number}} Stored a file; its text is null if it
 *   was deleted; `change` counts the changes of all tabs
 * @typedef {{
 *   mkdirTree: (path: string) => void, readdir: (path: string) => string[], unlink: (path: string) => void,
 *   stat: (path: string) => {mtime: Date, size: number}, utime: (path: string, read: number, written: number) => void,
 *   readFile: (path: string, options: {encoding: "utf8"}) => string, writeFile: (path: string, text: string) => void,
 * }} FileSystem the part of Emscripten's that is used
 */

const STORE = "files";

/** Return the functions that synchronise a folder and the records. @param {FileSystem} files @param {string} folder */
export async function storedGames(files, folder) {
  files.mkdirTree(folder);
  const database = await opened();
  let seen = 0;
  /** @type {Map<string, string>} the time and the size of each file, by name */
  const known = new Map();

  /** @param {string} name */
  const stamp = (name) => {
    const { mtime, size } = files.stat(`${folder}/${name}`);
    return `${mtime.getTime()} ${size}`;
  };

  const read = async () => {
    const later = IDBKeyRange.lowerBound(seen, true);
    const changed = database.transaction(STORE).objectStore(STORE).index("change").getAll(later);
    for (const { name, text, time, change } of /** @type {Stored[]} */ (await done(changed))) {
      const path = `${folder}/${name}`;
      if (text !== null) {
        files.writeFile(path, text);
        files.utime(path, time, time);
        known.set(name, stamp(name));
      } else if (known.delete(name)) files.unlink(path);
      seen = change;
    }
  };

  const write = async () => {
    const names = files.readdir(folder).filter((name) => !name.startsWith("."));
    const written = names.filter((name) => known.get(name) !== stamp(name));
    const deleted = [...known.keys()].filter((name) => !names.includes(name));
    if (!written.length && !deleted.length) return;
    const transaction = database.transaction(STORE, "readwrite");
    let change = seen;
    /** @param {Stored} file */
    const put = (file) => transaction.objectStore(STORE).put(file);
    for (const name of written) {
      const path = `${folder}/${name}`;
      const text = files.readFile(path, { encoding: "utf8" });
      put({ name, text, time: files.stat(path).mtime.getTime(), change: (change += 1) });
    }
    for (const name of deleted) put({ name, text: null, time: 0, change: (change += 1) });
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    seen = change;
    for (const name of written) known.set(name, stamp(name));
    for (const name of deleted) known.delete(name);
  };

  /** Answer a request between reading and writing the records. @param {() => string} answer */
  const between = async (answer) => {
    await read();
    const text = answer();
    await write();
    return text;
  };
  // Browsers have no locks on sites without encryption.
  /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  const locked = (act) => navigator.locks?.request("westeros-intrigue", act) ?? act();

  return {
    /** Answer a request that can change games. @param {() => string} answer */
    around: (answer) => locked(() => between(answer)),
    /** Answer a request that changes no game, without making other tabs wait. @param {() => string} answer */
    after: (answer) => locked(read).then(answer),
  };
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const opening = indexedDB.open("westeros-intrigue", 1);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore(STORE, { keyPath: "name" });
    store.createIndex("change", "change", { unique: true });
  };
  return done(opening);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
