/**
 * The parts of every table: people, numbers in words, and nine components. `parts.css` has their looks.
 *
 * A component asks its place how wide it is, so it fits in a window, a cell of a notebook and a frame alike. Its texts
 * may be as long as they like: a name stands in full at the seat, and its sign elsewhere.
 */

import { drawing, SVG } from "./cards.js";
import { made, withMinus } from "./elements.js";
import { capital, letters, signsOf } from "./names.js";

export { capital, drawing, letters, made, withMinus };

/** @import { Child } from "./elements.js" */
/** @typedef {Child | Child[]} Content */
/** @typedef {{ seat: number, name: string, sign: string }} Person a seat with its name, and a sign that nobody else at the table has */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Data attributes that begin with `data-` */

/** The looks of the parts. They come first, so that a board changes them by rules of its own. */
const looks = made("link", { rel: "stylesheet", href: new URL("parts.css", import.meta.url).href });
await new Promise((resolve) => {
  looks.onload = looks.onerror = resolve;
  document.head.prepend(looks);
});

/** Return an element of a drawing. @param {string} tag @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} children */
export function drawn(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/* Words and numbers */

/** Return things with commas between them, and a word before the last. @param {string[]} things @param {string} [word] */
export const joined = (things, word = "and") =>
  things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} ${word} ${things.at(-1)}`;

/** Return a number of things. @param {number} count @param {string} one @param {string} [more] */
export const counted = (count, one, more = `${one}s`) => `${withMinus(count)} ${count === 1 ? one : more}`;

/** Return a change with its sign. @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : withMinus(number));

/**
 * Return the people at a table; the viewer is called You.
 * @param {string[]} names by seat @param {number | null} viewer the viewer's seat @returns {Person[]}
 */
export function people(names, viewer) {
  const shown = names.map((name, seat) => (seat === viewer ? "You" : name));
  return signsOf(shown).map((sign, seat) => ({ seat, name: shown[seat], sign }));
}

/** Return the disc of a person. @param {Person} person @param {Node[]} inside such as a crown */
export const face = ({ seat, sign }, ...inside) =>
  made("span.t-face", { dataset: { seat }, ariaHidden: "true" }, ...inside, sign);

/** Return a name that keeps its own direction. @param {string} text */
export const name = (text) => made("bdi.t-name", {}, text);

/** Return a person: the disc, the name, and a note below. @param {Person} person @param {{ note?: Content, inside?: Node[] }} [more] */
export const personOf = (person, { note, inside = [] } = {}) =>
  made("span.t-person", {}, face(person, ...inside), name(person.name), note && made("small", {}, note));

/* The components */

/**
 * Return a button; `note` says below the text what follows from it.
 * @param {Content} text
 * @param {{ note?: Content, icon?: string, kind?: "main" | "open" | "plain" | "", label?: string, isOff?: boolean, dataset?: Data, onclick: (event: MouseEvent) => unknown }} given
 */
export const button = (text, { note, icon, kind, label, isOff, dataset = {}, onclick }) =>
  made(
    "button.t-button",
    { type: "button", disabled: isOff, title: label, ariaLabel: label, onclick, dataset: { kind, ...dataset } },
    icon && drawing(icon),
    made("span.t-word", {}, text),
    note && made("small", {}, note),
  );

/** Return a short fact; with a tone, a card in a sentence. @param {Content} text @param {{ icon?: string, kind?: "main" | "open" | "warn" | "", tone?: string, label?: string }} [given] */
export const pill = (text, { icon, kind, tone, label } = {}) =>
  made(
    "span.t-pill",
    { dataset: { kind, tone }, title: label, role: label && "img", ariaLabel: label },
    icon && drawing(icon),
    text,
  );

/** Return a number with the court's figures, and perhaps more in small ones. @param {Content} number @param {Content} [small] */
export const amount = (number, small) => made("b.t-amount", {}, number, small && made("small", {}, small));

/**
 * Return the place of a person at the table: who, an amount with marks, and a body.
 * @param {Person} person
 * @param {{ label: string, note?: Content, total?: Content, marks?: Content, state?: string, inside?: Node[], dataset?: Data }} given
 *   `state` has words of `turn`, `lead` and `out`
 * @param {Content[]} body
 */
export const seat = (person, { label, note, total, marks, state, inside, dataset = {} }, ...body) =>
  made(
    "article.t-seat",
    { ariaLabel: label, dataset: { seat: person.seat, state, ...dataset } },
    personOf(person, { note, inside }),
    made("span.t-has", {}, total !== undefined && amount(total), marks),
    body.flat().some(Boolean) && made("span.t-body", {}, ...body),
  );

/** The letters after which a long word of a title may break, and those that then follow at least. */
const BREAK = /\p{L}{6}(?=\p{L}{3})/gu;

/**
 * Return what is printed on a card: its value, the drawing of its colour, a title and a line.
 * @param {{ value: number, icon: string, title: string, line: string }} card
 */
const print = ({ value, icon, title, line }) => [
  made("b", {}, withMinus(value)),
  drawing(icon),
  made("span.t-words", {}, made("span.t-title", {}, title.replace(BREAK, "$&\u00ad")), made("span.t-line", {}, line)),
];

/**
 * Return a card, as a button if it can be pressed.
 * @param {{ value: number, tone: string, icon: string, title: string, line: string }} shown
 * @param {{ label: string, isPressed?: boolean | null, isBarred?: boolean, isOff?: boolean, tabIndex?: number, dataset?: Data, onclick?: () => unknown }} given
 */
export function card(shown, { label, isPressed = null, isBarred, isOff, tabIndex = 0, dataset = {}, onclick }) {
  const data = { tone: shown.tone, ...dataset };
  if (!onclick) return made("span.t-card", { role: "img", ariaLabel: label, dataset: data }, ...print(shown));
  const states = {
    ariaPressed: isPressed === null ? null : String(isPressed),
    ariaDisabled: isBarred ? "true" : null,
    disabled: isOff,
  };
  const properties = { type: /** @type {const} */ ("button"), ariaLabel: label, tabIndex, dataset: data, onclick };
  return made("button.t-card", { ...properties, ...states }, ...print(shown));
}

/**
 * Return a small card, as it lies in a pile.
 * @param {{ value: number, tone: string, icon: string }} card
 * @param {{ label: string, dataset?: Data, onclick?: () => unknown }} given @param {Content[]} more
 */
export function mini({ value, tone, icon }, { label, dataset = {}, onclick }, ...more) {
  const parts = [made("b", {}, withMinus(value)), drawing(icon), ...more];
  const common = { title: label, ariaLabel: label, dataset: { tone, ...dataset } };
  return onclick
    ? made("button.t-mini", { type: "button", ...common, onclick }, ...parts)
    : made("span.t-mini", { role: "img", ...common }, ...parts);
}

/** Return cards side by side. @param {string} label @param {HTMLElement[]} cards @param {string} [classes] @param {Data} [dataset] */
export const hand = (label, cards, classes = "", dataset = {}) =>
  made(
    `div.t-hand${classes}`,
    { role: "group", ariaLabel: label, dataset, style: { "--n": cards.length, "--half": Math.ceil(cards.length / 2) } },
    ...cards,
  );

/**
 * Return a sheet of figures, such as a deed; one of its rows can be what holds `now` or `then`.
 * @param {{ title: string, tone?: string, icon?: string, own?: Content, foot?: Content }} given
 * @param {[string, string | number, string?][]} rows label, figure and state
 */
export const deed = ({ title, tone, icon, own, foot }, rows) =>
  made(
    "article.t-deed",
    { ariaLabel: title, dataset: { tone } },
    made("header", {}, made("h3.t-title", {}, title), icon && drawing(icon)),
    own,
    made(
      "dl",
      {},
      ...rows.map(([label, figure, state]) =>
        made("div", { dataset: { state } }, made("dt", {}, label), made("dd", {}, withMinus(figure))),
      ),
    ),
    foot && made("footer", {}, foot),
  );

/** Return what stands beside the stage. @param {string} label @param {Content[]} sections */
export const rail = (label, ...sections) => made("aside.t-rail", { ariaLabel: label, tabIndex: 0 }, ...sections);

/** Return a part with a heading. @param {string} heading @param {Content[]} children */
export const section = (heading, ...children) =>
  made("section.t-section", { ariaLabel: heading }, made("h2.t-heading", {}, heading), ...children);

/** Return rows below each other. @param {Content[]} each */
export const rows = (...each) => made("ol.t-rows", {}, ...each);

/** Return a row: a face, words with a note, and a figure. @param {Person | null} person @param {Content} text @param {{ note?: Content, value?: Content, state?: string }} [more] */
export const row = (person, text, { note, value, state } = {}) =>
  made(
    "li.t-row",
    { dataset: { state } },
    person && face(person),
    made("span", {}, text, note && made("small", {}, " ", note)),
    value !== undefined && made("b", {}, value),
  );

/** Return what has been told, line by line. @param {Content[]} lines */
export const log = (lines) => made("ol.t-log", {}, ...lines.map((line) => made("li", {}, line)));

/**
 * Return the dock: the one place of a question, of what it is answered with, and of the answers.
 * @param {{ question: Content, note?: Content, person?: Person | null, isAsked: boolean, hand?: Content, tools?: Content }} given
 * @param {Content[]} answers
 */
export const dock = ({ question, note, person, isAsked, hand: held, tools }, ...answers) =>
  made(
    "section.t-dock",
    { ariaLabel: "You", dataset: { state: isAsked && "turn" } },
    made(
      "div.t-ask",
      // The page puts news of people there.
      { dataset: { question: "" } },
      person && face(person),
      made("p.t-question", { ariaLive: "polite" }, question),
    ),
    note && made("div.t-note", {}, note),
    held,
    made("div.t-answers", {}, ...answers),
    tools && made("div.t-tools", {}, tools),
  );

/** Return a question over the table with its answers, such as cards of another hand. @param {string} heading @param {Content[]} children */
export const door = (heading, ...children) =>
  made("section.t-door", { role: "group", ariaLabel: heading }, made("h2.t-heading", {}, heading), ...children);

/** Return a place on the stage, whose parts know how wide it is. @param {string} classes @param {Data} style custom properties @param {Content[]} children */
export const cell = (classes, style, ...children) => made(`div.t-cell${classes}`, { style }, ...children);

/**
 * Return a table in its room, which may have any size: a stage, a rail and a dock.
 * @param {{ stage: HTMLElement, rail: HTMLElement, dock: HTMLElement, more?: Content, dataset?: Data }} given
 */
export const table = ({ stage, rail: beside, dock: below, more, dataset = {} }) =>
  made("div.t-room", {}, made("div.t-table", { dataset }, more, stage, beside, below));

/** Return a stage. @param {string} label @param {Content[]} children */
export const stage = (label, ...children) =>
  made("div.t-stage", { role: "region", ariaLabel: label, tabIndex: 0 }, ...children);
