/** The table of B'Twixt: a ring of leaders with a council between each two, and your hand below it. */

import { beginningOf, ended } from "./ending.js";
import { answers, hand, heading, main, note, question, seen } from "./dock.js";
import { band, gone, kept, pack, picking } from "./drafting.js";
import { icon } from "./figures.js";
import { council, leader, mini, offer, ownBid, ring, takes } from "./pieces.js";
import { fly, standing } from "./motion.js";
import { pointersTo } from "./pointers.js";
import { reveal } from "./revealing.js";
import { bids, detail, legend, log, map, smallCouncils } from "./rail.js";
import { sheet } from "./sheet.js";
import { result, Told } from "./words.js";
import { button, capital, cell, dock, made, rail, section, stage, table } from "../../../play/elements/parts.js";

/** @import { Advice } from "westeros-intrigue/messages" */
/** @import { BidFacts, LostBidFacts, ScreenFacts } from "westeros-intrigue/btwixt-screen" */
/** @import { Host, Position } from "./host.js" */
/**
 * @typedef {{ at: number | null, picked: string, from: number | null, said: string, hinted: string }} Choice
 *   what the reader has chosen at a moment: `at` is the place of a card in the hand or the pack, `picked` a card in a
 *   sheet, `from` the council that a token leaves; `said` is a reason or a hint, `hinted` the move that a hint names
 */

/** For each number of leaders, what stands in the columns from the bottom up: leaders and councils, from the viewer on. */
const PLACES = /** @type {Record<number, {left: string[], middle: string, right: string[]}>} */ ({
  3: { left: ["c0", "l1"], middle: "c1", right: ["c2", "l2"] },
  4: { left: ["c0", "l1", "c1"], middle: "l2", right: ["c3", "l3", "c2"] },
  5: { left: ["c0", "l1", "c1", "l2"], middle: "c2", right: ["c4", "l4", "c3", "l3"] },
  6: { left: ["c0", "l1", "c1", "l2", "c2"], middle: "l3", right: ["c5", "l5", "c4", "l4", "c3"] },
});

/** The rows of the ring at least: the pieces at its far end, the ally, and the viewer's councils. */
const LEAST_ROWS = 3;

/** The buttons for which there are keys, while the focus is at the table. @type {Record<string, string>} */
const KEYS = {
  k: '[data-key="kneel"]',
  1: '[data-key="place left"]',
  2: '[data-key="place right"]',
};

/** @type {Choice} */
const NOTHING = { at: null, picked: "", from: null, said: "", hinted: "" };

const pictures = fetch(new URL("pictures.svg", import.meta.url)).then((answer) => answer.text());

