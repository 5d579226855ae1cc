/** What moves when the table changes: dice, cards, coins, deeds and buildings; input never waits for them. */

import { between, changesOf } from "./changes.js";
import { el, icon } from "./parts.js";

/** @import { TableFacts } from "westeros-intrigue/monopoly-screen" */

const GLIDE = { duration: 320, easing: "cubic-bezier(.2, .8, .2, 1)" };
/** The milliseconds of a throw, of the card that follows it, of a glow, and of an amount that counts. */
const [THROW, TURN, GLOW, COUNT] = [600, 320, 600, 320];
const TUMBLE = [
  { transform: "translate(-26px, -30px) rotate(-320deg) scale(0.7)" },
  { transform: "translate(4px, 3px) rotate(24deg) scale(1.06)", offset: 0.7 },
  { transform: "none" },
];
const TURNED = [{ transform: "perspective(900px) rotateY(180deg)" }, { transform: "perspective(900px) rotateY(0deg)" }];

/** Let what differs from the former table move there. @param {HTMLElement} root @param {TableFacts} before @param {TableFacts} now */
export function animateChanges(root, before, now) {
  const { isThrown, isDrawn, purses, payer, deeds, built, turned, sets } = changesOf(before, now);
  /** @param {number} seat @param {string} part */
  const at = (seat, part) => root.querySelector(`.m-seat[data-seat="${seat}"] ${part}`);
  /** @param {number} space */
  const tileAt = (space) => root.querySelector(`.m-sp[data-i="${space}"]`);
  if (isThrown)
    for (const die of root.querySelectorAll(".m-die")) die.animate(TUMBLE, { duration: THROW, easing: "ease-out" });
  const card = root.querySelector(".m-drawn");
  if (isDrawn && card) turnOver(card, isThrown ? THROW : 0);
  for (const { seat, from, to } of purses) {
    if (to > from && payer !== null) glide(at(seat, ".m-stack"), at(payer, ".m-stack"));
    count(at(seat, ".m-money b"), from, to);
  }
  for (const { space, from, to } of deeds)
    glide(at(to, `[data-deed="${space}"]`), from === null ? tileAt(space) : at(from, ".m-tabs"));
  for (const space of built)
    for (const each of tileAt(space)?.querySelectorAll(".m-sp__band svg") ?? [])
      each.animate([{ transform: "scale(0)" }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  for (const space of turned)
    tileAt(space)?.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], {
      duration: 320,
      easing: "ease-out",
    });
  for (const { owner, spaces } of sets) {
    for (const space of spaces) glow(tileAt(space)?.querySelector(".m-sp__band"));
    glow(at(owner, `[data-deed="${spaces[0]}"]`)?.parentElement);
  }
}

/** Let a piece come from the place of another. @param {Element | null} piece @param {Element | null} from */
function glide(piece, from) {
  if (!piece || !from) return;
  const [there, here] = [from, piece].map((each) => each.getBoundingClientRect());
  if (!there.width || !here.width) return;
  const middle = (/** @type {DOMRect} */ { x, y, width, height }) => [x + width / 2, y + height / 2];
  const [x, y] = middle(there).map((each, axis) => each - middle(here)[axis]);
  piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], GLIDE);
}

/** Let a card lie on its face, and turn it over once the dice lie still. @param {Element} card @param {number} delay in milliseconds */
function turnOver(card, delay) {
  const back = el("span.drawn__back", { ariaHidden: "true" }, icon("k-chance"));
  card.append(back);
  removeAfter(back, card.animate(TURNED, { duration: TURN, delay, easing: "ease-out", fill: "backwards" }));
}

/** Let the colour of a set glow once. @param {Element | null | undefined} strip */
function glow(strip) {
  if (!strip) return;
  const light = el("span.glow", { ariaHidden: "true" });
  strip.append(light);
  removeAfter(light, light.animate({ opacity: [0, 1, 0] }, { duration: GLOW, easing: "ease-in-out" }));
}

/** @param {Element} element @param {Animation} animation */
const removeAfter = (element, animation) => Object.assign(animation, { onfinish: () => element.remove() });

/** Count from one amount to another, as long as the amount is on the page. @param {Element | null} amount @param {number} from @param {number} to */
function count(amount, from, to) {
  if (!amount) return;
  const began = performance.now();
  const step = (/** @type {number} */ now) => {
    if (!amount.isConnected) return;
    const part = (now - began) / COUNT;
    amount.textContent = String(between(from, to, part));
    if (part < 1) requestAnimationFrame(step);
  };
  step(began);
}
