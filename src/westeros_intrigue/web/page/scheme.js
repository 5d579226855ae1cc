/** Light or dark: as the reader's system has it, or as they choose. The browser keeps the choice. */

import { part, remember } from "./elements.js";

/** When the dark styles of a picture hold. */
const WHEN = /** @type {Record<string, string>} */ ({
  system: "(prefers-color-scheme: dark)",
  light: "not all",
  dark: "all",
});
const scheme = part("scheme", HTMLSelectElement);
/** @type {Map<HTMLElement, {sheet: CSSStyleSheet, dark: CSSMediaRule[]}>} */
const pictures = new Map();

/** Adopt the styles of the picture in a place. @param {HTMLElement} place @param {string} rules */
export function adopt(place, rules) {
  const sheet = pictures.get(place)?.sheet ?? new CSSStyleSheet();
  sheet.replaceSync(rules);
  const media = [...sheet.cssRules].filter((rule) => rule instanceof CSSMediaRule);
  const dark = media.filter((rule) => rule.conditionText === WHEN.system);
  pictures.set(place, { sheet, dark });
  const root = /** @type {Document | ShadowRoot} */ (place.getRootNode());
  const beside = [...pictures].filter(([other]) => other.getRootNode() === root);
  root.adoptedStyleSheets = beside.map(([, each]) => each.sheet);
  dress();
}

function dress() {
  document.documentElement.dataset.scheme = scheme.value;
  for (const rule of [...pictures.values()].flatMap((each) => each.dark)) rule.media.mediaText = WHEN[scheme.value];
}

scheme.onchange = dress;
remember(scheme);
dress();
