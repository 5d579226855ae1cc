/** Monopoly's table on the page: a board with its ring, the question in the middle, and the seats beside it. */

import { animateMove, ring } from "./board.js";
import { animateChanges } from "./motion.js";
import { tellEnd } from "./ending.js";
import { menuOf, offerTo } from "./menu.js";
import { middle } from "./middle.js";
import { deed, el, peopleOf } from "./parts.js";
import { pointersTo } from "./pointers.js";
import { key, seats, story } from "./rail.js";

/** @import { Host, OwnTable, Shown } from "../../../play/page/browser/own.js" */
/** @import { ShownOffer, TableFacts } from "westeros-intrigue/monopoly-screen" */

/** The key under which the browser remembers whether only what matters is asked. */
const ASKING = "monopoly-asking";

/** Return the table. @param {HTMLElement} root @param {Host} host @returns {OwnTable<TableFacts>} */
export function makeScreen(root, host) {
  root.classList.add("monopoly");
  fetch(`${host.address}symbols.svg`).then(async (answer) => {
    const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    if (!document.getElementById("mp-shield")) document.body.append(sheet);
  });
  const place = el("div.stage");
  const title = el("h2");
  const people = el("section.people");
  const log = el("section.log", { tabIndex: 0, ariaLabel: "The story so far" });
  const only = el("input", { type: "checkbox", checked: host.remembered(ASKING) !== "all" });
  only.onchange = () => {
    host.remembered(ASKING, only.checked ? "only" : "all");
    if (current) show(current);
  };
  const foot = el("div.foot", {}, host.controls, el("label", {}, only, "Ask me only when it matters"));
  const reason = el("p.reason", { role: "status" });
  const rail = el("div.rail", {}, people, log, reason, foot);
  const tabbar = el("div.tabbar", { role: "group", ariaLabel: "More" });
  root.append(el("div.table", {}, place, rail, tabbar));
  for (const [name, text] of [
    ["people", "Players"],
    ["log", "Story"],
    ["foot", "Hint, undo"],
  ]) {
    const open = el("button", { type: "button", ariaExpanded: "false" }, text);
    open.onclick = () => {
      const shown = rail.dataset.open === name ? "" : name;
      rail.dataset.open = shown;
      for (const each of tabbar.children) each.setAttribute("aria-expanded", String(each === open && shown !== ""));
    };
    tabbar.append(open);
  }

  /** @type {Shown<TableFacts> | null} */
  let current = null;
  /** The space whose deed the reader has chosen, and the seat whose deeds are outlined. @type {number | null} */
  let chosen = null;
  /** @type {number | null} */
  let outlined = null;
  /** The auctions that viewers have left for good, and the throws until which they build later, with the moments of their answers. @type {Map<string, number>} */
  const passed = new Map();
  const point = host.pointing("monopoly-pointers");
  /** The advice for newcomers in this position. */
  let pointer = "";
  /** The last move that has been shown. */
  let walked = "";
  /** The question that has been asked. */
  let asked = "";
  /** The question in words, or an empty text. */
  let headline = "";
  /** The moment of the last act of this table. */
  let acted = -1;

  /** @param {string} move */
  const play = (move) => {
    if (!current || acted === current.moment) return;
    acted = current.moment;
    chosen = null;
    reason.textContent = "";
    host.play(move);
  };

  /** What the viewer is not asked, and the move that answers for them; an empty text to ask. @param {Shown<TableFacts>} position */
  const answerFor = (position) => {
    const { moves } = position;
    const { facts } = position.screen;
    const { question } = facts;
    const isBusy = root.querySelector("details[open]") || document.querySelector("dialog[open]");
    if (!question || isBusy) return "";
    const has = (/** @type {string} */ move) => (moves.some(({ name }) => name === move) ? move : "");
    const isPassed = (passed.get(questionOf(position)) ?? position.moment) < position.moment;
    if (isPassed) return has("pass");
    if (!only.checked) return "";
    if (question.reason === "interval") return has("pass");
    return question.reason === "rent" ? has("demand") : "";
  };

  /** Ask the engine what an offer changes. @param {string} move @returns {Promise<ShownOffer | string>} */
  const preview = async (move) => {
    const answer = await host.ask({ do: "preview", move });
    if (answer?.kind === "previewed") return /** @type {any} */ (answer.facts);
    if (answer?.kind === "refused") return answer.reasons.map(({ text }) => text).join(" ");
    return answer?.kind === "fault" ? answer.text : "";
  };

  /** @param {number} space */
  const choose = (space) => {
    const facts = current?.screen.facts;
    if (!current || !facts?.spaces[space].price) return;
    chosen = chosen === space ? null : space;
    for (const each of root.querySelectorAll(".m-sp--chosen")) each.classList.remove("m-sp--chosen");
    root.querySelector(`[data-i="${space}"]`)?.classList.toggle("m-sp--chosen", chosen === space);
    if (matchMedia("(max-width: 999px)").matches) {
      showDeed(space);
      return;
    }
    const before = root.querySelector(".m-centre");
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const isInside = before?.contains(focused) ?? false;
    const { heading, main } = centre(current);
    before?.replaceWith(main);
    const again = /** @type {HTMLElement | null} */ (main.querySelector(`[data-show="${focused?.dataset.show}"]`));
    if (isInside) (again ?? heading).focus();
  };

  /** Show a deed above the table, on a small screen. @param {number} space */
  const showDeed = (space) => {
    if (!current) return;
    const { facts } = current.screen;
    const close = el("button.btn", { type: "button", onclick: () => dialog.close() }, "Close");
    const dialog = el(
      "dialog.make",
      { ariaLabel: facts.spaces[space].name },
      deed(facts.spaces[space], facts, peopleOf(current.seats, current.viewer, host)),
      close,
    );
    dialog.onclose = () => {
      dialog.remove();
      chosen = null;
    };
    root.append(dialog);
    dialog.showModal();
  };

  /** Return the middle of the board. @param {Shown<TableFacts>} position */
  const centre = (position) => {
    const { facts } = position.screen;
    const names = peopleOf(position.seats, position.viewer, host);
    const compose = (/** @type {number} */ partner) => {
      const dialog = offerTo(partner, facts, position, play, preview, names);
      root.append(dialog);
      dialog.showModal();
    };
    const menu = () => menuOf(facts, position, play, compose, names);
    const passOn = () => {
      passed.set(questionOf(position), position.moment);
      play("pass");
    };
    const listed = () => host.choices(position.moves, position.ranges, (move) => play(move));
    const shown = middle({ facts, position, people: names, play, menu, passOn, listed, pointer }, chosen);
    shown.main.onclick = (/** @type {MouseEvent} */ event) => {
      const found = event.target instanceof Element ? event.target.closest("[data-show]") : null;
      if (found instanceof HTMLElement) choose(Number(found.dataset.show));
    };
    return shown;
  };

  /** Draw a position. @param {Shown<TableFacts>} position */
  const draw = (position) => {
    const { screen, seats: sitting, viewer } = position;
    const { facts } = screen;
    const names = peopleOf(sitting, viewer, host);
    const focused =
      document.activeElement instanceof HTMLElement && root.contains(document.activeElement)
        ? document.activeElement
        : null;
    const [space, wasMiddle] = [focused?.dataset.i, focused?.closest(".m-centre") !== null && focused !== null];
    const lot = facts.question?.purchase?.space ?? facts.auction?.space ?? null;
    const here = facts.question && viewer !== null ? facts.seats[viewer].space : null;
    const board = ring(facts, names, { here, lot }, choose);
    const { heading, main } = centre(position);
    place.replaceChildren(board, main);
    root.style.setProperty("--corner", `calc(94 / ${188 + 68 * (facts.spaces.length / 4 - 1)})`);
    place.classList.toggle("m-stage--lot", lot !== null);
    headline = facts.question ? (heading.textContent ?? "") : "";
    drawPeople(position);
    outline(outlined, true);
    if (space) /** @type {HTMLElement | null} */ (root.querySelector(`[data-i="${space}"]`))?.focus();
    else if (wasMiddle) heading.focus();
    return board;
  };

  /** Draw the people and what they have done. @param {Shown<TableFacts>} position */
  const drawPeople = ({ screen: { facts }, seats: sitting, viewer, active }) => {
    const names = peopleOf(sitting, viewer, host);
    title.replaceChildren(
      "Players",
      el("small", {}, `Turn ${facts.turn}`),
      ...(facts.is_sample
        ? [el("span.pill", { title: "The names and numbers of this edition are invented" }, "Sample edition")]
        : []),
    );
    people.replaceChildren(title, seats(facts, names, active, outline), key());
    log.replaceChildren(el("h2", {}, "The story so far"), story(facts, names, headline));
    log.scrollTop = log.scrollHeight;
  };

  /** Show who is at the table. A question stays as its reader has left it, with a bid that is half chosen. @param {Shown<TableFacts>} position */
  const wait = ({ seats: sitting }) => {
    if (!current || current.seats.every(({ name }, seat) => name === sitting[seat].name)) return;
    current = { ...current, seats: sitting };
    if (headline) drawPeople(current);
    else draw(current);
  };

  /** Outline the deeds of a seat, or of none. @param {number | null} seat @param {boolean} [isAgain] */
  const outline = (seat, isAgain = false) => {
    outlined = !isAgain && seat === outlined ? null : seat;
    for (const each of root.querySelectorAll(".m-sp"))
      each.classList.toggle(
        "m-sp--theirs",
        outlined !== null && each instanceof HTMLElement && each.dataset.seat === String(outlined),
      );
  };

  /** Show a position. @param {Shown<TableFacts>} position */
  const show = (position) => {
    const isNew = current?.game !== position.game;
    const isBack = !isNew && current !== null && position.moment < current.moment;
    if (isNew) [chosen, outlined] = [null, null];
    if (isNew) passed.clear();
    if (isNew || isBack) acted = -1;
    for (const [question, moment] of passed) if (moment > position.moment) passed.delete(question);
    const before = current?.screen.facts;
    current = position;
    const { facts } = position.screen;
    const answer = answerFor(position);
    const now = JSON.stringify([facts.question?.reason, position.moment]);
    if (now !== asked) reason.textContent = "";
    asked = now;
    const names = peopleOf(position.seats, position.viewer, host);
    const isAsked = facts.question !== null && !answer && position.viewer !== null;
    pointer = isAsked ? point(position, pointersTo(facts, position.viewer ?? 0, names)) : "";
    const board = draw(position);
    const walk = JSON.stringify([facts.last_move, facts.last_throw, facts.story.length, facts.turn]);
    if (!isNew && facts.last_move && walk !== walked && !host.still.matches) animateMove(board, facts.last_move);
    walked = walk;
    if (before && !isNew && !isBack && !host.still.matches) animateChanges(root, before, facts);
    // Undo goes back to an answer of the viewer's own.
    if (answer && isBack && position.can_undo) host.change({ do: "undo" });
    else if (answer && !isBack) play(answer);
    if (isBack && !position.can_undo) return facts.question !== null;
    return facts.question !== null && !answer;
  };

  return {
    show,
    wait,
    /** @param {{ move: string, text: string }} advice */
    advise: ({ move, text }) => {
      const go = el("button.btn", { type: "button", onclick: () => play(move) }, "Do so");
      reason.replaceChildren(`${text} `, go);
    },
    refuse: (text) => {
      acted = -1;
      reason.textContent = text;
    },
    hide: () => {
      current = null;
      for (const each of [place, people, log]) each.replaceChildren();
      reason.textContent = "";
    },
    end: (position, end, playOn) => tellEnd(position, end, playOn, peopleOf(position.seats, position.viewer, host)),
  };
}

/** Return what identifies a question that can come again, for its viewer. @param {Shown<TableFacts>} position */
const questionOf = ({ viewer, screen: { facts } }) => {
  const { turn, last_throw, auction, question } = facts;
  return JSON.stringify([viewer, turn, last_throw, question?.reason, auction?.space, auction?.building]);
};
