/** Light or dark, from the reader's system or choice; the library's pictures follow it. */

import { part, remember } from "./elements.js";

/** The condition for a picture's dark styles. */
const WHEN = /** @type {Record<string, string>} */ ({
  system: "(prefers-color-scheme: dark)",
  light: "not all",
  dark: "all",
});
/** The maximum magnification of a picture. */
const LARGEST = 1.4;
/** The minimum size of its text, in pixels; if the picture then does not fit, its place scrolls. */
const READABLE = 11;
/** The styles of a picture in its place, and of its clickable parts. */
const OPEN =
  "svg{display:block;margin:0 auto}.open{cursor:pointer}.open>rect:first-of-type{stroke:var(--open);stroke-width:3px}";
const scheme = part("scheme", HTMLSelectElement);
/** @type {Map<HTMLElement, CSSMediaRule[]>} the dark styles of the page, and of the picture in each place */
const darkened = new Map([[document.documentElement, [...document.styleSheets].flatMap(darkStyles)]]);
/** @type {(text: string) => SVGSVGElement} reads a picture as HTML, which browsers parse several times faster than XML */
const parsed = (text) => /** @type {any} */ (new DOMParser().parseFromString(text, "text/html").body.firstElementChild);
/** Show a picture from the library in a place that separates its styles from the page's. @param {HTMLElement} place @param {string} text */
export function showPicture(place, text) {
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  // The page's policy forbids inline styles, so the picture's styles are adopted. No regular expression is used: a
  // browser remembers the last text that it searched, and this text can reveal a hand.
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

/** Let styles that come later follow the choice too. @param {CSSStyleSheet} sheet */
export function adopt(sheet) {
  darkened.get(document.documentElement)?.push(...darkStyles(sheet));
  dress();
}

function dress() {
  for (const rule of [...darkened.values()].flat()) rule.media.mediaText = WHEN[scheme.value];
}

scheme.onchange = dress;
remember(scheme);
dress();
