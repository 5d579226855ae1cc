/** Friends at other screens: the link of the table, who is there, and the way in for a visitor. */

import { faceOf } from "./seats.js";
import { knownName, made, part, remembered, warn } from "./elements.js";
import { listen, token } from "./messages.js";
import { showPicture } from "./scheme.js";
import { copy } from "./share.js";
import { absenceOf, awayTold, freeIn } from "./state.js";

/** @import { Answer, Asked, ChairOffer, SeatOffer, TableSeat } from "westeros-intrigue/messages" */
/** @import { Game } from "./game.js" */
/** @import { Request, Shown } from "./messages.js" */
/** @import { Door } from "./state.js" */

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
const FREEING = "Free the chair? The computer plays on, and the link of the person who has it ends.";
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
  const answer = await game.ask(isWatching ? { do: "choices" } : { do: "friends", game: game.position.game });
  const { position } = game;
  if (!position) return; // its person has left meanwhile
  const { link, is_shared } = answer?.kind === "friends" ? answer : { link: null, is_shared: false };
  const chairs = answer?.kind === "friends" || answer?.kind === "chair" ? answer.chairs : [];
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
    const texts = made("div", {}, made("b", {}, seat.name), made("p.note", {}, standing(game, number, offer)));
    const controls = isWatching ? waysIn(game, number, chairs) : controlsOf(game, number, offer, change);
    return made("li", {}, faceOf(position.seats, number), texts, ...controls);
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

/** Return the controls by which a spectator sits down in a seat. @param {Game} game @param {number} seat @param {ChairOffer[]} chairs */
function waysIn(game, seat, chairs) {
  const free = chairs.filter(({ is_free }) => is_free);
  if (game.chair?.is_guest) return [];
  if (free.some((each) => each.seat === seat)) return [button("Sit here", () => sitDown(game, seat))];
  const isAsked = !free.length && isComputers(game.position?.seats[seat]);
  return isAsked ? [button(ASK, () => sitDown(game, seat))] : [];
}

/** Let a spectator sit down. @param {Game} game @param {number} seat */
async function sitDown(game, seat) {
  const note = part("friends-note", HTMLElement);
  let answer = await game.ask({ do: "join", name: knownName(), seat, how: "sit" });
  while (answer?.kind === "asked" && dialog.open) {
    note.textContent = `All who play are asked whether you may sit down. Your screen shows “${answer.words}”.`;
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    answer = await game.ask({ do: "claimed", claim: answer.claim });
  }
  if (answer?.kind === "joined") enter(answer.secret, knownName());
  if (answer?.kind === "fault") note.textContent = answer.text;
}

/** Return where the player of a seat is, in words. @param {Game} game @param {number} seat @param {ChairOffer | undefined} offer */
function standing(game, seat, offer) {
  const { seats, here, away, waits_for } = /** @type {Shown} */ (game.position);
  const { who, player, stand_in } = seats[seat];
  const isOwn = game.chair ? game.chair.seat === seat : !offer && game.chair === null;
  if (stand_in) return `${stand_in} plays ${offer?.is_free ? "until a friend comes" : "for them"}`;
  if (who !== "person") return who === "automated" ? who : `a computer player, ${player}`;
  if (here.includes(seat) || (waits_for === "friends" && isOwn)) return "at this screen";
  if (offer?.is_free) return "a free chair";
  const absence = away.find((each) => each.seat === seat);
  return absence ? awayTold(absence, game.secondsSince()) || absenceOf(away, seat).replace(/^is /, "") : "here";
}

/** @param {string} text @param {() => unknown} onclick */
const button = (text, onclick) => made("button", { type: "button", onclick }, text);

/**
 * Return the controls for a seat. Everybody at the table has the same, but for what only the host's screen can do.
 * @param {Game} game
 * @param {number} seat
 * @param {ChairOffer | undefined} offer
 * @param {(request: Request) => Promise<Answer | null>} change
 */
