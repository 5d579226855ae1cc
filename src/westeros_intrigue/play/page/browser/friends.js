/** Friends at other screens: the link of the table, who is there, and the way in for a visitor. */

import { faceOf } from "./seats.js";
import { knownName, made, part, remembered, warn } from "./elements.js";
import { listen, token } from "./messages.js";
import { showPicture } from "./scheme.js";
import { copy } from "./share.js";
import { awayTold, freeIn } from "./state.js";

/** @import { ChairOffer, SeatOffer, TableSeat } from "westeros-intrigue/messages" */
/** @import { Game } from "./game.js" */
/** @import { Ask, Request, Shown } from "./messages.js" */

const dialog = part("friends", HTMLDialogElement);
const SHARED =
  "Who opens the link sees the chairs and sits down in a free one, or watches. No link shows another's hand.";
const CLOSED = "The table is closed: nobody new can come in. Who has sat down can always come back.";
const ALONE =
  "This link works only on this machine. For phones and other machines in your network, stop the program, start it " +
  "with “westeros-intrigue web --host 0.0.0.0”, and come back: the game is saved, and the link works then.";
const WATCHING = "You are watching: you see the table, but no hands.";
const HANDING_ON = "Leave the table? The computer plays on for the person whose seat it is.";
const LEAVING = "Leave the table? The computer plays on for you. The seat stays yours: this link leads back to it.";
const WHAT =
  "Players take turns placing a card in the court, where its house fits. Players who cannot place one are out. " +
  "Each card left in your hand is a point against you, and the fewest points win.";

/** Open the list of players. @param {Game} game */
export async function showFriends(game) {
  if (!dialog.open) dialog.showModal();
  await updateFriends(game);
}

/** Show who is present, if the list is open. @param {Game} game */
export async function updateFriends(game) {
  const { chair } = game;
  if (!dialog.open || !game.position) return;
  const isWatching = chair?.seat === null;
  const answer = isWatching ? null : await game.ask({ do: "friends", game: game.position.game });
  const { position } = game;
  if (!position) return; // its person has left meanwhile
  const { link, chairs, is_shared } =
    answer?.kind === "friends" ? answer : { link: null, chairs: [], is_shared: false };
  const why = answer?.kind === "fault" ? answer.text : link ? (is_shared ? SHARED : ALONE) : CLOSED;
  part("friends-note", HTMLElement).textContent = isWatching ? WATCHING : why;
  /** @param {Request} request */
  const change = async (request) => {
    const done = await game.ask({ game: game.position?.game, ...request });
    await updateFriends(game);
    if (done?.kind === "fault") part("friends-note", HTMLElement).textContent = done.text;
    return done;
  };
  const lines = position.seats.map((seat, number) => {
    const offer = chairs.find((each) => each.seat === number);
    const texts = made(
      "div",
      {},
      made("b", {}, seat.name),
      made("p", { className: "note" }, standing(game, number, offer)),
    );
    const controls = isWatching ? [] : controlsOf(game, number, offer, change);
    return made("li", {}, faceOf(seat.name, number), texts, ...controls);
  });
  const { watching } = position;
  if (watching) lines.push(made("li", {}, made("div", {}, watching === 1 ? "1 spectator" : `${watching} spectators`)));
  const [list, next] = [
    part("friends-list", HTMLElement),
    made("ul", { id: "friends-list", className: "chairs" }, ...lines),
  ];
  // A button that is replaced while it is pressed gets no click.
  if (!next.isEqualNode(list)) list.replaceWith(next);
  const invite = part("invite-all", HTMLButtonElement);
  invite.hidden = chair !== null || link !== null || answer?.kind !== "friends";
  invite.onclick = () => change({ do: "invite", seat: null });
  const close = part("close-table", HTMLButtonElement);
  close.hidden = chair !== null;
  close.onclick = () => change({ do: "close" });
  part("friends-code", HTMLElement).hidden = !link;
  if (!link) return;
  const [address] = link.addresses;
  const copying = part("copy-link", HTMLButtonElement);
  copying.onclick = () => copy(address, copying);
  part("friends-picture", HTMLElement).hidden = !link.code;
  if (link.code) showPicture(part("friends-picture", HTMLElement), link.code);
  part("friends-address", HTMLElement).textContent = address;
}

