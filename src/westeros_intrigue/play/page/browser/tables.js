/** The form for a new table of any game: the players and the options of the game. */

import { HOUSES } from "./cards.js";
import { choice, knownName, made } from "./elements.js";
import { OPPONENTS } from "./seats.js";

/** @import { Choice, GameChoice, OptionForm, Start } from "westeros-intrigue/messages" */

/** The default number of seats, unless the game has fewer. */
const USUAL = 4;
/** The levels of computer players that start games, weakest first; in plain Python, which is slow, another is the last. */
const LEVELS = ["squire", "knight", "maester"];
const STRONGEST_IN_PYTHON = "learned";

/**
 * Return the levels that an engine has for a game.
 * @param {readonly Choice[]} levels
 */
export function knownLevels(levels) {
  const names = new Set(levels.map(({ name }) => name));
  const known = LEVELS.filter((each) => names.has(each));
  return known.length && known.length < LEVELS.length ? [...known, STRONGEST_IN_PYTHON] : known;
}
/** The options that are set seat by seat. */
const BY_SEAT = ["automated", "first_player", "houses"];

/**
 * Return the request for a game's default table: one person against opponents at a level.
 * @param {Pick<GameChoice, "name" | "most">} game
 * @param {string} level
 * @returns {Start}
 */
export function usualTable({ name, most }, level) {
  const seats = Array.from({ length: Math.min(USUAL, most) }, (_, seat) => ({
    name: "",
    who: seat ? level : "person",
  }));
  return { do: "start", name, seats: named(seats), options: [], seed: null };
}

/** Name the opponents that have no name. @param {Start["seats"]} seats @returns {Start["seats"]} */
function named(seats) {
  const free = OPPONENTS.filter((each) => seats.every(({ name }) => name !== each));
  const isOpponent = (/** @type {string} */ who) => who !== "person" && who !== "automated";
  return seats.map(({ name, who }) => ({ name: name || (isOpponent(who) && free.shift()) || "", who }));
}

/**
 * Offer tables of games.
 * @param {HTMLFormElement} form
 * @param {GameChoice[]} games
 * @param {string} button the text of the button that starts the game
 * @param {boolean} isShared true if friends come through links
 * @param {(request: Start, friends: number[]) => void} start asks for a new game; friends have these seats
 */
export function offerTables(form, games, button, isShared, start) {
  const titles = games.map(({ name, title }) => made("option", { value: name }, title));
  const game = made("select", { name: "game" }, ...titles);
  const count = made("input", { name: "count", type: "number", inputMode: "numeric", required: true });
  const starter = made("select", { name: "first_player" });
  const seed = made("input", { name: "seed", type: "number", min: "0", placeholder: "any deal" });
  const [lines, houses, options] = [made("ol.seat-lines", {}), made("p"), made("div")];
  /** @param {string} text @param {HTMLElement} control */
  const labelled = (text, control) => made("p", {}, made("label", {}, text, control));
  const picture = made("img.board", { alt: "" });
  const chosen = () => games.find(({ name }) => name === game.value) ?? games[0];
  /** @param {string} name */
  const has = (name) => chosen().options.some((each) => each.name === name);

  /** @param {number} seat */
  const line = (seat) => {
    const { levels, usual } = chosen();
    const who = [{ name: "person", title: "A person at this screen" }, ...levels];
    if (isShared) who.splice(1, 0, { name: "friend", title: "A friend, through a link" });
    if (has("automated")) who.push({ name: "automated", title: "An automated house" });
    const players = who.map((each) => [each.name, each.title]);
    const select = choice(`Who plays seat ${seat + 1}`, players);
    select.value = seat === 0 ? "person" : seat === 1 && isShared ? "friend" : usual;
    if (isShared && !seat) return made("li", {}, select, " ", "you");
    const name = made("input", { maxLength: 16, placeholder: "name", ariaLabel: `Name of seat ${seat + 1}` });
    return made("li", {}, select, " ", name);
  };
  // The name tells friends who invites them.
  const own = made("input", { maxLength: 16, required: true, value: knownName() });
  const people = made("fieldset.segments", {});
  const strengths = made("fieldset.segments", {});

  /** Seat the friends and, in the empty chairs, computer players of the chosen level. */
  const seatFriends = () => {
    const friends = Number(picked(people));
    const { fewest, most, usual } = chosen();
    count.value = String(Math.min(most, Math.max(fewest, USUAL, friends + 1)));
    fill();
    for (const [seat, select] of [...lines.querySelectorAll("select")].entries())
      select.value = !seat ? "person" : seat <= friends ? "friend" : picked(strengths) || usual;
  };
  /** Ask how many friends come, and how strong the computer players are. */
  const askFriends = () => {
    const { most, levels } = chosen();
    const before = Number(picked(people)) || 1;
    const numbers = Array.from({ length: most - 1 }, (_, at) => [String(at + 1), String(at + 1)]);
    people.replaceChildren(
      ...segments("How many friends come?", "friends", numbers, String(Math.min(before, most - 1))),
    );
    const known = knownLevels(levels);
    const named = known.map((each) => [each, each[0].toUpperCase() + each.slice(1)]);
    strengths.hidden = !known.length;
    strengths.replaceChildren(
      ...segments("Who plays in empty chairs?", "level", named, picked(strengths) || known[0] || ""),
    );
    seatFriends();
  };
  people.onchange = strengths.onchange = seatFriends;
  /** @param {number} seat */
  const house = (seat) => choice(`House of seat ${seat + 1}`, [["", "any house"], ...Object.entries(HOUSES)]);
  /** @param {number} seat */
  const starting = (seat) => made("option", { value: String(seat || "") }, `Seat ${seat + 1}`);

  const fill = () => {
    const { fewest, most } = chosen();
    const number = Math.min(most, Math.max(fewest, Number(count.value) || USUAL));
    for (const [list, make] of /** @type {const} */ ([
      [lines, line],
      [houses, house],
      [starter, starting],
    ])) {
      while (list.childElementCount > number) list.lastElementChild?.remove();
      while (list.childElementCount < number) list.append(make(list.childElementCount));
    }
  };
  game.onchange = () => {
    const { fewest, most, options: fields, picture: address } = chosen();
    picture.hidden = !address;
    if (address) picture.src = new URL(address, import.meta.url).href;
    Object.assign(count, { min: String(fewest), max: String(most), value: String(Math.min(USUAL, most)) });
    for (const each of [lines, houses, starter]) each.replaceChildren();
    fill();
    houses.hidden = !has("houses");
    starter.disabled = !has("first_player");
    if (isShared) askFriends();
    options.replaceChildren(
      ...fields.filter(({ name }) => !BY_SEAT.includes(name)).map((each) => made("p", {}, ...field(each))),
    );
  };
  count.onchange = fill;
  const table = [
    made("p", { hidden: games.length < 2 }, made("label", {}, "Game ", game)),
    picture,
    labelled("Seats ", count),
    made("fieldset", {}, made("legend", {}, "Who plays"), lines),
  ];
  form.replaceChildren(
    ...(isShared ? [labelled("Your name ", own), people, strengths] : table),
    made(
      "details",
      {},
      made("summary", {}, "Options"),
      ...(isShared ? table : []),
      labelled("Who starts ", starter),
      houses,
      options,
      labelled("Seed ", seed),
    ),
    made("p", {}, made("button.main", {}, button)),
  );
  form.onsubmit = async (event) => {
    event.preventDefault();
    const who = chosenIn(lines);
    const names = [...(isShared ? [own] : []), ...lines.querySelectorAll("input")].map(({ value }) => value);
    if (isShared) knownName(own.value);
    const seats = who.map((each, seat) => ({ name: names[seat], who: each === "friend" ? "person" : each }));
    const letters = chosenIn(houses);
    const filled = letters.map((each, seat) => each || Object.keys(HOUSES)[seat % 4]);
    const settings = [
      ...(await entered(options)),
      { name: "first_player", value: starter.value },
      { name: "automated", value: seatsOf(who, "automated").join("+") },
      { name: "houses", value: letters.some(Boolean) ? filled.join("") : "" },
    ];
    /** @type {Start} */
    const request = {
      do: "start",
      name: game.value,
      seats: named(seats),
      options: settings.filter(({ value }) => value),
      seed: seed.value ? Number(seed.value) : null,
    };
    start(request, seatsOf(who, "friend"));
  };
  game.dispatchEvent(new Event("change"));
}

