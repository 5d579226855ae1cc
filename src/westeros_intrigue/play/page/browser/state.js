/**
 * The state of a screen, without a document: an event makes the next state of the one before. Modules beside this one
 * ask the engine and draw; they decide nothing about what is shown, announced or dropped.
 */

/** @import { Absence, SeatOffer } from "westeros-intrigue/messages" */
/** @import { Shown } from "./messages.js" */

/** The news that a server refuses the news for now; each attempt to listen again tells it. */
export const LATE = "late";
/** The news that a server has no room for another listener, for now. */
export const FULL = "full";

/** The alerts while the game cannot be reached, or does not answer. Only the host can start the program. */
const SAVED = "It is saved, and the page keeps trying.";
const SILENT = `The game does not answer. ${SAVED}`;
const UNREACHABLE = `No connection to the game. ${SAVED} If the command “westeros-intrigue web” has stopped, start it again.`;
const UNREACHABLE_FOR_VISITORS = `No connection to the host's computer. The game is saved there, and the page keeps trying.`;
/** The alerts while the server refuses the news, by the news of that. */
const ASKING = "What happens at this table is shown a few seconds late: the page keeps asking.";
const REFUSALS = new Map([
  [FULL, `The server has no room for another listener. ${ASKING}`],
  [LATE, `The server refuses the connection for news. ${ASKING}`],
]);

/**
 * @typedef {"loading" | "join" | "setup" | "cover" | "game" | "any" | "ending" | "review" | "puzzle"} Screen
 * @typedef {{
 *   screen: Screen,
 *   position: Shown | null,
 *   visit: number,
 *   chair: SeatOffer | null,
 *   isVisitor: boolean,
 *   lesson: "ahead" | "open" | "over",
 *   waiting: Shown | null,
 *   told: number,
 *   news: string[],
 *   isStale: boolean,
 *   next: string,
 *   lost: "" | "silent" | "unreachable",
 *   late: string,
 * }} State `screen`: the part of the page that is shown. `position`: the game at this screen. `visit`: the number of
 *   positions that were shown or left, so that an answer about an earlier one is known to be late. `chair`: the seat of
 *   the visitor's link, null for the host; `isVisitor`: the link is not the host's. `lesson`: of a friend who is new.
 *   `waiting`: the position that the game has reached while its player reads the end of a round. `told`: the number of
 *   the round's sentences that have been announced; `news`: those to announce now. `isStale`: something has happened
 *   that is not shown. `next`: another game that has begun at this table. `lost`: why the engine is gone; `late`: the
 *   news of a server that refuses the news.
 * @typedef {{ do: "shown", answer: Shown, isNew?: boolean } | { do: "refreshed", answer: Shown } | { do: "left" }
 *   | { do: "turned", screen: Screen } | { do: "seated", chair: SeatOffer | null } | { do: "visited", isVisitor: boolean }
 *   | { do: "taught", lesson: "open" | "over" } | { do: "heard", news: string } | { do: "asked" } | { do: "missed" }
 *   | { do: "lost", isSilent: boolean } | { do: "reached" }} Event `shown`: an answer is to be shown, `isNew` for a game that
 *   was not at this screen. `refreshed`: the answer to the question what has happened; `asked`: the question is on its way;
 *   `missed`: its answer came too late. `heard`: the moment that the game has reached, or another text of the news.
 */

/** The state of a page that has just been opened. @type {State} */
export const START = Object.freeze({
  screen: "loading",
  position: null,
  visit: 0,
  chair: null,
  isVisitor: false,
  lesson: "ahead",
  waiting: null,
  told: 0,
  news: [],
  isStale: false,
  next: "",
  lost: "",
  late: "",
});

/** Return the state after an event. @param {State} state @param {Event} event @returns {State} */
export function reduce(state, event) {
  switch (event.do) {
    case "shown":
      return shown(state, event.answer, event.isNew ?? false);
    case "refreshed":
      return refreshed(state, event.answer);
    case "left":
      return { ...left(state), late: "" };
    case "turned":
      return { ...state, screen: event.screen };
    case "seated":
      return { ...state, chair: event.chair };
    case "visited":
      return { ...state, isVisitor: event.isVisitor };
    case "taught":
      return { ...state, lesson: event.lesson, screen: event.lesson === "open" ? "puzzle" : state.screen };
    case "heard":
      return heard(state, event.news);
    case "asked":
      return { ...state, isStale: false };
    case "missed":
      return { ...state, isStale: true };
    case "lost":
      return { ...state, lost: event.isSilent ? "silent" : "unreachable" };
    case "reached":
      return state.lost ? { ...state, lost: "" } : state;
    default:
      return unknown(event);
  }
}

/** Refuse an event of no kind, which a type checker finds before. @param {never} event @returns {never} */
function unknown(event) {
  throw new Error(`no such event: ${JSON.stringify(event)}`);
}

/** @param {State} state @param {Shown} answer @param {boolean} isNew @returns {State} */
function shown(state, answer, isNew) {
  const before = isNew ? answer.told.length : state.told;
  const next = { ...state, position: answer, visit: state.visit + 1, waiting: null, told: before, news: [], next: "" };
  if (state.lesson === "open") return next;
  const screen = screenOf(answer);
  // The reader of a review stays there.
  if (screen === "ending" && isEnded(state, answer.game)) return next;
  if (answer.kind !== "position" || screen === "ending") return { ...next, screen };
  const { told } = answer;
  return { ...next, screen, told: told.length, news: told.slice(told.length < before ? 0 : before) };
}

