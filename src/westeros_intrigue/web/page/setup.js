/** The start page: a new game, a record, a puzzle, the games that are kept. */

import { made, part } from "./elements.js";

/** @typedef {import("./messages.js").Chosen} Chosen */
/** @typedef {import("./messages.js").TableChoice} TableChoice */

const table = part("table", HTMLSelectElement);
const count = part("count", HTMLInputElement);
const seats = part("seats", HTMLOListElement);

/**
 * Offer what can be chosen.
 * @param {Chosen} choices
 * @param {(request: {do: string, [member: string]: unknown}) => void} start asks for a new game
 * @param {(game: string) => void} resume goes on with a kept game
 * @param {(number: number) => void} solve shows a puzzle
 */
export function offer(choices, start, resume, solve) {
  table.replaceChildren(...choices.tables.map((each) => made("option", { value: each.name }, each.title)));
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
  part("begin", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    start({ do: "begin", ...wanted() });
  };
  part("load", HTMLFormElement).onsubmit = async (event) => {
    event.preventDefault();
    const file = part("file", HTMLInputElement).files?.[0];
    start({ do: "load", record: file ? await file.text() : part("text", HTMLTextAreaElement).value });
  };
  const level = part("level", HTMLSelectElement);
  level.replaceChildren(...choices.puzzles.map((each) => made("option", { value: each.name }, each.title)));
  part("solve", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    solve(Number(part("puzzle-number", HTMLInputElement).value || level.value));
  };
  part("kept", HTMLElement).hidden = !choices.games.length;
  part("games", HTMLUListElement).replaceChildren(
    ...choices.games.map(({ name, title }) =>
      made("li", {}, made("button", { type: "button", onclick: () => resume(name) }, title)),
    ),
  );
  table.dispatchEvent(new Event("change"));
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
  const lines = Array.from({ length: number }, (_, seat) => {
    const usual = choice.usual[seat] ?? choice.usual[choice.usual.length - 1];
    const before = choice.is_fixed && usual === "automated" ? undefined : entered[seat];
    const select = made("select", {}, ...who.map((each) => made("option", { value: each.name }, each.title)));
    select.value = before?.who ?? usual;
    select.disabled = choice.is_fixed && usual === "automated";
    select.setAttribute("aria-label", `Who plays seat ${seat + 1}`);
    const name = made("input", { type: "text", maxLength: 16, placeholder: "name", value: before?.name ?? "" });
    name.setAttribute("aria-label", `Name of seat ${seat + 1}`);
    return made("li", {}, select, " ", name);
  });
  seats.replaceChildren(...lines);
}

/** Return who sits where, as it has been entered. */
function readSeats() {
  return [...seats.children].map((line) => ({
    name: line.querySelector("input")?.value ?? "",
    who: line.querySelector("select")?.value ?? "person",
  }));
}

/** Return the members of the request for the game that has been entered. */
function wanted() {
  /** @param {string} id */
  const number = (id) => {
    const { value } = part(id, HTMLInputElement);
    return value === "" ? null : Number(value);
  };
  const options = part("options", HTMLElement).querySelectorAll("input");
  return {
    table: table.value,
    seats: readSeats(),
    options: [...options].filter((option) => option.checked).map((option) => option.value),
    rounds: number("rounds"),
    seed: number("seed"),
  };
}
