/** The table of the other games: their own screen, or their picture, words and moves. */

import { isFocusLost, made, part, say } from "./elements.js";
import { isOffering, offerFrom } from "./offer.js";
import { STILL } from "./motion.js";
import { choices, loadTable, ownTable, turnToOwn } from "./own.js";
import { showPicture } from "./scheme.js";
import { absenceOf } from "./state.js";

/** @import { Advice, AnyPosition } from "westeros-intrigue/messages" */

const heading = part("any-heading", HTMLElement);
const moves = part("any-moves", HTMLElement);
const reason = part("any-reason", HTMLElement);
const typed = part("any-move", HTMLInputElement);
const told = part("any-told", HTMLOListElement);
const picture = part("any-picture", HTMLElement);
const auto = part("any-auto", HTMLInputElement);
const skip = part("any-skip", HTMLButtonElement);
const passLabel = part("any-passing", HTMLElement);
const place = part("any", HTMLElement);
const own = part("any-own", HTMLElement);
/** What every table has, and its place in the usual one. */
const [controls, written] = [part("any-controls", HTMLElement), part("any-written", HTMLDetailsElement)];
const homes = [controls, written].map((each) => /** @type {const} */ ([each, each.parentElement]));

/** Return the table at this screen. @param {import("./game.js").Game} game */
export function anyTable(game) {
  /** The last move, shown in the story until the engine answers. */
  let sent = made("li");
  /** True to skip ahead until a person at this screen must decide. */
  let isSkipped = false;
  /** Make a move, but not a different one by the second of two quick clicks. @param {string} move @param {number} [clicks] */
  const play = (move, clicks = 1) => {
    const shown = game.position?.kind === "table" && game.position.moves.find(({ name }) => name === move);
    const title = shown ? shown.title : move;
    if (clicks > 1 && title !== sent.textContent) return undefined;
    sent.remove();
    sent = made("li.sent", {}, title);
    told.append(sent);
    told.scrollTop = told.scrollHeight;
    return game.change({ do: "play", move });
  };
  part("any-write", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    play(typed.value);
  };

  /** Show the question, or which player the game is waiting for, and whether they are present. @param {AnyPosition} position */
  const wait = ({ seats, active, away, question, moves: legal, waits_for }) => {
    const absence = absenceOf(away, active);
    const isAway = absence && `, and ${absence}`;
    const isBegun = waits_for !== "friends";
    const waiting = !isBegun
      ? "The game begins when all chairs are taken."
      : active === null
        ? ""
        : `${seats[active].name} decides${isAway}`;
    heading.textContent = legal.length ? question || "Your turn" : waiting;
  };

  /** The addresses of screens that cannot be loaded. @type {Set<string>} */
  const missing = new Set();
  /** The game that the story belongs to, and what has been told of it. @type {{ game: string, told: string[] }} */
  let heard = { game: "", told: [] };

  /** The places that each screen has given to the page's elements, and what follows them. @type {Map<string, (readonly [Element | null, Element | null])[]>} */
  const spots = new Map();

  /** Load a screen, and leave the page's elements in the document. @param {string} address */
  const load = async (address) => {
    const found = await loadTable(address, host);
    spots.set(
      address,
      homes.map(([each]) => [each.parentElement, each.nextElementSibling]),
    );
    for (const [each, home] of homes) home?.append(each);
    return found;
  };

  /** Return the screen of the game in a position, if it has been loaded. @param {AnyPosition | null} position */
  const ownOf = (position) => (position?.screen ? ownTable(position.screen.address) : undefined);
  const shown = () => (game.position?.kind === "table" ? game.position : null);
  const host = () => ({
    controls,
    written,
    play: (/** @type {string} */ move) => game.change({ do: "play", move }),
    change: game.change,
    ask: game.askNow,
  });

  /** Show a position on the game's own screen. @param {AnyPosition} position @returns {boolean} true if a person at this screen must decide */
  const showOwn = (position) => {
    const { screen, told, waits_for, seats, here, moves: legal } = position;
    const { address } = /** @type {NonNullable<typeof screen>} */ (screen);
    const table = ownOf(position);
    if (!table) {
      // The usual table stays away until it is known that there is no other.
      load(address).then((found) => {
        if (!found) missing.add(address);
        const now = shown();
        if (now?.screen?.address === address && !place.hidden) show(now);
      });
      return legal.length > 0;
    }
    turnToOwn(address);
    for (const [at, [parent, next]] of (spots.get(address) ?? []).entries())
      if (parent?.isConnected && homes[at][0].parentElement !== parent) parent.insertBefore(homes[at][0], next);
    passLabel.hidden = true;
    place.dataset.moment = String(position.moment);
    part("any-hint", HTMLButtonElement).disabled = !legal.length;
    part("any-undo", HTMLButtonElement).disabled = !position.can_undo;
    const isAlone = seats.filter(({ who }) => who === "person").length === here.length;
    skip.hidden = waits_for !== "step" || isSkipped || !isAlone;
    const isAsked = table.show(/** @type {any} */ (position));
    const news = heard.game === position.game ? newsAfter(heard.told, told) : [];
    heard = { game: position.game, told };
    say([...news, isAsked ? `Your turn. ${position.question}` : ""].join(" ").trim());
    isSkipped &&= !isAsked;
    if (waits_for === "step" && isSkipped) game.change({ do: "skip" });
    return isAsked;
  };

  /** Show a position, and wait for the next one. @param {AnyPosition} position @returns {boolean} true if a person at this screen must decide */
  const show = (position) => {
    const isOwn = position.screen !== null && !missing.has(position.screen.address);
    own.hidden = !isOwn;
    place.classList.toggle("other--own", isOwn);
    part("any-name", HTMLElement).textContent = position.name;
    if (isOwn) return showOwn(position);
    goHome();
    return showUsual(position);
  };

  /** Take back what the game's own screen has had. */
  const goHome = () => {
    turnToOwn("");
    for (const [each, home] of homes) if (each.parentElement !== home) home?.append(each);
  };

  /** Show a position on the usual table. @param {AnyPosition} position @returns {boolean} true if a person at this screen must decide */
  const showUsual = (position) => {
    const { seats, viewer, active, waits_for, facts, passes, moves: legal, ranges } = position;
    // This comes before any change, since moving the focus makes a browser lay out the page.
    if (moves.contains(document.activeElement)) heading.focus();
    part("any", HTMLElement).dataset.moment = String(position.moment);
    wait(position);
    passLabel.hidden = !passes.length;
    part("any-seats", HTMLOListElement).replaceChildren(
      ...seats.map((seat, number) => {
        const you = number === viewer && seat.name !== "You" ? " (you)" : "";
        const face = made("span.seat-face", { dataset: { seat: number } }, String(number));
        const ariaCurrent = number === active ? "true" : null;
        return made("li", { ariaCurrent }, face, made("b", {}, seat.name + you), made("span", {}, facts[number]));
      }),
    );
    const stood = tokens();
    // A screen that had been loaded may be gone since.
    if (!position.picture) game.enter();
    else showPicture(picture, position.picture);
    follow(stood, active);
    offerPlaces(legal, play);
    reason.textContent = typed.value = "";
    // The most frequent choices need no scrolling.
    const [passing, others] = [true, false].map((isPass) =>
      legal.filter(({ name }) => passes.includes(name) === isPass),
    );
    moves.replaceChildren(...choices([...passing, ...others], ranges, play));
    offerFrom(position, play);
    part("any-hint", HTMLButtonElement).disabled = !legal.length;
    const isAlone = seats.filter(({ who }) => who === "person").length === position.here.length;
    skip.hidden = waits_for !== "step" || isSkipped || !isAlone;
    part("any-undo", HTMLButtonElement).disabled = !position.can_undo;
    sent.remove();
    while ([...told.children].some((each, at) => each.textContent !== withDice(position.told[at] ?? "")))
      told.firstElementChild?.remove();
    const isKnown = told.childElementCount > 0;
    const news = position.told.slice(told.childElementCount);
    told.append(...news.map((each) => made("li", {}, withDice(each))));
    if (isFocusLost()) heading.focus();
    // Code that reads sizes comes last, so that the page is laid out only once.
    told.scrollTop = told.scrollHeight;
    const lastPass = !others.length && passing.at(-1)?.name;
    say(
      [...(isKnown ? news : []), legal.length && !lastPass ? `Your turn. ${position.question}` : ""].join(" ").trim(),
    );
    const isAsked = legal.length > 0 && !lastPass;
    isSkipped &&= !isAsked;
    if (auto.checked && lastPass && !isOffering()) play(lastPass);
    else if (waits_for === "step" && isSkipped) game.change({ do: "skip" });
    return isAsked;
  };
  skip.onclick = () => {
    isSkipped = true;
    return game.change({ do: "skip" });
  };

  /** Show why a move is refused, or another message about the moves. @param {string} text */
  const refuse = (text) => {
    sent.remove();
    reason.textContent = text;
  };

  return {
    show,
    /** Whether the game's own screen has been loaded, so that no picture is needed. @param {AnyPosition} position */
    drawsItself: (position) => ownOf(position) !== undefined,
    /** Show whether people are present. @param {AnyPosition} position */
    wait: (position) => {
      const table = own.hidden ? undefined : ownOf(position);
      if (table) table.wait?.(/** @type {any} */ (position));
      else wait(position);
    },
    /** @param {string} text */
    refuse: (text) => ((own.hidden ? undefined : ownOf(shown()))?.refuse ?? refuse)(text),
    /** @param {Advice} advice */
    advise: (advice) => {
      const table = own.hidden ? undefined : ownOf(shown());
      if (table) return table.advise(advice);
      const { move, text } = advice;
      refuse(text);
      // Offers are not in the list.
      const isListed = game.position?.kind === "table" && game.position.moves.some(({ name }) => name === move);
      if (!isListed) moves.prepend(made("button", { dataset: { move }, onclick: () => play(move) }, "Do so"));
      mark([move]);
      return undefined;
    },
    /** Fill a place with what the game's own screen tells of its end, and return the result as a text. @param {AnyPosition} position @param {HTMLElement} place @param {((moment: number) => void) | null} playOn begins a game from a moment */
    end: async (position, place, playOn) => {
      place.replaceChildren();
      if (!position.screen) return "";
      const table = ownOf(position) ?? (await load(position.screen.address));
      if (game.position?.game !== position.game) return "";
      try {
        return String(table?.end?.(/** @type {any} */ (position), place, playOn) ?? "");
      } catch (error) {
        console.warn(error);
        return "";
      }
    },
    /** Forget the game, and remove it from the page. */
    hide: () => {
      goHome();
      for (const each of [picture.shadowRoot, moves, told]) each?.replaceChildren();
    },
  };
}

