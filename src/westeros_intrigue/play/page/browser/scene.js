/** The end of a round and of the game: the draw, the cards left in the hands, and the revealed Iron Throne cards. */

import { backs, drawing } from "./cards.js";
import { made, part, withMinus } from "./elements.js";

/** @import { Position, Standing } from "westeros-intrigue/messages" */
/** @import { Shown } from "./messages.js" */

/** Show the end of a round. @param {Position} position */
export function showRound({ story: [first, second, third], standings, seats, view }) {
  part("story-heading", HTMLElement).textContent = `Round ${view.table.round_number} is over`;
  part("leading", HTMLElement).textContent = withMinus(third);
  const [own] = standings.flatMap(({ throne_cards }) => throne_cards);
  const card = own ? throneCard(own) : drawing("throne-back", "throne-card");
  part("draw", HTMLElement).replaceChildren(card, made("p", {}, made("b", {}, first), " ", second));
  list(
    "standings",
    ["Player", "Left", "Points", "Sum"],
    standings.map((each) => row(each.seat, seats[each.seat].name, ...left(each), sum(each))),
  );
}

/** Show the end of the game. The player in last place turns their cards over first; a key or a tap turns all. @param {Shown} over */
export function showGame({ kind, story: [first, ...others], standings, seats }) {
  part("ending-heading", HTMLElement).textContent = withMinus(first);
  part("ending-note", HTMLElement).textContent = withMinus(others.join(" "));
  const isCourt = kind === "position";
  part("totals-heading", HTMLElement).textContent = isCourt ? "The Iron Throne cards are turned over" : "The places";
  const heads = [...(isCourt ? ["Points"] : []), ...(standings.some(({ total }) => total !== null) ? ["Total"] : [])];
  const rows = standings.map((each) =>
    row(each.seat, `${each.place}. ${seats[each.seat].name}`, ...(isCourt ? [piled(each)] : []), sum(each)),
  );
  for (const [at, each] of rows.reverse().entries()) each.style.setProperty("--turn", String(at + 1));
  const totals = list("totals", ["Place", ...heads], rows.reverse());
  totals.classList.remove("turned");
  for (const kind of ["keydown", "pointerdown"])
    addEventListener(kind, () => totals.classList.add("turned"), { once: true });
}

/** Show a table. @param {string} id @param {string[]} heads @param {HTMLElement[]} rows */
export function list(id, heads, rows) {
  const table = part(id, HTMLTableElement);
  const titles = made("tr", {}, ...heads.map((head) => made("th", { scope: "col" }, head)));
  table.replaceChildren(made("thead", {}, titles), made("tbody", {}, ...rows));
  return table;
}

/** Return the row of a seat. @param {number} seat @param {string} name @param {HTMLElement[]} cells */
export function row(seat, name, ...cells) {
  const dot = made("i.dot", { dataset: { seat } });
  return made("tr", {}, made("th", { scope: "row" }, dot, name), ...cells);
}

/** @param {Standing} standing */
const sum = ({ total }) => made("td", {}, total === null ? "" : withMinus(total));

/** Return the cells for the cards left in a hand and their points. @param {Standing} standing */
function left({ cards_left, points, notes }) {
  const count = made(
    "td",
    {},
    cards_left ? backs(cards_left) : "none ",
    made("small", {}, withMinus(notes.join(", "))),
  );
  const added = points > 0 ? `+${points}` : withMinus(points);
  return [count, made("td", { className: points > 0 ? "loss" : "" }, added)];
}

/** Return the cell with a seat's Iron Throne cards. @param {Standing} standing */
function piled({ points, throne_cards }) {
  const off = throne_cards.reduce((sum, { value }) => sum + value, 0);
  const cards = made("span.throne-pile", {}, ...throne_cards.map(throneCard));
  return made("td", {}, cards, made("small", {}, `${withMinus(points)}${off ? ` − ${off}` : ""}`));
}

/** @param {{value: number, icons: number}} card */
function throneCard({ value, icons }) {
  const marks = made("span", {}, ...Array.from({ length: icons }, () => drawing("crown")));
  const ariaLabel = `${value} off, ${icons === 1 ? "1 icon" : `${icons} icons`}`;
  return made("span.throne-card", { role: "img", ariaLabel }, made("b", {}, `−${value}`), marks);
}
