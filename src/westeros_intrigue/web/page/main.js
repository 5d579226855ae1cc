/**
 * The page: leads from screen to screen.
 *
 * It knows no rule. What may be placed, whose turn it is and what comes next, the engine says.
 */

import { part, say, warn } from "./elements.js";
import { dismiss, receive, showFriends, updateFriends } from "./friends.js";
import { gameHere } from "./game.js";
import { loaded } from "./loading.js";
import { listen } from "./messages.js";
import { forgetOther, offerPast, refuse, showOther, showRules, suggest } from "./other.js";
import { pose } from "./puzzle.js";
import { review } from "./review.js";
import { showGame } from "./scene.js";
import { forgetTable, offer } from "./setup.js";
import { courtTable, showPeople, wait } from "./table.js";

/** @typedef {import("../../schema/messages").Position} Position */
/** @typedef {import("../../schema/messages").AnyPosition} AnyPosition */
/** @typedef {import("../../schema/messages").Answer} Answer */
/** @typedef {import("./game.js").Request} Request */

const SCREENS = ["loading", "join", "setup", "cover", "game", "any", "ending", "review", "puzzle"];
/** How the address names a puzzle, before its number, and a position, before its record. */
const [PUZZLE, RECORD] = ["puzzle-", "record="];
const TITLE = document.title;
/** The game whose end is shown; empty for none. */
let ended = "";

const game = gameHere(await loaded(), {
  show,
  update,
  enter,
  open,
  isRead: () => table.isRead(),
  refuse: (text) => (game.position?.kind === "table" ? refuse : table.refuse)(text),
  offer: (choices) => part("puzzle", HTMLElement).hidden && setUp(choices),
});
const table = courtTable(game);

/** Show a game of any kind, if the answer is one. @param {Answer | null} answer */
function show(answer) {
  if (answer?.kind !== "position" && answer?.kind !== "table") return undefined;
  game.stop();
  listen(answer.game, game.refresh);
  game.position = answer;
  goTo(answer.game);
  const { waits_for, here, seats } = answer;
  const isOther = answer.kind === "table";
  const active = isOther ? answer.active : answer.view.table.active_player;
  if (waits_for === "person" && active !== null && game.viewer() !== active && here.includes(active)) {
    // Nothing of a hand stays in the page until the person to move says that they are there.
    if (isOther) forgetOther();
    else {
      table.hide();
      showPeople(answer);
      table.tell(answer);
    }
    return coverFor(seats[active].name, active);
  }
  if (!isOther && waits_for === "nobody") return showEnding(answer);
  ended = "";
  turnTo(isOther ? "any" : "game");
  const isTurn = isOther ? showOtherTable(answer) : answer.moves.length;
  if (!isOther) table.show(answer);
  if (isTurn) document.title = `Your turn – ${isOther ? answer.name : TITLE}`;
  return undefined;
}

/**
 * Show another game, and wait for what comes next.
 * @param {AnyPosition} next
 * @returns {boolean} whether somebody here is asked
 */
function showOtherTable(next) {
  const passes = showOther(next, game.change);
  const again = part("any-again", HTMLButtonElement);
  again.hidden = next.waits_for !== "nobody" || game.chair !== null;
  again.onclick = () => playAgain(next);
  offerPast(next, game.ask, (moment) => begin({ do: "branch", game: next.game, moment }));
  const request = passes ? { do: "play", move: passes } : next.waits_for === "step" ? { do: "step" } : null;
  if (request) game.later(() => game.change(request), wait());
  return next.moves.length > 0 && !passes;
}

/** Show the same position once more, after somebody has come or gone. @param {Position | AnyPosition} position */
async function update(position) {
  if (position.kind === "position") showPeople(position);
  await updateFriends(position, game.ask, game.chair);
}

/** Ask for the person to move. @param {string} name @param {number} seat */
function coverFor(name, seat) {
  turnTo("cover");
  part("cover-heading", HTMLElement).textContent = `${name} is to move`;
  const uncover = part("uncover", HTMLButtonElement);
  uncover.textContent = `I am ${name}`;
  uncover.onclick = async () => show(await game.ask({ do: "look", game: game.position?.game, seat }));
  part("cover-heading", HTMLElement).focus();
}

/** Show the end of a game, from which each of its placements can be looked at. @param {Position} over */
function showEnding(over) {
  if (ended === over.game) return;
  ended = over.game;
  /** @param {string} screen */
  const open = (screen) => {
    if (!part(screen, HTMLElement).hidden) return;
    turnTo(screen);
    part(`${screen}-course`, HTMLElement).append(part("course-of-game", HTMLElement));
  };
  open("ending");
  showGame(over);
  say(over.story.join(" "));
  const again = part("rematch", HTMLButtonElement);
  again.hidden = game.chair !== null;
  again.onclick = () => playAgain(over);
  (again.hidden ? part("look-back", HTMLButtonElement) : again).focus();
  part("standings-again", HTMLButtonElement).onclick = () => open("ending");
  /** @param {Request} request */
  const ask = async (request) => (await game.ask({ game: over.game, ...request })) ?? { kind: "fault", code: "not-now", text: "" };
  const playOn = (/** @type {number} */ moment) => begin({ do: "branch", game: over.game, moment });
  review(over, ask, () => ended === over.game, () => open("review"), game.chair ? null : playOn);
}

