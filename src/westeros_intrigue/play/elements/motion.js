/** Moving cards: from a hand or a seat to the court, and from the middle of the table to a hand. Input never waits for them. */

export const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const FLIGHT = { duration: 260, easing: "cubic-bezier(.2, .8, .2, 1)", fill: /** @type {const} */ ("backwards") };
/** The time between two dealt cards, in milliseconds. */
const APART = 30;

/** @typedef {Map<string, {box: DOMRect, home: Element | null}>} Stood the former place of each card */

/** @param {Element} table */
const cards = (table) => /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-card]"));
/** @param {Element} card */
const homeOf = (card) => card.closest(".court, .hand");

/** Return the places of a table's cards; none if nothing should move. @param {Element} table */
export function standing(table) {
  /** @type {Stood} */
  const stood = new Map();
  if (STILL.matches) return stood;
  for (const card of cards(table)) {
    const box = card.getBoundingClientRect();
    if (box.width) stood.set(card.dataset.card ?? "", { box, home: homeOf(card) });
  }
  return stood;
}

/**
 * Let the cards of a table come from their former places, or from the players who placed them.
 * @param {Element} table
 * @param {Stood} stood
 * @param {{player: number, move: string}[]} placements of this round
 */
export function fly(table, stood, placements) {
  land(table);
  if (STILL.matches || (!stood.size && placements.length)) return;
  let dealt = 0;
  for (const card of cards(table)) {
    const [name, home] = [card.dataset.card ?? "", homeOf(card)];
    const before = stood.get(name);
    const isDealt = home?.matches(".hand") && !placements.length;
    const placer = placements.find(({ move }) => move.startsWith(name))?.player;
    const source = isDealt ? ".cell:last-child" : `.seat[data-seat="${placer}"] .seat-stock`;
    const from = before?.box ?? table.querySelector(source)?.getBoundingClientRect();
    const to = card.getBoundingClientRect();
    if (!home || !from?.height || !to.height || (from.x === to.x && from.y === to.y)) continue;
    const start = { transform: transformation(from, to), transformOrigin: "0 0" };
    const delay = isDealt && !before ? APART * dealt++ : 0;
    if (home === before?.home || isDealt) card.animate([start, { transformOrigin: "0 0" }], { ...FLIGHT, delay });
    else {
      const ghost = copied(card, to);
      ghost.animate([start, { transformOrigin: "0 0" }], FLIGHT).onfinish = () => ghost.remove();
      card.animate({ opacity: [0, 0] }, FLIGHT);
    }
  }
}

/** End every flight. @param {Element} table */
export function land(table) {
  for (const ghost of table.querySelectorAll(".card--flying")) ghost.remove();
}

/** Put a copy of a card on top of everything. @param {HTMLElement} card @param {DOMRect} box its place */
export function copied(card, box) {
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  ghost.classList.add("card--flying");
  ghost.inert = true;
  const sizes = { left: `${box.x}px`, top: `${box.y}px`, "--cw": `${box.width}px`, "--ch": `${box.height}px` };
  for (const [name, value] of Object.entries(sizes)) ghost.style.setProperty(name, value);
  card.closest(".table")?.append(ghost);
  // What is fixed is placed within a parent that is transformed, as in notebooks.
  const { x, y } = ghost.getBoundingClientRect();
  ghost.style.left = `${2 * box.x - x}px`;
  ghost.style.top = `${2 * box.y - y}px`;
  return ghost;
}

/** @param {DOMRect} from @param {DOMRect} to */
function transformation(from, to) {
  return `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.height / to.height})`;
}
