/**
 * The state of a screen, without a document: an event makes the next state of the one before. Modules beside this one
 * ask the engine and draw; they decide nothing about what is shown, announced or dropped.
 */

/** @import { Absence, Arrival, Asked, SeatClaim, SeatOffer } from "westeros-intrigue/messages" */
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
 *   at: "known" | "choosing" | "asked",
 *   offer: SeatOffer,
 *   known: Own[],
 *   seat: number | null,
 *   claim: string,
 *   words: string,
 *   isContested: boolean,
 * }} Door The door of a table, before which a newcomer stands. `known`: this browser has a seat already; `choosing` a chair;
 *   `asked`: the people at the table are asked whether the newcomer is the person of `seat`, and see the same `words`.
 *   `isContested`: another newcomer asks for the seat. `known`: the seats that this browser has.
 * @typedef {{ secret: string, name: string }} Own
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
 *   isFollowing: boolean,
 *   lost: "" | "silent" | "unreachable",
 *   late: string,
 *   door: Door | null,
 *   dismissed: string[],
 * }} State `screen`: the part of the page that is shown. `position`: the game at this screen. `visit`: the number of
 *   positions that were shown or left, so that an answer about an earlier one is known to be late. `chair`: the seat of
 *   the visitor's link, null for the host; `isVisitor`: the link is not the host's. `lesson`: of a friend who is new.
 *   `waiting`: the position that the game has reached while its player reads the end of a round. `told`: the number of
 *   the round's sentences that have been announced; `news`: those to announce now. `isStale`: something has happened
 *   that is not shown. `next`: another game that has begun at this table; `isFollowing`: this screen has left its own game
 *   for it, and does not show it yet. `lost`: why the engine is gone; `late`: the news of a server that refuses the news.
 *   `door`: of a newcomer; null for everybody else. `dismissed`: the arrivals that this screen's people have read.
 * @typedef {{ do: "shown", answer: Shown, isNew?: boolean } | { do: "refreshed", answer: Shown } | { do: "left" }
 *   | { do: "turned", screen: Screen } | { do: "seated", chair: SeatOffer | null } | { do: "visited", isVisitor: boolean }
 *   | { do: "taught", lesson: "open" | "over" } | { do: "heard", news: string } | { do: "asked" } | { do: "missed" }
 *   | { do: "lost", isSilent: boolean } | { do: "reached" } | { do: "offered", offer: SeatOffer, known: Own[] }
 *   | { do: "welcomed" } | { do: "claimed", seat: number, answer: Asked } | { do: "unclaimed" } | { do: "dismissed", arrival: string }} Event `shown`: an answer is to be shown, `isNew` for a game that
 *   was not at this screen. `refreshed`: the answer to the question what has happened; `asked`: the question is on its way;
 *   `missed`: its answer came too late. `offered`: the chairs, as a newcomer sees them; `welcomed`: somebody else than the
 *   person of this browser's seat; `claimed`: the question whether it is their seat is open, and `unclaimed`: no longer. `heard`: the moment that the game has reached, or another text of the news.
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
  isFollowing: false,
  lost: "",
  late: "",
  door: null,
  dismissed: [],
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
    case "offered":
      return { ...state, door: offered(state.door, event.offer, event.known) };
    case "welcomed":
      return state.door ? { ...state, door: { ...state.door, at: "choosing" } } : state;
    case "claimed":
      return state.door ? { ...state, door: claimed(state.door, event.seat, event.answer) } : state;
    case "unclaimed":
      return state.door?.at === "asked" ? { ...state, door: { ...state.door, at: "choosing" } } : state;
    case "dismissed":
      return { ...state, dismissed: [...state.dismissed, event.arrival] };
    default:
      return unknown(event);
  }
}

/** Refuse an event of no kind, which a type checker finds before. @param {never} event @returns {never} */
function unknown(event) {
  throw new Error(`no such event: ${JSON.stringify(event)}`);
}

/** Return the door with the chairs as they are; whatever its newcomer has begun stays. @param {Door | null} door @param {SeatOffer} offer @param {Own[]} known @returns {Door} */
function offered(door, offer, known) {
  if (door) return { ...door, offer };
  const at = known.length ? "known" : "choosing";
  return { at, offer, known, seat: null, claim: "", words: "", isContested: false };
}

/** @param {Door} door @param {number} seat @param {Asked} answer @returns {Door} */
function claimed(door, seat, { claim, words, is_contested }) {
  return { ...door, at: "asked", seat, claim, words, isContested: is_contested };
}

