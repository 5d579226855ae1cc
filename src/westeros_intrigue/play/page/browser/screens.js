/** The screens of the page, one at a time, and the smallest of them: the cover between two players. */

import { drawing } from "./cards.js";
import { part } from "./elements.js";
import { signal } from "./signals.js";

/** @import { Shown } from "./messages.js" */
/** @import { Game } from "./game.js" */
/** @import { Screen } from "./state.js" */

/** @type {Screen[]} */
const SCREENS = ["loading", "join", "setup", "cover", "game", "any", "ending", "review", "puzzle"];
/** The screens that show a game. @type {Set<Screen>} */
const OF_A_GAME = new Set(["cover", "game", "any", "ending", "review"]);
const TITLE = document.title;

/** Return the shortest part of a name: games of a world begin or end with the name of the world. @param {string} name */
const brief = (name) => name.split(": ").reduce((one, other) => (other.length < one.length ? other : one));

/** Return the name of the game in a position. @param {Shown} position */
const nameOf = (position) => (position.kind === "table" ? position.name : TITLE);

/** Show a screen instead of any other. @param {Game} game @param {Screen} name */
export function turnTo(game, name) {
  game.happen({ do: "turned", screen: name });
  for (const each of SCREENS) part(each, HTMLElement).hidden = each !== name;
  part("leave", HTMLButtonElement).hidden = name === "setup" || name === "join" || game.chair !== null;
  const isTable = (name === "game" || name === "any") && document.documentElement.dataset.engine === "http";
  part("show-friends", HTMLButtonElement).hidden = !isTable;
  const seat = game.chair ? game.chair.seat : (game.position?.here[0] ?? null);
  const isAlone =
    !game.position || game.position.here.length === game.position.seats.filter(({ who }) => who === "person").length;
  part("reactions", HTMLElement).hidden = !isTable || seat === null || isAlone;
  part("rounds", HTMLElement).hidden = name !== "game";
  const title = OF_A_GAME.has(name) && game.position ? nameOf(game.position) : TITLE;
  document.title = title;
  part("game-name", HTMLElement).textContent = brief(title);
  window.scrollTo(0, 0);
}

/** The turn to which a person has been called: the game and the moment. */
let called = "";

/** Call a person to their turn by the title of the page, and once by the chosen signals. @param {Shown} position */
export function call(position) {
  const name = nameOf(position);
  document.title = `Your turn – ${name}`;
  const turn = `${position.game} ${position.moment}`;
  if (turn !== called) signal(`Your turn – ${name}`);
  called = turn;
}

/** Ask for the person to move. @param {Game} game @param {Shown} position @param {(seat: number) => void} uncover shows their hand */
export function coverFor(game, { seats, active }, uncover) {
  turnTo(game, "cover");
  const { name } = seats[active ?? 0];
  part("cover-heading", HTMLElement).textContent = `${name} is to move`;
  const button = part("uncover", HTMLButtonElement);
  button.textContent = `I am ${name}`;
  button.onclick = () => uncover(active ?? 0);
  part("cover-heading", HTMLElement).focus();
}

/** Load the drawings that all screens refer to, and show those of the buttons. */
export async function bringSymbols() {
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-icon]")))
    each.prepend(drawing(each.dataset.icon ?? ""));
  const sheet = await (await fetch(new URL("symbols.svg", import.meta.url))).text();
  document.body.append(new DOMParser().parseFromString(sheet, "image/svg+xml").documentElement);
}
