/**
 * The page: asks the engine, shows what it answers, and sends what people choose.
 *
 * It knows no rule. What may be placed, whose turn it is and what comes next, the engine says.
 */

import { made, part, remember, say } from "./elements.js";
import { slotButton } from "./court.js";
import { engine, Gone } from "./messages.js";
import { forgetOther, refuse, showOther, showRules } from "./other.js";
import { placing } from "./placing.js";
import { pose } from "./puzzle.js";
import { review } from "./review.js";
import { showScores, showSeats } from "./seats.js";
import { forgetTable, offer, rematch } from "./setup.js";

/** @typedef {import("./messages.js").Position} Position */
/** @typedef {import("./messages.js").AnyPosition} AnyPosition */
/** @typedef {import("./messages.js").Answer} Answer */
/** @typedef {{do: string, [member: string]: unknown}} Request */

/** How the address names a puzzle, before its number. */
const PUZZLE = "puzzle-";
const court = part("court", HTMLElement);
const hand = part("hand", HTMLElement);
const pace = part("pace", HTMLSelectElement);
const story = part("story", HTMLElement);
const rules = part("rules", HTMLDialogElement);
const rail = part("rail", HTMLElement);
const TITLE = document.title;

/** @type {Position | AnyPosition | null} */
let position = null;
/** How many sentences of the round have been told. */
let toldBefore = 0;
/** What is to happen next, so that something else can come before it. */
let timer = 0;
/** Whether the rest of the round is not waited for. */
let isSkipped = false;

const table = placing(
  { court, hand, reason: part("reason", HTMLElement) },
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
  warn("No connection to the game. It is stored; the page tries again. If `westeros-intrigue web` has stopped, start it.");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const answer = await ask(position ? look() : { do: "choices" });
  if (answer) warn("");
  showGame(answer);
  if (answer?.kind === "choices" && part("puzzle", HTMLElement).hidden) setUp(answer);
  return null;
}

function look() {
  return { do: "look", game: position?.game, seat: viewer(), card: null };
}

/** Return the seat that looks at the game, if one does. */
function viewer() {
  return (position?.kind === "table" ? position.viewer : position?.view.player) ?? null;
}

/**
 * Show a game of any kind, if the answer is one.
 * @param {Answer | null} answer
 */
function showGame(answer) {
  if (answer?.kind === "position") show(answer);
  if (answer?.kind === "table") showTable(answer);
}

/**
 * Show another game, and wait for what comes next.
 * @param {AnyPosition} next
 */
function showTable(next) {
  position = next;
  goTo(next.game);
  const { waits_for, viewer: seat, active, seats } = next;
  if (waits_for === "person" && seat !== active && active !== null) {
    forgetOther();
    return coverFor(seats[active].name, active);
  }
  turnTo("any");
  showOther(next, change);
  if (next.moves.length) document.title = `Your turn – ${next.name}`;
  if (waits_for === "step") timer = window.setTimeout(() => change({ do: "step" }), Number(pace.value));
  return undefined;
}

/**
 * Make an address the one of the page, so that the browser leads back from it.
 * @param {string} name what stands behind the #; empty for the start page
 */
function goTo(name) {
  if (location.hash.slice(1) !== name) history.pushState(null, "", name ? `#${name}` : location.pathname);
}

/**
 * Send a request that changes the game, and show what comes of it.
 * @param {Request} request
 */
async function change(request) {
  clearTimeout(timer);
  const answer = await ask({
    game: position?.game,
    seat: viewer(),
    moment: position?.moment,
    ...request,
  });
  const tell = position?.kind === "table" ? refuse : table.tell;
  showGame(answer);
  if (answer?.kind === "refused") tell(answer.reasons.map((each) => each.text).join(" "));
  else if (answer?.kind === "fault" && answer.code === "moved-on") await enter(position?.game ?? "");
  else if (answer?.kind === "fault") tell(answer.text);
}

/** @param {"setup" | "cover" | "game" | "any" | "review" | "puzzle"} name */
function turnTo(name) {
  const screens = ["loading", "setup", "cover", "game", "any", "review", "puzzle"];
  for (const each of screens) part(each, HTMLElement).hidden = each !== name;
  part("leave", HTMLButtonElement).hidden = name === "setup";
  part("rounds", HTMLElement).hidden = name !== "game";
  document.title = TITLE;
  window.scrollTo(0, 0);
}

/** Leave the game; nothing of it stays in the page. */
function forget() {
  clearTimeout(timer);
  position = null;
  table.hide();
  forgetOther();
  for (const id of ["own", "others"]) part(id, HTMLElement).replaceChildren();
}

/** Show the start page. */
async function leave() {
  forget();
  goTo("");
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
  if (answer?.kind === "position" || answer?.kind === "table") return enter(answer.game);
  if (answer?.kind !== "fault") return undefined;
  forgetTable();
  return warn(answer.text);
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
    goTo(`${PUZZLE}${number}`);
    turnTo("puzzle");
    pose(answer, ask, solve);
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
  if (answer?.kind === "position" || answer?.kind === "table") {
    const people = answer.seats.flatMap((seat, number) => (seat.who === "person" ? [number] : []));
    if (people.length === 1) answer = await seen(people[0]);
  }
  if (answer?.kind === "position" || answer?.kind === "table") {
    toldBefore = answer.told.length;
    showGame(answer);
  } else if (answer?.kind === "fault") {
    await leave();
    warn(answer.text);
  }
}

