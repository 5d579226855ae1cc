/** The page: leads from screen to screen. It knows no rules; the engine decides what is legal and what comes next. */

import { part, warn } from "./elements.js";
import { showEnding } from "./ending.js";
import { showFailure } from "./failure.js";
import { dismiss, receive, showFriends, updateFriends } from "./friends.js";
import { gameHere } from "./game.js";
import { loaded } from "./loading.js";
import { addressOf, listen, placeNow, token, tokenNow } from "./messages.js";
import { noticing } from "./notice.js";
import { anyTable } from "./other.js";
import { beating } from "./presence.js";
import { isNew } from "./placing.js";
import { pose, teach } from "./puzzle.js";
import { reacting } from "./reactions.js";
import { pacing, showRules, watchKeys } from "./rules.js";
import { bringSymbols, call, coverFor, turnTo } from "./screens.js";
import { forgetTable, listLastGames, offer, offerPlay } from "./setup.js";
import { offerSignals } from "./signals.js";
import { isEnded } from "./state.js";
import { courtTable, showPeople } from "./table.js";

/** @import { Answer, NewGameChoices } from "westeros-intrigue/messages" */
/** @import { Request, Shown } from "./messages.js" */

bringSymbols();
/** The words in the address before the number of a puzzle and before the record of a position. */
const [PUZZLE, RECORD] = ["puzzle-", "record="];

const engine = loaded();
const game = gameHere(async (request) => (await engine)(request), {
  show,
  draw,
  update,
  enter,
  open,
  summon: (next) => {
    if (next.kind === "position" && tables.position.summon(next)) call(next);
  },
  forget: () => {
    forget();
    turnTo(game, "join");
  },
  react: (seat, sign) => reactions.show(seat, sign),
  drawsItself: (position) => position.kind === "table" && tables.table.drawsItself(position),
  refuse: (text) => game.position && tables[game.position.kind].refuse(text),
  // The tries at a puzzle must not be lost.
  reopen: () => (game.state.screen !== "puzzle" || !placeNow()) && open(),
});
/** The tables, by the kind of answer that they show. */
const tables = { position: courtTable(game, playOn), table: anyTable(game) };

const notices = noticing(game);
const reactions = reacting(game);

/** Start a new game from a moment of the game at this screen. @param {number} moment */
function playOn(moment) {
  return begin({ do: "branch", game: game.position?.game, moment });
}

/** Reports the state of the game to a learner. @type {(game: Shown) => void} */
let report = () => {};

/** Guide a friend who is new to the game through three placements, while others arrive or play. */
function guide() {
  game.happen({ do: "taught", lesson: "open" });
  turnTo(game, "puzzle");
  report = teach(engine, () => {
    game.happen({ do: "taught", lesson: "over" });
    show(game.position);
  });
}

/** Show any game, if the answer is one. @param {Answer | null} answer @param {boolean} [isNew] whether the game was not at this screen */
function show(answer, isNew) {
  if (answer?.kind !== "position" && answer?.kind !== "table") return;
  const before = game.state;
  game.happen({ do: "shown", answer, isNew });
  draw(before);
}

/** Draw the game at this screen as its state says. @param {typeof game.state} before the state that has been drawn */
function draw(before) {
  const { position, lesson, screen, news } = game.state;
  if (!position) return;
  listen(position.game, game.refresh);
  showFailure(game);
  notices.show();
  goTo(position.game);
  if (lesson === "open") report(position);
  else if (screen === "cover") {
    tables[position.kind].hide();
    if (position.kind === "position") {
      showPeople(position);
      tables.position.tell(position, news);
    }
    coverFor(game, position, async (seat) => show(await game.seen(position.game, seat)));
  } else if (isEnded(game.state, position.game)) {
    /** @param {string} name */
    const playNext = (name) => begin({ do: "again", game: position.game, ...(name ? { name } : {}) });
    const onward = game.chair ? null : playOn;
    /** @param {HTMLElement} place */
    const tell = async (place) => {
      if (position.kind === "table") return tables.table.end(position, place, onward);
      place.replaceChildren();
      return "";
    };
    if (!isEnded(before, position.game)) showEnding(game, position, playNext, onward, tell);
  } else {
    turnTo(game, screen);
    const isTurn = position.kind === "table" ? tables.table.show(position) : tables.position.show(position, news);
    if (isTurn) call(position);
  }
}

/** Show who is present, since players can have come or left. @param {Shown} position */
async function update(position) {
  showFailure(game);
  notices.show();
  if (position.kind === "table") tables.table.wait(position);
  else {
    showPeople(position);
    tables.position.wait(position);
  }
  await updateFriends(game);
}