/** Return where the player of a seat is, in words. @param {Game} game @param {number} seat @param {ChairOffer | undefined} offer */
function standing(game, seat, offer) {
  const { seats, here, away } = /** @type {Shown} */ (game.position);
  const { who, player, stand_in } = seats[seat];
  if (stand_in) return `${stand_in} plays ${offer?.is_free ? "until a friend comes" : "for them"}`;
  if (who !== "person") return who === "automated" ? who : `a computer player, ${player}`;
  if (here.includes(seat)) return "at this screen";
  if (offer?.is_free) return "a free chair";
  const absence = away.find((each) => each.seat === seat);
  return absence ? awayTold(absence, game.secondsSince()) || "not here" : "here";
}

/** @param {string} text @param {() => unknown} onclick */
const button = (text, onclick) => made("button", { type: "button", onclick }, text);

/**
 * Return the controls for a seat. Everybody at the table has the same, but for what only the host's screen can do.
 * @param {Game} game
 * @param {number} seat
 * @param {ChairOffer | undefined} offer
 * @param {(request: Request) => Promise<unknown>} change
 */
function controlsOf(game, seat, offer, change) {
  const { chair } = game;
  const { seats, here, away } = /** @type {Shown} */ (game.position);
  const { who, stand_in } = seats[seat];
  const [isHost, isHere] = [chair === null, here.includes(seat)];
  const lend = () => change({ do: "lend", seat });
  if (who === "automated") return [];
  if (who !== "person") {
    if (!isHost) return [];
    const sit = button("Sit down here", () => change({ do: "replace", seat, who: "person" }));
    return [button("Ask a friend", () => change({ do: "invite", seat })), ...(here.length ? [] : [sit])];
  }
  if (chair?.is_stand_in && isHere)
    // The link ends with that, and the server says so.
    return [button("Leave the table", () => confirm(HANDING_ON) && lend())];
  if (isHere && stand_in) return [button("Play on", () => change({ do: "return", seat }))];
  if (chair?.seat === seat) return [button("Leave the table", () => confirm(LEAVING) && leave(game, lend))];
  if (isHere) return here.length > 1 ? [button("Let the computer play", lend)] : [];
  const absence = away.find((each) => each.seat === seat);
  const controls = [];
  if (absence && (freeIn(absence, game.secondsSince()) === 0 || (isHost && offer?.is_free)))
    controls.push(button("Let the computer play", lend));
  if (isHost && offer?.is_free)
    controls.push(button("Play here", () => change({ do: "replace", seat, who: "person" })));
  return controls;
}

/** Let the computer play for this person, and close the table at this screen. @param {Game} game @param {() => Promise<unknown>} lend */
async function leave(game, lend) {
  await lend();
  dialog.close();
  game.forget();
  greet("You have left the table", "The computer plays on for you. The seat, its name and its points stay yours.");
  const back = part("come-back", HTMLButtonElement);
  back.hidden = false;
  back.onclick = () => location.reload();
}

/** The keys of what this browser remembers: the seat at a table, and the table of a seat. */
const [SEAT, TABLE] = ["westeros-intrigue-chair-", "westeros-intrigue-table-of-"];
/** The pause in milliseconds before a newcomer asks again whether they have been let in. */
const PATIENCE = 2000;

/** Return a seat's player, as a newcomer reads it. @param {TableSeat} seat @param {ChairOffer | undefined} offer */
function seenFromTheDoor({ who, player, stand_in }, offer) {
  if (stand_in) return `${stand_in} plays`;
  if (who !== "person") return who === "automated" ? who : `a computer player, ${player}`;
  if (offer?.is_free) return "free";
  if (!offer) return "at the host's screen";
  return offer.is_there ? "here" : "not here";
}

/** @param {string[]} names */
const joined = (names) => names.join(", ").replace(/, ([^,]*)$/, " and $1");

