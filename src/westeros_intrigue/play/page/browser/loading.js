/** The engine of the page while it comes: how far it is loaded, or why it cannot be. */

import { part, warn } from "./elements.js";
import { inWorker, overHttp } from "./messages.js";

/** Return what asks the engine, once it is there. */
export async function loaded() {
  if (document.documentElement.dataset.engine !== "worker") return overHttp;
  const bar = part("progress", HTMLProgressElement);
  const again = part("again", HTMLButtonElement);
  again.onclick = () => location.reload();
  try {
    return await inWorker((text, bytes, all) => {
      const heading = part("loading-heading", HTMLElement);
      if (heading.textContent !== text) heading.textContent = text;
      const counts = all ? `${megabytes(bytes)} of ${megabytes(all)}` : megabytes(bytes);
      part("loaded", HTMLElement).textContent = bytes ? `${counts} MB` : "";
      if (bytes && all) Object.assign(bar, { max: all, value: Math.min(bytes, all) });
      else bar.removeAttribute("value");
    });
  } catch (error) {
    warn(`The game cannot be loaded: ${error instanceof Error ? error.message : error}.`);
    for (const each of [bar, part("loaded", HTMLElement)]) each.hidden = true;
    again.hidden = false;
    throw error;
  }
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