/** Return the value that is picked in a group of segments. @param {HTMLElement} group */
const picked = (group) => /** @type {HTMLInputElement | null} */ (group.querySelector(":checked"))?.value ?? "";

/** Return the parts of a group of buttons of which one is picked. @param {string} title @param {string} name @param {string[][]} choices values and texts @param {string} value */
function segments(title, name, choices, value) {
  const labels = choices.map(([each, text]) => {
    const radio = made("input", { type: "radio", name, value: each, checked: each === value });
    return made("label", {}, radio, text);
  });
  return [made("legend", {}, title), made("div", {}, ...labels)];
}

/** @param {HTMLElement} place */
const chosenIn = (place) => [...place.querySelectorAll("select")].map(({ value }) => value);

/** @param {string[]} players @param {string} wanted */
function seatsOf(players, wanted) {
  return players.flatMap((each, seat) => (each === wanted ? [seat] : []));
}

/** Return the control of an option. @param {OptionForm} form @returns {(Node | string)[]} */
function field({ name, kind, help, choices, least, most }) {
  /** @param {string} value @param {string} text */
  const box = (value, text) => made("label", {}, made("input", { name, value, type: "checkbox" }), ` ${text}`);
  const capital = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);
  if (kind === "flag") return [box("true", capital(help))];
  if (kind === "choices") return choices.map((each) => box(each, capital(each.replaceAll("-", " "))));
  const limits = kind === "number" ? { min: String(least), max: String(most) } : {};
  const type = kind === "number" ? "number" : kind === "file" ? "file" : "text";
  const control = choices.length
    ? made("select", { name }, ...["", ...choices].map((each) => made("option", { value: each }, each || "as usual")))
    : made("input", { name, type, accept: ".json", ...limits });
  return [made("label", {}, `${capital(help)} `, control)];
}

/** Return the entered options; omitted options have their defaults. @param {HTMLElement} fields */
async function entered(fields) {
  /** @type {Map<string, string>} */
  const options = new Map();
  for (const control of fields.querySelectorAll("input, select")) {
    const { name, value, type } = /** @type {HTMLInputElement} */ (control);
    const { files, checked } = /** @type {HTMLInputElement} */ (control);
    if (type === "checkbox") {
      if (checked) options.set(name, [...(options.get(name)?.split("+") ?? []), value].join("+"));
    } else if (type === "file" ? files?.length : value) options.set(name, files ? await files[0].text() : value);
  }
  return [...options].map(([name, value]) => ({ name, value }));
}