/** Return the sentences that are new; the oldest ones can be missing. @param {string[]} before @param {string[]} told */
function newsAfter(before, told) {
  let from = 0;
  while (before.slice(from).some((each, at) => each !== told[at])) from += 1;
  return told.slice(before.length - from);
}

/** Return the tokens in the picture by player, with their places. */
function tokens() {
  const found = /** @type {SVGElement[]} */ ([...(picture.shadowRoot?.querySelectorAll("[data-token]") ?? [])]);
  return new Map(found.map((each) => [each.dataset.token, { each, box: each.getBoundingClientRect() }]));
}

/** Let tokens come from their former places, and mark the active player's. @param {ReturnType<typeof tokens>} stood @param {number | null} active */
function follow(stood, active) {
  const scale = picture.shadowRoot?.querySelector("svg")?.getScreenCTM()?.a ?? 1;
  for (const [player, { each, box }] of tokens()) {
    const before = stood.get(player)?.box ?? box;
    const [x, y] = [before.x - box.x, before.y - box.y].map((way) => way / scale);
    if ((x || y) && !STILL.matches)
      each.animate({ transform: [`translate(${x}px, ${y}px)`, "none"] }, { duration: 600, easing: "ease-in-out" });
    if (player !== String(active)) continue;
    const { left, top, width, height } = picture.getBoundingClientRect();
    picture.scrollBy(box.x - left - width / 2, box.y - top - height / 2);
  }
}

