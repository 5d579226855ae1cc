/** The court: the library's picture, with a button over each slot that the picture shows. */

import { focusIn, made, roving } from "./elements.js";
import { adopt } from "./scheme.js";

/** How many times its own size a picture is shown at the most. */
const LARGEST = 1.4;

/**
 * Show a picture in a place, and return its element.
 * @param {HTMLElement} place
 * @param {string} text
 */
export function showPicture(place, text) {
  // The policy of the page takes no styles within it, so the picture's own are adopted. No pattern finds
  // them: a browser keeps the last text that it tried a pattern on, and this one may tell of a hand.
  const [before, styled = ""] = text.split("<style>");
  const [rules, after = ""] = styled.split("</style>");
  adopt(place, rules);
  const picture = new DOMParser().parseFromString(before + after, "image/svg+xml").documentElement;
  place.replaceChildren(document.importNode(picture, true));
  const shown = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (place.firstElementChild));
  place.style.width = `min(100%, ${LARGEST * shown.viewBox.baseVal.width}px)`;
  return shown;
}

/**
 * Show the court of a position.
 * @param {HTMLElement} place
 * @param {string} text the picture
 * @param {(slot: string, told: string) => void} choose called when a slot is chosen
 */
export function showCourt(place, text, choose) {
  const picture = showPicture(place, text);
  const whole = picture.viewBox.baseVal;
  const slots = made("div", { className: "slots" });
  slots.setAttribute("role", "group");
  slots.setAttribute("aria-label", "Slots of the court");
  for (const drawn of picture.querySelectorAll("[data-slot]")) {
    const box = /** @type {SVGGraphicsElement} */ (drawn).getBBox();
    const slot = drawn.getAttribute("data-slot") ?? "";
    const told = drawn.querySelector("title")?.textContent ?? slot;
    const button = made("button", { type: "button", title: told, tabIndex: -1 });
    button.dataset.slot = slot;
    button.setAttribute("aria-label", told);
    button.style.left = `${(100 * box.x) / whole.width}%`;
    button.style.top = `${(100 * box.y) / whole.height}%`;
    button.style.width = `${(100 * box.width) / whole.width}%`;
    button.style.height = `${(100 * box.height) / whole.height}%`;
    button.addEventListener("click", () => choose(slot, told));
    button.addEventListener("dragover", (event) => event.preventDefault());
    button.addEventListener("drop", (event) => {
      event.preventDefault();
      choose(slot, told);
    });
    slots.append(button);
  }
  roving(slots, (from, key) => nearest(slots, from, key));
  place.append(slots);
  const first = slots.querySelector("button");
  if (first) focusIn(slots, first, false);
}

/**
 * Return the button of a slot, if the court shows the slot.
 * @param {HTMLElement} place
 * @param {string} slot
 * @returns {HTMLButtonElement | null}
 */
export function slotButton(place, slot) {
  return place.querySelector(`button[data-slot="${slot}"]`);
}

/**
 * Return the slot that lies next in the direction of an arrow key.
 * @param {HTMLElement} slots
 * @param {HTMLElement} from
 * @param {string} key
 */
function nearest(slots, from, key) {
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  if (!x && !y) return undefined;
  const start = middle(from);
  let best, least = Infinity;
  for (const button of slots.querySelectorAll("button")) {
    const end = middle(button);
    const along = (end.x - start.x) * x + (end.y - start.y) * y;
    const aside = Math.abs((end.x - start.x) * y) + Math.abs((end.y - start.y) * x);
    const distance = along + 2 * aside;
    if (along > 1 && aside <= 2 * along && distance < least) [best, least] = [button, distance];
  }
  return best;
}

/** @param {HTMLElement} button */
function middle(button) {
  const box = button.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
