/** Friends at other screens: their links, their presence, and the seat of a visitor who comes through a link. */

import { faceOf } from "./seats.js";
import { choice, knownName, made, part, remembered, warn } from "./elements.js";
import { token } from "./messages.js";
import { showPicture } from "./scheme.js";
import { copy } from "./share.js";

/** @import { SeatOffer, Choice, Link } from "westeros-intrigue/messages" */
/** @import { Game } from "./game.js" */
/** @import { Ask, Request, Shown } from "./messages.js" */

const dialog = part("friends", HTMLDialogElement);
const SHARED = "Send each friend the link to their seat. It opens only that seat, and shows only its hand.";
const ALONE =
  "These links work only on this machine. For phones and other machines in your network, stop the program, start it " +
  "with `westeros-intrigue web --host 0.0.0.0`, and come back: the game is saved, and friends can open its links then.";
const COME = "You came through a link, which opens only your seat.";
const WATCHING = "You are watching: this link shows the table, but no hands.";
const FOR_ALL = "Anyone with this link sees the table, but no hands.";
const LEAVING = "Leave the game for good? The computer takes over your seat, and your link stops working.";
const WHAT =
  "Players take turns placing a card in the court, where its house fits. Players who cannot place one are out. " +
  "Each card left in your hand is a point against you, and the fewest points win.";

/** The seat whose code is shown; null for the link to watch, undefined for the first free seat. */
let chosen = /** @type {number | null | undefined} */ (undefined);

/** Open the list of players. @param {Game} game */
export async function showFriends(game) {
  if (!dialog.open) dialog.showModal();
  await updateFriends(game);
}

/** Show who is present, if the list is open. @param {Game} game */
export async function updateFriends(game) {
  const { position, chair } = game;
  if (!dialog.open || !position) return;
  const answer = chair ? null : await game.ask({ do: "friends", game: position.game });
  const { links, levels, is_shared } =
    answer?.kind === "friends" ? answer : { links: [], levels: [], is_shared: false };
  part("friends-note", HTMLElement).textContent =
    chair?.seat === null ? WATCHING : chair ? COME : is_shared ? SHARED : ALONE;
  /** @param {Request} request */
  const change = async (request) => {
    const done = await game.ask({ game: game.position?.game, ...request });
    await updateFriends(game);
    if (done?.kind === "fault") part("friends-note", HTMLElement).textContent = done.text;
  };
  const lines = position.seats.map(({ name, who }, seat) => {
    const link = links.find((each) => each.seat === seat);
    const note = made("p", { className: "note" }, standing(position, seat, link));
    const texts = made("div", {}, made("b", {}, name), note);
    // This prevents players from giving away their own seats by mistake.
    const isOwn = position.here.length === 1 && position.here[0] === seat;
    const controls = chair || isOwn || who === "automated" ? [] : offers(who, link, seat, levels, change);
    const leave = () => chair && change({ do: "replace", seat, who: chair.usual });
    if (chair?.seat === seat) controls.push(button("Leave the game", () => confirm(LEAVING) && leave()));
    else if (chair && chair.seat !== null && position.away.includes(seat))
      controls.push(button("Let the computer play", leave));
    if (!chair && !position.here.length && who !== "person")
      controls.push(button("Sit down here", () => change({ do: "replace", seat, who: "person" })));
    return made("li", { dataset: { address: link?.addresses[0] ?? "" } }, faceOf(name, seat), texts, ...controls);
  });
  if (!chair) {
    const link = links.find(({ seat }) => seat === null);
    const texts = made("div", {}, made("b", {}, "Spectators"), made("p", { className: "note" }, FOR_ALL));
    const dataset = { address: link?.addresses[0] ?? "" };
    lines.push(made("li", { dataset }, texts, ...offers("", link, null, levels, change)));
  }
  const [list, next] = [part("friends-list", HTMLElement), made("ul", { id: "friends-list" }, ...lines)];
  // A button that is replaced while it is pressed gets no click.
  if (!next.isEqualNode(list)) list.replaceWith(next);
  const free = links.find(({ seat, code }) => code && seat === chosen) ?? links.find(({ code }) => code);
  part("friends-code", HTMLElement).hidden = !free;
  if (!free) return;
  part("friends-code-heading", HTMLElement).textContent =
    free.seat === null ? "Spectators" : position.seats[free.seat].name;
  showPicture(part("friends-picture", HTMLElement), free.code);
  part("friends-address", HTMLElement).textContent = free.addresses[0];
}