/** @param {Position} next */
function show(next) {
  const isNewRound = position?.kind !== "position" || next.game !== position.game || next.view.table.round_number !== position.view.table.round_number;
  if (isNewRound) isSkipped = false;
  position = next;
  goTo(next.game);
  showStory(false);
  const { waits_for, view } = next;
  const active = view.table.active_player;
  if (waits_for === "person" && view.player !== active && active !== null) return cover(next, active);
  turnTo("game");
  showSeats(next);
  showScores(next);
  showHand(next);
  showTold(next);
  part("undo", HTMLButtonElement).disabled = !next.can_undo;
  part("hint", HTMLButtonElement).disabled = !next.moves.length;
  const isOut = view.table.eliminations.some((each) => each.player === view.player);
  part("skip", HTMLButtonElement).hidden = !isOut || waits_for !== "step" || isSkipped;
  const wait = isSkipped ? 0 : Number(pace.value);
  if (waits_for === "step") timer = window.setTimeout(() => change({ do: "step" }), wait);
  if (waits_for === "round") tellStory("The round is over", next.story, "Go on", () => change({ do: "step" }));
  if (waits_for === "nobody") {
    tellStory("The game is over", next.story, "Look at it again", () => {
      turnTo("review");
      review(async (request) => (await ask({ game: next.game, ...request })) ?? { kind: "fault", code: "", text: "" });
    });
    const again = part("rematch", HTMLButtonElement);
    again.hidden = false;
    again.onclick = () => begin(rematch(next));
  }
  return undefined;
}

/**
 * Show the end of a round in the place of scores and story, or these.
 * @param {boolean} isShown
 */
function showStory(isShown) {
  story.hidden = !isShown;
  rail.inert = isShown;
  part("rematch", HTMLButtonElement).hidden = true;
  showRail("");
}

/**
 * Show scores or story on a narrow screen.
 * @param {string} name `scores`, `told` or nothing
 */
function showRail(name) {
  rail.dataset.shown = name;
  for (const each of ["scores", "told"]) {
    part(`show-${each}`, HTMLButtonElement).setAttribute("aria-expanded", String(each === name));
  }
}

/**
 * Hide everything until the person to move says that they are there.
 * @param {Position} next
 * @param {number} seat
 */
function cover(next, seat) {
  table.hide();
  showSeats(next);
  showScores(next);
  showTold(next);
  coverFor(next.seats[seat].name, seat);
}

/**
 * Ask for the person to move.
 * @param {string} name
 * @param {number} seat
 */
function coverFor(name, seat) {
  turnTo("cover");
  part("cover-heading", HTMLElement).textContent = `${name} is to move`;
  const uncover = part("uncover", HTMLButtonElement);
  uncover.textContent = `I am ${name}`;
  uncover.onclick = async () => {
    showGame(await ask({ ...look(), seat }));
  };
  part("cover-heading", HTMLElement).focus();
}

/** @param {Position} next */
function showHand(next) {
  const { view, moves, seats } = next;
  const isTurn = moves.length > 0;
  const active = view.table.active_player;
  part("hand-part", HTMLElement).classList.toggle("turn", isTurn);
  const who = view.player === null ? "" : seats[view.player].name;
  part("hand-heading", HTMLElement).textContent = isTurn ? `Your turn, ${who}` : who && `The hand of ${who}`;
  if (isTurn) document.title = `Your turn – ${TITLE}`;
  const out = view.table.eliminations.find((each) => each.player === view.player);
  const cards = out?.cards_left === 1 ? "1 card" : `${out?.cards_left} cards`;
  const left = out && (out.cards_left ? `You are out, with ${cards} left. ` : "You have placed every card. ");
  const others = active === null ? "" : `${seats[active].name} is to move.`;
  const names = seats.map((each) => each.name);
  table.show(next, names, isTurn ? "Your turn: choose a card." : `${left ?? ""}${others}`.trim());
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
  showStory(true);
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
  const answer = await ask({ do: "hint", game: position?.game, seat: viewer(), moment: position?.moment });
  if (answer?.kind !== "advice") return;
  const [chosen, slot] = answer.move.split("@");
  table.choose(chosen, false);
  slotButton(court, slot)?.classList.add("hinted");
  table.tell(answer.text);
};
part("undo", HTMLButtonElement).onclick = () => change({ do: "undo" });
part("leave", HTMLButtonElement).onclick = leave;
part("show-rules", HTMLButtonElement).onclick = async () => {
  if (position?.kind !== "table") return rules.showModal();
  const answer = await ask({ do: "rules", game: position.game });
  if (answer?.kind === "rules") showRules(answer);
  return undefined;
};
part("show-scores", HTMLButtonElement).onclick = () => showRail(rail.dataset.shown === "scores" ? "" : "scores");
part("show-told", HTMLButtonElement).onclick = () => showRail(rail.dataset.shown === "told" ? "" : "told");
part("skip", HTMLButtonElement).onclick = () => {
  isSkipped = true;
  change({ do: "step" });
};
remember(pace);

const KEYS = /** @type {Record<string, string>} */ ({ h: "hint", u: "undo", n: "onward", "?": "show-rules" });
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const isTyped = target instanceof HTMLElement && target.matches("input, select, textarea");
  if (isTyped || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = KEYS[key] && part(KEYS[key], HTMLButtonElement);
  if (button && button.checkVisibility() && !button.disabled) button.click();
  else if ("slbt".includes(key) && !part("game", HTMLElement).hidden) table.chooseHouse(key.toUpperCase());
});
window.addEventListener("hashchange", () => open());

/** Show the game or the puzzle that the address names, or the start page. */
function open() {
  const game = location.hash.slice(1);
  if (game.startsWith(PUZZLE)) return solve(Number(game.slice(PUZZLE.length)));
  return game ? enter(game) : leave();
}

await open();
