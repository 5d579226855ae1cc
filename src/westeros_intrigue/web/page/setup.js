/** The start page: a new game, a record, a puzzle, the games that are kept. */

import { cardLying, drawing, HOUSES } from "./cards.js";
import { made, part } from "./elements.js";
import { streakTold } from "./puzzle.js";
import { offerGames } from "./other.js";

/** @typedef {import("./messages.js").Chosen} Chosen */
/** @typedef {import("./messages.js").TableChoice} TableChoice */
/** @typedef {import("./messages.js").Position} Position */

const LAST_TABLE = "westeros-intrigue-table";
/** A small court, row by row from the bottom; the last place of the second row is open. */
const ART = [["L2", "S4", "B5", "T1"], ["S7", "B3", ""], ["B9"]];

const table = part("table", HTMLSelectElement);
const count = part("count", HTMLInputElement);
const seats = part("seats", HTMLOListElement);
const starter = part("starter", HTMLSelectElement);

/**
 * Offer what can be chosen.
 * @param {Chosen} choices
 * @param {(request: {do: string, [member: string]: unknown}) => void} start asks for a new game
 * @param {(request: {do: string, [member: string]: unknown}, people: number) => void} invite asks for one with friends
 * @param {(game: string) => void} resume goes on with a kept game
 * @param {(number: number) => void} solve shows a puzzle
 */
export function offer(choices, start, invite, resume, solve) {
  table.replaceChildren(...optionsOf(choices.tables));
  const chosen = () => choices.tables.find((each) => each.name === table.value) ?? choices.tables[0];
  const fill = () => showSeats(chosen(), choices);
  table.onchange = () => {
    const { fewest, most, usual } = chosen();
    Object.assign(count, { min: String(fewest), max: String(most), value: String(usual.length) });
    count.disabled = fewest === most;
    fill();
  };
  count.onchange = fill;
  part("options", HTMLElement).replaceChildren(
    ...choices.options.map(({ name, title }) =>
      made("p", {}, made("label", {}, made("input", { type: "checkbox", value: name }), ` ${title}`)),
    ),
  );
  part("begin", HTMLFormElement).onchange = () => showHouses(chosen(), choices);
  part("begin", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    const begun = wanted();
    localStorage.setItem(LAST_TABLE, JSON.stringify({ ...begun, seed: null }));
    start({ do: "begin", ...begun });
  };
  const last = lastTable();
  const usual = choices.tables[0];
  const seated = last?.seats ?? usual.usual.map((who) => ({ who, name: "" }));
  const people = seated.filter(({ who }) => who === "person").length;
  part("play-note", HTMLElement).textContent =
    `${people === 1 ? "You" : `${people} people`} and ${seated.length - people} computer players.`;
  part("play", HTMLButtonElement).onclick = () => {
    const members = { table: usual.name, seats: seated, houses: [], first_player: 0, options: [], rounds: null, seed: null };
    start({ do: "begin", ...members, ...last });
  };
  showArt();
  part("load", HTMLFormElement).onsubmit = async (event) => {
    event.preventDefault();
    const file = part("file", HTMLInputElement).files?.[0];
    start({ do: "load", record: file ? await file.text() : part("text", HTMLTextAreaElement).value });
  };
  const level = part("level", HTMLSelectElement);
  level.replaceChildren(...optionsOf(choices.puzzles));
  part("solve", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    solve(Number(part("puzzle-number", HTMLInputElement).value || level.value));
  };
  part("daily", HTMLButtonElement).onclick = () => solve(choices.daily);
  part("streak", HTMLElement).textContent = streakTold();
  part("kept", HTMLElement).hidden = !choices.games.length;
  part("games", HTMLUListElement).replaceChildren(
    ...choices.games.map(({ name, title }) =>
      made("li", {}, made("button", { type: "button", onclick: () => resume(name) }, title)),
    ),
  );
  part("with-friends", HTMLElement).hidden = !choices.has_links;
  const friends = { prefix: "friends", people: "Friends", usual: "1", button: "Make the links" };
  offerGames(part("friends-form", HTMLFormElement), choices.others, friends, invite);
  const others = { prefix: "any", people: "People at this screen", usual: "1", button: "Play this game" };
  offerGames(part("start", HTMLFormElement), choices.others.slice(1), others, start);
  table.dispatchEvent(new Event("change", { bubbles: true }));
}

/** @returns {ReturnType<typeof wanted> | null} the table that was last entered, if the browser remembers one */
function lastTable() {
  try {
    return JSON.parse(localStorage.getItem(LAST_TABLE) ?? "null");
  } catch {
    return null;
  }
}

/** Forget the last table, since the engine does not take it. */
export function forgetTable() {
  localStorage.removeItem(LAST_TABLE);
}

/**
 * Return the request for another game of the same people at the same table.
 * @param {Position} position
 */
