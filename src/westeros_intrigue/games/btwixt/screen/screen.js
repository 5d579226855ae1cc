/** The table of B'Twixt: a ring of leaders with a council between each two, and your hand below it. */

import { beginningOf, ended } from "./ending.js";
import { answers, hand, heading, main, me, turn } from "./dock.js";
import { band, gone, kept, pack, picking } from "./drafting.js";
import { council, face, leader, mini, named, offer, ring, sharedLeader } from "./pieces.js";
import { capital, colour, el, icon, signed } from "./parts.js";
import { fly, standing } from "./motion.js";
import { pointersTo } from "./pointers.js";
import { reveal } from "./revealing.js";
import { bids, detail, legend, log, map, section, smallCouncils } from "./rail.js";
import { sheet } from "./sheet.js";
import { result, Told } from "./words.js";

/** @import { Advice } from "westeros-intrigue/messages" */
/** @import { BidFacts, LostBidFacts, OptionFacts, ScreenFacts } from "westeros-intrigue/btwixt-screen" */
/** @import { Host, Position } from "./host.js" */

/** For each number of leaders, what stands in the columns from the bottom up: leaders and councils, from the viewer on. */
const PLACES = /** @type {Record<number, {left: string[], middle: string, right: string[]}>} */ ({
  3: { left: ["c0", "l1"], middle: "c1", right: ["c2", "l2"] },
  4: { left: ["c0", "l1", "c1"], middle: "l2", right: ["c3", "l3", "c2"] },
  5: { left: ["c0", "l1", "c1", "l2"], middle: "c2", right: ["c4", "l4", "c3", "l3"] },
  6: { left: ["c0", "l1", "c1", "l2", "c2"], middle: "l3", right: ["c5", "l5", "c4", "l4", "c3"] },
});

/** The places of a column from the bottom up, as a phone arranges them. */
const AREAS = { left: ["ol", "w", "x1", "w2", "x2"], right: ["or", "e", "y1", "e2", "y2"] };

/** The buttons for which there are keys, while the focus is at the table. @type {Record<string, string>} */
const KEYS = {
  k: '[data-key="kneel"]',
  1: '[data-key="place left"]',
  2: '[data-key="place right"]',
};

const pictures = fetch(new URL("pictures.svg", import.meta.url)).then((answer) => answer.text());