function controlsOf(game, seat, offer, change) {
  const { chair } = game;
  const { seats, here, away, waits_for } = /** @type {Shown} */ (game.position);
  const { who, stand_in } = seats[seat];
  const [isHost, isHere] = [chair === null, here.includes(seat)];
  const lend = () => change({ do: "lend", seat });
  if (who === "automated") return [];
  if (who !== "person") {
    if (!isHost) return [];
    const sit = button("Sit down here", () => change({ do: "replace", seat, who: "person" }));
    const mayTake = !here.length;
    return [button("Ask a friend", () => change({ do: "invite", seat })), ...(mayTake ? [sit] : [])];
  }
  if (chair?.is_stand_in && isHere)
    // The link ends with that, and the server says so.
    return [button("Leave the table", () => confirm(HANDING_ON) && lend())];
  if (isHere && stand_in) return [button("Play on", () => change({ do: "return", seat }))];
  if (chair?.seat === seat && waits_for === "friends") return [button("Leave the table", () => leave(game, lend))];
  if (chair?.seat === seat && isHere)
    return [
      button("Leave the table", () => confirm(LEAVING) && leave(game, lend)),
      button("Let a friend play for me", () => change({ do: "seek", seat })),
    ];
  if (isHere) return here.length > 1 ? [button("Let the computer play", lend)] : [];
  const absence = away.find((each) => each.seat === seat);
  const controls = [];
  if (chair?.seat !== seat && offer && !offer.is_free && (isHost || isLate(game, seat)))
    controls.push(
      button("Free the chair", () => confirm(FREEING) && change({ do: "free", seat }).then(tellFreed(seat))),
    );
  if (absence && (freeIn(absence, game.secondsSince()) === 0 || (isHost && offer?.is_free)))
    controls.push(button("Let the computer play", lend));
  if (isHost && offer?.is_free && waits_for === "friends")
    controls.push(button("Play here", () => change({ do: "replace", seat, who: "person" })));
  return controls;
}

/** The seconds without a move after which the others may free the chair of the person to move. */
const LATE = 120;

/** Return whether the game waits for a person for long. @param {Game} game @param {number} seat */
const isLate = (game, seat) =>
  game.chair?.seat !== null && game.position?.active === seat && game.secondsAtMoment() >= LATE;

/** Return what says whether a chair has been freed. @param {number} seat */
const tellFreed = (seat) => (/** @type {any} */ answer) => {
  const isFreed = answer?.chairs?.find((/** @type {ChairOffer} */ each) => each.seat === seat)?.is_free;
  if (answer?.kind === "friends" && !isFreed)
    part("friends-note", HTMLElement).textContent = "The chair is freed when all others have said so, too.";
};

/** Let the computer play for this person, and close the table at this screen. @param {Game} game @param {() => Promise<unknown>} lend */
async function leave(game, lend) {
  await lend();
  dialog.close();
  game.forget();
  greet("You have left the table", "The computer plays on for you. The seat, its name and its points stay yours.");
  show("come-back", "Come back", () => location.reload());
}

/** The keys of what this browser remembers: the seat at a table, and the table of a seat. */
const [SEAT, TABLE] = ["westeros-intrigue-chair-", "westeros-intrigue-table-of-"];
/** Return the secrets of the seats that this browser has at a table. @param {string} table */
const secretsOf = (table) => [...new Set(remembered(SEAT + table).split(" "))].filter(Boolean);
/** The key of the name of the person in a seat. */
const NAME = "westeros-intrigue-person-";
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

/** The button that asks all who play for the seat of a computer player. */
const ASK = "Ask to play here";
/** Return whether a seat is a computer player's. @param {TableSeat | undefined} seat */
const isComputers = (seat) => seat !== undefined && seat.who !== "person" && seat.who !== "automated";

/** @param {string[]} names */
const joined = (names) => names.join(", ").replace(/, ([^,]*)$/, " and $1");

/** Let a visitor who came through the link of a table sit down, come back, or watch. @param {SeatOffer} offer @param {Game} game */
export function receive(offer, game) {
  const known = secretsOf(token).map((secret) => ({ secret, name: remembered(NAME + secret) }));
  game.happen({ do: "offered", offer, known });
  drawDoor(game);
}

/** Draw the door of a table as its state says. @param {Game} game */
function drawDoor(game) {
  const { door } = game.state;
  if (door?.at === "known") drawKnown(game, door);
  else if (door?.at === "asked") drawQuestion(game, door);
  else if (door) drawChairs(game, door);
}

/** Ask who is there: several people may use the same browser. @param {Game} game @param {Door} door */
function drawKnown(game, { known }) {
  const names = known.map(({ name }) => name || "somebody");
  const who = joined(names).replace(/^s/, "S");
  greet(`${who} ${names.length === 1 ? "sits" : "sit"} here with this browser`, "Who is there?");
  const goOn = known.map(({ secret }, at) => button(`Go on as ${names[at]}`, () => location.replace(`#${secret}`)));
  part("join-known", HTMLElement).replaceChildren(...goOn);
  show("otherwise", "Somebody else", () => {
    game.happen({ do: "welcomed" });
    drawDoor(game);
  });
}

/** Show that the people at the table are asked, and by which words they know this screen. @param {Game} game @param {Door} door */
function drawQuestion(game, { offer, seat, claim, words, isContested }) {
  const rival = isContested ? " Somebody else asks for this seat, too: only your words let you in." : "";
  const { name, who } = offer.seats[seat ?? 0];
  const isFree = who !== "person" || offer.chairs.some((each) => each.seat === seat && each.is_free);
  greet(
    isFree ? "The game is under way" : `Is it you, ${name}?`,
    `${isFree ? "All who play are asked whether you may sit down" : "The people at the table are asked"}. Tell them what your screen shows: “${words}”.${rival}`,
  );
  show("otherwise", "Do not ask any more", async () => {
    await game.ask({ do: "withdraw", claim });
    game.happen({ do: "unclaimed" });
    drawDoor(game);
  });
}

