/**
 * The page: asks the engine, shows what it answers, and sends what people choose.
 *
 * It knows no rule. What may be placed, whose turn it is and what comes next, the engine says.
 */

import { made, part, remember, say } from "./elements.js";
import { slotButton } from "./court.js";
import { dismiss, receive, showFriends, updateFriends } from "./friends.js";
import { engine, Gone, listen } from "./messages.js";
import { forgetOther, refuse, showOther, showRules, suggest } from "./other.js";
import { placing, pointer } from "./placing.js";
import { pose } from "./puzzle.js";
import { review } from "./review.js";
import { showScores, showSeats } from "./seats.js";
import { forgetTable, offer, rematch } from "./setup.js";

/** @typedef {import("./messages.js").Position} Position */
/** @typedef {import("./messages.js").AnyPosition} AnyPosition */
/** @typedef {import("./messages.js").Answer} Answer */
/** @typedef {{do: string, [member: string]: unknown}} Request */

/** The requests whose answers are not about a moment. */
const ABOUT_SEATS = new Set(["friends", "invite", "replace", "bring"]);
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
/** The seat of the link through which one came; null for the one who serves the page. */
let chair = /** @type {import("./messages.js").Chaired | null} */ (null);
/** The last request for another game. */
let lastStart = /** @type {Request | null} */ (null);
/** The number of today's puzzle. */
let daily = 0;
/** The games that can be played here. */
let offered = /** @type {import("./messages.js").GameChoice[]} */ ([]);
/** Whether the engine could not be reached when it was last asked. */
let isGone = false;
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
    if (isGone) warn("");
    isGone = false;
    // Meanwhile the game may have gone on, or have been left.
    return position === before || ABOUT_SEATS.has(request.do) ? answer : null;
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
  }
  isGone = true;
  warn("No connection to the game. It is stored; the page tries again. If `westeros-intrigue web` has stopped, start it.");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const answer = position ? await seen(position.game, viewer()) : await ask({ do: "choices" });
  showGame(answer);
  if (answer?.kind === "choices" && part("puzzle", HTMLElement).hidden) setUp(answer);
  return null;
}

/**
 * Look at a game; the only person at this screen sees their hand.
 * @param {string} game
 * @param {number | null} seat
 * @returns {Promise<Answer | null>}
 */
async function seen(game, seat) {
  const answer = await ask({ do: "look", game, seat });
  if (answer?.kind !== "position" && answer?.kind !== "table") return answer;
  const [alone, ...others] = answer.here;
  return alone === undefined || others.length || alone === seat ? answer : seen(game, alone);
}

/** The last change of the game that came from here. */
let changing = Promise.resolve();
/** Whether something has happened that is not shown, and whether it is being asked for. */
let [isStale, isRefreshing] = [false, false];

/**
 * Show what others have done.
 * @param {string} news the moment that the game has come to, or another text
 */
async function refresh(news) {
  await changing;
  if (!position || news === String(position.moment)) return;
  isStale = true;
  if (isRefreshing) return;
  isRefreshing = true;
  while (isStale && position) {
    isStale = false;
    // An answer that comes too late leaves the question open.
    isStale = !(await refreshed(position)) || isStale;
  }
  isRefreshing = false;
}

/**
 * @param {Position | AnyPosition} before
 * @returns {Promise<boolean>} whether there was an answer
 */
