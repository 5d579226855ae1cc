/** Dragging a card from the hand to a slot with a mouse, pen or finger. */

import { copied } from "./motion.js";

/** The distance in pixels that a pointer moves before it drags, and its range to a slot. */
const [LIFTED, NEAR] = [6, 48];

/**
 * Make the cards of a hand draggable.
 * @param {HTMLElement} hand
 * @param {HTMLElement} court
 * @param {(card: string) => void} lift shows the slots that are open to a card
 * @param {(slot: string) => unknown} drop places the card in an open slot
 */
export function dragging(hand, court, lift, drop) {
  /** @type {{button: HTMLElement, x: number, y: number, ghost: HTMLElement | null} | null} */
  let drag = null;
  let hasDragged = false;

  /** @param {PointerEvent} event @returns {HTMLElement | undefined} */
  const target = ({ clientX, clientY }) => {
    let best,
      least = NEAR;
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ (court.querySelectorAll(".cell--open"))) {
      const { left, right, top, bottom } = cell.getBoundingClientRect();
      const aside = Math.max(left - clientX, 0, clientX - right);
      const distance = Math.hypot(aside, Math.max(top - clientY, 0, clientY - bottom));
      if (distance < least) [best, least] = [cell, distance];
    }
    return best;
  };
  /** @param {HTMLElement} [over] */
  const mark = (over) => {
    for (const cell of court.querySelectorAll(".cell--open")) cell.classList.toggle("cell--over", cell === over);
  };

  hand.addEventListener("pointerdown", (event) => {
    hasDragged = false;
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button || button.disabled || event.button) return;
    button.setPointerCapture(event.pointerId);
    drag = { button, x: event.clientX, y: event.clientY, ghost: null };
  });
  hand.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(x, y) < LIFTED) return;
      drag.ghost = copied(drag.button, drag.button.getBoundingClientRect());
      drag.button.classList.add("card--lifted");
      lift(drag.button.dataset.card ?? "");
    }
    drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
    mark(target(event));
  });
  /** @param {PointerEvent} event */
  const end = async (event) => {
    const { ghost, button } = drag ?? {};
    drag = null;
    if (!ghost) return;
    hasDragged = true;
    const slot = event.type === "pointerup" && target(event)?.dataset.slot;
    mark();
    // A placed card continues its flight from where it was dropped.
    if (slot) await drop(slot);
    else if (ghost.isConnected) await ghost.animate({ transform: [ghost.style.transform, "none"] }, 180).finished;
    ghost.remove();
    button?.classList.remove("card--lifted");
  };
  hand.addEventListener("pointerup", end);
  hand.addEventListener("pointercancel", end);
  // The click that ends a drag chooses nothing; clicks by keys have a count of 0.
  hand.addEventListener("click", (event) => hasDragged && event.detail && event.stopPropagation(), true);
}
