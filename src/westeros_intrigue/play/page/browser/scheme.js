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
/** The least size of a text of it, in pixels; where the picture then has no room, its place scrolls. */
const READABLE = 11;
/** How a picture lies in its place, and how its parts look that can be clicked. */
const OPEN =
  "svg{display:block;margin:0 auto}.open{cursor:pointer}.open>rect:first-of-type{stroke:var(--open);stroke-width:3px}";
const scheme = part("scheme", HTMLSelectElement);
/** @type {Map<HTMLElement, CSSMediaRule[]>} the dark styles of the page, and of the picture in each place */
const darkened = new Map([[document.documentElement, [...document.styleSheets].flatMap(darkStyles)]]);
/** @type {(text: string) => SVGSVGElement} reads a picture as HTML, which browsers parse several times as fast as XML */
const parsed = (text) => /** @type {any} */ (new DOMParser().parseFromString(text, "text/html").body.firstElementChild);
/** Show a picture of the library in a place, where its styles and those of the page do not meet. @param {HTMLElement} place @param {string} text */
export function showPicture(place, text) {
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  // The policy of the page takes no styles within it, so the picture's own are adopted. No pattern finds
  // them: a browser keeps the last text that it tried a pattern on, and this one may tell of a hand.
  const [before, styled = ""] = text.split("<style>");
  const [rules, after = ""] = styled.split("</style>");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules + OPEN);
  root.adoptedStyleSheets = [sheet];
  darkened.set(place, darkStyles(sheet));
  dress();
  const shown = parsed(before + after);
  root.replaceChildren(shown);
  const { width, height } = shown.viewBox.baseVal;
  const sizes = [...shown.querySelectorAll("text")].map((each) => parseFloat(getComputedStyle(each).fontSize));
  const least = `${(READABLE / Math.min(...sizes)) * width}px`;
  const fitting = `min(100%, ${LARGEST * width}px, var(--tallest, 100vh) * ${width / height})`;
  shown.style.width = `max(${fitting}, ${least}, var(--least, 0px))`;
}

/** @param {CSSStyleSheet} sheet */
function darkStyles(sheet) {
  const media = [...sheet.cssRules].filter((rule) => rule instanceof CSSMediaRule);
  return media.filter((rule) => rule.conditionText === WHEN.system);
}

function dress() {
  for (const rule of [...darkened.values()].flat()) rule.media.mediaText = WHEN[scheme.value];
}

scheme.onchange = dress;
remember(scheme);
dress();