/** Return an event in words, with pictures of the dice. @param {string} text */
const withDice = (text) => text.replace(/(?<=throws? )[1-6] and [1-6]/, (both) => die(both[0]) + die(both[6]));
/** @param {string} eyes */
const die = (eyes) => String.fromCodePoint(0x267f + Number(eyes));

/**
 * Make the parts of the picture that name legal moves clickable; a part with several moves marks their buttons.
 * @param {AnyPosition["moves"]} legal @param {(move: string) => void} play
 */
function offerPlaces(legal, play) {
  const places = /** @type {NodeListOf<SVGElement> | undefined} */ (
    picture.shadowRoot?.querySelectorAll("[data-moves]")
  );
  for (const place of places ?? []) {
    const named = (place.dataset.moves ?? "").split(",");
    const about = legal.flatMap(({ name }) => (named.includes(name) ? [name] : []));
    place.classList.toggle("open", about.length > 0);
    place.onclick = about.length ? () => (about.length === 1 ? play(about[0]) : mark(about)) : null;
  }
}

/** @param {string[]} names of moves, whose buttons are marked */
function mark(names) {
  for (const number of moves.querySelectorAll("input")) {
    const at = number.dataset.moves?.split(",").indexOf(names[0]) ?? -1;
    const value = String(Number(number.dataset.least) + at);
    if (at >= 0) Object.assign(number, { value }).dispatchEvent(new Event("input"));
  }
  for (const button of moves.querySelectorAll("button"))
    button.classList.toggle("hinted", names.includes(button.dataset.move ?? ""));
  /** @type {HTMLElement | null} */ (moves.querySelector(".hinted"))?.focus();
}
