/** The start page: a new game, a record, a puzzle, the saved games. */

import { made, part, remembered } from "./elements.js";
import { capital } from "./names.js";
import { streakTold } from "./puzzle.js";
import { knownLevels, offerTables, usualTable } from "./tables.js";

/** @import { Choice, GameChoice, NewGameChoices, Start } from "westeros-intrigue/messages" */
/** @import { Ask, Request } from "./messages.js" */

const LAST_TABLE = "westeros-intrigue-table";
/** The saved games that the engine last listed: the browser shows them before the library is there. */
const LAST_GAMES = "westeros-intrigue-games";
/** The levels of opponents, each stronger than the previous one. */
const levels = part("levels", HTMLElement).querySelectorAll("button");

/**
 * Name the strongest level that the engine has, which is another in plain Python.
 * @param {readonly Choice[]} known
 */
function nameStrongest(known) {
  const [last, strongest] = [levels[levels.length - 1], knownLevels(known).at(-1)];
  if (!strongest || strongest === last.value) return;
  last.value = strongest;
  const title = `${strongest[0].toUpperCase()}${strongest.slice(1)}`;
  last.replaceChildren(made("b", {}, title), made("small", {}, "the strongest in plain Python"));
}

/**
 * Offer to play at the last table, or against a level.
 * @param {Pick<GameChoice, "name" | "most">} own the card game
 * @param {(request: Request, friends?: number[]) => void} begin asks for a game
 * @returns {(request: Start, friends: number[]) => void} starts a game, which becomes the last table
 */
export function offerPlay(own, begin) {
  const last = lastTable() ?? usualTable(own, levels[0].value);
  const people = last.seats.filter(({ who }) => who === "person").length;
  const others = last.seats.flatMap(({ name, who }) => (who === "person" ? [] : [name || who]));
  const sitting = people === 1 ? ["You"] : people ? [`${people} people`] : [];
  const title = last.name === own.name ? "" : `: ${capital(last.name)}`;
  const strengths = new Set(last.seats.flatMap(({ who }) => (who === "person" ? [] : [who])));
  const strength = strengths.size === 1 ? ` (${[...strengths][0]})` : "";
  part("play-note", HTMLElement).textContent =
    `${[...sitting, ...others].join(", ").replace(/, ([^,]*)$/, " and $1")}${strength}${title}.`;
  part("play", HTMLButtonElement).onclick = () => begin(last);
  /** @param {Start} request @param {number[]} friends */
  const start = (request, friends) => {
    if (!friends.length) remembered(LAST_TABLE, JSON.stringify({ ...request, seed: null }));
    begin(request, friends);
  };
  for (const level of levels) level.onclick = () => start(usualTable(own, level.value), []);
  return start;
}

/**
 * Show the choices.
 * @param {NewGameChoices} choices
 * @param {Ask} ask asks the engine
 * @param {(request: Request, friends?: number[]) => void} begin asks for a game; friends get these seats
 * @param {(game: string) => void} resume continues a saved game
 * @param {(number: number) => void} solve shows a puzzle
 * @param {(game: string) => void} remove deletes a saved game
 */
export function offer({ table, games, puzzles, daily }, ask, begin, resume, solve, remove) {
  for (const way of part("setup", HTMLElement).querySelectorAll("details")) {
    way.open = false; // an open section would cover the games
    if (way.classList.contains("way")) way.onclick = (event) => openInPlace(way, event);
  }
  nameStrongest(table.levels);
  const start = offerPlay(table, begin);
  const ways = ["with-friends", "any-games"].map((id) => part(id, HTMLDetailsElement));
  const arranging = part("from-position", HTMLDetailsElement);
  const arranged = part("arranged-game", HTMLSelectElement);
  arranged.replaceChildren(made("option", { value: table.name }, table.title));
  const bring = async () => {
    if (![...ways, arranging].some((way) => way.open)) return;
    for (const way of [...ways, arranging]) way.ontoggle = null;
    const answer = await ask({ do: "tables" }); // which takes longer
    if (answer?.kind !== "tables") return;
    const { tables } = answer;
    offerTables(part("friends-form", HTMLFormElement), tables, "Make the link", true, start);
    offerTables(part("others-form", HTMLFormElement), tables.slice(1), "Play this game", false, start);
    arranged.append(...tables.slice(1).map(({ name, title }) => made("option", { value: name }, title)));
  };
  // A form of an earlier visit would be replaced while it is filled in.
  for (const way of ways) Object.assign(way, { ontoggle: bring }).querySelector("form")?.replaceChildren();
  offerTables(part("table-form", HTMLFormElement), [table], "Play at this table", false, start);
  part("load", HTMLFormElement).onsubmit = async (event) => {
    event.preventDefault();
    const file = part("file", HTMLInputElement).files?.[0];
    begin({ do: "load", record: file ? await file.text() : part("text", HTMLTextAreaElement).value });
  };
  arranging.ontoggle = bring;
  part("arrange", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    begin({ do: "arrange", name: arranged.value, line: part("arranged-line", HTMLTextAreaElement).value.trim() });
  };
  const level = part("level", HTMLSelectElement);
  level.replaceChildren(...puzzles.map(({ name, title: each }) => made("option", { value: name }, each)));
  part("solve", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    solve(Number(level.value));
  };
  part("daily", HTMLButtonElement).onclick = () => solve(daily);
  part("streak", HTMLElement).textContent = streakTold();
  remembered(LAST_GAMES, JSON.stringify(games));
  listGames(games, resume, remove);
}

/**
 * List the saved games.
 * @param {Choice[]} games
 * @param {(game: string) => void} resume continues a saved game
 * @param {((game: string) => void) | null} remove deletes one; null while that is not possible
 */
function listGames(games, resume, remove) {
  part("kept", HTMLElement).hidden = !games.length;
  part("games", HTMLUListElement).replaceChildren(
    ...games.map(({ name, title: each }) => {
      const onclick = () => confirm(`Delete the game for good? ${each}`) && remove?.(name);
      const disabled = !remove;
      const deleting = made("button", { type: "button", ariaLabel: `Delete ${each}`, disabled, onclick }, "✕");
      return made("li", {}, made("button", { type: "button", onclick: () => resume(name) }, each), deleting);
    }),
  );
}

/** List the saved games of the last visit, until the engine lists those of now. @param {(game: string) => void} resume */
export function listLastGames(resume) {
  try {
    const games = JSON.parse(remembered(LAST_GAMES) || "[]");
    listGames(Array.isArray(games) ? games : [], resume, null);
  } catch {
    remembered(LAST_GAMES, "");
  }
}

/**
 * Open or close a section in place: on a phone, a section that closes above would move it away from the finger.
 * @param {HTMLDetailsElement} way
 * @param {MouseEvent} event a click anywhere in it
 */
function openInPlace(way, event) {
  if (!way.firstElementChild?.contains(/** @type {Node} */ (event.target))) return;
  event.preventDefault();
  const before = way.getBoundingClientRect().top;
  way.open = !way.open;
  scrollBy({ top: way.getBoundingClientRect().top - before, behavior: "instant" });
}

/** @returns {Start | null} the last table, if the browser remembers one */
function lastTable() {
  try {
    const last = JSON.parse(remembered(LAST_TABLE) || "null");
    return last?.do === "start" ? last : null;
  } catch {
    return null;
  }
}

/** Forget the last table, since the engine does not accept it. */
export function forgetTable() {
  remembered(LAST_TABLE, "");
}