/** Return the screen of the game. @param {HTMLElement} root the empty place for it @param {Host} host what the page offers */
export function makeScreen(root, host) {
  /** @type {Position | null} */
  let position = null;
  /** The card that is lifted, by its place in the hand or the pack. @type {number | null} */
  let chosen = null;
  /** The card that is chosen in a sheet. */
  let picked = "";
  /** The council that a token leaves. @type {number | null} */
  let from = null;
  /** The answer to give as soon as it is asked for. */
  let following = "";
  /** A reason or a hint. */
  let said = "";
  /** The move that a hint names. */
  let hinted = "";
  const point = host.pointing("btwixt-pointers");
  /** The advice for newcomers in this position. */
  let pointer = "";
  /** The last bid that has been decided. @type {BidFacts | null} */
  let lastBid = null;
  /** The moment of the position that has been drawn. */
  let drawnAt = -1;
  /** The place of each leader on the ring, by seat. @type {string[]} */
  let areas = [];
  /** What is open on a phone, over the table. @type {"" | "rail"} */
  let over = "";
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
    said = hinted = "";
    host.play(move);
  }

  /** Choose a card, or let go of it. @param {number} at */
  function choose(at) {
    const former = targeted();
    chosen = chosen === at ? null : at;
    said = "";
    repaint(former);
  }

  /** What is told of the position, and whether the viewer is asked. @param {Position} shown */
  function read({ screen: { facts }, seats, away }) {
    const told = new Told(
      facts,
      seats.map(({ name }) => name),
      host.signsOf,
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
    const cards = [...root.querySelectorAll(isDrafting ? ".bt-pack button" : ".bt-hand button")];
    const key = root.contains(document.activeElement) ? activeKey() : undefined;
    for (const [at, each] of cards.entries()) {
      if (each.hasAttribute("aria-pressed")) each.setAttribute("aria-pressed", String(at === chosen));
      each.setAttribute("tabindex", at === (chosen ?? 0) ? "0" : "-1");
    }
    for (const each of root.querySelectorAll(".bt-acts > :not(.bt-helpers)")) each.remove();
    find(".bt-acts")?.prepend(...(isDrafting ? [keeping(told)] : answering(told, isAsked)));
    find(".bt-rail > .bt-detail")?.remove();
    find(".bt-rail")?.prepend(...inDetail(told, isAsked));
    if (!isDrafting) {
      find(".bt-reason")?.replaceChildren(el("span", "", {}, ...reason(told, isAsked, playingOf(told, isAsked))));
      const pieces = piecesOf(told, isAsked);
      for (const seat of new Set([...former, ...targeted()]))
        find(`[data-seat-place="${seat}"]`)?.replaceWith(leader(pieces, seat, areas[seat]));
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
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-move]")))
      button.classList.toggle("bt-hinted", hinted !== "" && button.dataset.move === hinted);
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
    const button = focus && host.controls.contains(focus) ? focus : null;
    const children = drafts(told) ? drafting(told, isAsked) : bidding(told, isAsked);
    const table = el("div", "table", {
      "data-players": facts.leaders.length,
      "data-phase": facts.phase,
      "data-over": over,
    });
    table.append(track(facts), ...children);
    const stood = isMoved && !host.still.matches ? standing(root) : new Map();
    root.replaceChildren(table);
    refocus(key);
    button?.focus({ preventScroll: true });
    mark();
    // Reading sizes comes last, so that the page is laid out only once.
    fly(root, stood);
    return isAsked;
  }

  /** The move that plays the chosen card. @param {Told} told @param {boolean} isAsked */
  function playingOf({ facts }, isAsked) {
    const id = facts.hand[chosen ?? -1];
    return isAsked && facts.asked?.kind === "turn" && id ? facts.options.find((each) => each.card === id) : undefined;
  }

  /** What the pieces on the ring need. @param {Told} told @param {boolean} isAsked */
  function piecesOf(told, isAsked) {
    const { facts } = told;
    const playing = playingOf(told, isAsked);
    const kind = facts.asked?.kind ?? "";
    const targets = new Map(
      isAsked && kind === "bid-card"
        ? facts.options
            .filter(({ seat: at }) => at !== null)
            .map((each) => [`${each.seat} ${each.card} ${each.copy}`, each.move])
        : (playing?.targets ?? []).map((each) => [`${each.seat} ${each.card} ${each.copy}`, each.move]),
    );
    const taken = (/** @type {string} */ move) => (playing ? play(playing.move, move) : play(move));
    return {
      told,
      isAsked: isAsked && kind !== "turn",
      play: taken,
      targets,
      from,
      leave: (/** @type {number | null} */ number) => {
        from = number;
        draw();
      },
    };
  }

  /** The ring, the rail and the dock. @param {Told} told @param {boolean} isAsked */
  function bidding(told, isAsked) {
    const { facts } = told;
    const count = facts.leaders.length;
    const first = facts.viewer ?? 0;
    const seat = (/** @type {number} */ rel) => (first + rel) % count;
    const pieces = piecesOf(told, isAsked);
    const playing = playingOf(told, isAsked);
    const { left, middle, right } = PLACES[count];
    areas = [];
    const piece = (/** @type {string} */ name, /** @type {"left" | "middle" | "right"} */ side, at = 0) => {
      const rel = Number(name.slice(1));
      const area = side === "middle" ? "n" : AREAS[side][at];
      if (name.startsWith("l")) {
        areas[seat(rel)] = `seat--${area}`;
        return leader(pieces, seat(rel), areas[seat(rel)]);
      }
      const both = [seat(rel), seat(rel + 1)];
      if (rel === 0 || rel === count - 1) both.reverse();
      return council(pieces, seat(rel), both, `co--${area}`);
    };
    const leaders = (/** @type {string[]} */ names) =>
      names.filter((name) => name.startsWith("l")).map((name) => seat(Number(name.slice(1))));
    const opposite = leaders([middle]);
    const over = isAsked
      ? sheet(told, {
          picked,
          pick: (card) => {
            picked = card;
            draw();
          },
          play,
          listed: () => host.choices(position?.moves ?? [], position?.ranges ?? [], (move) => play(move)),
        })
      : null;
    const columns = [
      el("div", "col col--l", { inert: over !== null }, ...left.map((name, at) => piece(name, "left", at)).reverse()),
      el(
        "div",
        "col col--c",
        { inert: over !== null },
        piece(middle, "middle"),
        offer(told),
        mine(told, isAsked, playing),
      ),
      el("div", "col col--r", { inert: over !== null }, ...right.map((name, at) => piece(name, "right", at)).reverse()),
    ];
    const stage = el(
      "div",
      `stage stage--${count}${count > 4 ? " stage--many" : ""}${over ? " stage--veil" : ""}`,
      { role: "region", ariaLabel: "The ring", tabIndex: 0 }, // a low window scrolls it
      ring([first, ...leaders(left), ...opposite], [first, ...leaders(right), ...opposite]),
      ...columns,
      over,
    );
    return [stage, rail(told, isAsked), dock(told, isAsked)];
  }

  /** Your pile and the line of reasons. @param {Told} told @param {boolean} isAsked @param {OptionFacts | undefined} playing */
  function mine(told, isAsked, playing) {
    const { facts } = told;
    const line = el("p", "reason", { "aria-live": "polite" }, el("span", "", {}, ...reason(told, isAsked, playing)));
    const claiming = claim(told);
    if (facts.viewer === null) return el("div", "me", {}, ...claiming, line);
    const { pile, total } = facts.leaders[facts.viewer];
    const cards = pile.map(({ card, copy }) => mini(told.card(card), null, named(facts.viewer ?? 0, card, copy)));
    if (claiming.length) return el("div", "me me--claim", {}, ...claiming, line);
    return el(
      "div",
      "me",
      {},
      el(
        "div",
        "mybid",
        { role: "group", ariaLabel: `Your bid: ${total}`, style: { "--seat": colour(facts.viewer) } },
        el("span", "mybid__l", {}, el("span", "", {}, "Your bid"), el("b", "", {}, String(total))),
        cards.length > 0 && el("span", "bid__c", {}, ...cards),
      ),
      line,
    );
  }

  /** What was won, and the steps of the claim. @param {Told} told */
  function claim(told) {
    const { bid, asked, current, told: events } = told.facts;
    if (!bid) return [];
    const [winner] = bid.ranking;
    const revealed = [...events].reverse().find(({ happening }) => happening === "revealed")?.allies[0];
    const prize = revealed ? told.called(revealed) : "the token";
    const kind = asked?.kind ?? "";
    const at = kind === "place-ally" ? 0 : kind === "place-token" ? 2 : 1;
    const hasEffect = revealed && told.ally(revealed).abilities.some(({ moment }) => moment === "Once you claim it");
    const names = [revealed && "Ally", hasEffect && "Its ability", "The token"];
    const steps = names.flatMap((name, step) => (name ? [{ name, step }] : []));
    return [
      el("p", "won", {}, icon("crown"), `${told.does(winner, "wins")} ${prize} with ${bid.totals[winner]}`),
      current.length > 1 || steps.length < 2
        ? null
        : el(
            "ol",
            "steps",
            { ariaLabel: "The claim" },
            ...steps.map(({ name, step }, number) =>
              el(
                "li",
                step < at ? "done" : "",
                { "aria-current": step === at ? "step" : null },
                el("b", "", {}, String(number + 1)),
                name,
              ),
            ),
          ),
    ].filter((each) => each !== null);
  }

  /** The line below the ally. @param {Told} told @param {boolean} isAsked @param {OptionFacts | undefined} playing @returns {(Node | string)[]} */
  function reason(told, isAsked, playing) {
    const { facts } = told;
    if (said) return [said];
    const { asked, bid } = facts;
    if (!asked) return [heading(told)];
    if (!isAsked) return [`${heading(told)}`];
    if (pointer && !playing) return [pointer];
    if (playing) {
      const { title } = told.card(playing.card);
      if (playing.targets.length) return [el("b", "", {}, title), ": take a card, or play it alone."];
      const tie = told.tie(playing.total ?? 0);
      return [el("b", "", {}, title), tie ? `: ${tie}` : ` makes ${told.after(playing.total ?? 0)}.`];
    }
    switch (asked.kind) {
      case "turn": {
        if (asked.count !== null)
          return [asked.count ? `Play up to ${asked.count} more, then kneel; or wait.` : "Kneel now."];
        const { viewer, leaders } = facts;
        const alone = leaders.every(({ has_knelt: knelt }, seat) => knelt || seat === viewer);
        return [
          alone
            ? `All others have knelt. Play on, or kneel with ${leaders[viewer ?? 0].total}.`
            : "Your turn: play a card or kneel.",
        ];
      }
      case "bid-card":
        return [el("b", "", {}, asked.card ? told.card(asked.card).title : "Now"), ": choose a card to take."];
      case "token-move":
        return [el("b", "", {}, asked.card ? told.card(asked.card).title : "Now"), ": a token crosses one leader."];
      case "place-ally": {
        const [one, other] = bid?.binding ?? [0, 0];
        return one + other
          ? [`Cards that bind you: ${one} to ${other}, `, el("b", "", {}, "you choose.")]
          : [el("b", "", {}, "You choose"), " where the ally goes."];
      }
      case "place-token":
        return ["The token is face down: it is worth ", el("b", "", {}, "1 to 3"), "."];
      case "ally-move":
        return [el("b", "", {}, told.called(asked.ally)), ": move an ally of your other council."];
      case "discard":
        return [el("b", "", {}, "Discard"), " cards of your hand."];
      default:
        return [heading(told)];
    }
  }

  /** The chosen card in full, or the one that asks. @param {Told} told @param {boolean} isAsked */
  function inDetail(told, isAsked) {
    const { phase, pack: packed, hand: held, asked } = told.facts;
    const id = (phase === "drafting" ? packed : held)[chosen ?? -1];
    const shown = id ?? (asked?.kind === "token-move" && isAsked ? asked.card : "");
    return shown ? [detail(told, shown)] : [];
  }

  /** @param {Told} told @param {boolean} isAsked */
  function rail(told, isAsked) {
    const { facts } = told;
    const parts = inDetail(told, isAsked);
    if (isAsked && facts.asked?.kind === "token-move" && from !== null) {
      const ways = facts.options.filter(({ council: number }) => number === from);
      const rows = ways.map(({ to }) => {
        const past = sharedLeader(told, from ?? 0, to ?? 0);
        const { allies, tokens } = facts.councils[to ?? 0].power;
        return el(
          "li",
          "",
          {},
          face(told, past),
          el("span", "", {}, `Past ${told.whom(past)}: ${told.council(to ?? 0)}`),
          el("b", "", {}, `${signed(allies)} +${tokens + 1}`),
        );
      });
      parts.push(
        section(
          `From ${told.council(from)}`,
          el("ul", "fx", {}, ...rows),
          el("p", "note legend", {}, icon("token"), el("span", "", {}, "The newest of its tokens moves, face down.")),
        ),
      );
    } else {
      parts.push(bids(told));
      if (facts.bid) parts.push(smallCouncils(told));
      else parts[parts.length - 1].append(legend());
    }
    for (const { seat, cards } of facts.asked?.kind === "take" ? [] : facts.shown_hands)
      parts.push(
        section(
          `${told.whose(seat)} hand, which you see`,
          el("p", "cards", {}, ...cards.map((card) => mini(told.card(card)))),
        ),
      );
    if (facts.row.length)
      parts.push(
        section(
          "The next allies",
          el("p", "note", {}, facts.row.map((ally) => `${told.called(ally)} ${told.ally(ally).power}`).join(", ")),
        ),
      );
    parts.push(log(told), host.written);
    return el("aside", "rail", { ariaLabel: "The bid and the story" }, ...parts);
  }

  /** @param {Told} told @param {boolean} isAsked */
  function dock(told, isAsked) {
    const { facts } = told;
    const kind = facts.asked?.kind;
    const isHand = isAsked && (kind === "turn" || kind === "discard");
    const cards = hand(told, {
      isOpen: isHand,
      chosen: isHand ? chosen : null,
      choose,
      refuse: (id) => {
        const { ally, seat } = facts.barred.find(({ card }) => card === id) ?? { ally: "", seat: null };
        said =
          ally && seat !== null
            ? `${told.called(ally)} is here, and a copy lies in ${told.isYou(seat) ? "your" : `${told.names[seat]}’s`} pile.`
            : "No more cards in this turn: kneel.";
        repaint();
      },
    });
    const acts = el("div", "acts", {}, ...answering(told, isAsked), helpers());
    return el("section", "dock", { ariaLabel: "You" }, me(told), cards, acts);
  }

  /** The answers to what is asked. @param {Told} told @param {boolean} isAsked */
  function answering(told, isAsked) {
    const isTurn = isAsked && told.facts.asked?.kind === "turn";
    const found = isTurn ? turn(told, chosen, play) : answers(told, isAsked, chosen, from, play);
    return found.flatMap((each) => each || []);
  }

  /** The page's buttons, and on a phone one for the bid and the story. */
  function helpers() {
    const story = el(
      "button",
      "btn story",
      {
        type: "button",
        "aria-expanded": String(over === "rail"),
        "data-key": "story",
        onclick: () => {
          over = over ? "" : "rail";
          draw();
        },
      },
      icon("log"),
      "Story",
    );
    return el("div", "helpers", {}, host.controls, story);
  }

  /** The pack, the cards that were kept, and who has picked. @param {Told} told @param {boolean} isAsked */
  function drafting(told, isAsked) {
    const { facts } = told;
    const stage = el(
      "div",
      "stage stage--draft",
      { role: "region", ariaLabel: "The draft" },
      facts.draft?.pick === 1 && band(told),
      pack(told, { isOpen: isAsked, chosen, choose }),
      gone(told),
    );
    const side = el(
      "aside",
      "rail",
      { ariaLabel: "The draft" },
      ...inDetail(told, isAsked),
      section(
        `The ring in ${facts.season}`,
        map(told),
        el("p", "note legend", {}, icon("token"), el("span", "", {}, "Power of allies + tokens face down.")),
      ),
      picking(told),
    );
    const acts = el("div", "acts", {}, keeping(told), helpers());
    return [stage, side, el("section", "dock dock--draft", { ariaLabel: "You" }, me(told), kept(told), acts)];
  }

  /** The action of a draft. @param {Told} told */
  function keeping(told) {
    const { pack: ids, options } = told.facts;
    const option = options.find(({ card }) => card && card === ids[chosen ?? -1]);
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
    } else if (key === "Escape" && (chosen !== null || from !== null || over)) {
      chosen = from = null;
      over = "";
      draw();
      event.preventDefault();
    }
  }

  return {
    /** Show a position. @param {Position} shown */
    show(shown) {
      const game = position?.game;
      const isNew = shown.moment !== drawnAt || shown.game !== game;
      position = shown;
      drawnAt = shown.moment;
      if (isNew) {
        chosen = from = null;
        picked = said = hinted = "";
      }
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
      if (option?.card && cards.includes(option.card)) chosen = cards.indexOf(option.card);
      if (option?.card) picked = option.card;
      if (option?.to !== null && option?.council !== undefined) from = option?.council ?? null;
      said = text;
      hinted = move;
      draw();
    },
    /** Show why a move is refused, or another message. @param {string} text */
    refuse(text) {
      following = "";
      said = text;
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
      const told = new Told(facts, names, host.signsOf);
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
      drawnAt = -1;
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
      return el("i", isDone ? "done" : isHere && number + 1 === round ? "here" : "");
    });
    return el(
      "li",
      isHere ? "here" : "",
      { "aria-current": isHere ? "step" : null },
      icon(name),
      el("span", "", {}, capital(name)),
      el("em", "", { "aria-hidden": true }, ...dots),
    );
  });
  return el(
    "div",
    "top",
    { role: "group", ariaLabel: `${capital(season)}, round ${round} of ${rounds}` },
    el("ol", "track", {}, ...items),
    el("p", "track-s", {}, icon(season), `${capital(season)} ${round}/${rounds}`),
  );
}

/** Hide a sheet of drawings. @param {Element} sheet */
function hidden(sheet) {
  sheet.setAttribute("class", "symbols");
  sheet.setAttribute("aria-hidden", "true");
  return sheet;
}
