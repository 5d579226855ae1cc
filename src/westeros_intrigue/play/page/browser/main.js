/** The page: leads from screen to screen. It knows no rules; the engine decides what is legal and what comes next. */

import { drawing } from "./cards.js";
import { isVisible, made, part, remember, say, warn } from "./elements.js";
import { dismiss, receive, showFriends, updateFriends } from "./friends.js";
import { showFailure } from "./failure.js";
import { gameHere } from "./game.js";
import { loaded } from "./loading.js";
import { listen } from "./messages.js";
import { anyTable } from "./other.js";
import { pose, teach } from "./puzzle.js";
import { review } from "./review.js";
import { showGame } from "./scene.js";
import { forgetTable, offer, offerPlay } from "./setup.js";
import { courtTable, showPeople } from "./table.js";
import { isNew } from "./placing.js";

/** @import { Answer, NewGameChoices, Position } from "westeros-intrigue/messages" */
/** @import { Request, Shown } from "./messages.js" */

/** Load the drawings that the page refers to. */
async function bringSymbols() {
  const sheet = await (await fetch("symbols.svg")).text();
  document.body.append(new DOMParser().parseFromString(sheet, "image/svg+xml").documentElement);
}
bringSymbols();
for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-icon]")))
  each.prepend(drawing(each.dataset.icon ?? ""));

const SCREENS = ["loading", "join", "setup", "cover", "game", "any", "ending", "review", "puzzle"];
/** The words in the address before the number of a puzzle and before the record of a position. */
const [PUZZLE, RECORD] = ["puzzle-", "record="];
const TITLE = document.title;
/** The game whose end is shown; empty for none. */
let ended = "";

const engine = loaded();
const game = gameHere(async (request) => (await engine)(request), {
  show,
  update,
  enter,
  open,
  isRead: () => tables.position.isRead(),
  summon: (next) => {
    if (next.kind === "position" && tables.position.summon(next)) document.title = `Your turn – ${TITLE}`;
  },
  refuse: (text) => game.position && tables[game.position.kind].refuse(text),
  // The tries at a puzzle must not be lost.
  reopen: () => (part("puzzle", HTMLElement).hidden || !location.hash) && open(),
});
/** The tables, by the kind of answer that they show. */
const tables = { position: courtTable(game, playOn), table: anyTable(game) };

/** Start a new game from a moment of the game at this screen. @param {number} moment */
function playOn(moment) {
  return begin({ do: "branch", game: game.position?.game, moment });
}

/** Reports the state of the game to a learner; null after the lesson. @type {((game: Shown) => void) | null | undefined} */
let lesson;

/** Guide a friend who is new to the game through three placements, while others arrive or play. @param {Position} joined */
function guide(joined) {
  turnTo("puzzle");
  lesson = teach(engine, () => {
    lesson = null;
    show(game.position);
  });
  show(joined);
}

/** Show any game, if the answer is one. @param {Answer | null} answer */
function show(answer) {
  if (answer?.kind !== "position" && answer?.kind !== "table") return undefined;
  listen(answer.game, game.refresh);
  game.position = answer;
  showFailure(game);
  goTo(answer.game);
  if (lesson) return lesson(answer);
  const { waits_for, here, seats, active, viewer } = answer;
  if (waits_for === "person" && active !== null && viewer !== active && here.includes(active)) {
    // The page contains no hand until the person to move confirms that they are there.
    tables[answer.kind].hide();
    if (answer.kind === "position") {
      showPeople(answer);
      tables.position.tell(answer);
    }
    return coverFor(seats[active].name, active);
  }
  if (waits_for === "nobody") return showEnding(answer);
  ended = "";
  turnTo(answer.kind === "table" ? "any" : "game");
  const isTurn = answer.kind === "table" ? tables.table.show(answer) : tables.position.show(answer);
  if (isTurn) document.title = `Your turn – ${answer.kind === "table" ? answer.name : TITLE}`;
  return undefined;
}

/** Show who is present, since players can have come or left. @param {Shown} position */
async function update(position) {
  showFailure(game);
  if (position.kind === "table") tables.table.wait(position);
  else {
    showPeople(position);
    tables.position.wait(position);
  }
  await updateFriends(game);
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

/** Show the end of a game, which leads to the review of its moments. @param {Shown} over */
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
  again.onclick = () => begin({ do: "again", game: over.game });
  again.hidden = game.chair?.seat === null;
  again.focus();
  part("standings-again", HTMLButtonElement).onclick = () => open("ending");
  review(
    over,
    game.ask,
    () => ended === over.game,
    () => open("review"),
    game.chair ? null : playOn,
  );
}