/** Set the page's address, so that the browser can lead back from it. @param {string} name empty for the start page */
function goTo(name) {
  // The link of a seat says which game it opens, also after a rematch.
  if (!game.chair && placeNow() !== name) history.pushState(null, "", addressOf(name));
}

/** Leave the game, and remove it from the page. */
function forget() {
  listen("", game.refresh);
  game.happen({ do: "left" });
  showFailure(game);
  notices.show();
  for (const table of Object.values(tables)) table.hide();
  for (const id of ["own", "others"]) part(id, HTMLElement).replaceChildren();
}

/** Show the start page. */
async function leave() {
  forget();
  goTo("");
  const answer = await game.ask({ do: "choices" });
  if (answer) game.happen({ do: "visited", isVisitor: answer.kind !== "choices" });
  if (answer?.kind === "choices") setUp(answer);
  else if (answer?.kind === "chair" && answer.is_yours) {
    game.happen({ do: "seated", chair: answer });
    // Who opens the page of a seat plays it again.
    if (answer.seat !== null && answer.seats[answer.seat].stand_in && !answer.is_stand_in)
      await game.ask({ do: "return", game: answer.game, seat: answer.seat });
    await enter(answer.game);
  } else if (answer?.kind === "chair") {
    receive(answer, game);
    turnTo(game, "join");
    listen(answer.game, lookAgain);
  } else if (answer) {
    turnTo(game, "join");
    dismiss(answer.kind === "fault" ? answer.text : "");
  }
}

/** Show newcomers who has sat down meanwhile. */
async function lookAgain() {
  if (game.state.screen !== "join") return;
  const answer = await game.ask({ do: "choices" });
  if (answer?.kind === "chair" && !answer.is_yours) receive(answer, game);
  else if (answer?.kind === "fault") dismiss(answer.text);
}

/** @param {NewGameChoices} choices */
function setUp(choices) {
  offer(choices, game.ask, begin, enter, solve, async (stored) => {
    const left = await game.ask({ do: "delete", game: stored });
    if (left?.kind === "choices") setUp(left);
  });
  turnTo(game, "setup");
}

/** Start a game, and show the links for the friends who will play in it. @param {Request} request @param {number[]} [friends] their seats */
async function begin(request, friends = []) {
  if (part("setup", HTMLElement).inert) return undefined; // a second click starts no other game
  part("setup", HTMLElement).inert = true;
  warn("");
  const answer = await game.ask(request);
  const isStarted = answer?.kind === "position" || answer?.kind === "table";
  // At the next game, a visitor can have another seat.
  if (isStarted) await (game.chair ? open() : enter(answer.game));
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
    turnTo(game, "puzzle");
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
  const isPlayer = answer?.kind === "position" && (answer.here.length || answer.waits_for === "friends");
  const isLearner = game.state.lesson === "ahead" && typeof game.chair?.seat === "number" && isNew();
  if (answer?.kind === "position" && isPlayer && isLearner) guide();
  // Events that happened since in a game at this screen must still be announced.
  if (answer?.kind !== "fault") return show(answer, !isKnown);
  await leave();
  return warn(answer.text);
}

/** Show the game, the puzzle or the position that the address names, or the start page. */
async function open() {
  const name = placeNow();
  if (name.startsWith(PUZZLE)) return solve(Number(name.slice(PUZZLE.length)) || 0);
  if (!name || game.chair) return leave();
  if (!name.startsWith(RECORD)) return enter(name);
  // The browser's way back must not lead to the same position in another game.
  history.replaceState(null, "", addressOf(""));
  let record = name.slice(RECORD.length);
  try {
    record = decodeURIComponent(record);
  } catch {
    // A truncated address is refused as an unreadable record.
  }
  await begin({ do: "load", record });
  return game.position ? undefined : leave();
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
part("leave", HTMLButtonElement).onclick = leave;
part("show-friends", HTMLButtonElement).onclick = () => showFriends(game);
part("show-rules", HTMLButtonElement).onclick = () => showRules(game);
beating(game, engine);
const setPace = pacing(game);
watchKeys(tables.position.chooseHouse);
offerSignals();

// Another link opens another seat.
window.addEventListener("hashchange", () => (tokenNow() === token ? open() : location.reload()));

// While the browser still loads the engine, the start page is shown and can request a game.
part("setup", HTMLElement).hidden = placeNow() !== "";
offerPlay({ name: "westeros-intrigue", most: 6 }, begin);
if (document.documentElement.dataset.engine === "worker") listLastGames(enter);
await open();
