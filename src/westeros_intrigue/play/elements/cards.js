/** Drawings of cards: in the hand, in the court, and next to the names of the seats. */

import { made, withMinus } from "./elements.js";

export const HOUSES = /** @type {Record<string, string>} */ ({
  S: "Stark",
  L: "Lannister",
  B: "Baratheon",
  T: "Targaryen",
});
/** The XML namespace of drawings. */
export const SVG = "http://www.w3.org/2000/svg";

/** Return a drawing from the sheet of symbols. @param {string} symbol @param {string} [kind] its class */
export function drawing(symbol, kind = "") {
  const [svg, use] = [document.createElementNS(SVG, "svg"), document.createElementNS(SVG, "use")];
  use.setAttribute("href", `#${symbol}`);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", kind);
  svg.append(use);
  return svg;
}

/** Return a number of face-down cards. @param {number} length */
export function backs(length) {
  return made("span.backs", {}, ...Array.from({ length }, () => drawing("card-back")));
}

/** Return the face of a card. @param {string} card @returns {Element[]} */
function face(card) {
  const name = made("span.card-name", { ariaHidden: "true" }, card[0], made("small", {}, card[1]));
  return [drawing(`f-${card[0]}`), name];
}

/** @param {string} card */
export function cardLying(card) {
  return made("span", { className: `card card--${card[0]}` }, ...face(card));
}

/** Return an engine's sentence with minus signs, and with rows instead of coordinates, which courts do not show. @param {string} sentence */
export function inRows(sentence) {
  const there = sentence.replace(/ cannot go to [a-h]-?\d/g, " cannot go there");
  return withMinus(
    there.replace(/ in ([a-h])-?\d(?: and \1-?\d)?\b/g, (_, row) => ` in row ${"abcdefgh".indexOf(row) + 1}`),
  );
}

/** Highlight a card in a court, or none. @param {HTMLElement} court @param {string} [card] */
export function light(court, card) {
  for (const each of court.querySelectorAll(".card"))
    each.classList.toggle("card--lit", each.getAttribute("data-card") === card);
}

/** Return a sentence with its cards as small cards. @param {string} sentence */
export function withCards(sentence) {
  /** @param {string} card */
  const chip = (card) => made("span", { className: `chip card--${card[0]}` }, drawing(`s-${card[0]}`), card);
  return sentence.split(/\b([SLBT][1-9])\b/).map((each, number) => (number % 2 ? chip(each) : each));
}

/** Return a button for a card in a hand. @param {string} card @param {boolean} isTurn true if the card can be chosen */
export function cardButton(card, isTurn) {
  const [className, ariaLabel] = [`card card--${card[0]}`, `${card}, ${HOUSES[card[0]]}`];
  const states = { disabled: !isTurn, ariaPressed: "false", dataset: { card } };
  return made("button", { type: "button", className, ariaLabel, ...states }, ...face(card));
}
