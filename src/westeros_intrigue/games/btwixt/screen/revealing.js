/** The end of the game in motion: councils are counted from the last leader to the first, and the ranking grows with them. */

import { COUNCIL, courseOf, FLIP, PLACE, turnsOf } from "./course.js";
import { icon } from "./figures.js";
import { made, withMinus } from "../../../play/elements/parts.js";

/** @import { ScreenFacts } from "westeros-intrigue/btwixt-screen" */

/** The milliseconds in which a text appears. */
const SOON = 200;
const FLIPPED = ["none", "rotateY(90deg)", "none"];
const RISEN = [{ opacity: 0, transform: "translateY(16px)" }, {}];

/**
 * Cover what is not known yet, and uncover it part by part; a tap or a key uncovers all at once.
 *
 * The texts are there from the beginning, for screen readers.
 * @param {HTMLElement} place with the end of the game @param {ScreenFacts & { end: {} }} facts
 * @returns {{ done: Promise<unknown>, finish: () => void }} `done` is kept once all is shown, which `finish` does at once
 */
export function reveal(place, { councils, end, leaders }) {
  const { councils: counted, ranks, length } = courseOf(end.places, leaders);
  /** @type {Animation[]} */
  const running = [];
  /** @type {Element[]} */
  const covers = [];
  /** @param {string} selector */
  const all = (selector) => /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(selector));
  /** @param {Element} each @param {Keyframe[] | PropertyIndexedKeyframes} frames @param {number} delay @param {number} duration */
  const change = (each, frames, delay, duration) =>
    running.push(each.animate(frames, { delay, duration, fill: "backwards", easing: "ease-out" }));
  /** @param {Element} each @param {number} at @param {number} [duration] */
  const appear = (each, at, duration = SOON) => change(each, { opacity: [0, 1] }, at, duration);
  /** Lay something over an element for a time. @param {Element} under @param {Element} cover @param {number} from @param {number} until @param {number[]} [opacity] */
  const lay = (under, cover, from, until, opacity = [1, 1]) => {
    cover.setAttribute("aria-hidden", "true");
    under.append(cover);
    covers.push(cover);
    running.push(cover.animate({ opacity }, { delay: from, duration: until - from }));
  };

  for (const [number, at] of counted) {
    const { power, values } = councils[number];
    const [council] = all(`[data-council="${number}"]`);
    const [total] = council.querySelectorAll(".bt-total");
    const tokens = council.querySelectorAll(".bt-tok");
    let [sum, since] = [power.allies, 0];
    for (const [token, turn] of turnsOf(power.allies, values).entries()) {
      const half = at + turn.at + FLIP / 2;
      change(tokens[token], { transform: FLIPPED }, at + turn.at, FLIP);
      lay(tokens[token], made("span.bt-tok__back", {}, icon("token")), 0, half);
      lay(total, made("span.bt-was", {}, withMinus(sum)), since, half);
      [sum, since] = [turn.sum, half];
    }
    for (const known of council.querySelectorAll(".bt-total > :first-child, .bt-eq")) appear(known, since, 1);
    lay(council, made("span.bt-lit"), at, at + COUNCIL, [0, 1, 1, 0]);
  }
  for (const [seat, at] of ranks) {
    for (const known of all(`[data-of="${seat}"]`))
      if (known.matches("tr")) change(known, RISEN, at, PLACE);
      else appear(known, at);
    for (const plate of all(`.bt-plate[data-state="won"]:has([data-of="${seat}"])`))
      change(plate, { boxShadow: ["none", "none"] }, at, 1);
  }
  for (const last of all(".bt-verdict, .bt-rank ~ *")) appear(last, length - PLACE, PLACE);

  const [whole] = all(".bt-end");
  whole.classList.add("bt-end--counted");
  const watching = new AbortController();
  const finish = () => {
    for (const each of running) each.finish();
  };
  const done = Promise.allSettled(running.map(({ finished }) => finished)).then(() => {
    watching.abort();
    whole.classList.remove("bt-end--counted");
    for (const cover of covers) cover.remove();
  });
  const options = { capture: true, signal: watching.signal };
  addEventListener("pointerdown", finish, options);
  addEventListener("keydown", stopPress, options);
  addEventListener("keydown", finish, options);
  return { done, finish };
}

/** Let a key not press the focused button. @param {KeyboardEvent} event */
function stopPress(event) {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  // Some browsers press a button when Space is let go.
  addEventListener("keyup", (up) => up.preventDefault(), { capture: true, once: true });
}
