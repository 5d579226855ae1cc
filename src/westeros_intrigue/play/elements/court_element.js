/** The court, the hand and the choice of a placement as an element of any page: `<westeros-court>`. */

import { HOUSES } from "./cards.js";
import { STYLES, SYMBOLS, VERSION } from "./contents.js";
import { slotButton } from "./court.js";
import { isFocusLost, made } from "./elements.js";
import { placing } from "./placing.js";

/** @import { ViewDocument as View } from "westeros-intrigue/westeros-intrigue" */
/**
 * @typedef {{ view: View, moves?: string[], takes?: string[][], seats?: { name: string }[], text?: string }} CourtScene
 *   What `court_scene` of the library returns; the page's message `position` is one too. `text` is shown until a card is
 *   chosen.
 */

/** The version of the documents that the elements can show. */
const DOCUMENTS = 1;
/** The number of announcements that stay. */
const SAID = 12;

/** The styles of all elements, made with the first one: a page may load this file and use none. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLES);

/** @type {{ createHTML: (text: string) => string }} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("westeros-intrigue", {
  createHTML: (/** @type {string} */ text) => text,
}) ?? { createHTML: (text) => text };

/** Return a drawing from its text; browsers read HTML several times faster than XML. @param {string} text */
export function parsed(text) {
  const { body } = new DOMParser().parseFromString(policy.createHTML(text), "text/html");
  return /** @type {SVGSVGElement} */ (body.firstElementChild);
}

/** Give an element its shadow with the styles, and return it. @param {HTMLElement} element @param {CSSStyleSheet[]} more */
export function shadowOf(element, ...more) {
  const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet, ...more];
  return root;
}

/** Return the function that announces texts in a place for screen readers. @param {HTMLElement} status */
export function announcing(status) {
  return (/** @type {string} */ text) => {
    if (!text) return status.replaceChildren();
    status.append(made("p", {}, text));
    if (status.childElementCount > SAID) status.firstElementChild?.remove();
    return undefined;
  };
}

/**
 * Return why documents cannot be shown, or nothing.
 * @param {{ version?: number }[]} documents
 */
export function whyUnknown(...documents) {
  const other = documents.find(({ version = DOCUMENTS }) => version !== DOCUMENTS);
  return (
    other &&
    `This element shows documents of version ${DOCUMENTS}, not ${other.version}: take it from the library that sends them.`
  );
}

/**
 * Give what a page has set before this file was loaded to an element's own property.
 * @param {HTMLElement} element @param {string} name
 */
export function upgrade(element, name) {
  if (!Object.hasOwn(element, name)) return;
  const value = /** @type {any} */ (element)[name];
  delete (/** @type {any} */ (element)[name]);
  Object.assign(element, { [name]: value });
}

/**
 * Shows a position of the card game, and lets a person place cards.
 *
 * `position` is the scene. The events `move` and `refused` have `detail.move`: a legal placement, which is shown at once,
 * and one that is not among the moves, whose reason the page can `tell`. Both leave shadows.
 */
export class WesterosCourt extends HTMLElement {
  static VERSION = VERSION;
  static observedAttributes = ["position"];
  #table = made("div.table", { lang: "en" });
  #refused = made("p.refused", { role: "alert", hidden: true });
  #placing;
  /** @type {CourtScene | null} */
  #position = null;

  constructor() {
    super();
    const root = shadowOf(this);
    const [court, reason] = [made("div.court", {}), made("p.reason", {})];
    const hand = made("div.hand", { role: "group", ariaLabel: "Hand" });
    const status = made("div.status", { role: "status", ariaAtomic: "false" });
    const felt = made("section.felt", { ariaLabel: "The court" }, court, reason);
    const dock = made("section.dock", { ariaLabel: "Your cards" }, hand);
    this.#table.append(made("div.box", {}, felt, dock), status);
    root.replaceChildren(parsed(SYMBOLS), this.#refused, this.#table);
    let isUsed = false;
    this.#table.addEventListener("focusin", () => (isUsed = true));
    // A page of others does not scroll to an element that nobody has touched.
    const focus = { takesFocus: () => isUsed && isFocusLost() };
    this.#placing = placing({ court, hand, reason, say: announcing(status), ...focus }, (move, isLegal) => {
      const event = { detail: { move }, bubbles: true, composed: true };
      this.dispatchEvent(new CustomEvent(isLegal ? "move" : "refused", event));
    });
  }
  connectedCallback() {
    upgrade(this, "position");
  }
  get position() {
    return this.#position;
  }
  /** A scene, or the document of a view, which shows no choice; nothing empties the element. */
  set position(/** @type {CourtScene | View | null} */ given) {
    const scene = given && "table" in given ? { view: given } : given;
    const refused = scene && whyUnknown(/** @type {any} */ (scene), scene.view);
    this.#refused.textContent = refused || "";
    this.#refused.hidden = !refused;
    this.#table.hidden = !scene || Boolean(refused);
    this.#position = scene;
    if (!scene || refused) {
      this.#placing.hide();
      return;
    }
    const { view, moves = [], takes = [], seats, text } = scene;
    const names = Array.from({ length: view.table.players }, (_, at) => seats?.[at]?.name ?? `Player ${at}`);
    this.#table.toggleAttribute("data-watched", view.player === null);
    this.#placing.show({ view, moves, takes }, names, text ?? (moves.length ? "Your turn: choose a card." : ""));
  }
  /** Show a text, such as the reason why a placement is refused, and announce it. @param {string} text */
  tell(text) {
    this.#placing.tell(text);
  }
  /** Point to a move, as a hint does. @param {string} move @param {string} [text] */
  advise(move, text) {
    const [card, slot] = move.split("@");
    this.#placing.choose(card, false);
    slotButton(this.#table, slot)?.classList.add("hinted");
    this.#placing.tell(text ?? `${card}, ${HOUSES[card[0]]}`);
  }
  /** @param {string} _name @param {string | null} _old @param {string | null} text */
  attributeChangedCallback(_name, _old, text) {
    this.position = text ? JSON.parse(text) : null;
  }
}

/**
 * Define an element, and return its name. Notebooks and pages can have several versions of this file: each has its own
 * class, and all but the first one a name with a hash.
 * @param {string} name @param {CustomElementConstructor & { VERSION: string }} type
 */
export function defined(name, type) {
  const known = /** @type {any} */ (customElements.get(name));
  const own = !known || known.VERSION === VERSION ? name : `${name}-${VERSION}`;
  if (!customElements.get(own)) customElements.define(own, type);
  return own;
}

export const COURT = defined("westeros-court", WesterosCourt);
