/** The dock below the ring: who you are, the hand, and the actions. */

import { cardButton, face, sharedLeader } from "./pieces.js";
import { counted, el, icon } from "./parts.js";
import { change, next } from "./words.js";

/** @import { OptionFacts, ScreenFacts } from "westeros-intrigue/btwixt-screen" */
/** @import { Told } from "./words.js" */

/** Return the heading of the dock. @param {Told} told */
export function heading(told) {
  const { asked, viewer } = told.facts;
  if (!asked) return "The game is over";
  if (viewer !== null && asked.seats.includes(viewer)) return asked.heading;
  const who = asked.seats.map((seat) => told.who(seat));
  const isAway = asked.seats.length === 1 && told.away.includes(asked.seats[0]) ? " and is not here" : "";
  return who.length > 1 ? "Others choose …" : `${who[0]} chooses …${isAway}`;
}

/** Return what the others see, in a sentence. @param {ScreenFacts} facts */
export function seen({ viewer, leaders, phase }) {
  if (viewer === null) return "You watch: no hand is shown.";
  if (phase === "drafting") return "Nobody sees your pick. The packs move on when all have picked.";
  return `Others see ${counted(leaders[viewer].hand_size, "back")} and your pile. Nobody sees the tokens.`;
}

/** True if the viewer says where an ally or a token goes. @param {Told} told */
const isPlacing = ({ facts: { asked, viewer } }) =>
  viewer !== null && asked !== null && asked.seats.includes(viewer) && asked.kind.startsWith("place-");

/** Return who you are. @param {Told} told */
export function me(told) {
  const { viewer, leaders } = told.facts;
  return el(
    "div",
    "dock__me",
    {},
    el(
      "span",
      "seat__who",
      {},
      viewer === null ? null : face(told, viewer, "face--l"),
      el(
        "span",
        "seat__n",
        {},
        el("b", "", {}, heading(told)),
        el("small", "", {}, viewer === null ? "A spectator" : leaders[viewer].leader),
      ),
    ),
    isPlacing(told) && el("p", "then", {}, next(told)),
    el("p", "sees", {}, icon("eye"), el("span", "", {}, seen(told.facts))),
  );
}

/**
 * Return the hand; a single tab stop, in which arrows move.
 * @param {Told} told @param {{isOpen: boolean, chosen: number | null, choose: (at: number) => void, refuse: (card: string) => void}} choosing
 */
export function hand(told, { isOpen, chosen, choose, refuse }) {
  const { hand: ids, barred, asked } = told.facts;
  const closed = new Set(asked?.kind === "turn" && isOpen ? barred.map(({ card }) => card) : []);
  const stop = chosen ?? 0;
  const buttons = ids.map((id, at) =>
    cardButton(
      told.card(id),
      {
        "aria-pressed": isOpen ? String(chosen === at) : null,
        "aria-disabled": closed.has(id) || !isOpen ? "true" : null,
        tabindex: at === stop ? 0 : -1,
        "data-key": `hand ${at}`,
        "data-piece": `hand:${id}`,
        onclick: () => (closed.has(id) ? refuse(id) : choose(at)),
      },
      closed.has(id) ? "inf--barred" : "",
    ),
  );
  return el(
    "div",
    isOpen ? "hand" : "hand hand--wait",
    { role: "group", ariaLabel: "Your hand", "data-n": ids.length },
    ...buttons,
  );
}

/** Return the main button. @param {string} text @param {string} below @param {string} move empty while none is chosen @param {(move: string) => void} play */
export const main = (text, below, move, play) =>
  el(
    "button",
    "btn main",
    { type: "button", disabled: !move, "data-key": "main", "data-move": move || null, onclick: () => play(move) },
    text,
    below && el("small", "", {}, below),
  );

/**
 * Return the actions of a turn.
 * @param {Told} told @param {number | null} chosen @param {(move: string) => void} play
 */
