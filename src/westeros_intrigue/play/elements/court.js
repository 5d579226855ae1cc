/**
 * The court: a triangle of cells whose size and place do not change during a round.
 *
 * The first card is in the middle. If the row reaches the edge of the triangle but is not full, its open end is a
 * narrow cell outside; a card placed there moves the court, so that both sides share the free cells.
 */

import { cardLying, drawing, HOUSES } from "./cards.js";
import { focusIn, made, roving } from "./elements.js";
import { signsOf } from "./names.js";

/** @import { ViewDocument as View } from "westeros-intrigue/messages" */
/** @typedef {{row: number, column: number}} Place */

/** The cell of a round's first card, counted from the left. */
const FIRST = 3;

/**
 * Show the court of a position.
 * @param {HTMLElement} place
 * @param {View} view
 * @param {string[]} names the names of the seats
 * @param {string} card the chosen card; empty for none
 * @param {string[]} open the slots that are open to it
 * @param {(slot: string, told: string) => void} choose called when a slot is chosen
 * @param {string[][]} [takes] for each house, the slots that are open to it
 */
export function showCourt(place, view, names, card, open, choose, takes = []) {
  const { court, placements } = view.table;
  const width = court.width_limit;
  const signs = signsOf(names);
  const isPlayed = view.table.active_player !== null;
  const first = firstColumn(view);
  const placed = new Map(placements.map(({ player, move }) => [move.split("@")[1], player]));
  const lastSlot = placements.at(-1)?.move.split("@")[1];
  const news = new Set(sinceOwnTurn(view).map(({ move }) => move.split("@")[1]));
  const group = made("div.slots", { role: "group", ariaLabel: "Slots of the court" });

  /** @param {HTMLElement} cell @param {number} row @param {number} across */
  const put = (cell, row, across) => {
    cell.style.setProperty("--r", String(row));
    cell.style.setProperty("--c", String(across));
    group.append(cell);
  };

  /** @param {string} slot @param {string} kind @param {string} told @param {string} where @param {Element[]} inside */
  const button = (slot, kind, told, where, ...inside) => {
    const [className, onclick] = [`cell ${kind}`, () => choose(slot, told)];
    const texts = { title: told, ariaLabel: `${told}, ${where}` };
    return made("button", { type: "button", className, ...texts, tabIndex: -1, dataset: { slot }, onclick }, ...inside);
  };

  /** @param {number} row @param {number} column */
  const below = (row, column) => court.cards[`${"abcdefgh"[row - 1]}${column}`];

  for (let row = 0; row < width; row += 1) {
    for (let across = 0; across < width - row; across += 1) {
      const slot = `${"abcdefgh"[row]}${first + across}`;
      const lying = court.cards[slot];
      const where = `row ${row + 1}, place ${across + 1}`;
      if (lying) {
        const player = placed.get(slot);
        const by = player === undefined ? "" : `, placed by ${names[player]}`;
        const told = `${lying}, ${HOUSES[lying[0]]}${by}`;
        const shown = cardLying(lying);
        shown.dataset.card = lying;
        const cell = button(slot, slot === lastSlot ? "cell--last" : "", told, where, shown);
        if (player !== undefined && news.has(slot)) {
          const whose = { className: "who", dataset: { seat: player }, ariaHidden: "true" };
          cell.append(made("span", whose, signs[player]));
        }
        put(cell, row, across);
      } else if (open.includes(slot)) {
        put(button(slot, "cell--open", "Open", where, drawing(`s-${card[0]}`)), row, across);
      } else if (isPlayed && row && [0, 1].every((step) => below(row, first + across + step))) {
        const houses = Object.keys(HOUSES).filter((_, number) => takes[number]?.includes(slot));
        const taken = houses.map((each) => HOUSES[each]).join(" or ");
        const told = taken ? `This place takes ${taken}` : "This place takes no house";
        put(button(slot, "cell--near", told, where, ...houses.map((each) => drawing(`s-${each}`))), row, across);
      } else put(made("i", { className: "cell cell--free" }), row, across);
    }
  }
  for (const slot of open.filter((each) => !group.querySelector(`[data-slot="${each}"]`))) {
    const side = placeOf(slot).column < first ? "left" : "right";
    const end = button(slot, `cell--open cell--${side}`, "Open", `the ${side} end of row 1`, drawing(`i-${side}`));
    put(end, 0, side === "left" ? 0 : width - 1);
  }
  roving(group);
  place.replaceChildren(group);
  const start = slotButton(place, open[0] ?? "") ?? slotButton(place, lastSlot ?? "") ?? group.querySelector("button");
  if (start) focusIn(group, start, false);
}

/** @param {string} slot */
function placeOf(slot) {
  return { row: slot.charCodeAt(0) - "a".charCodeAt(0), column: Number(slot.slice(1)) };
}

/** Return the column of the triangle's first cell. @param {View} view */
function firstColumn({ table }) {
  const { court, placements, starters } = table;
  const placed = placements.map(({ move }) => placeOf(move.split("@")[1])).filter(({ row }) => !row);
  let first = -FIRST;
  const columns = starters.map((_, number) => number);
  for (const { column } of placed) {
    columns.push(column);
    const [least, most] = [Math.min(...columns), Math.max(...columns)];
    if (least < first || most >= first + court.width_limit) {
      first = least - Math.floor((court.width_limit - columns.length) / 2);
    }
  }
  return first;
}

/** Return the placements since the viewer's last one, or the last placement of each other seat. @param {View} view */
function sinceOwnTurn({ player, table }) {
  const own = table.placements.map((each) => each.player).lastIndexOf(player ?? -1);
  return own < 0 ? table.placements.slice(1 - table.players) : table.placements.slice(own + 1);
}

/** Return a slot's button, if the court shows the slot. @param {HTMLElement} place @param {string} slot @returns {HTMLButtonElement | null} */
export function slotButton(place, slot) {
  return place.querySelector(`button[data-slot="${slot}"]`);
}
