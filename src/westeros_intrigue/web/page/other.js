/** The table of the other games, made of their picture, words and moves. */

import { showPicture } from "./court.js";
import { isFocusLost, made, part, say } from "./elements.js";

/** @typedef {import("../../schema/messages").AnyPosition} AnyPosition */
/** @typedef {(request: {do: string, [member: string]: any}) => void} Send */

const heading = part("any-heading", HTMLElement);
const moves = part("any-moves", HTMLElement);
const reason = part("any-reason", HTMLElement);
const typed = part("any-move", HTMLInputElement);
const told = part("any-told", HTMLOListElement);
/** The place of the picture, in which the styles of page and picture do not meet. */
const picture = made("div");
/** Moves that change nothing, so that they need not be asked for; the last of those that are legal is made. */
const PASSES = ["pass", "stand-by"];
const auto = part("any-auto", HTMLInputElement);
part("any-picture", HTMLElement).attachShadow({ mode: "open" }).append(picture);

/**
 * Show a game.
 * @param {AnyPosition} position
 * @param {Send} send asks for a move or a step back
 * @returns {string} the move that is to be made without asking; empty for none
 */
export function showOther(position, send) {
  const { name, seats, viewer, active, waits_for, story } = position;
  part("any", HTMLElement).dataset.moment = String(position.moment);
  part("any-name", HTMLElement).textContent = name;
  const turn = active === null ? "" : `${seats[active].name} decides`;
  const asked = position.question || "Your turn";
  heading.textContent = waits_for === "nobody" ? "The game is over" : position.moves.length ? asked : turn;
  const passes = position.moves.every((move) => PASSES.includes(move.name)) && position.moves.at(-1)?.name;
  part("any-passing", HTMLElement).hidden = !position.name.startsWith("Monopoly");
  part("any-seats", HTMLOListElement).replaceChildren(
    ...seats.map((seat, number) => {
      const you = number === viewer && seat.name !== "You" ? " (you)" : "";
      const line = made("li", { className: number === active ? "active" : "" }, `${number} ${seat.name}${you}`);
      if (number === active) line.setAttribute("aria-current", "true");
      return line;
    }),
  );
  part("any-story", HTMLElement).replaceChildren(...story.map((each) => made("li", {}, each)));
  showPicture(picture, position.picture);
  const shown = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (picture.firstElementChild));
  Object.assign(shown.style, { display: "block", width: "100%", maxHeight: "calc(100dvh - 72px)" });
  offerPlaces(position.moves, send);
  part("any-words", HTMLElement).textContent = position.words;
  // Games put the viewer's hand and the question last.
  part("any-words", HTMLElement).scrollTop = part("any-words", HTMLElement).scrollHeight;
  reason.textContent = "";
  moves.replaceChildren(
    ...position.moves.map(({ name: move, title }) => {
      const button = made("button", { type: "button", title: move, onclick: () => send({ do: "play", move }) }, title);
      button.dataset.move = move;
      return button;
    }),
  );
  const form = part("any-write", HTMLFormElement);
  part("any-hint", HTMLButtonElement).disabled = !position.moves.length;
  form.onsubmit = (event) => {
    event.preventDefault();
    send({ do: "play", move: typed.value });
  };
  typed.value = "";
  const undo = part("any-undo", HTMLButtonElement);
  undo.disabled = !position.can_undo;
  undo.onclick = () => send({ do: "undo" });
  const known = told.childElementCount ? told.lastElementChild?.textContent : "";
  told.replaceChildren(...position.told.map((each) => made("li", {}, each)));
  told.scrollTop = told.scrollHeight;
  if (isFocusLost()) heading.focus();
  const news = position.told.slice(position.told.lastIndexOf(known ?? "") + 1);
  say([...(known ? news : []), position.moves.length && !passes ? `Your turn. ${position.question}` : ""].join(" ").trim());
  return auto.checked && passes ? passes : "";
}

/**
 * Let the parts of the picture be clicked that name legal moves; where there are several, the buttons of these are marked.
 * @param {AnyPosition["moves"]} legal
 * @param {Send} send
 */
function offerPlaces(legal, send) {
  for (const place of /** @type {NodeListOf<SVGElement>} */ (picture.querySelectorAll("[data-moves]"))) {
    const named = (place.dataset.moves ?? "").split(",");
    const about = legal.flatMap(({ name }) => (named.includes(name) ? [name] : []));
    if (!about.length) continue;
    Object.assign(place.style, { cursor: "pointer", filter: "drop-shadow(0 0 1px var(--open)) drop-shadow(0 0 4px var(--open))" });
    place.onclick = () => (about.length === 1 ? send({ do: "play", move: about[0] }) : mark(about));
  }
}

/** @param {string[]} names of moves, whose buttons are marked */
function mark(names) {
  for (const button of moves.querySelectorAll("button")) button.classList.toggle("hinted", names.includes(button.dataset.move ?? ""));
  /** @type {HTMLElement | null} */ (moves.querySelector(".hinted"))?.focus();
}

/**
 * Offer to look back at a game that is over, and to play on from any moment of it.
 * @param {AnyPosition} over
 * @param {(request: {do: string, [member: string]: any}) => Promise<import("../../schema/messages").Answer | null>} ask
 * @param {(moment: number) => void} playOn
 */
export function offerPast(over, ask, playOn) {
  const slider = part("any-past", HTMLInputElement);
  const button = part("any-play-on", HTMLButtonElement);
  part("any-back", HTMLElement).hidden = over.waits_for !== "nobody";
  slider.max = slider.value = String(over.moment);
  button.disabled = true;
  slider.oninput = async () => {
    const number = slider.valueAsNumber;
    const answer = number === over.moment ? over : await ask({ do: "review", game: over.game, number });
    if (answer?.kind !== "table" || slider.valueAsNumber !== number) return;
    button.disabled = answer === over;
    showOther(answer, () => {});
  };
  button.onclick = () => playOn(slider.valueAsNumber);
}

/** Show a move that the computer would make. @param {import("../../schema/messages").Suggestion} suggestion */
export function suggest({ move, text }) {
  refuse(text);
  mark([move]);
}

/** Say why a move is refused. @param {string} text */
export function refuse(text) {
  reason.textContent = text;
}

/** Show the rules of a game. @param {import("../../schema/messages").Ruled} rules */
export function showRules({ name, rules }) {
  part("any-rules-heading", HTMLElement).textContent = name;
  part("any-rules-list", HTMLUListElement).replaceChildren(...rules.map((each) => made("li", {}, each)));
  const dialog = part("any-rules", HTMLDialogElement);
  dialog.showModal();
  dialog.scrollTop = 0; // the focus is on the button below
}

/** Forget the game; nothing of it stays in the page. */
export function forgetOther() {
  picture.replaceChildren();
  for (const id of ["any-moves", "any-told", "any-words", "any-story"]) {
    part(id, HTMLElement).replaceChildren();
  }
}
