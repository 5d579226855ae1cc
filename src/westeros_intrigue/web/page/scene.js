/** The end of a round or a game: who draws, what is left in the hands, and the Iron Throne cards turned over. */

import { drawing } from "./cards.js";
import { made, part } from "./elements.js";

/** @typedef {import("../../schema/messages").Position} Position */
/** @typedef {import("../../schema/messages").Standing} Standing */

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** How long after one another the seats turn their Iron Throne cards over, in milliseconds. */
const APART = 600;

/**
 * Show the end of a round, or of the game.
 * @param {Position} position
 * @param {(act: () => void, milliseconds: number) => void} later
 */
export function showEnd({ waits_for, story: [first, second], standings, seats, view }, later) {
  const isOver = waits_for === "nobody";
  part("story", HTMLElement).dataset.end = isOver ? "game" : "round";
  part("story-heading", HTMLElement).textContent = isOver ? "The game is over" : `Round ${view.table.round_number} is over`;
  const [own] = standings.flatMap(({ throne_cards }) => throne_cards);
  const art = isOver ? drawing("crown", "crown") : own ? throneCard(own) : drawing("throne-back", "throne-card");
  part("draw", HTMLElement).replaceChildren(art, made("p", {}, made("b", {}, first), " ", second));
  const heads = isOver ? ["Place", "Points", "Total"] : ["Player", "Left", "Points", "Sum"];
  const rows = standings.map((each) => {
    const { seat, place, total } = each;
    const dot = made("i", { className: "dot" });
    dot.dataset.seat = String(seat);
    const name = made("th", { scope: "row" }, dot, place ? `${place}. ` : "", seats[seat].name);
    return made("tr", {}, name, ...(isOver ? piled(each) : left(each)), made("td", {}, String(total)));
  });
  part("standings", HTMLTableElement).replaceChildren(
    made("thead", {}, made("tr", {}, ...heads.map((head) => made("th", { scope: "col" }, head)))),
    made("tbody", {}, ...rows),
  );
  if (isOver && !STILL.matches) turnOver(rows, later);
}

/** Return the cells for what is left in a hand, and its points. @param {Standing} standing */
function left({ cards_left, points, notes }) {
  const backs = made("span", { className: "backs" }, ...Array.from({ length: cards_left }, () => drawing("card-back")));
  const count = made("td", {}, cards_left ? backs : "none ", made("small", {}, notes.join(", ")));
  return [count, made("td", { className: points ? "loss" : "" }, points ? `+${points}` : "0")];
}

/** Return the cell of the Iron Throne cards of a seat. @param {Standing} standing */
function piled({ points, throne_cards }) {
  const off = throne_cards.reduce((sum, { value }) => sum + value, 0);
  const cards = made("span", { className: "throne-pile" }, ...throne_cards.map(throneCard));
  return [made("td", {}, cards, made("small", {}, off ? `${points} − ${off}` : `${points} points, no card`))];
}

/** @param {{value: number, icons: number}} card */
function throneCard({ value, icons }) {
  const marks = made("span", {}, ...Array.from({ length: icons }, () => drawing("crown")));
  const card = made("span", { className: "throne-card" }, made("b", {}, `−${value}`), marks);
  card.setAttribute("role", "img");
  card.setAttribute("aria-label", `${value} off, ${icons === 1 ? "1 icon" : `${icons} icons`}`);
  return card;
}

/**
 * Turn the Iron Throne cards over seat by seat, the last place first; a key or a tap turns all of them.
 * @param {HTMLElement[]} rows the first place first
 * @param {(act: () => void, milliseconds: number) => void} later
 */
function turnOver(rows, later) {
  for (const row of rows) row.classList.add("hidden-pile");
  const turn = () => {
    const row = rows.pop();
    row?.classList.remove("hidden-pile");
    if (rows.length) later(turn, APART);
  };
  const all = () => {
    while (rows.length) rows.pop()?.classList.remove("hidden-pile");
    removeEventListener("keydown", all);
    removeEventListener("pointerdown", all);
  };
  addEventListener("keydown", all);
  addEventListener("pointerdown", all);
  later(turn, APART);
}
