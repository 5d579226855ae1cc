/** The form of a new table, of any game: who plays, and the options of the game. */

import { made } from "./elements.js";

/** @typedef {import("../../schema/messages").GameChoice} GameChoice */
/** @typedef {import("../../schema/messages").OptionForm} OptionForm */
/** @typedef {import("../../schema/messages").Start} Start */

/** How many sit at a table, unless the game has fewer seats. */
const USUAL = 4;

/**
 * Return the request for the usual table of a game: one person, and the usual players.
 * @param {GameChoice} game
 * @returns {Start}
 */
export function usualTable({ name, most, usual }) {
  const seats = Array.from({ length: Math.min(USUAL, most) }, (_, seat) => ({ name: "", who: seat ? usual : "person" }));
  return { do: "start", name, seats, options: [], seed: null };
}

/**
 * Offer tables of games.
 * @param {HTMLFormElement} form
 * @param {GameChoice[]} games
 * @param {string} button what begins the game
 * @param {boolean} isShared whether friends come through links
 * @param {(request: Start, friends: number[]) => void} start asks for a new game; friends have these seats
 */
export function offerTables(form, games, button, isShared, start) {
  const game = made("select", { name: "game" }, ...games.map(({ name, title }) => made("option", { value: name }, title)));
  const count = made("input", { name: "count", type: "number", inputMode: "numeric", required: true });
  const starter = made("select", { name: "first_player" });
  const seed = made("input", { name: "seed", type: "number", min: "0", placeholder: "any deal" });
  const [lines, options] = [made("ol", { className: "seat-lines" }), made("div")];
  const chosen = () => games.find(({ name }) => name === game.value) ?? games[0];
  const players = () => [...lines.querySelectorAll("select")].map(({ value }) => value);

  const fill = () => {
    const { fewest, most, levels, usual, options: fields } = chosen();
    const number = Math.min(most, Math.max(fewest, Number(count.value) || USUAL));
    const [before, names] = [players(), [...lines.querySelectorAll("input")].map(({ value }) => value)];
    const people = [{ name: "person", title: "A person at this screen" }];
    if (isShared) people.push({ name: "friend", title: "A friend, through a link" });
    const rules = fields.some(({ name }) => name === "automated") ? [{ name: "automated", title: "An automated house" }] : [];
    const who = [...people, ...levels, ...rules].map(({ name, title }) => ({ value: name, text: title }));
    const seats = Array.from({ length: number }, (_, seat) => {
      const select = made("select", { ariaLabel: `Who plays seat ${seat + 1}` }, ...who.map((each) => made("option", each)));
      const others = seat === 1 && isShared ? "friend" : usual;
      select.value = before[seat] ?? (seat ? others : "person");
      const name = made("input", { maxLength: 16, placeholder: "name", value: names[seat] ?? "", ariaLabel: `Name of seat ${seat + 1}` });
      return made("li", {}, select, " ", name);
    });
    lines.replaceChildren(...seats);
    const first = starter.value;
    starter.replaceChildren(...seats.map((_, seat) => made("option", { value: String(seat) }, `Seat ${seat + 1}`)));
    starter.value = Number(first) < number ? first || "0" : "0";
  };
  game.onchange = () => {
    const { fewest, most, options: fields } = chosen();
    Object.assign(count, { min: String(fewest), max: String(most), value: String(Math.min(USUAL, most)) });
    lines.replaceChildren();
    fill();
    options.replaceChildren(...fields.map((each) => made("p", {}, ...field(each))));
  };
  count.onchange = fill;
  form.replaceChildren(
    made("p", { hidden: games.length < 2 }, made("label", {}, "Game ", game)),
    made("p", {}, made("label", {}, "Seats ", count)),
    made("fieldset", {}, made("legend", {}, "Who plays"), lines),
    made(
      "details",
      {},
      made("summary", {}, "Options"),
      made("p", {}, made("label", {}, "Who starts ", starter)),
      options,
      made("p", {}, made("label", {}, "Seed ", seed)),
    ),
    made("p", {}, made("button", { className: "main" }, button)),
  );
  form.onsubmit = async (event) => {
    event.preventDefault();
    const who = players();
    const names = [...lines.querySelectorAll("input")].map(({ value }) => value);
    const seats = who.map((each, seat) => ({ name: names[seat], who: each === "friend" ? "person" : each }));
    const automated = seatsOf(who, "automated").join("+");
    const settings = [...(await entered(options)), { name: "first_player", value: starter.value === "0" ? "" : starter.value }];
    if (automated) settings.push({ name: "automated", value: automated });
    /** @type {Start} */
    const request = { do: "start", name: game.value, seats, options: settings.filter(({ value }) => value), seed: seed.value ? Number(seed.value) : null };
    start(request, seatsOf(who, "friend"));
  };
  game.dispatchEvent(new Event("change"));
}

/**
 * @param {string[]} players
 * @param {string} wanted
 */
function seatsOf(players, wanted) {
  return players.flatMap((each, seat) => (each === wanted ? [seat] : []));
}

/**
 * Return the control of an option; those that the seats are chosen with need none.
 * @param {OptionForm} form
 * @returns {(Node | string)[]}
 */
function field({ name, kind, help, choices, least, most }) {
  if (["automated", "first_player"].includes(name)) return [];
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

/**
 * Return the options that have been entered; those that are left out are as usual.
 * @param {HTMLElement} fields
 */
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