/** Return the screen of the game. @param {HTMLElement} root the empty place for it @param {Host} host what the page offers */
export function makeScreen(root, host) {
  /** @type {Position | null} */
  let position = null;
  /** The choice of the reader, until the next moment. */
  let choice = NOTHING;
  /** The answer to give as soon as it is asked for. */
  let following = "";
  /** Whether the rail lies over the table, on a phone. */
  let isOver = false;
  const point = host.pointing("btwixt-pointers");
  /** The advice for newcomers in this position. */
  let pointer = "";
  /** The last bid that has been decided. @type {BidFacts | null} */
  let lastBid = null;
  /** Shows all of an end that is still being counted. */
  let finish = () => {};

  pictures.then((text) => {
    if (!document.getElementById("bt-crown"))
      document.body.append(hidden(new DOMParser().parseFromString(text, "image/svg+xml").documentElement));
  });
  root.addEventListener("keydown", onKey);
  /** @param {string} selector @returns {HTMLElement | null} the element at the table, if it is there */
  const find = (selector) => root.querySelector(selector);

  /** Make a move, and perhaps a second one as soon as it is asked for. @param {string} move @param {string} [then] */
  function play(move, then = "") {
    following = then;
    choice = { ...choice, said: "", hinted: "" };
    host.play(move);
  }

  /** Choose a card, or let go of it. @param {number} at */
  function choose(at) {
    const former = targeted();
    choice = { ...choice, at: choice.at === at ? null : at, said: "" };
    repaint(former);
  }

  /** What is told of the position, and whether the viewer is asked. @param {Position} shown */
  function read({ screen: { facts }, seats, away }) {
    const told = new Told(
      facts,
      seats.map(({ name }) => name),
      away.map(({ seat }) => seat),
    );
    const { viewer, asked, options } = facts;
    return { told, isAsked: viewer !== null && (asked?.seats.includes(viewer) ?? false) && options.length > 0 };
  }

  /** The seats whose piles the chosen card can take from. */
  function targeted() {
    if (!position) return [];
    const { told, isAsked } = read(position);
    return (playingOf(told, isAsked)?.targets ?? []).map(({ seat }) => seat);
  }

  /** Draw what depends on the chosen card, and leave all else. @param {number[]} [former] the seats that it could take from before */
  function repaint(former = []) {
    if (!position) return;
    const { told, isAsked } = read(position);
    const isDrafting = drafts(told);
    const key = root.contains(document.activeElement) ? activeKey() : undefined;
    const cards = /** @type {NodeListOf<HTMLElement>} */ (
      root.querySelectorAll(isDrafting ? ".bt-pack button" : ".bt-hand button")
    );
    for (const [at, each] of cards.entries()) {
      if (each.ariaPressed !== null) each.ariaPressed = String(at === choice.at);
      each.tabIndex = at === (choice.at ?? 0) ? 0 : -1;
    }
    find(".t-answers")?.replaceChildren(...(isDrafting ? [keeping(told)] : answering(told, isAsked)));
    find(".bt-detail")?.remove();
    find(".t-rail")?.prepend(...inDetail(told, isAsked));
    if (!isDrafting) {
      find(".t-question")?.replaceChildren(...asking(told, isAsked));
      const pieces = piecesOf(told, isAsked);
      for (const seat of new Set([...former, ...targeted()]))
        find(`[data-place="${seat}"]`)?.replaceWith(told.isYou(seat) ? ownBid(pieces, seat) : leader(pieces, seat));
      mark();
    }
    refocus(key);
  }

  /** The name of the part that has the focus. */
  const activeKey = () => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
  /** @param {string | undefined} key */
  const refocus = (key) => {
    if (key !== undefined && activeKey() !== key) find(`[data-key="${key}"]`)?.focus({ preventScroll: true });
  };
  /** Mark the move that a hint names. */
  const mark = () => {
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-move]")))
      each.classList.toggle("t-hinted", choice.hinted !== "" && each.dataset.move === choice.hinted);
  };

  /** Draw the position. @param {boolean} [isMoved] whether pieces fly to their places */
  function draw(isMoved = false) {
    if (!position) return false;
    const { told, isAsked } = read(position);
    const { facts } = told;
    const focus = /** @type {HTMLElement | null} */ (
      root.contains(document.activeElement) ? document.activeElement : null
    );
    const key = focus?.dataset.key;
    const control = focus && host.controls.contains(focus) ? focus : null;
    const room = table({
      ...(drafts(told) ? drafting(told, isAsked) : bidding(told, isAsked)),
      dataset: { players: facts.leaders.length, over: isOver && "rail" },
    });
    const stood = isMoved && !host.still.matches ? standing(root) : new Map();
    root.replaceChildren(track(facts), room);
    refocus(key);
    control?.focus({ preventScroll: true });
    mark();
    // Reading sizes comes last, so that the page is laid out only once.
    fly(root, stood);
    return isAsked;
  }

  /** The move that plays the chosen card. @param {Told} told @param {boolean} isAsked */
  function playingOf({ facts }, isAsked) {
    const id = facts.hand[choice.at ?? -1];
    return isAsked && facts.asked?.kind === "turn" && id ? facts.options.find((each) => each.card === id) : undefined;
  }

  /** What the pieces on the ring need. @param {Told} told @param {boolean} isAsked */
  function piecesOf(told, isAsked) {
    const { facts } = told;
    const playing = playingOf(told, isAsked);
    const isTaking = isAsked && facts.asked?.kind === "bid-card";
    const targets = isTaking ? facts.options.filter(({ seat }) => seat !== null) : (playing?.targets ?? []);
    return {
      told,
      isAsked: isAsked && facts.asked?.kind !== "turn",
      targets: new Map(targets.map(({ seat, card, copy, move }) => [`${seat} ${card} ${copy}`, move])),
      play: (/** @type {string} */ move) => (playing ? play(playing.move, move) : play(move)),
    };
  }

  /** The ring, the rail and the dock. @param {Told} told @param {boolean} isAsked */
  function bidding(told, isAsked) {
    const { facts } = told;
    const count = facts.leaders.length;
    const first = facts.viewer ?? 0;
    const seat = (/** @type {number} */ rel) => (first + rel) % count;
    const pieces = piecesOf(told, isAsked);
    const { left, middle, right } = PLACES[count];
    const rows = Math.max(left.length, right.length, LEAST_ROWS);
    /** @param {string} name @param {"l" | "m" | "r"} column @param {number} at from the bottom up */
    const piece = (name, column, at) => {
      const rel = Number(name.slice(1));
      const both = [seat(rel), seat(rel + 1)];
      const isOwn = name.startsWith("c") && (rel === 0 || rel === count - 1);
      if (rel === 0 || rel === count - 1) both.reverse();
      const shown = name.startsWith("l") ? leader(pieces, seat(rel)) : council(pieces, seat(rel), both);
      return cell(`.bt-${isOwn ? "o" : ""}${column}`, { "--row": rows - at }, shown);
    };
    const leaders = (/** @type {string[]} */ names) =>
      names.filter((name) => name.startsWith("l")).map((name) => seat(Number(name.slice(1))));
    const halves = [left, right].map((names) => [first, ...leaders(names), ...leaders([middle])]);
    const over = isAsked
      ? sheet(told, {
          picked: choice.picked,
          pick: (picked) => {
            choice = { ...choice, picked };
            draw();
          },
          play,
          listed: () => host.choices(position?.moves ?? [], position?.ranges ?? [], (move) => play(move)),
        })
      : null;
    const round = made(
      "div.bt-ring",
      { inert: over !== null, style: { "--rows": rows } },
      ring(halves),
      ...left.map((name, at) => piece(name, "l", at)).reverse(),
      piece(middle, "m", rows - 1),
      made("div.bt-middle", {}, offer(told), facts.viewer !== null && cell(".bt-me", {}, ownBid(pieces, facts.viewer))),
      ...right.map((name, at) => piece(name, "r", at)).reverse(),
    );
    return { stage: stage("The ring", round, over), rail: beside(told, isAsked), dock: below(told, isAsked) };
  }

  /** The question in words. @param {Told} told @param {boolean} isAsked */
  const asking = (told, isAsked) => question(told, isAsked, playingOf(told, isAsked), choice.said, pointer);

  /** The chosen card in full, or the one that asks. @param {Told} told @param {boolean} isAsked */
  function inDetail(told, isAsked) {
    const { phase, pack: packed, hand: held, asked } = told.facts;
    const id = (phase === "drafting" ? packed : held)[choice.at ?? -1];
    const shown = id ?? (isAsked && asked?.kind !== "draft" ? asked?.card : "");
    return shown ? [detail(told, shown, takes(piecesOf(told, isAsked)))] : [];
  }

  /** The rail. @param {Told} told @param {boolean} isAsked */
  function beside(told, isAsked) {
    const { facts } = told;
    return rail(
      "The bid and the story",
      ...inDetail(told, isAsked),
      bids(told),
      facts.bid ? smallCouncils(told) : legend("crown", "A crowned face: that leader’s small council."),
      ...(facts.asked?.kind === "take" ? [] : facts.shown_hands).map(({ seat, cards }) =>
        section(
          `${told.whose(seat)} hand, which you see`,
          made("p.bt-cards", {}, ...cards.map((card) => mini(told.card(card)))),
        ),
      ),
      facts.row.length > 0 &&
        section(
          "The next allies",
          made("p", {}, facts.row.map((ally) => `${told.called(ally)} ${told.ally(ally).power}`).join(", ")),
        ),
      log(told),
      host.written,
    );
  }

  /** The dock. @param {Told} told @param {boolean} isAsked */
  function below(told, isAsked) {
    const { facts } = told;
    const kind = facts.asked?.kind;
    const isOpen = isAsked && (kind === "turn" || kind === "discard");
    const isListed = isAsked && (kind === "token-move" || kind === "ally-move");
    /** @param {string} id of a card that may not be played */
    const refuse = (id) => {
      const { ally, seat } = facts.barred.find(({ card }) => card === id) ?? { ally: "", seat: null };
      const said =
        ally && seat !== null
          ? `${told.called(ally)} is here, and a copy lies in ${told.isYou(seat) ? "your" : `${told.names[seat]}’s`} pile.`
          : "No more cards in this turn: kneel.";
      choice = { ...choice, said };
      repaint();
    };
    const cards = hand(told, { isOpen, chosen: isOpen ? choice.at : null, choose, refuse });
    return dock(
      {
        question: asking(told, isAsked),
        note: note(told, isAsked),
        person: facts.viewer === null ? null : told.people[facts.viewer],
        isAsked,
        hand: facts.hand.length > 0 && !isListed && cards,
        tools: tools(),
      },
      ...answering(told, isAsked),
    );
  }

  /** The answers to what is asked. @param {Told} told @param {boolean} isAsked */
  function answering(told, isAsked) {
    /** @param {number | null} from */
    const leave = (from) => {
      choice = { ...choice, from };
      draw();
    };
    const pieces = { ...piecesOf(told, isAsked), isAsked };
    return answers(pieces, choice, playingOf(told, isAsked), play, leave).flatMap((each) => each || []);
  }

  /** The page's buttons, and on a phone one for the bid and the story. */
  function tools() {
    const story = button(made("span", {}, "Story"), {
      icon: "bt-log",
      dataset: { key: "story" },
      onclick: () => {
        isOver = !isOver;
        draw();
      },
    });
    story.classList.add("t-narrow");
    story.ariaExpanded = String(isOver);
    return [host.controls, story];
  }

  /** The pack, the cards that were kept, and who has picked. @param {Told} told @param {boolean} isAsked */
  function drafting(told, isAsked) {
    const { facts } = told;
    const shown = pack(told, { isOpen: isAsked, chosen: choice.at, choose });
    return {
      stage: stage("The draft", made("div.bt-draft", {}, facts.draft?.pick === 1 && band(told), shown, gone(told))),
      rail: rail(
        "The draft",
        ...inDetail(told, isAsked),
        section(`The ring in ${facts.season}`, map(told), legend("token", "Power of allies + tokens face down.")),
        picking(told),
      ),
      dock: dock(
        {
          question: choice.said || heading(told),
          note: seen(facts),
          person: facts.viewer === null ? null : told.people[facts.viewer],
          isAsked,
          hand: facts.viewer !== null && kept(told),
          tools: tools(),
        },
        keeping(told),
      ),
    };
  }

  /** The action of a draft. @param {Told} told */
  function keeping(told) {
    const { pack: ids, options } = told.facts;
    const option = options.find(({ card }) => card && card === ids[choice.at ?? -1]);
    const card = option ? told.card(option.card) : null;
    return main(
      card ? `Keep ${card.title}` : "Keep",
      card ? card.line || `value ${card.value}` : "choose a card first",
      option ? option.move : "",
      play,
    );
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { target, key } = event;
    if (!(target instanceof HTMLElement)) return;
    const group = target.closest(".bt-hand, .bt-pack");
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[key];
    if (group && step) {
      const cards = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button")]);
      const next = cards[cards.indexOf(target) + step];
      if (!next) return;
      for (const card of cards) card.tabIndex = card === next ? 0 : -1;
      next.focus();
      event.preventDefault();
    } else if (key === "Enter" && target.getAttribute("aria-pressed") === "true" && group) {
      const button = /** @type {HTMLButtonElement | null} */ (root.querySelector('[data-key="main"]'));
      if (button && !button.disabled) button.click();
      event.preventDefault();
    } else if (
      KEYS[key.toLowerCase()] &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      !target.matches("input")
    ) {
      find(KEYS[key.toLowerCase()])?.click();
    } else if (key === "Escape" && (choice.at !== null || choice.from !== null || isOver)) {
      choice = { ...choice, at: null, from: null };
      isOver = false;
      draw();
      event.preventDefault();
    }
  }

  return {
    /** Show a position. @param {Position} shown */
    show(shown) {
      const game = position?.game;
      const isNew = shown.moment !== position?.moment || shown.game !== game;
      position = shown;
      if (isNew) choice = NOTHING;
      const then = following;
      following = "";
      const { options } = shown.screen.facts;
      if (then && options.some(({ move }) => move === then)) {
        host.play(then);
        return false;
      }
      if (shown.game !== game) lastBid = null;
      const { told, isAsked } = read(shown);
      lastBid = told.facts.bid ?? lastBid;
      pointer = isAsked ? point(shown, pointersTo(told, lastBid)) : "";
      return draw(isNew);
    },
    /** Show who is present. Whoever is asked keeps the table as it is, unless a name has changed. @param {Position} shown */
    wait(shown) {
      if (!position || shown.moment !== position.moment) return;
      const before = position;
      position = { ...position, away: shown.away, seats: shown.seats };
      const isRenamed = before.seats.some(({ name }, seat) => name !== shown.seats[seat].name);
      if (isRenamed || !read(position).isAsked) draw();
    },
    /** Show a hint. @param {Advice} advice */
    advise({ move, text }) {
      const { options = [], hand: ids = [], pack: packed = [], phase } = position?.screen.facts ?? {};
      const option = options.find((each) => each.move === move);
      const cards = phase === "drafting" ? packed : ids;
      choice = {
        at: option?.card && cards.includes(option.card) ? cards.indexOf(option.card) : choice.at,
        picked: option?.card || choice.picked,
        from: option?.to !== null && option?.council !== undefined ? (option.council ?? null) : choice.from,
        said: text,
        hinted: move,
      };
      draw();
    },
    /** Show why a move is refused, or another message. @param {string} text */
    refuse(text) {
      following = "";
      choice = { ...choice, said: text };
      draw();
    },
    /** Show the end, council by council if its reader has followed the game. @param {Position} over @param {HTMLElement} place @param {((moment: number) => void) | null} playOn begins a game from a moment */
    end({ game, screen: { facts }, seats, moment: moments }, place, playOn) {
      const names = seats.map(({ name }) => name);
      /** @param {number} number @returns {Promise<ScreenFacts | null>} */
      const look = async (number) => {
        const answer = await host.ask({ do: "review", number, seat: undefined, moment: undefined });
        return answer?.kind === "table" && answer.screen ? /** @type {any} */ (answer.screen.facts) : null;
      };
      /** @param {LostBidFacts} bid */
      const playOnFrom = async (bid) => {
        const moment = await beginningOf(bid, moments, look);
        if (moment !== null) playOn?.(moment);
      };
      const { end } = facts;
      const told = new Told(facts, names);
      finish();
      place.replaceChildren(...ended(told, playOn && playOnFrom));
      if (!end) return "";
      if (position?.game === game && !host.still.matches) {
        const counting = reveal(place, { ...facts, end });
        host.withhold(counting.done);
        ({ finish } = counting);
      }
      return result(told, end);
    },
    /** Remove the game from the page. */
    hide() {
      finish();
      position = null;
      root.replaceChildren();
    },
  };
}

