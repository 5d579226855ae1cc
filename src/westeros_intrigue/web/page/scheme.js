/** Light or dark, as the reader's system has it or as they choose, and the pictures of the library, which follow it. */

import { part, remember } from "./elements.js";

/** When the dark styles of a picture hold. */
const WHEN = /** @type {Record<string, string>} */ ({
  system: "(prefers-color-scheme: dark)",
  light: "not all",
  dark: "all",
});
/** How many times its own size a picture is shown at the most. */
const LARGEST = 1.4;
const scheme = part("scheme", HTMLSelectElement);
/** @type {Map<HTMLElement, CSSMediaRule[]>} the dark styles of the picture in each place */
const pictures = new Map();

/** Show a picture of the library in a place, where its styles and those of the page do not meet. @param {HTMLElement} place @param {string} text */
export function showPicture(place, text) {
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  // The policy of the page takes no styles within it, so the picture's own are adopted. No pattern finds
  // them: a browser keeps the last text that it tried a pattern on, and this one may tell of a hand.
  const [before, styled = ""] = text.split("<style>");
  const [rules, after = ""] = styled.split("</style>");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  root.adoptedStyleSheets = [sheet];
  const media = [...sheet.cssRules].filter((rule) => rule instanceof CSSMediaRule);
  pictures.set(place, media.filter((rule) => rule.conditionText === WHEN.system));
  dress();
  const parsed = new DOMParser().parseFromString(before + after, "image/svg+xml").documentElement;
  const shown = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
  root.replaceChildren(shown);
  const width = `min(100%, ${LARGEST * shown.viewBox.baseVal.width}px)`;
  Object.assign(shown.style, { display: "block", margin: "0 auto", width, maxHeight: "var(--tallest)" });
}

function dress() {
  document.documentElement.dataset.scheme = scheme.value;
  for (const rule of [...pictures.values()].flat()) rule.media.mediaText = WHEN[scheme.value];
}

scheme.onchange = dress;
remember(scheme);
dress();