export function rematch({ seats: seated, view }) {
  const { variant, players } = view.table;
  const isSolo = players === 4 && variant.automated.join() === "1,2,3";
  return {
    do: "begin",
    table: isSolo ? "solo" : "standard",
    seats: seated.map(({ name, who }) => ({ name: who === "person" ? name : "", who })),
    houses: variant.houses,
    first_player: 0,
    options: /** @type {const} */ (["house_affiliation", "rivalry", "anyone_can_die"]).filter((name) => variant[name]),
    rounds: variant.rounds,
    seed: null,
  };
}

/** Draw a court for the eye. */
function showArt() {
  const cells = ART.flatMap((row, above) =>
    row.map((card, across) => {
      const cell = made("span", { className: card ? "cell" : "cell cell--open" }, card ? cardLying(card) : drawing("s-T"));
      cell.style.setProperty("--r", String(above));
      cell.style.setProperty("--c", String(across));
      return cell;
    }),
  );
  part("art", HTMLElement).replaceChildren(...cells);
}

/**
 * Show a line for each seat; what was entered for a seat stays.
 * @param {TableChoice} choice
 * @param {Chosen} choices
 */
function showSeats(choice, choices) {
  const number = Math.min(choice.most, Math.max(choice.fewest, Number(count.value) || choice.fewest));
  const entered = choice.is_fixed ? [] : readSeats();
  const who = [
    { name: "person", title: "A person at this screen" },
    ...choices.levels,
    { name: "automated", title: "An automated house" },
  ];
  const houses = Object.entries(HOUSES).map(([name, title]) => ({ name, title }));
  const lines = Array.from({ length: number }, (_, seat) => {
    const usual = choice.usual[seat] ?? choice.usual[choice.usual.length - 1];
    const before = choice.is_fixed && usual === "automated" ? undefined : entered[seat];
    const player = chooser(who, before?.who ?? usual, `Who plays seat ${seat + 1}`);
    player.disabled = choice.is_fixed && usual === "automated";
    const house = chooser(houses, before?.house ?? choice.houses[seat], `House of seat ${seat + 1}`);
    house.disabled = choice.is_fixed;
    const name = made("input", { type: "text", maxLength: 16, placeholder: "name", value: before?.name ?? "" });
    name.setAttribute("aria-label", `Name of seat ${seat + 1}`);
    return made("li", {}, player, " ", name, " ", house);
  });
  seats.replaceChildren(...lines);
  const first = starter.value;
  starter.replaceChildren(...optionsOf(lines.map((_, seat) => ({ name: String(seat), title: `Seat ${seat + 1}` }))));
  starter.value = !choice.is_fixed && Number(first) < number ? first || "0" : "0";
  starter.disabled = choice.is_fixed;
}

/** @param {import("./messages.js").Choice[]} choices */
function optionsOf(choices) {
  return choices.map((each) => made("option", { value: each.name }, each.title));
}

/**
 * @param {import("./messages.js").Choice[]} choices
 * @param {string} value
 * @param {string} label
 */
function chooser(choices, value, label) {
  const select = made("select", {}, ...optionsOf(choices));
  select.value = value;
  select.setAttribute("aria-label", label);
  return select;
}

/** Return who sits where, as it has been entered. */
function readSeats() {
  return [...seats.children].map((line) => {
    const [who, house] = [...line.querySelectorAll("select")].map((each) => each.value);
    return { who, house, name: line.querySelector("input")?.value ?? "" };
  });
}

/**
 * Show the houses of the seats where each needs one.
 * @param {TableChoice} choice
 * @param {Chosen} choices
 */
function showHouses(choice, { options }) {
  const entered = readSeats();
  const isNeeded =
    choice.is_fixed ||
    entered.some(({ who }) => who === "automated") ||
    options.some(({ name, needs_houses }) => needs_houses && checkedOptions().includes(name));
  for (const house of seats.querySelectorAll("select:last-child")) {
    /** @type {HTMLElement} */ (house).hidden = !isNeeded;
  }
}

function checkedOptions() {
  const options = part("options", HTMLElement).querySelectorAll("input");
  return [...options].filter((option) => option.checked).map((option) => option.value);
}

/** Return the members of the request for the game that has been entered. */
function wanted() {
  /** @param {string} id */
  const number = (id) => {
    const { value } = part(id, HTMLInputElement);
    return value === "" ? null : Number(value);
  };
  const entered = readSeats();
  const houses = seats.querySelector("select:last-child:enabled:not([hidden])");
  return {
    table: table.value,
    seats: entered.map(({ name, who }) => ({ name, who })),
    houses: houses ? entered.map(({ house }) => house) : [],
    first_player: Number(starter.value),
    options: checkedOptions(),
    rounds: number("rounds-wanted"),
    seed: number("seed"),
  };
}