/** True if packs are passed, and the question is which card of the pack to keep. @param {Told} told */
const drafts = ({ facts: { phase, asked } }) => phase === "drafting" && (!asked || asked.kind === "draft");

/** Return the seasons with a dot for each round. @param {ScreenFacts} facts */
function track({ seasons, season, round_number: round, rounds, end }) {
  const at = seasons.indexOf(season);
  const items = seasons.map((name, index) => {
    const isHere = index === at;
    const dots = Array.from({ length: rounds }, (_, number) => {
      const isDone = index < at || (isHere && (number + 1 < round || end !== null));
      return made("i", { dataset: { state: isDone ? "done" : isHere && number + 1 === round ? "here" : null } });
    });
    return made(
      "li",
      { ariaCurrent: isHere ? "step" : null },
      icon(name),
      made("span", {}, capital(name)),
      made("em", { ariaHidden: "true" }, ...dots),
    );
  });
  return made(
    "div.bt-top",
    { role: "group", ariaLabel: `${capital(season)}, round ${round} of ${rounds}` },
    made("ol.bt-track", {}, ...items),
    made("p.bt-track-s", {}, icon(season), `${capital(season)} ${round}/${rounds}`),
  );
}

/** Hide a sheet of drawings. @param {Element} sheet */
function hidden(sheet) {
  sheet.setAttribute("class", "symbols");
  sheet.setAttribute("aria-hidden", "true");
  return sheet;
}
