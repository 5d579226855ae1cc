/** Friends at screens of their own: their links, who is there, and the seat of somebody who comes through a link. */

import { initial } from "./seats.js";
import { made, part, say } from "./elements.js";
import { showPicture } from "./scheme.js";

/** @import { Chaired, Choice, Link } from "../../schema/messages" */
/** @import { Ask, Request, Shown } from "./messages.js" */

const dialog = part("friends", HTMLDialogElement);
const SHARED = "Send each friend the link of their seat. It opens this seat, and shows its hand alone.";
const ALONE =
  "This page is served to this machine alone. For phones and other machines of your network start it with " +
  "`westeros-intrigue web --host 0.0.0.0`, and come back: the game is stored.";

/** The seat whose code is shown; null for the first that is free. */
let chosen = /** @type {number | null} */ (null);

/**
 * Open the list of those who play.
 * @param {Shown} position
 * @param {Ask} ask
 * @param {Chaired | null} chair of the one who asks, who came through a link
 */
export async function showFriends(position, ask, chair) {
  if (!dialog.open) dialog.showModal();
  await updateFriends(position, ask, chair);
}

/** Show who is there, if the list is open. @param {Shown} position @param {Ask} ask @param {Chaired | null} chair */
export async function updateFriends(position, ask, chair) {
  if (!dialog.open) return;
  const answer = chair ? null : await ask({ do: "friends", game: position.game });
  const { links, levels, is_shared } = answer?.kind === "friends" ? answer : { links: [], levels: [], is_shared: false };
  part("friends-note", HTMLElement).textContent = chair
    ? "You came through a link, which opens your seat alone."
    : is_shared ? SHARED : ALONE;
  /** @param {Request} request */
  const change = (request) => async () => {
    await ask({ game: position.game, ...request });
    await updateFriends(position, ask, chair);
  };
  const free = links.find(({ seat, code }) => code && seat === chosen) ?? links.find(({ code }) => code);
  part("friends-list", HTMLElement).replaceChildren(
    ...position.seats.map(({ name, who }, seat) => {
      const link = links.find((each) => each.seat === seat);
      const face = made("span", { className: "seat-face" }, initial(name));
      face.dataset.seat = String(seat % 6);
      const texts = made("div", {}, made("b", {}, name), made("p", { className: "note" }, standing(position, seat, link)));
      const buttons = chair ? [] : offers(who, link, seat, levels, change);
      if (chair?.seat === seat) {
        buttons.push(made("button", { type: "button", onclick: change({ do: "replace", seat, who: chair.usual }) }, "Leave the seat to the computer"));
      }
      return made("li", {}, face, texts, ...buttons);
    }),
  );
  const shown = part("friends-code", HTMLElement);
  shown.hidden = !free;
  if (!free) return;
  part("friends-code-heading", HTMLElement).textContent = position.seats[free.seat].name;
  showPicture(part("friends-picture", HTMLElement), free.code);
  part("friends-address", HTMLElement).textContent = free.addresses[0];
}

/** @param {Shown} position @param {number} seat @param {Link | undefined} link */
function standing({ seats, here, away }, seat, link) {
  if (here.includes(seat)) return "at this screen";
  if (seats[seat].who !== "person") return seats[seat].who === "automated" ? "automated" : "a computer player";
  if (link && !link.is_taken) return "has not come yet";
  return away.includes(seat) ? "away" : "here";
}

/**
 * Return the buttons of a seat for the one who serves the page.
 * @param {string} who
 * @param {Link | undefined} link
 * @param {number} seat
 * @param {Choice[]} levels the players that can go on in it
 * @param {(request: Request) => () => Promise<void>} change
 */
function offers(who, link, seat, levels, change) {
  if (who === "automated") return [];
  const buttons = [];
  const [address] = link?.addresses ?? [];
  if (address) {
    const copy = async () => {
      await navigator.clipboard.writeText(address);
      say("The link is copied.");
    };
    // Browsers copy nothing on pages that come from other machines without encryption.
    if (navigator.clipboard) buttons.push(made("button", { type: "button", onclick: copy }, "Copy link"));
    const pick = () => {
      chosen = seat;
      return change({ do: "friends" })();
    };
    buttons.push(made("button", { type: "button", onclick: pick }, "QR code"));
  } else buttons.push(made("button", { type: "button", onclick: change({ do: "invite", seat }) }, link ? "New link" : "Ask a friend"));
  if (who === "person") {
    const select = made("select", {}, made("option", { value: "" }, "Replace by …"), ...levels.map(({ name }) => made("option", { value: name }, name)));
    if (link) select.append(made("option", { value: "person" }, "somebody at this screen"));
    select.setAttribute("aria-label", `Replace seat ${seat + 1}`);
    select.onchange = () => change({ do: "replace", seat, who: select.value })();
    buttons.push(select);
  }
  return buttons;
}

const KEY = "westeros-intrigue-chair-";
const token = () => location.pathname.split("/").at(-2) ?? "";

/** Let somebody who has come through an invitation sit down. @param {Chaired} chair @param {Ask} ask */
export function receive(chair, ask) {
  const secret = localStorage.getItem(KEY + token());
  if (chair.is_taken && secret) return location.replace(`../${secret}/`);
  const form = part("join-form", HTMLFormElement);
  form.hidden = chair.is_taken;
  part("join-heading", HTMLElement).textContent = chair.is_taken ? "This seat is taken" : `A seat for you: ${chair.name}`;
  const others = chair.seats.filter((_, seat) => seat !== chair.seat).map(({ name }) => name);
  part("join-note", HTMLElement).textContent = chair.is_taken
    ? "Ask for another link; the one who serves the game can make one."
    : `With ${others.join(", ")}.`;
  form.onsubmit = async (event) => {
    event.preventDefault();
    const answer = await ask({ do: "join", name: part("join-name", HTMLInputElement).value });
    if (answer?.kind !== "joined") return receive({ ...chair, is_taken: true }, ask);
    localStorage.setItem(KEY + token(), answer.secret);
    return location.replace(`../${answer.secret}/`);
  };
  return undefined;
}

/** Say that the link through which somebody came opens nothing any more. */
export function dismiss() {
  dialog.close();
  part("join-form", HTMLElement).hidden = true;
  part("join-heading", HTMLElement).textContent = "You have left the table";
  part("join-note", HTMLElement).textContent = "This link opens no seat any more. Ask for a new one to come back.";
}