export function turn(told, chosen, play) {
  const { options, hand: ids } = told.facts;
  const id = chosen === null ? "" : ids[chosen];
  const playing = options.find(({ move, card }) => card && card === id && move.startsWith("play"));
  const kneeling = options.find(({ move }) => move === "kneel");
  const waiting = options.find(({ move }) => move === "skip");
  const card = playing ? told.card(id) : null;
  const alone = playing?.targets.length ? "alone: " : "";
  return [
    main(
      card ? `Play ${card.title}` : "Play",
      playing ? `${alone}${told.after(playing.total ?? 0)}` : "choose a card first",
      playing?.move ?? "",
      play,
    ),
    el(
      "div",
      waiting ? "two" : "one",
      {},
      kneeling &&
        el(
          "button",
          "btn btn--kneel",
          {
            type: "button",
            "data-key": "kneel",
            "data-move": kneeling.move,
            onclick: () => play(kneeling.move),
          },
          icon("kneel"),
          el("span", "", {}, "Kneel ", el("small", "", {}, `with ${kneeling.total}`)),
        ),
      waiting &&
        el(
          "button",
          "btn",
          { type: "button", "data-key": "skip", "data-move": waiting.move, onclick: () => play(waiting.move) },
          "Wait",
        ),
    ),
  ];
}

/** Return a note that stands where the actions are. @param {string} title @param {string} text */
export const note = (title, text) => el("p", "next", {}, el("b", "", {}, title), text);

/**
 * Return a button for each council that an ally or a token can go to. They stand here, since a council between many
 * leaders has no room for them.
 * @param {Told} told @param {OptionFacts[]} options @param {(move: string) => void} play
 */
function places(told, options, play) {
  const { viewer, leaders } = told.facts;
  const [left, right] = [viewer ?? 0, ((viewer ?? 0) + leaders.length - 1) % leaders.length];
  const buttons = options.map(({ move, council, to, effects }) => {
    const place = to ?? council ?? 0;
    const own = effects.find(({ seat }) => seat === viewer);
    return el(
      "button",
      "btn btn--open",
      {
        type: "button",
        "data-key": place === left ? "place left" : place === right ? "place right" : `place ${place}`,
        "data-move": move,
        onclick: () => play(move),
      },
      el(
        "span",
        "",
        {},
        to === null
          ? `Place with ${told.whom(told.partner(place))}`
          : `Past ${told.whom(sharedLeader(told, council ?? 0, to))}`,
      ),
      own && el("small", "", {}, `yours ${change(own.before, own.after)}`),
    );
  });
  // The left one stands on the left, as at the table.
  return el(
    "div",
    "places",
    {},
    ...(options[0]?.council === right && options[0].to === null ? buttons.reverse() : buttons),
  );
}

/**
 * Return the actions for any question but a turn.
 * @param {Told} told @param {boolean} isAsked @param {number | null} chosen @param {number | null} from @param {(move: string) => void} play
 */
export function answers(told, isAsked, chosen, from, play) {
  const { asked, options, hand: ids } = told.facts;
  if (!asked) return [];
  if (!isAsked) return [note(heading(told), "The others’ hands are closed. You may already look for a card.")];
  const decline = options.find(({ move }) => move === "decline");
  const no = (/** @type {string} */ text) =>
    decline &&
    el(
      "button",
      "btn",
      { type: "button", "data-key": "decline", "data-move": decline.move, onclick: () => play(decline.move) },
      text,
    );
  switch (asked.kind) {
    case "bid-card":
      return [note("Take one", "Cards with a green rim can be taken."), no("Take none")];
    case "token-move":
      return from === null
        ? [note("0 of 2 chosen", "First the tokens of a council.")]
        : [
            note("1 of 2 chosen", `From ${told.council(from)}. Now say past whom.`),
            places(
              told,
              options.filter(({ council, to }) => council === from && to !== null),
              play,
            ),
          ];
    case "discard": {
      const id = chosen === null ? "" : ids[chosen];
      const option = options.find(({ card }) => card && card === id);
      const left = asked.count ?? 1;
      return [
        main(
          option ? `Discard ${told.card(id).title}` : "Discard",
          `${counted(left, "card")} to go`,
          option?.move ?? "",
          play,
        ),
      ];
    }
    case "place-ally":
    case "place-token":
      return [
        places(
          told,
          options.filter(({ council }) => council !== null),
          play,
        ),
        el("p", "next only-s", {}, el("b", "", {}, "Next"), next(told)),
      ];
    case "ally-move":
      return [note("Tap an ally", `It joins ${asked.ally ? told.called(asked.ally) : "the new one"}.`)];
    default:
      return [note(asked.heading, "The answer is above your hand.")];
  }
}