/** Set the page's address, so that the browser can lead back from it. @param {string} name the part after the #; empty for the start page */
function goTo(name) {
  // The link of a seat says which game it opens, also after a rematch.
  if (!game.chair && location.hash.slice(1) !== name)
    history.pushState(null, "", name ? `#${name}` : location.pathname);
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

/** Leave the game, and remove it from the page. */
function forget() {
  listen("", game.refresh);
  game.leave();
  showFailure(game);
  ended = "";
  for (const table of Object.values(tables)) table.hide();
  for (const id of ["own", "others"]) part(id, HTMLElement).replaceChildren();
}

/** Show the start page. */
async function leave() {
  forget();
  goTo("");
  const answer = await game.ask({ do: "choices" });
  if (answer) game.isVisitor = answer.kind !== "choices";
  if (answer?.kind === "choices") setUp(answer);
  else if (answer?.kind === "chair" && answer.is_yours) {
    game.chair = answer;
    await enter(answer.game);
  } else if (answer) {
    turnTo("join");
    if (answer?.kind === "chair") receive(answer, game.ask);
    else dismiss();
  }
}

/** @param {NewGameChoices} choices */
function setUp(choices) {
  offer(choices, game.ask, begin, enter, solve, async (stored) => {
    const left = await game.ask({ do: "delete", game: stored });
    if (left?.kind === "choices") setUp(left);
  });
  turnTo("setup");
}

/** Start a game, and show the links for the friends who will play in it. @param {Request} request @param {number[]} [friends] their seats */
async function begin(request, friends = []) {
  if (part("setup", HTMLElement).inert) return undefined; // a second click starts no other game
  part("setup", HTMLElement).inert = true;
  warn("");
  const answer = await game.ask(request);
  const isStarted = answer?.kind === "position" || answer?.kind === "table";
  if (isStarted) await enter(answer.game);
  part("setup", HTMLElement).inert = false;
  if (answer?.kind === "fault") {
    forgetTable();
    return warn(answer.text);
  }
  if (!isStarted) return undefined;
  for (const seat of friends) await game.ask({ do: "invite", game: answer.game, seat });
  return friends.length ? showFriends(game) : undefined;
}

/** Show a puzzle, or the reason why there is none. @param {number} number */
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

/** Continue a game; its only person sees their hand. @param {string} name */
async function enter(name) {
  const isKnown = game.position?.game === name;
  if (!game.chair) setPace();
  const answer = await game.seen(name, game.chair?.seat ?? null);
  // Events that happened since in a game at this screen must still be announced.
  if (answer?.kind === "position" && !isKnown) tables.position.resume(answer);
  const isLearner = lesson === undefined && game.chair && isNew();
  if (answer?.kind === "position" && answer.here.length && isLearner) return guide(answer);
  if (answer?.kind !== "fault") return show(answer);
  await leave();
  return warn(answer.text);
}

/** Show the game, the puzzle or the position that the address names, or the start page. */
async function open() {
  const name = location.hash.slice(1);
  if (name.startsWith(PUZZLE)) return solve(Number(name.slice(PUZZLE.length)) || 0);
  if (!name || game.chair) return leave();
  if (!name.startsWith(RECORD)) return enter(name);
  // The browser's way back must not lead to the same position in another game.
  history.replaceState(null, "", location.pathname);
  let record = name.slice(RECORD.length);
  try {
    record = decodeURIComponent(record);
  } catch {
    // A truncated address is refused as an unreadable record.
  }
  await begin({ do: "load", record });
  return game.position ? undefined : leave();
}

/** Show the rules of the game at this screen, or of the card game. */
async function showRules() {
  const dialog = part("rules", HTMLDialogElement);
  dialog.showModal();
  const name = game.position?.key ?? "westeros-intrigue";
  const answer = await game.ask({ do: "rules", name });
  if (answer?.kind !== "rules") return;
  part("rules-heading", HTMLElement).textContent = `${answer.name} in a minute`;
  part("minute", HTMLElement).replaceChildren(...answer.minute.map((each) => made("li", {}, each)));
  part("all-rules", HTMLElement).replaceChildren(...answer.rules.map((each) => made("li", {}, each)));
  dialog.scrollTop = 0;
}

for (const [table, prefix] of /** @type {const} */ ([
  [tables.position, ""],
  [tables.table, "any-"],
])) {
  part(`${prefix}hint`, HTMLButtonElement).onclick = async () => {
    table.refuse("Thinking …");
    const answer = await game.askNow({ do: "hint" });
    if (answer?.kind === "advice") table.advise(answer);
    else if (answer?.kind === "fault") table.refuse(answer.text);
  };
  part(`${prefix}undo`, HTMLButtonElement).onclick = () => game.change({ do: "undo" });
}
const pace = part("pace", HTMLSelectElement);
remember(pace);
const setPace = () => game.ask({ do: "pace", milliseconds: Number(pace.value) });
pace.addEventListener("change", setPace);
part("leave", HTMLButtonElement).onclick = leave;
part("show-friends", HTMLButtonElement).onclick = () => showFriends(game);
part("show-rules", HTMLButtonElement).onclick = showRules;

/** The buttons that keys press; the first visible one of each key counts. */
const KEYS = /** @type {Record<string, string[]>} */ ({
  h: ["hint", "any-hint"],
  u: ["undo", "any-undo"],
  n: ["onward", "any-skip"],
  m: ["next-mistake"],
  "?": ["show-rules"],
  ArrowLeft: ["back"],
  ArrowRight: ["forward"],
});
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const isTyped = target instanceof HTMLElement && target.matches("input, select, textarea");
  if (isTyped || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = (KEYS[key] ?? []).map((id) => part(id, HTMLButtonElement));
  const button = buttons.find((each) => isVisible(each) && !each.disabled);
  if (button) button.click();
  else if ("slbt".includes(key) && !part("game", HTMLElement).hidden) tables.position.chooseHouse(key.toUpperCase());
});
window.addEventListener("hashchange", () => open());

// While the browser still loads the engine, the start page is shown and can request a game.
part("setup", HTMLElement).hidden = location.hash !== "";
offerPlay({ name: "westeros-intrigue", most: 6 }, begin);
await open();
