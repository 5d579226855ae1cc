/**
 * The page: asks the engine, shows what it answers, and sends what people choose.
 *
 * It knows no rule. What may be placed, whose turn it is and what comes next, the engine says.
 */

import { made, part, remember, say } from "./elements.js";
import { slotButton } from "./court.js";
import { engine, Gone } from "./messages.js";
import { HOUSES, placing } from "./placing.js";
import { pose } from "./puzzle.js";
import { review } from "./review.js";
import { offer } from "./setup.js";

/** @typedef {import("./messages.js").Position} Position */
/** @typedef {import("./messages.js").Answer} Answer */
/** @typedef {{do: string, [member: string]: unknown}} Request */

/** How the address names a puzzle, before its number. */
const PUZZLE = "puzzle-";
const court = part("court", HTMLElement);
const hand = part("hand", HTMLElement);
const pace = part("pace", HTMLSelectElement);
const story = part("story", HTMLDialogElement);

/** @type {Position | null} */
let position = null;
/** How many sentences of the round have been told. */
let toldBefore = 0;
/** What is to happen next, so that something else can come before it. */
let timer = 0;

const table = placing(
  { court, hand, reason: part("reason", HTMLElement) },
  async (card) => {
    const answer = await ask(look(card));
    return answer?.kind === "position" ? answer : null;
  },
  (move) => change({ do: "place", move }),
);
const askEngine = await start();

/** Return what asks the engine, and show how far it is loaded, or why it cannot be. */
async function start() {
  const bar = part("progress", HTMLProgressElement);
  const again = part("again", HTMLButtonElement);
  again.onclick = () => location.reload();
  try {
    return await engine(document.documentElement.dataset.engine, (text, bytes, all) => {
      const heading = part("loading-heading", HTMLElement);
      if (heading.textContent !== text) heading.textContent = text;
      part("loaded", HTMLElement).textContent = bytes ? megabytes(bytes, all) : "";
      if (bytes && all) Object.assign(bar, { max: all, value: Math.min(bytes, all) });
      else bar.removeAttribute("value");
    });
  } catch (error) {
    warn(`The game cannot be loaded: ${error instanceof Error ? error.message : error}.`);
    for (const each of [bar, part("loaded", HTMLElement)]) each.hidden = true;
    again.hidden = false;
    throw error;
  }
}

/**
 * @param {number} bytes
 * @param {number} all
 */
function megabytes(bytes, all) {
  const written = (/** @type {number} */ count) => (count / 1e6).toFixed(1);
  return all ? `${written(bytes)} of ${written(all)} MB` : `${written(bytes)} MB`;
}

/** @param {string} text */
function warn(text) {
  part("alert", HTMLElement).textContent = text;
}

/**
 * Ask the engine. While it cannot be reached, say so and wait; then show where the game is.
 * @param {Request} request
 * @returns {Promise<Answer | null>} null if the answer was lost
 */
async function ask(request) {
  const before = position;
  try {
    const answer = await askEngine(request);
    // Meanwhile the game may have gone on, or have been left.
    return position === before ? answer : null;
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
  }
  warn("The game's engine has stopped. Start `westeros-intrigue web` again: the game is kept, and goes on here.");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const answer = await ask(position ? look() : { do: "choices" });
  if (answer) warn("");
  if (answer?.kind === "position") show(answer);
  if (answer?.kind === "choices" && part("puzzle", HTMLElement).hidden) setUp(answer);
  return null;
}

/** @param {string} [chosen] the card whose slots are shown */
function look(chosen) {
  return { do: "look", game: position?.game, seat: position?.view.player ?? null, card: chosen ?? null };
}

/**
 * Send a request that changes the game, and show what comes of it.
 * @param {Request} request
 */
