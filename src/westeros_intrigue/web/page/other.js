/** The table of the other games, made of their picture, words and moves. */

import { isFocusLost, made, part, say } from "./elements.js";
import { showPicture } from "./scheme.js";
import { wait } from "./table.js";

/** @import { Advice, AnyPosition } from "../../schema/messages" */

const heading = part("any-heading", HTMLElement);
const moves = part("any-moves", HTMLElement);
const reason = part("any-reason", HTMLElement);
const typed = part("any-move", HTMLInputElement);
const told = part("any-told", HTMLOListElement);
const words = part("any-words", HTMLElement);
const picture = part("any-picture", HTMLElement);
const auto = part("any-auto", HTMLInputElement);
/** Moves that change nothing, so that they need not be asked for; the last of those that are legal is made. */
const PASSES = ["pass", "stand-by"];

/** Return the table at this screen. @param {import("./game.js").Game} game */
export function anyTable(game) {
  /** @param {string} move */
  const play = (move) => game.change({ do: "play", move });
  part("any-write", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    play(typed.value);
  };

  /** Show a position, and wait for what comes next. @param {AnyPosition} position @returns {boolean} whether somebody here is asked */
  const show = (position) => {
    const { name, seats, viewer, active, waits_for, question, moves: legal } = position;
    part("any", HTMLElement).dataset.moment = String(position.moment);
    part("any-name", HTMLElement).textContent = name;
    heading.textContent = legal.length ? question || "Your turn" : active === null ? "" : `${seats[active].name} decides`;
    part("any-passing", HTMLElement).hidden = !name.startsWith("Monopoly");
    part("any-seats", HTMLOListElement).replaceChildren(
      ...seats.map((seat, number) => {
        const you = number === viewer && seat.name !== "You" ? " (you)" : "";
        const line = made("li", { className: number === active ? "active" : "" }, `${number} ${seat.name}${you}`);
        if (number === active) line.setAttribute("aria-current", "true");
        return line;
      }),
    );
    showPicture(picture, position.picture);
    offerPlaces(legal, play);
    words.textContent = position.words;
    // Games put the viewer's hand and the question last.
    words.scrollTop = words.scrollHeight;
    reason.textContent = typed.value = "";
    moves.replaceChildren(
      ...legal.map(({ name: move, title }) => {
        const [name, ...does] = title.split(/(?=: )/);
        const button = made("button", { type: "button", title: move, onclick: () => play(move) }, made("b", {}, name), ...does);
        button.dataset.move = move;
        return button;
      }),
    );
    part("any-hint", HTMLButtonElement).disabled = !legal.length;
    part("any-undo", HTMLButtonElement).disabled = !position.can_undo;
    const known = told.lastElementChild?.textContent ?? "";
    told.replaceChildren(...position.told.map((each) => made("li", {}, each)));
    told.scrollTop = told.scrollHeight;
    if (isFocusLost()) heading.focus();
    const passes = legal.every((move) => PASSES.includes(move.name)) && legal.at(-1)?.name;
    const news = known ? position.told.slice(position.told.lastIndexOf(known) + 1) : [];
    say([...news, legal.length && !passes ? `Your turn. ${question}` : ""].join(" ").trim());
    if (auto.checked && passes) game.later(() => play(passes), wait());
    else if (waits_for === "step") game.later(() => game.change({ do: "step" }), wait());
    return legal.length > 0 && !passes;
  };

  /** Say why a move is refused, or something else about the moves. @param {string} text */
  const refuse = (text) => void (reason.textContent = text);

  return {
    show,
    refuse,
    /** @param {Advice} advice */
    advise: ({ move, text }) => {
      refuse(text);
      mark([move]);
    },
    /** Forget the game; nothing of it stays in the page. */
    hide: () => {
      for (const each of [picture.shadowRoot, moves, told, words]) each?.replaceChildren();
    },
  };
}

/**
 * Let the parts of the picture be clicked that name legal moves; where there are several, the buttons of these are marked.
 * @param {AnyPosition["moves"]} legal
 * @param {(move: string) => void} play
 */
function offerPlaces(legal, play) {
  const places = /** @type {NodeListOf<SVGElement> | undefined} */ (picture.shadowRoot?.querySelectorAll("[data-moves]"));
  for (const place of places ?? []) {
    const named = (place.dataset.moves ?? "").split(",");
    const about = legal.flatMap(({ name }) => (named.includes(name) ? [name] : []));
    if (!about.length) continue;
    const marked = place.matches("text") ? { textDecoration: "underline" } : { filter: "drop-shadow(0 0 1px var(--open)) drop-shadow(0 0 4px var(--open))" };
    Object.assign(place.style, { cursor: "pointer", ...marked });
    place.onclick = () => (about.length === 1 ? play(about[0]) : mark(about));
  }
}

/** @param {string[]} names of moves, whose buttons are marked */
function mark(names) {
  for (const button of moves.querySelectorAll("button")) button.classList.toggle("hinted", names.includes(button.dataset.move ?? ""));
  /** @type {HTMLElement | null} */ (moves.querySelector(".hinted"))?.focus();
}