/** Let a visitor who came through the link of a table sit down, come back, or watch. @param {SeatOffer} offer @param {Ask} ask @returns {boolean} false if the visitor is led to a seat that this browser has already */
export function receive(offer, ask) {
  const secret = remembered(SEAT + token());
  if (secret) {
    location.replace(`../${secret}/`);
    return false;
  }
  const { seats, chairs, host } = offer;
  const others = seats.filter((_, seat) => !chairs.find((each) => each.seat === seat)?.is_free).map(({ name }) => name);
  const isCourt = offer.name === "Westeros Intrigue";
  part("join", HTMLElement).prepend(document.querySelector("#art") ?? "");
  greet(
    `${host || "A friend"} invites you to ${offer.name}`,
    `${joined(others)} ${others.length === 1 ? "is" : "are"} at the table.${isCourt ? ` ${WHAT}` : ""}`,
  );
  const name = part("join-name", HTMLInputElement);
  if (!name.value && seats.every((each) => each.name !== knownName())) name.value = knownName();
  /** @param {Request} request */
  const join = async (request) => {
    warn("");
    const answer = await ask({ name: name.value, ...request });
    if (answer?.kind === "asked") return wait(answer.claim, ask);
    if (answer?.kind === "joined") return enter(answer.secret, request.seat === null);
    if (answer?.kind === "fault") warn(answer.text);
    return undefined;
  };
  /** @param {number} seat @param {"sit" | "claim" | "play"} how */
  const sit = (seat, how) => join({ do: "join", seat, how });
  const list = part("join-chairs", HTMLElement);
  const lines = seats.map((seat, number) => {
    const chair = chairs.find((each) => each.seat === number);
    const note = made("p", { className: "note" }, seenFromTheDoor(seat, chair));
    const controls = [];
    if (chair?.is_free) controls.push(button("Sit here", () => sit(number, "sit")));
    else if (chair && !chair.is_there) controls.push(button(`I am ${seat.name}`, () => sit(number, "claim")));
    if (chair?.can_be_lent) controls.push(button(`Play for ${seat.name}`, () => sit(number, "play")));
    return made("li", {}, faceOf(seat.name, number), made("div", {}, made("b", {}, seat.name), note), ...controls);
  });
  const next = made("ul", { id: "join-chairs", className: "chairs", ariaLabel: "The chairs" }, ...lines);
  if (!next.isEqualNode(list)) list.replaceWith(next);
  const form = part("join-form", HTMLFormElement);
  form.hidden = false;
  const free = chairs.find(({ is_free }) => is_free);
  part("sit-down", HTMLButtonElement).hidden = !free;
  form.onsubmit = (event) => {
    event.preventDefault();
    if (free) sit(free.seat, "sit");
  };
  part("watch", HTMLButtonElement).onclick = () => join({ do: "join", seat: null, how: "sit" });
  return true;
}

/** Let this browser come back to a seat by the link of its table too, and open the seat. @param {string} secret @param {boolean} isWatching */
function enter(secret, isWatching) {
  const name = part("join-name", HTMLInputElement);
  if (!isWatching) {
    remembered(SEAT + token(), secret);
    remembered(TABLE + secret, token());
    knownName(name.value);
  }
  location.replace(`../${secret}/`);
}

let isClaiming = false;

/** Return whether this visitor waits for the people at the table. */
export const isWaiting = () => isClaiming;

/** Wait until the people at the table let a newcomer have their seat again. @param {string} claim @param {Ask} ask */
async function wait(claim, ask) {
  part("join-form", HTMLFormElement).hidden = true;
  part("join-note", HTMLElement).textContent = "The people at the table are asked whether it is you. One moment …";
  isClaiming = true;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    const answer = await ask({ do: "claimed", claim });
    if (answer?.kind === "joined") return enter(answer.secret, false);
    if (answer?.kind !== "fault") continue;
    isClaiming = false;
    part("join-form", HTMLFormElement).hidden = false;
    return warn(answer.text);
  }
}

/** Tell visitors why their link opens nothing. @param {string} reason */
export function dismiss(reason) {
  const table = remembered(TABLE + token());
  if (table) {
    remembered(SEAT + table, "");
    remembered(TABLE + token(), "");
  }
  dialog.close();
  listen("", () => {});
  greet("This link leads to no seat", reason);
  const back = part("come-back", HTMLButtonElement);
  back.hidden = !table;
  back.textContent = "To the table";
  back.onclick = () => location.replace(`../${table}/`);
}

/** Show a message to a visitor without a seat. @param {string} heading @param {string} note */
function greet(heading, note) {
  part("join-heading", HTMLElement).textContent = heading;
  part("join-note", HTMLElement).textContent = note;
  part("join-form", HTMLElement).hidden = true;
  part("come-back", HTMLButtonElement).hidden = true;
}