/** @param {State} state @param {Shown} answer @param {boolean} isNew @returns {State} */
function shown(state, answer, isNew) {
  const before = isNew ? answer.told.length : state.told;
  const next = {
    ...state,
    position: answer,
    visit: state.visit + 1,
    waiting: null,
    told: before,
    news: [],
    next: "",
    isFollowing: false,
  };
  if (state.lesson === "open") return next;
  const screen = screenOf(answer);
  // The reader of a review stays there.
  if (screen === "ending" && isEnded(state, answer.game)) return { ...next, next: state.next };
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
  const next = { ...state, next: canFollow(state) ? state.next : "", late: REFUSALS.has(news) ? news : "" };
  if (news === String(state.position.moment)) return next;
  // Another player has started a game at this table, which late answers about this one must not replace.
  // The reader of a review chooses when to go there.
  if (news.includes("-"))
    return state.screen === "review" ? { ...next, next: news } : { ...left(next), next: news, isFollowing: true };
  return { ...next, isStale: true };
}

/** Return the state without the game. @param {State} state @returns {State} */
function left(state) {
  if (!state.position && !state.isFollowing) return state;
  return { ...state, position: null, visit: state.visit + 1, waiting: null, isStale: false, isFollowing: false };
}

/** The seconds for which the others read that another screen of a person was let in. */
const UNTIL_OLD = 30;

/** The seconds after which all people at the table see how long a player has been away. */
const UNTIL_TOLD = 20;

/** Return the seconds until any person may let the computer play for one who is away. @param {Absence} absence @param {number} since the seconds since the answer came */
export const freeIn = ({ free_in }, since) => Math.max(free_in - since, 0);

/** How a person is away, by the standing of the screen, with a time and without. */
const WAYS = {
  pocket: ["looking elsewhere", "looks elsewhere"],
  dark: ["without connection", "is without connection"],
  gone: ["away", "is not here"],
};

/** Return how long a person has been away; empty at first. @param {Absence} absence @param {number} since the seconds since the answer came */
export function awayTold({ seconds, has_come, how }, since) {
  const all = seconds + since;
  if (all < UNTIL_TOLD) return "";
  const time = all < 120 ? `${all} seconds` : `${Math.floor(all / 60)} minutes`;
  return has_come ? `${WAYS[how][0]} for ${time}` : `expected for ${time}`;
}

/** Return whether another game has begun at the table while the last one is reviewed. @param {Pick<State, "position" | "next">} state */
export const canFollow = ({ position, next }) => next !== "" && position !== null;

/** Return how a person is away, as a short clause without the name; empty for one who is here. @param {Absence[]} away @param {number | null} seat */
export function absenceOf(away, seat) {
  const absence = away.find((each) => each.seat === seat);
  return absence ? WAYS[absence.how][1] : "";
}

/**
 * @typedef {{ title: string, request?: { do: string, [member: string]: any }, event?: Event, isOnward?: boolean }} Choice
 *   `isOnward`: it leads to the other game at the table
 * @typedef {{ text: string, choices: Choice[], isWaiting?: boolean }} Notice
 *   `isWaiting`: the game waits for somebody who is away, so that nothing is asked here
 */

/** The notice to a person who has no seat in this game. @type {Notice} */
const AS_GUEST = { text: "You watch this game, and are among the first to play in the next one.", choices: [] };

/** Return what this screen says, and lets its people do, about those who come, go and return; null for nothing. @param {Pick<State, "position" | "chair" | "dismissed" | "next">} state @param {number} since the seconds since the position came @returns {Notice | null} */
export function noticeOf({ position, chair, dismissed, next }, since) {
  if (!position) return null;
  if (next) return { text: "Another game has begun at this table.", choices: [{ title: "Go there", isOnward: true }] };
  const { active, away, claims, here, seats } = position;
  if (claims.length) return askAbout(claims, position);
  const arrival = position.arrivals.find((each) => isNews(each, position, dismissed, since));
  if (arrival) return tellOf(arrival, position);
  if (position.waits_for === "friends") return inviteOf(position, chair);
  if (chair && chair.seat !== null && !here.length && position.waits_for !== "nobody")
    return { text: `You play from the next deal on. Until then, ${seats[chair.seat].stand_in} plays.`, choices: [] };
  const lent = chair?.is_stand_in ? undefined : here.find((seat) => seats[seat].stand_in);
  if (lent !== undefined) {
    const whom = here.length > 1 ? seats[lent].name : "you";
    const text = `${seats[lent].stand_in} plays for ${whom}.`;
    return { text, choices: [{ title: "Play on", request: { do: "return", seat: lent } }] };
  }
  const absence = away.find(({ seat }) => seat === active);
  const told = absence && awayTold(absence, since);
  if (!absence || !told) return chair?.is_guest && position.waits_for !== "nobody" ? AS_GUEST : null;
  const request = { do: "lend", seat: absence.seat };
  const isFree = here.length > 0 && freeIn(absence, since) === 0;
  const left = freeIn(absence, since);
  const wait = left && here.length ? ` In ${left} ${left === 1 ? "second" : "seconds"}, the computer may play on.` : "";
  return {
    text: `${seats[absence.seat].name} is to move, and has been ${told}.${wait}`,
    choices: isFree ? [{ title: "Let the computer play", request }] : [],
    isWaiting: true,
  };
}