async function change(request) {
  clearTimeout(timer);
  const answer = await ask({
    game: position?.game,
    seat: position?.view.player ?? null,
    moment: position?.moment,
    ...request,
  });
  if (answer?.kind === "position") show(answer);
  else if (answer?.kind === "refused") table.tell(answer.reasons.map((each) => each.text).join(" "));
  else if (answer?.kind === "fault" && answer.code === "moved-on") await enter(position?.game ?? "");
  else if (answer?.kind === "fault") table.tell(answer.text);
}

/** @param {"setup" | "cover" | "game" | "puzzle"} name */
function turnTo(name) {
  for (const each of ["loading", "setup", "cover", "game", "puzzle"]) part(each, HTMLElement).hidden = each !== name;
  part("leave", HTMLButtonElement).hidden = name === "setup";
}

/** Leave the game; nothing of it stays in the page. */
function forget() {
  clearTimeout(timer);
  position = null;
  table.hide();
}

/** Show the start page. */
async function leave() {
  forget();
  history.replaceState(null, "", location.pathname);
  const answer = await ask({ do: "choices" });
  if (answer?.kind === "choices") setUp(answer);
}

/** @param {import("./messages.js").Chosen} choices */
function setUp(choices) {
  offer(choices, begin, enter, solve);
  turnTo("setup");
}

/** @param {Request} request */
async function begin(request) {
  warn("");
  const answer = await ask(request);
  if (answer?.kind === "position") await enter(answer.game);
  else if (answer?.kind === "fault") warn(answer.text);
}

/**
 * Show a puzzle, or say why there is none.
 * @param {number} number
 */
async function solve(number) {
  warn("");
  const answer = await ask({ do: "puzzle", number, card: null });
  if (answer?.kind === "puzzle") {
    forget();
    history.replaceState(null, "", `#${PUZZLE}${number}`);
    pose(answer, ask, solve);
    turnTo("puzzle");
  } else if (answer?.kind === "fault") {
    await leave();
    warn(answer.text);
  }
}

/**
 * Go on with a game; the only person at it sees their hand.
 * @param {string} game
 */
async function enter(game) {
  /** @param {number | null} seat */
  const seen = (seat) => ask({ do: "look", game, seat, card: null });
  let answer = await seen(null);
  if (answer?.kind === "position") {
    const people = answer.seats.flatMap((seat, number) => (seat.who === "person" ? [number] : []));
    if (people.length === 1) answer = await seen(people[0]);
  }
  if (answer?.kind === "position") {
    toldBefore = answer.told.length;
    show(answer);
  } else if (answer?.kind === "fault") {
    await leave();
    warn(answer.text);
  }
}

/** @param {Position} next */
function show(next) {
  const isNew = next.game !== position?.game;
  position = next;
  history.replaceState(null, "", `#${next.game}`);
  story.close();
  part("review", HTMLElement).hidden = true;
  const { waits_for, view } = next;
  const active = view.table.active_player;
  if (waits_for === "person" && view.player !== active && active !== null) return cover(next, active);
  turnTo("game");
  table.show(next, view.hand);
  showHand(next);
  showTable(next);
  showTold(next);
  part("undo", HTMLButtonElement).disabled = !next.can_undo;
  part("hint", HTMLButtonElement).disabled = !next.moves.length;
  if (isNew) window.scrollTo(0, 0);
  if (waits_for === "step") timer = window.setTimeout(() => change({ do: "step" }), Number(pace.value));
  if (waits_for === "round") tellStory("The round is over", next.story, "Go on", () => change({ do: "step" }));
  if (waits_for === "nobody") {
    tellStory("The game is over", next.story, "Look at it again", () => {
      story.close();
      part("review", HTMLElement).scrollIntoView();
    });
    review(async (request) => (await ask({ game: next.game, ...request })) ?? { kind: "fault", code: "", text: "" });
  }
  return undefined;
}

/**
 * Hide everything until the person to move says that they are there.
 * @param {Position} next
 * @param {number} seat
 */
