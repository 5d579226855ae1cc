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
/** How the parts of a picture look that can be clicked. */
const OPEN = ".open{cursor:pointer}.open>rect:first-of-type{stroke:var(--open);stroke-width:3px}";
const scheme = part("scheme", HTMLSelectElement);
/** @type {Map<HTMLElement, CSSMediaRule[]>} the dark styles of the page, and of the picture in each place */
const darkened = new Map([[document.documentElement, [...document.styleSheets].flatMap(darkStyles)]]);
/** @type {(text: string) => SVGSVGElement} reads a picture as HTML, which browsers parse several times as fast as XML */
const parsed = (text) => /** @type {any} */ (new DOMParser().parseFromString(text, "text/html").body.firstElementChild);
/** @type {WeakMap<Element, {parts: string[], rules: string}>} the parts of each picture that is shown, as they came */
const received = new WeakMap();

/**
 * Show a picture of the library in a place, where its styles and those of the page do not meet; of one that is like
 * the picture before it, only the parts that differ are drawn again. @param {HTMLElement} place @param {string} text
 */
export function showPicture(place, text) {
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  // The policy of the page takes no styles within it, so the picture's own are adopted. No pattern finds
  // them: a browser keeps the last text that it tried a pattern on, and this one may tell of a hand.
  const [before, styled = ""] = text.split("<style>");
  const [rules, after = ""] = styled.split("</style>");
  // Each part begins on a line of its own; texts have no angle bracket.
  const parts = (before + after).split("\n<");
  const present = root.firstElementChild;
  const known = present && received.get(present);
  if (present && known?.rules === rules && known.parts[0] === parts[0]) {
    const { children } = parsed(`<svg><${parts.filter((part, at) => part !== known.parts[at]).join("<")}</svg>`);
    for (const [at, part] of parts.entries()) {
      if (part === known.parts[at]) continue;
      present.insertBefore(children[0], present.children[at - 1] ?? null);
      present.children[at]?.remove();
    }
    while (present.childElementCount >= parts.length) present.lastElementChild?.remove();
    received.set(present, { parts, rules });
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules + OPEN);
  root.adoptedStyleSheets = [sheet];
  darkened.set(place, darkStyles(sheet));
  dress();
  const shown = parsed(parts.join("<"));
  received.set(shown, { parts: shown.childElementCount === parts.length - 1 ? parts : [], rules });
  root.replaceChildren(shown);
  const { width, height } = shown.viewBox.baseVal;
  const sizes = [...shown.querySelectorAll("text")].map((each) => parseFloat(getComputedStyle(each).fontSize));
  const least = `${(READABLE / Math.min(...sizes)) * width}px`;
  const fitting = `min(100%, ${LARGEST * width}px, var(--tallest, 100vh) * ${width / height})`;
  Object.assign(shown.style, {
    display: "block",
    margin: "0 auto",
    width: `max(${fitting}, ${least}, var(--least, 0px))`,
  });
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