/**
 * Make an address the one of the page, so that the browser leads back from it.
 * @param {string} name what stands behind the #; empty for the start page
 */
function goTo(name) {
  if (location.hash.slice(1) !== name) history.pushState(null, "", name ? `#${name}` : location.pathname);
}

/** @param {string} name */
function turnTo(name) {
  for (const each of SCREENS) part(each, HTMLElement).hidden = each !== name;
  part("leave", HTMLButtonElement).hidden = name === "setup" || name === "join" || game.chair !== null;
  const isTable = (name === "game" || name === "any") && document.documentElement.dataset.engine === "http";
  part("show-friends", HTMLButtonElement).hidden = !isTable;
  part("rounds", HTMLElement).hidden = name !== "game";
  document.title = TITLE;
  window.scrollTo(0, 0);
}

/** Leave the game; nothing of it stays in the page. */
function forget() {
  game.stop();
  listen("", game.refresh);
  game.position = null;
  ended = "";
  table.hide();
  forgetOther();
  for (const id of ["own", "others"]) part(id, HTMLElement).replaceChildren();
}

/** Show the start page. */
async function leave() {
  forget();
  goTo("");
  const answer = await game.ask({ do: "choices" });
  if (answer?.kind === "choices") setUp(answer);
  else if (answer?.kind === "chair" && answer.is_yours) {
    game.chair = answer;
    await enter(answer.game);
  } else {
    turnTo("join");
    if (answer?.kind === "chair") receive(answer, game.ask);
    else dismiss();
  }
}

/** @param {import("../../schema/messages").Chosen} choices */
function setUp(choices) {
  offer(choices, begin, enter, solve);
  turnTo("setup");
}

/**
 * Begin a game, and show the links of the friends who are to play in it.
 * @param {Request} request
 * @param {number[]} [friends] their seats
 */
async function begin(request, friends = []) {
  warn("");
  const answer = await game.ask(request);
  if (answer?.kind === "fault") {
    forgetTable();
    return warn(answer.text);
  }
  if (answer?.kind !== "position" && answer?.kind !== "table") return undefined;
  await enter(answer.game);
  for (const seat of friends) await game.ask({ do: "invite", game: answer.game, seat });
  return friends.length ? gather() : undefined;
}

/** Begin another game at the same table. @param {Position | AnyPosition} last */
function playAgain(last) {
  begin({ do: "again", game: last.game });
}

/** Show who sits at the table. */
const gather = async () => game.position && showFriends(game.position, game.ask, game.chair);

/** Show a puzzle, or say why there is none. @param {number} number */
async function solve(number) {
  warn("");
  const answer = await game.ask({ do: "puzzle", number });
  if (answer?.kind === "puzzle") {
    forget();
    goTo(`${PUZZLE}${number}`);
    turnTo("puzzle");
    pose(answer, game.ask, solve);
  } else if (answer?.kind === "fault") {
    await leave();
    warn(answer.text);
  }
}

/** Go on with a game; the only person at it sees their hand. @param {string} name */
async function enter(name) {
  const answer = await game.seen(name, game.chair?.seat ?? null);
  if (answer?.kind === "position") table.resume(answer);
  if (answer?.kind !== "fault") return show(answer);
  await leave();
  return warn(answer.text);
}

/** Show the game, the puzzle or the position that the address names, or the start page. */
async function open() {
  const name = location.hash.slice(1);
  if (name.startsWith(PUZZLE)) return solve(Number(name.slice(PUZZLE.length)));
  if (!name || game.chair) return leave();
  if (!name.startsWith(RECORD)) return enter(name);
  // The way back does not lead to the same position in another game.
  history.replaceState(null, "", location.pathname);
  await begin({ do: "load", record: decodeURIComponent(name.slice(RECORD.length)) });
  return game.position ? undefined : leave();
}

part("any-hint", HTMLButtonElement).onclick = async () => {
  const answer = await game.askNow({ do: "hint" });
  if (answer?.kind === "suggestion") suggest(answer);
};
part("leave", HTMLButtonElement).onclick = leave;
part("show-friends", HTMLButtonElement).onclick = gather;
part("show-rules", HTMLButtonElement).onclick = async () => {
  if (game.position?.kind !== "table") return part("rules", HTMLDialogElement).showModal();
  const answer = await game.ask({ do: "rules", game: game.position.game });
  if (answer?.kind === "rules") showRules(answer);
  return undefined;
};

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

await open();
