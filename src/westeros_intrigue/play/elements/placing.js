/** A hand and the court: the player chooses a card, then a slot. The engine reports which slots are open. */

import { cardButton, inRows } from "./cards.js";
import { dragging } from "./dragging.js";
import { focusIn, remembered, roving } from "./elements.js";
import { showCourt, slotButton } from "./court.js";
import { fly, land, standing } from "./motion.js";

/** @import { ViewDocument as View } from "westeros-intrigue/messages" */
/** @typedef {{view: View, moves: string[], takes: string[][]}} Shown the cards that can be placed, and where */

/** The advice for the first placements in a browser, in order. */
const POINTERS = [
  "Then choose a green place for it, or drag it there.",
  "Any house fits at the ends of the bottom row.",
  "Higher places accept the houses of the two cards below them, shown by their signs.",
  "Each card opens places above it for its house: keep places open for the houses in your hand.",
];
const PLACED = "westeros-intrigue-placed";

/** Return true if no card has been placed in this browser. */
export const isNew = () => !remembered(PLACED);

/** Remember that a card has been placed in this browser. */
export const notePlacement = () => remembered(PLACED, String(Number(remembered(PLACED)) + 1));

/** Return the advice that a beginner needs now. @param {number} [placed] the number of cards they have placed */
export function pointer(placed = Number(remembered(PLACED))) {
  return POINTERS[placed] ? ` ${POINTERS[placed]}` : "";
}

/** Return the viewer's view right after a placement. @param {View} view @param {string} move @param {number} placer @returns {View} */
export function after({ hand, player, table, ...others }, move, placer = player ?? 0) {
  const [card, slot] = move.split("@");
  const placements = [...table.placements, { player: placer, move }];
  const court = { ...table.court, cards: { ...table.court.cards, [slot]: card } };
  return { ...others, player, hand: hand.filter((each) => each !== card), table: { ...table, placements, court } };
}

/**
 * Let a person place cards.
 * @param {{court: HTMLElement, hand: HTMLElement, reason: HTMLElement, say: (text: string) => unknown, takesFocus: () => boolean}} places
 *   `say` announces a text to screen readers, and removes earlier ones if the text is empty; a hand whose turn it is gets the
 *   focus if `takesFocus` is true
 * @param {(move: string, isLegal: boolean) => unknown} place called with a placement; the engine explains a refusal
 */
export function placing({ court, hand, reason, say, takesFocus }, place) {
  const table = /** @type {HTMLElement} */ (court.closest(".table"));
  /** @type {Shown | null} */
  let shown = null;
  /** @type {string[]} */
  let names = [];
  /** The text while no card is chosen. */
  let idle = "";
  /** The chosen card; empty for none. */
  let card = "";

  /** @param {string} text */
  const tell = (text) => {
    reason.textContent = inRows(text);
    say(inRows(text));
  };

  const draw = () => {
    if (!shown) return [];
    const open = shown.moves.filter((move) => card && move.startsWith(`${card}@`)).map((move) => move.split("@")[1]);
    showCourt(court, shown.view, names, card, open, chooseSlot, shown.takes);
    return open;
  };

  /**
   * Show a position and its player's hand.
   * @param {Shown} next
   * @param {string[]} called the names of the seats
   * @param {string} [text] the text while no card is chosen
   */
  const show = (next, called, text = "") => {
    const stood = standing(table);
    const { round_number, placements, court: laid } = next.view.table;
    if (shown?.view.table.round_number !== round_number) stood.clear();
    [shown, names, idle, card] = [next, called, text, ""];
    reason.textContent = idle;
    table.dataset.width = String(laid.width_limit);
    draw();
    const isTurn = next.moves.length > 0;
    hand.closest(".dock")?.classList.toggle("turn", isTurn);
    const cards = next.view.hand;
    const buttons = cards.map((each) => {
      const button = cardButton(each, isTurn);
      const fits = next.moves.some((move) => move.startsWith(`${each}@`));
      button.classList.toggle("card--nowhere", isTurn && !fits);
      button.addEventListener("click", () => choose(each === card ? "" : each, true));
      return button;
    });
    hand.style.setProperty("--n", String(Math.max(2, cards.length)));
    hand.replaceChildren(...buttons);
    if (buttons.length) focusIn(hand, buttons[0], isTurn && takesFocus());
    fly(table, stood, placements);
  };

  /** Show another text while no card is chosen. @param {string} text */
  const wait = (text) => {
    if (!card && reason.textContent === idle) reason.textContent = text;
    idle = text;
  };

  /** Forget the hand and everything that was shown or announced about it. */
  const hide = () => {
    [shown, idle, card] = [null, "", ""];
    for (const each of [court, hand, reason]) each.replaceChildren();
    land(table);
    say("");
  };

  /** Choose a card, or none, and show its open slots. @param {string} chosen @param {boolean} isMoved whether the focus goes to the court */
  const choose = (chosen, isMoved) => {
    card = chosen;
    for (const button of hand.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.card === chosen));
    }
    const open = draw();
    if (!chosen) return void (reason.textContent = idle);
    const places = open.length === 1 ? "1 place" : `${open.length} places`;
    tell(open.length ? `${chosen} fits in ${places}.` : `${chosen} fits nowhere now. Try another card.`);
    const first = slotButton(court, open[0] ?? "");
    if (first) focusIn(first.parentElement ?? court, first, isMoved);
    return undefined;
  };

  /** Place the chosen card in a slot; without a card, or on an occupied slot, describe the slot. @param {string} slot @param {string} told */
  const chooseSlot = (slot, told) => {
    if (!shown || !card || shown.view.table.court.cards[slot]) return tell(`${told}.`);
    const move = `${card}@${slot}`;
    const isLegal = shown.moves.includes(move);
    // A legal placement is shown before the answer comes.
    if (isLegal) show({ ...shown, view: after(shown.view, move), moves: [] }, names);
    return place(move, isLegal);
  };

  dragging(
    hand,
    court,
    (each) => choose(each, false),
    (slot) => chooseSlot(slot, ""),
  );
  roving(hand);
  table.getRootNode().addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== "Escape" || !card || document.querySelector("dialog[open]"))
      return;
    const button = /** @type {HTMLElement | null} */ (hand.querySelector('[aria-pressed="true"]'));
    choose("", false);
    button?.focus();
  });

  /** Choose the next card of a house. @param {string} house */
  const chooseHouse = (house) => {
    const buttons = [...hand.querySelectorAll("button:enabled")].filter((each) => each instanceof HTMLButtonElement);
    const cards = buttons.map((each) => each.dataset.card ?? "").filter((each) => each[0] === house);
    const next = cards[cards.indexOf(card) + 1] ?? cards[0];
    if (next) choose(next, true);
  };
  return { show, wait, hide, choose, chooseHouse, tell };
}