/** Return what is said until the game begins. @param {Shown} position @param {SeatOffer | null} chair @returns {Notice} */
function inviteOf({ away, seats }, chair) {
  const free = away.filter(({ has_come }) => !has_come).length;
  const chairs = free === 1 ? "1 chair is free" : `${free} chairs are free`;
  if (chair) return { text: `The game begins when all have come: ${free ? chairs : "the host begins"}.`, choices: [] };
  return {
    text: free ? `${chairs}. Until all are taken, no cards are shown.` : `All chairs are taken: see ${people(seats)}.`,
    choices: [{ title: free ? "Begin with the computer" : "Begin", request: { do: "begin" } }],
  };
}

/** @param {Shown["seats"]} seats */
const people = (seats) =>
  seats
    .filter(({ who }) => who === "person")
    .map(({ name }) => name)
    .join(", ");

/** Return the question about the newcomers who say that a seat is theirs. @param {SeatClaim[]} claims @param {Shown} position @returns {Notice} */
function askAbout(claims, { here, seats }) {
  const [{ seat }] = claims;
  const asking = claims.filter((each) => each.seat === seat);
  const { name } = seats[seat];
  /** @param {SeatClaim} claim @param {boolean} is_right */
  const admit = ({ number }, is_right) => ({ do: "admit", claim: number, is_right });
  if (asking.length > 1)
    return {
      text:
        asking[0].name !== null
          ? `${asking.length} people would like to sit down here. All who play must agree on one.`
          : `${asking.length} people say “I am ${name}”. Only one of them can be: which words does ${name}'s screen show?`,
      choices: asking.flatMap((each) => [
        { title: `“${each.words}”`, request: admit(each, true) },
        { title: `Not “${each.words}”`, request: admit(each, false) },
      ]),
    };
  const [claim] = asking;
  const instead = seats[seat].who === "person" ? "sit down" : `play instead of ${name}`;
  if (claim.name !== null)
    return {
      text: `${claim.name || "Somebody"} would like to ${instead}, and shows “${claim.words}”. All who play must agree.`,
      choices: [
        { title: "Welcome", request: admit(claim, true) },
        { title: "Not in this game", request: admit(claim, false) },
      ],
    };
  const isOwn = here.includes(seat);
  return {
    text: isOwn
      ? `Somebody says that they are you. Does your other screen show “${claim.words}”?`
      : `“I am ${name}”, says somebody. ${name}'s screen must show “${claim.words}”.`,
    choices: [
      { title: isOwn ? "It is me" : `It is ${name}`, request: admit(claim, true) },
      { title: "It is not", request: admit(claim, false) },
    ],
  };
}

/** Return whether people at this screen have not read yet that another screen was let in. @param {Arrival} arrival @param {Shown} position @param {string[]} dismissed @param {number} since the seconds since the position came */
function isNews(arrival, { here, seats }, dismissed, since) {
  if (arrival.is_asked) return true;
  if (since >= UNTIL_OLD) return false;
  const isOwn = here.includes(arrival.seat) || here.some((seat) => seats[seat].name === arrival.by);
  return here.length > 0 && !isOwn && !dismissed.includes(JSON.stringify(arrival));
}

/** Return what is said about a screen that was let in. @param {Arrival} arrival @param {Shown} position @returns {Notice} */
function tellOf(arrival, { seats }) {
  const { seat, number, by, is_asked } = arrival;
  /** @param {boolean} is_own */
  const vouch = (is_own) => ({ do: "vouch", seat, number, is_own });
  if (is_asked)
    return {
      text: `Somebody came in as you, let in by ${by}: was it you?`,
      choices: [
        { title: "It was me", request: vouch(true) },
        { title: "It was not me", request: vouch(false) },
      ],
    };
  return {
    text: `${by} has let somebody in as ${seats[seat].name}, from another browser.`,
    choices: [{ title: "OK", event: { do: "dismissed", arrival: JSON.stringify(arrival) } }],
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