/** @param {Game} game @param {Door} door */
function drawChairs(game, { offer, known }) {
  const { seats, chairs, host } = offer;
  const others = seats.filter((_, seat) => !chairs.find((each) => each.seat === seat)?.is_free).map(({ name }) => name);
  const isCourt = offer.name === "Westeros Intrigue";
  part("join", HTMLElement).prepend(document.querySelector("#art") ?? "");
  greet(
    `${host || "A friend"} invites you to ${offer.name}`,
    `${joined(others)} ${others.length === 1 ? "is" : "are"} at the table.${isCourt ? ` ${WHAT}` : ""}`,
  );
  const name = part("join-name", HTMLInputElement);
  const isShared = known.length > 0; // by the person whose name it knows
  if (!name.value && !isShared && seats.every((each) => each.name !== knownName())) name.value = knownName();
  /** @param {Request} request */
  const join = async (request) => {
    warn("");
    const answer = await game.ask({ name: name.value, ...request });
    if (answer?.kind === "asked") return follow(game, request.seat, answer);
    if (answer?.kind === "joined") return enter(answer.secret, request.seat === null ? null : name.value);
    if (answer?.kind === "fault") warn(answer.text);
    return undefined;
  };
  /** @param {number} seat @param {"sit" | "claim" | "play"} how */
  const sit = (seat, how) => join({ do: "join", seat, how });
  const list = part("join-chairs", HTMLElement);
  const isFree = chairs.some(({ is_free }) => is_free);
  const lines = seats.map((seat, number) => {
    const chair = chairs.find((each) => each.seat === number);
    const note = made("p.note", {}, seenFromTheDoor(seat, chair));
    const controls = [];
    if (chair?.is_free) controls.push(button("Sit here", () => sit(number, "sit")));
    else if (isComputers(seat) && !isFree) controls.push(button(ASK, () => sit(number, "sit")));
    else if (chair && !chair.is_there) controls.push(button(`I am ${seat.name}`, () => sit(number, "claim")));
    if (chair?.can_be_lent) controls.push(button(`Play for ${seat.name}`, () => sit(number, "play")));
    return made("li", {}, faceOf(seats, number), made("div", {}, made("b", {}, seat.name), note), ...controls);
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
}

/** Let this browser come back to a seat by the link of its table too, and open the seat. @param {string} secret @param {string | null} name of the person, null for a spectator */
function enter(secret, name) {
  if (name !== null) {
    remembered(SEAT + token, [...secretsOf(token), secret].join(" "));
    remembered(NAME + secret, name);
    remembered(TABLE + secret, token);
    knownName(name);
  }
  location.replace(`#${secret}`);
}

/** Show that the people at the table are asked, until they let a newcomer have their seat again. @param {Game} game @param {number} seat @param {Asked} answer */
async function follow(game, seat, answer) {
  const isFollowed = game.state.door?.at === "asked";
  game.happen({ do: "claimed", seat, answer });
  drawDoor(game);
  while (!isFollowed) {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    const { door } = game.state;
    if (door?.at !== "asked") return undefined;
    const next = await game.ask({ do: "claimed", claim: door.claim });
    if (next?.kind === "joined") return enter(next.secret, door.offer.seats[door.seat ?? 0].name);
    if (game.state.door?.at !== "asked") return undefined;
    if (next?.kind === "asked") game.happen({ do: "claimed", seat: door.seat ?? 0, answer: next });
    if (next?.kind === "fault") game.happen({ do: "unclaimed" });
    drawDoor(game);
    if (next?.kind === "fault") return warn(next.text);
  }
  return undefined;
}

/** Tell visitors why their link opens nothing. @param {string} reason */
export function dismiss(reason) {
  const table = remembered(TABLE + token);
  if (table) {
    const others = secretsOf(table).filter((secret) => secret !== token);
    remembered(SEAT + table, others.join(" "));
    remembered(TABLE + token, "");
  }
  dialog.close();
  listen("", () => {});
  greet("This link leads to no seat", reason);
  if (table) show("come-back", "To the table", () => location.replace(`#${table}`));
}

/** Show a message to a visitor without a seat. @param {string} heading @param {string} note */
function greet(heading, note) {
  part("join-heading", HTMLElement).textContent = heading;
  part("join-note", HTMLElement).textContent = note;
  for (const id of ["join-form", "come-back", "otherwise"]) part(id, HTMLElement).hidden = true;
  part("join-known", HTMLElement).replaceChildren();
}

/** Show a button below a message. @param {"come-back" | "otherwise"} id @param {string} text @param {() => unknown} onclick */
function show(id, text, onclick) {
  Object.assign(part(id, HTMLButtonElement), { hidden: false, textContent: text, onclick });
}