/** Return the screen for an answer that shows a game. @param {Shown} answer @returns {Screen} */
function screenOf({ kind, waits_for, active, viewer, here }) {
  // The page contains no hand until the person to move confirms that they are there.
  if (waits_for === "person" && active !== null && viewer !== active && here.includes(active)) return "cover";
  if (waits_for === "nobody") return "ending";
  return kind === "table" ? "any" : "game";
}

/** @param {State} state @param {Shown} answer @returns {State} */
function refreshed(state, answer) {
  const { position } = state;
  if (!position) return state;
  const hasMoved = answer.moment !== position.moment;
  // The end of a round stays until its reader continues.
  if (hasMoved && position.here.length && isRead(state)) return { ...state, waiting: answer };
  if (hasMoved || answer.here.join() !== position.here.join()) return shown(state, answer, false);
  // It is still the same position for answers that are on their way.
  return { ...state, position: answer };
}

/** @param {State} state @param {string} news @returns {State} */
function heard(state, news) {
  if (!state.position) return { ...state, next: "" };
  const next = { ...state, next: "", late: REFUSALS.has(news) ? news : "" };
  if (news === String(state.position.moment)) return next;
  // Another player has started a game at this table, which late answers about this one must not replace.
  if (news.includes("-")) return { ...left(next), next: news };
  return { ...next, isStale: true };
}

/** Return the state without the game. @param {State} state @returns {State} */
function left(state) {
  if (!state.position) return state;
  return { ...state, position: null, visit: state.visit + 1, waiting: null, isStale: false };
}

/** The seconds after which all people at the table see how long a player has been away. */
const UNTIL_TOLD = 20;

/** Return the seconds until any person may let the computer play for one who is away. @param {Absence} absence @param {number} since the seconds since the answer came */
export const freeIn = ({ free_in }, since) => Math.max(free_in - since, 0);

/** Return how long a person has been away; empty at first. @param {Absence} absence @param {number} since the seconds since the answer came */
export function awayTold({ seconds, has_come }, since) {
  const all = seconds + since;
  if (all < UNTIL_TOLD) return "";
  const time = all < 120 ? `${all} seconds` : `${Math.floor(all / 60)} minutes`;
  return has_come ? `away for ${time}` : `expected for ${time}`;
}

/**
 * @typedef {{ title: string, request: { do: string, [member: string]: any } }} Choice
 * @typedef {{ text: string, choices: Choice[] }} Notice
 */

/** Return what this screen says, and lets its people do, about those who come, go and return; null for nothing. @param {Pick<State, "position" | "chair">} state @param {number} since the seconds since the position came @returns {Notice | null} */
export function noticeOf({ position, chair }, since) {
  if (!position) return null;
  const { active, away, claims, here, seats } = position;
  const [claimed] = claims;
  if (here.length && claimed !== undefined) {
    const { name } = seats[claimed];
    /** @param {boolean} is_right */
    const admit = (is_right) => ({ do: "admit", seat: claimed, is_right });
    return {
      text: `${name} is back, from another browser?`,
      choices: [
        { title: `It is ${name}`, request: admit(true) },
        { title: "It is not", request: admit(false) },
      ],
    };
  }
  const lent = chair?.is_stand_in ? undefined : here.find((seat) => seats[seat].stand_in);
  if (lent !== undefined) {
    const whom = here.length > 1 ? seats[lent].name : "you";
    const text = `${seats[lent].stand_in} plays for ${whom}.`;
    return { text, choices: [{ title: "Play on", request: { do: "return", seat: lent } }] };
  }
  const absence = away.find(({ seat }) => seat === active);
  const told = absence && awayTold(absence, since);
  if (!absence || !told) return null;
  const request = { do: "lend", seat: absence.seat };
  const isFree = here.length > 0 && freeIn(absence, since) === 0;
  const left = freeIn(absence, since);
  const wait = left && here.length ? ` In ${left} ${left === 1 ? "second" : "seconds"}, the computer may play on.` : "";
  return {
    text: `${seats[absence.seat].name} is to move, and has been ${told}.${wait}`,
    choices: isFree ? [{ title: "Let the computer play", request }] : [],
  };
}

/** Return the seats of this screen that others have lent, and that its people play again now that they are here. @param {Pick<State, "position" | "chair">} state @returns {number[]} */
export function lentByOthers({ position, chair }) {
  if (!position || chair?.is_stand_in) return []; // its person is elsewhere
  return position.here.filter((seat) => position.seats[seat].stand_in && !position.seats[seat].is_asked);
}

/** Return a reaction in the news; null for other news. @param {string} news */
export function reactionIn(news) {
  const [kind, seat, sign] = news.split(" ");
  return kind === "reaction" ? { seat: Number(seat), sign } : null;
}

/** Return whether the end of a round is being read. @param {State} state */
export const isRead = ({ screen, position }) => screen === "game" && position !== null && position.story.length > 0;

/** Return whether the end of a game, or its review, is shown. @param {State} state @param {string} game */
export const isEnded = ({ screen, position }, game) =>
  (screen === "ending" || screen === "review") && position?.game === game;

/** Return the alert about the connection; empty if all is well. @param {State} state */
export function alertOf({ lost, late, isVisitor }) {
  if (lost === "silent") return SILENT;
  if (lost) return isVisitor ? UNREACHABLE_FOR_VISITORS : UNREACHABLE;
  return REFUSALS.get(late) ?? "";
}
