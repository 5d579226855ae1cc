/** The loading of the page's engine: the progress, or the reason for a failure. */

import { part, remembered, warn } from "./elements.js";
import { inWorker, overHttp } from "./messages.js";

/** The key of the remembered starting time, the usual time, and the share of bytes that counts as nearly loaded. */
const [STARTED, USUAL, WHOLE] = ["westeros-intrigue-started", 10_000, 0.88];

/** Return the function that asks the engine, once it is loaded. */
export async function loaded() {
  if (document.documentElement.dataset.engine !== "worker") return overHttp;
  const bar = part("progress", HTMLProgressElement);
  const again = part("again", HTMLButtonElement);
  again.onclick = () => location.reload();
  // The second half is the starting time of the previous visit.
  let start = 0;
  const known = Number(remembered(STARTED)) || USUAL;
  const moving = setInterval(() => {
    if (start) Object.assign(bar, { max: 1, value: 0.5 + Math.min((performance.now() - start) / known, 0.98) / 2 });
  }, 250);
  try {
    const ask = await inWorker((text, bytes, all) => {
      const heading = part("loading-heading", HTMLElement);
      if (heading.textContent !== text) heading.textContent = text;
      const counts = all ? `${megabytes(bytes)} of ${megabytes(all)}` : megabytes(bytes);
      part("loaded", HTMLElement).textContent = bytes ? `${counts} MB` : "";
      if (!bytes || bytes >= all * WHOLE) start ||= performance.now();
      // Loading is the first half.
      else Object.assign(bar, { max: 1, value: bytes / all / 2 });
    });
    if (start) remembered(STARTED, String(Math.round(performance.now() - start)));
    return ask;
  } catch (error) {
    warn(`The game cannot be loaded: ${error instanceof Error ? error.message : error}.`);
    for (const each of [bar, part("loaded", HTMLElement)]) each.hidden = true;
    again.hidden = false;
    throw error;
  } finally {
    clearInterval(moving);
  }
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