/** @param {Shown} position @param {number} seat @param {Link | undefined} link */
function standing({ seats, here, away }, seat, link) {
  if (here.includes(seat)) return "at this screen";
  const { who } = seats[seat];
  if (who !== "person") return who === "automated" ? who : `a computer player, ${who}`;
  if (link && !link.is_taken) return "has not come yet";
  return away.includes(seat) ? "not here" : "here";
}

/** @param {string} text @param {() => unknown} onclick */
const button = (text, onclick) => made("button", { type: "button", onclick }, text);

/**
 * Return the host's controls for a seat.
 * @param {string} who
 * @param {Link | undefined} link
 * @param {number | null} seat null for spectators
 * @param {Choice[]} levels the players that can take it over
 * @param {(request: Request) => Promise<void>} change
 */
function offers(who, link, seat, levels, change) {
  /** @type {HTMLElement[]} */
  const controls = [];
  const [address] = link?.addresses ?? [];
  if (address) {
    const copying = button("Copy link", () => copy(address, copying));
    controls.push(copying);
    const pick = async () => {
      chosen = seat;
      await change({ do: "friends" });
      part("friends-code", HTMLElement).scrollIntoView();
    };
    if (link?.code) controls.push(button("QR code", pick));
  } else
    controls.push(
      button(link ? "New link" : who ? "Ask a friend" : "Make a link", () => change({ do: "invite", seat })),
    );
  if (who === "person") {
    const others = [
      ...levels.map(({ name }) => [name, name]),
      ...(link ? [["person", "a person at this screen"]] : []),
    ];
    const select = choice(`Replace seat ${Number(seat) + 1}`, [["", "Replace with …"], ...others]);
    select.onchange = () => change({ do: "replace", seat, who: select.value }).finally(() => (select.value = ""));
    controls.push(select);
  }
  return controls;
}

const KEY = "westeros-intrigue-chair-";

/** Let a visitor who came through an invitation take the seat. @param {SeatOffer} chair @param {Ask} ask */
export function receive(chair, ask) {
  const others = chair.seats.filter((_, seat) => seat !== chair.seat);
  const host = others.find(({ who }) => who === "person")?.name ?? "A friend";
  const what = chair.name === "Westeros Intrigue" ? ` ${WHAT}` : "";
  part("join", HTMLElement).prepend(document.querySelector("#art") ?? "");
  greet(`${host} invites you to ${chair.name}`, `You play with ${others.map(({ name }) => name).join(", ")}.${what}`);
  const name = part("join-name", HTMLInputElement);
  if (others.every((each) => each.name !== knownName())) name.value ||= knownName();
  const form = part("join-form", HTMLFormElement);
  form.hidden = false;
  form.onsubmit = async (event) => {
    event.preventDefault();
    const answer = await ask({ do: "join", name: name.value });
    if (answer?.kind === "fault" && answer.code === "cannot-be") return warn(answer.text);
    // A first click has taken the seat, or another player has, or the answer was lost.
    if (answer?.kind !== "joined") return remembered(KEY + token()) || location.reload();
    remembered(KEY + token(), answer.secret);
    knownName(name.value);
    return location.replace(`../${answer.secret}/`);
  };
}

/** Lead a visitor to the seat that they have taken, or tell them that their link has stopped working. */
export function dismiss() {
  const secret = remembered(KEY + token());
  if (secret) return location.replace(`../${secret}/`);
  dialog.close();
  return greet(
    "This link leads to no seat",
    "You have left the game, another browser or player has the seat, or the address is old or not complete. Ask the host for a link.",
  );
}

/** Show a message to a visitor without a seat. @param {string} heading @param {string} note */
function greet(heading, note) {
  part("join-heading", HTMLElement).textContent = heading;
  part("join-note", HTMLElement).textContent = note;
  part("join-form", HTMLElement).hidden = true;
}