async function refreshed({ game, moment, here }) {
  const answer = await seen(game, chair?.seat ?? viewer());
  if (chair && answer?.kind === "fault") await open();
  if (answer?.kind !== "position" && answer?.kind !== "table") return answer !== null;
  // The end of a round stays until its reader goes on.
  if (answer.moment !== moment && !story.hidden) return true;
  if (answer.moment !== moment || answer.here.join() !== here.join()) showGame(answer);
  else {
    // The same position still, for the answers that are on their way.
    if (position) Object.assign(position, answer);
    if (answer.kind === "position") {
      showSeats(answer);
      showScores(answer);
    }
    await updateFriends(answer, ask, chair);
  }
  return true;
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
  if (answer?.kind !== "position" && answer?.kind !== "table") return;
  clearTimeout(timer);
  listen(answer.game, refresh);
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
  if (waits_for === "person" && seat !== active && active !== null && next.here.includes(active)) {
    forgetOther();
    return coverFor(seats[active].name, active);
  }
  turnTo("any");
  const passes = showOther(next, change);
  const again = part("any-again", HTMLButtonElement);
  again.hidden = waits_for !== "nobody" || !lastStart || chair !== null;
  again.onclick = () => lastStart && playAgain(lastStart, next);
  if (passes) timer = window.setTimeout(() => change({ do: "play", move: passes }), Number(pace.value));
  if (next.moves.length && !passes) document.title = `Your turn – ${next.name}`;
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
function change(request) {
  changing = changed(request);
  return changing;
}

/** @param {Request} request */
async function changed(request) {
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

/** @param {"join" | "setup" | "cover" | "game" | "any" | "review" | "puzzle"} name */
function turnTo(name) {
  const screens = ["loading", "join", "setup", "cover", "game", "any", "review", "puzzle"];
  for (const each of screens) part(each, HTMLElement).hidden = each !== name;
  part("leave", HTMLButtonElement).hidden = name === "setup" || name === "join" || chair !== null;
  const isTable = (name === "game" || name === "any") && document.documentElement.dataset.engine === "http";
  part("show-friends", HTMLButtonElement).hidden = !isTable;
  part("rounds", HTMLElement).hidden = name !== "game";
  document.title = TITLE;
  window.scrollTo(0, 0);
}

/** Leave the game; nothing of it stays in the page. */
function forget() {
  clearTimeout(timer);
  listen("", refresh);
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
  else if (answer?.kind === "chair" && answer.is_yours) {
    chair = answer;
    await enter(answer.game);
  } else {
    turnTo("join");
    if (answer?.kind === "chair") receive(answer, ask);
    else dismiss();
  }
}

/** @param {import("./messages.js").Chosen} choices */
function setUp(choices) {
  offered = choices.others;
  daily = choices.daily;
  offer(choices, begin, invite, enter, solve);
  turnTo("setup");
}

/**
 * Begin a game with friends, and show their links.
 * @param {Request} request
 * @param {number} people how many play, the one at this screen first
 */
async function invite(request, people) {
  await begin(request);
  for (let seat = 1; position && seat < people; seat += 1) await ask({ do: "invite", game: position.game, seat });
  await gather();
}

/** Learn what is offered here, where the page has not begun with it. */
async function learn() {
  if (chair || offered.length) return;
  const answer = await ask({ do: "choices" });
  if (answer?.kind === "choices") ({ others: offered, daily } = answer);
}

/** Show who sits at the table. */
async function gather() {
  if (!position) return;
  await learn();
  const game = offered.find(({ name }) => position?.game.startsWith(name));
  if (position) await showFriends(position, ask, chair, game);
}

/** @param {Request} request */
async function begin(request) {
  warn("");
  if (request.do === "start") lastStart = request;
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
  await learn();
  const answer = await ask({ do: "puzzle", number });
  if (answer?.kind === "puzzle") {
    forget();
    goTo(`${PUZZLE}${number}`);
    turnTo("puzzle");
    pose(answer, ask, solve, daily);
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
  const answer = await seen(game, chair?.seat ?? null);
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
  if (waits_for === "person" && view.player !== active && active !== null && next.here.includes(active)) {
    return cover(next, active);
  }
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
      /** @param {Request} request */
      const askAbout = async (request) => (await ask({ game: next.game, ...request })) ?? { kind: "fault", code: "", text: "" };
      const playOn = (/** @type {number} */ moment) => begin({ do: "branch", game: next.game, moment });
      review(next, askAbout, chair ? null : playOn);
    });
    const again = part("rematch", HTMLButtonElement);
    again.hidden = chair !== null;
    again.onclick = () => playAgain(rematch(next), next);
  }
  return undefined;
}

/**
 * Begin another game at the same table, and let friends come along.
 * @param {Request} request
 * @param {Position | AnyPosition} last
 */
async function playAgain(request, { seats, here, game }) {
  await begin(request);
  const people = seats.filter(({ who }) => who === "person").length;
  if (here.length < people) await ask({ do: "bring", game: position?.game, earlier: game });
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
    showGame(await ask({ do: "look", game: position?.game, seat }));
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
  table.show(next, names, isTurn ? `Your turn: choose a card.${pointer()}` : `${left ?? ""}${others}`.trim());
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
part("any-hint", HTMLButtonElement).onclick = async () => {
  const answer = await ask({ do: "hint", game: position?.game, seat: viewer(), moment: position?.moment });
  if (answer?.kind === "suggestion") suggest(answer);
};
part("undo", HTMLButtonElement).onclick = () => change({ do: "undo" });
part("leave", HTMLButtonElement).onclick = leave;
part("show-friends", HTMLButtonElement).onclick = gather;
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

const KEYS = /** @type {Record<string, string>} */ ({ h: "hint", u: "undo", n: "onward", m: "next-mistake", "?": "show-rules" });
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
  return game && !chair ? enter(game) : leave();
}

await open();