function cover(next, seat) {
  const { name } = next.seats[seat];
  table.hide();
  showTold(next);
  turnTo("cover");
  part("cover-heading", HTMLElement).textContent = `${name} is to move`;
  const uncover = part("uncover", HTMLButtonElement);
  uncover.textContent = `I am ${name}`;
  uncover.onclick = async () => {
    const answer = await ask({ ...look(), seat });
    if (answer?.kind === "position") show(answer);
  };
  part("cover-heading", HTMLElement).focus();
}

/** @param {Position} next */
function showHand({ view, moves, waits_for, seats }) {
  const isTurn = moves.length > 0;
  part("hand-part", HTMLElement).classList.toggle("turn", isTurn);
  const who = view.player === null ? "" : seats[view.player].name;
  const heading = part("hand-heading", HTMLElement);
  heading.textContent = isTurn ? `Your turn, ${who}: choose a card` : who ? `The hand of ${who}` : "No hand is shown";
  if (waits_for === "step" && view.table.active_player !== null) {
    heading.textContent += ` – ${seats[view.table.active_player].name} is to move`;
  }
}

/** @param {Position} next */
function showTable({ view, seats, waits_for }) {
  const { table } = view;
  const out = new Set(table.eliminations.map((each) => each.player));
  const rows = seats.map((seat, number) => {
    const house = HOUSES[table.variant.houses[number]];
    const notes = house && !seat.name.includes(house) ? [house] : [];
    if (out.has(number) && waits_for !== "nobody") notes.push("out");
    const name = made("th", { scope: "row" }, [seat.name, ...notes].join(", "));
    const counts = [table.hand_sizes, table.penalty_points, table.score_pile_sizes];
    const row = made("tr", {}, name, ...counts.map((each) => made("td", {}, String(each[number]))));
    if (number === table.active_player) row.setAttribute("aria-current", "true");
    return row;
  });
  part("rows", HTMLTableSectionElement).replaceChildren(...rows);
}

/** @param {Position} next */
function showTold({ told, moves }) {
  const list = part("told", HTMLOListElement);
  list.replaceChildren(...told.map((each) => made("li", {}, each)));
  list.scrollTop = list.scrollHeight;
  const news = told.slice(told.length < toldBefore ? 0 : toldBefore);
  toldBefore = told.length;
  say([...news, moves.length ? "Your turn." : ""].join(" ").trim());
}

/**
 * Tell sentences one by one.
 * @param {string} title
 * @param {string[]} sentences
 * @param {string} onward
 * @param {() => void} goOn
 */
function tellStory(title, sentences, onward, goOn) {
  const lines = part("lines", HTMLUListElement);
  part("story-heading", HTMLElement).textContent = title;
  lines.replaceChildren();
  const button = part("onward", HTMLButtonElement);
  Object.assign(button, { textContent: onward, onclick: goOn });
  story.showModal();
  button.focus();
  const [first, ...others] = sentences;
  /** @param {string} line @param {string[]} rest */
  const tellOne = (line, rest) => {
    lines.append(made("li", {}, line));
    if (rest.length) timer = window.setTimeout(() => tellOne(rest[0], rest.slice(1)), Number(pace.value));
  };
  if (first) tellOne(first, others);
}

part("hint", HTMLButtonElement).onclick = async () => {
  table.tell("Thinking …");
  const answer = await ask({ do: "hint", game: position?.game, seat: position?.view.player, moment: position?.moment });
  if (answer?.kind !== "advice") return;
  const [chosen, slot] = answer.move.split("@");
  await table.choose(chosen, false);
  slotButton(court, slot)?.classList.add("hinted");
  table.tell(answer.text);
};
part("undo", HTMLButtonElement).onclick = () => change({ do: "undo" });
part("leave", HTMLButtonElement).onclick = leave;
story.addEventListener("cancel", (event) => event.preventDefault());
remember(pace);
window.addEventListener("hashchange", () => open());

/** Show the game or the puzzle that the address names, or the start page. */
function open() {
  const game = location.hash.slice(1);
  if (game.startsWith(PUZZLE)) return solve(Number(game.slice(PUZZLE.length)));
  return game ? enter(game) : leave();
}

await open();
