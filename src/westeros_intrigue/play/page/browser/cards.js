/** Drawings of cards: in the hand, in the court, and next to the names of the seats. */

import { made } from "./elements.js";

export const HOUSES = /** @type {Record<string, string>} */ ({
  S: "Stark",
  L: "Lannister",
  B: "Baratheon",
  T: "Targaryen",
});
/** The XML namespace of drawings. */
export const SVG = document.querySelector("svg")?.namespaceURI ?? "";

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
  return made("span", { className: "backs" }, ...Array.from({ length }, () => drawing("card-back")));
}

/** Return the face of a card. @param {string} card @returns {Element[]} */
function face(card) {
  return [
    drawing(`f-${card[0]}`),
    made("span", { className: "card-name", ariaHidden: "true" }, card[0], made("small", {}, card[1])),
  ];
}

/** @param {string} card */
export function cardLying(card) {
  return made("span", { className: `card card--${card[0]}` }, ...face(card));
}

/** Return an engine's sentence with rows instead of coordinates, which courts do not show. @param {string} sentence */
export function inRows(sentence) {
  const there = sentence.replace(/ cannot go to [a-h]-?\d/g, " cannot go there");
  return there.replace(/ in ([a-h])-?\d\b/g, (_, row) => ` in row ${"abcdefgh".indexOf(row) + 1}`);
}

/** Highlight a card in a court, or none. @param {HTMLElement} court @param {string} [card] */
export function light(court, card) {
  for (const each of court.querySelectorAll(".card")) {
    const isIt = each instanceof HTMLElement && each.dataset.card === card;
    each.classList.toggle("card--lit", isIt);
  }
}

/** Return a sentence with its cards as small cards. @param {string} sentence */
export function withCards(sentence) {
  return sentence
    .split(/\b([SLBT][1-9])\b/)
    .map((each, number) =>
      number % 2 ? made("span", { className: `chip card--${each[0]}` }, drawing(`s-${each[0]}`), each) : each,
    );
}

/** Return a button for a card in a hand. @param {string} card @param {boolean} isTurn true if the card can be chosen */
export function cardButton(card, isTurn) {
  const states = {
    disabled: !isTurn,
    ariaLabel: `${card}, ${HOUSES[card[0]]}`,
    ariaPressed: "false",
    dataset: { card },
  };
  return made("button", { type: "button", className: `card card--${card[0]}`, ...states }, ...face(card));
}
