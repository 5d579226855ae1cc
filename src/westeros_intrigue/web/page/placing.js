/** A hand and the court: a card is chosen, and then a slot for it. The engine says which are open. */

import { focusIn, isFocusLost, made, roving, say } from "./elements.js";
import { showCourt, slotButton } from "./court.js";

/** @typedef {{picture: string, moves: string[]}} Shown what may be placed, and the court */

/** @type {Shown} */
const NOTHING = { picture: "", moves: [] };
export const HOUSES = /** @type {Record<string, string>} */ ({
  S: "Stark",
  L: "Lannister",
  B: "Baratheon",
  T: "Targaryen",
});

/**
 * Let a person place cards.
 * @param {{court: HTMLElement, hand: HTMLElement, reason: HTMLElement}} places
 * @param {(card: string | undefined) => Promise<Shown | null>} look asks where a card may go
 * @param {(move: string) => void} place called with a placement that may be made
 */
export function placing({ court, hand, reason }, look, place) {
  let shown = NOTHING;
  /** The chosen card; empty for none. */
  let card = "";

  /** @param {string} text */
  const tell = (text) => {
    reason.textContent = text;
    say(text);
  };

  /**
   * Show a position and the hand of the one to whom it belongs.
   * @param {Shown} next
   * @param {string[]} cards
   */
  const show = (next, cards) => {
    shown = next;
    card = "";
    reason.textContent = "";
    showCourt(court, next.picture, chooseSlot);
    const isTurn = next.moves.length > 0;
    const buttons = cards.map((each) => {
      const button = cardButton(each, isTurn);
      button.addEventListener("click", () => choose(each === card ? "" : each, true));
      button.addEventListener("dragstart", (event) => {
        event.dataTransfer?.setData("text/plain", each);
        choose(each, false);
      });
      return button;
    });
    hand.replaceChildren(...buttons);
    if (buttons.length) focusIn(hand, buttons[0], isTurn && isFocusLost());
  };

  /** Forget the hand and all that was shown and said of it. */
  const hide = () => {
    shown = NOTHING;
    card = "";
    for (const each of [court, hand, reason]) each.replaceChildren();
    say("");
  };

  /**
   * Choose a card, or none, and show where it may go.
   * @param {string} chosen
   * @param {boolean} isMoved whether the focus goes to the court
   */
  const choose = async (chosen, isMoved) => {
    card = chosen;
    const before = shown;
    const answer = await look(chosen || undefined);
    // Meanwhile another card may have been chosen, or the game have gone on.
    if (!answer || card !== chosen || shown !== before) return;
    for (const button of hand.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.card === chosen));
    }
    showCourt(court, answer.picture, chooseSlot);
    const open = answer.moves.filter((move) => move.startsWith(`${chosen}@`)).map((move) => move.split("@")[1]);
    if (!chosen) return reason.replaceChildren();
    tell(open.length ? `${chosen} may go to ${open.join(", ")}.` : `${chosen} may go nowhere now.`);
    const first = slotButton(court, open[0] ?? "");
    if (first) focusIn(first.parentElement ?? court, first, isMoved);
    return undefined;
  };

  /**
   * Place the chosen card in a slot if it may go there; say what is there, or why not, otherwise.
   * @param {string} slot
   * @param {string} told
   */
  const chooseSlot = (slot, told) => {
    const move = `${card}@${slot}`;
    if (shown.moves.includes(move)) place(move);
    else tell(told);
  };

  roving(hand, (from, key) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key] ?? 0;
    const buttons = [...hand.querySelectorAll("button")];
    const next = buttons[buttons.indexOf(/** @type {HTMLButtonElement} */ (from)) + step];
    return step ? next : undefined;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !card) return;
    const button = /** @type {HTMLElement | null} */ (hand.querySelector('[aria-pressed="true"]'));
    choose("", false);
    button?.focus();
  });
  return { show, hide, choose, tell };
}

/**
 * Return a button for a card of a hand.
 * @param {string} card
 * @param {boolean} isTurn whether the card may be chosen
 */
export function cardButton(card, isTurn) {
  const button = made("button", { type: "button", className: `card ${card[0]}`, draggable: isTurn }, card);
  button.dataset.card = card;
  button.disabled = !isTurn;
  button.setAttribute("aria-label", `${card}, ${HOUSES[card[0]]}`);
  button.setAttribute("aria-pressed", "false");
  return button;
}
