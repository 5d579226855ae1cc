/**
 * The service worker of the page with a built-in engine: from the second visit on, the browser has everything.
 *
 * engine.json lists the files. A new version of the page changes the text of this file; it takes over when no tab shows
 * the old version, so the files of two versions never mix.
 *
 * @typedef {Event & {waitUntil: (promise: Promise<unknown>) => void}} Extendable
 * @typedef {Event & {request: Request, respondWith: (answer: Promise<Response>) => void}} Fetching
 */

const VERSION = "westeros-intrigue-version";

async function store() {
  const { files } = await (await fetch("engine.json", { cache: "no-cache" })).json();
  const cache = await caches.open(VERSION);
  await cache.addAll(files);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((each) => each !== VERSION && each.startsWith("westeros-intrigue-"))
      .map((each) => caches.delete(each)),
  );
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(VERSION);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

self.addEventListener("install", (event) => /** @type {Extendable} */ (event).waitUntil(store()));
self.addEventListener("activate", (event) => /** @type {Extendable} */ (event).waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const fetching = /** @type {Fetching} */ (event);
  if (fetching.request.method === "GET") fetching.respondWith(answer(fetching.request));
});
