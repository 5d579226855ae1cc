/** The dock below the ring: what is asked, the hand, and the answers. */

import { allyButton, cardOf, sharedLeader, takes, takesOf } from "./pieces.js";
import { IN_THE_DOCK } from "./sheet.js";
import { change, next } from "./words.js";
import { button, counted, hand as handOf, made, withMinus } from "../../../play/elements/parts.js";

/** @import { OptionFacts, ScreenFacts } from "westeros-intrigue/btwixt-screen" */
/** @import { Choice } from "./screen.js" */
/** @import { Table } from "./pieces.js" */
/** @import { Told } from "./words.js" */

/** Return who is asked, in a few words. @param {Told} told */
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

/**
 * Return the question: what is asked, what was chosen, a reason or a hint.
 * @param {Told} told @param {boolean} isAsked @param {OptionFacts | undefined} playing what plays the chosen card
 * @param {string} said a reason or a hint @param {string} pointer advice for newcomers
 * @returns {(Node | string)[]}
 */
export function question(told, isAsked, playing, said, pointer) {
  const { asked, bid, leaders, viewer } = told.facts;
  const bold = (/** @type {string} */ text) => made("b", {}, text);
  if (said) return [said];
  if (!asked || !isAsked) return [heading(told)];
  if (playing) {
    const { title } = told.card(playing.card);
    if (playing.targets.length) return [bold(title), ": take a card, or play it alone."];
    const tie = told.tie(playing.total ?? 0);
    return [bold(title), tie ? `: ${tie}` : ` makes ${told.after(playing.total ?? 0)}.`];
  }
  if (pointer) return [pointer];
  const by = asked.card ? told.card(asked.card).title : "Now";
  switch (asked.kind) {
    case "turn": {
      if (asked.count !== null)
        return [asked.count ? `Play up to ${asked.count} more, then kneel; or wait.` : "Kneel now."];
      const isAlone = leaders.every(({ has_knelt: knelt }, seat) => knelt || seat === viewer);
      return isAlone
        ? [`All others have knelt. Play on, or kneel with ${leaders[viewer ?? 0].total}.`]
        : ["Your turn: play a card or kneel."];
    }
    case "bid-card":
      return [bold(by), ": choose a card to take."];
    case "token-move":
      return [bold(by), ": a token crosses one leader."];
    case "place-ally": {
      const [one, other] = bid?.binding ?? [0, 0];
      return one + other
        ? [`Cards that bind you: ${one} to ${other}, `, bold("you choose.")]
        : [bold("You choose"), " where the ally goes."];
    }
    case "place-token":
      return ["The token is face down: it is worth ", bold("1 to 3"), "."];
    case "ally-move":
      return [bold(told.called(asked.ally)), ": move an ally of your other council."];
    case "discard":
      return [bold("Discard"), ` ${counted(asked.count ?? 1, "more card")} of your hand.`];
    default:
      return [heading(told)];
  }
}

/** Return what stands below the question: what was won, the steps of a claim, and what comes next. @param {Told} told @param {boolean} isAsked */
export function note(told, isAsked) {
  const { bid, asked, current, told: events, viewer } = told.facts;
  const isAbove = isAsked && asked !== null && !IN_THE_DOCK.has(asked.kind);
  const sees = made("p.t-wide", {}, isAbove ? "The answer is above your hand." : seen(told.facts));
  if (!bid || !asked || isAbove) return [sees];
  const [winner] = bid.ranking;
  const revealed = [...events].reverse().find(({ happening }) => happening === "revealed")?.allies[0];
  const prize = revealed ? told.called(revealed) : "the token";
  const at = asked.kind === "place-ally" ? 0 : asked.kind === "place-token" ? 2 : 1;
  const hasEffect = revealed && told.ally(revealed).abilities.some(({ moment }) => moment === "Once you claim it");
  const names = [revealed && "Ally", hasEffect && "Its ability", "The token"];
  const steps = names.flatMap((name, step) => (name ? [{ name, step }] : []));
  const isClaimer = isAsked && viewer !== null && asked.kind.startsWith("place-");
  return [
    made("p", {}, `${told.does(winner, "wins")} ${prize} with ${bid.totals[winner]}.`),
    current.length <= 1 &&
      steps.length > 1 &&
      made(
        "ol.bt-steps.t-wide",
        { ariaLabel: "The claim" },
        ...steps.map(({ name, step }, number) =>
          made("li", { ariaCurrent: step === at ? "step" : null }, `${number + 1} ${name}`),
        ),
      ),
    isClaimer && made("p", {}, next(told)),
  ];
}

/**
 * Return the hand; a single tab stop, in which arrows move.
 * @param {Told} told @param {{isOpen: boolean, chosen: number | null, choose: (at: number) => void, refuse: (card: string) => void}} choosing
 */
export function hand(told, { isOpen, chosen, choose, refuse }) {
  const { hand: ids, barred, asked } = told.facts;
  const closed = new Set(asked?.kind === "turn" && isOpen ? barred.map(({ card }) => card) : []);
  const cards = ids.map((id, at) =>
    cardOf(told.card(id), {
      isPressed: isOpen ? chosen === at : null,
      isBarred: closed.has(id) || !isOpen,
      tabIndex: at === (chosen ?? 0) ? 0 : -1,
      dataset: { key: `hand ${at}`, piece: `hand:${id}` },
      onclick: () => (closed.has(id) ? refuse(id) : choose(at)),
    }),
  );
  return handOf("Your hand", cards, isOpen ? ".bt-hand" : ".bt-hand.bt-hand--wait");
}

/** Return the main button. @param {string} text @param {string} below @param {string} move empty while none is chosen @param {(move: string) => void} play */
export const main = (text, below, move, play) =>
  button(text, {
    note: below,
    kind: "main",
    isOff: !move,
    dataset: { key: "main", move: move || null },
    onclick: () => play(move),
  });

/** Return another button for a move. @param {string} text @param {string} key @param {OptionFacts | undefined} option @param {(move: string) => void} play @param {{ note?: string, icon?: string, kind?: "open" | "" }} [more] */
const other = (text, key, option, play, more = {}) =>
  option && button(text, { ...more, dataset: { key, move: option.move }, onclick: () => play(option.move) });

/** Return the answers to a turn. @param {Told} told @param {OptionFacts | undefined} playing @param {(move: string) => void} play */
function turn(told, playing, play) {
  const { options } = told.facts;
  const kneeling = options.find(({ move }) => move === "kneel");
  const waiting = options.find(({ move }) => move === "skip");
  const alone = playing?.targets.length ? "alone: " : "";
  return [
    main(
      playing ? `Play ${told.card(playing.card).title}` : "Play",
      playing ? `${alone}${told.after(playing.total ?? 0)}` : "choose a card first",
      playing?.move ?? "",
      play,
    ),
    other("Kneel", "kneel", kneeling, play, { note: `with ${kneeling?.total}`, icon: "bt-kneel" }),
    other("Wait", "skip", waiting, play),
  ];
}

/**
 * Return a button for each council that an ally or a token can go to, with what it does to both small councils.
 * @param {Told} told @param {OptionFacts[]} options @param {(move: string) => void} play
 */
function places(told, options, play) {
  const { viewer, leaders } = told.facts;
  const [left, right] = [viewer ?? 0, ((viewer ?? 0) + leaders.length - 1) % leaders.length];
  const buttons = options.map((option) => {
    const { council, to, effects } = option;
    const place = to ?? council ?? 0;
    const text =
      to === null
        ? `Place with ${told.whom(told.partner(place))}`
        : `Past ${told.whom(sharedLeader(told, council ?? 0, to))}`;
    const after = effects.map(({ seat, before, after }) => {
      const whose = told.isYou(seat) ? "yours" : told.people[seat].sign;
      return `${whose} ${change(before, after)}`;
    });
    const key = place === left ? "place left" : place === right ? "place right" : `place ${place}`;
    return other(text, key, option, play, { note: after.join(" · "), kind: "open" });
  });
  // The left one stands on the left, as at the table.
  return options[0]?.council === right && options[0].to === null ? buttons.reverse() : buttons;
}

/** Return the councils whose tokens can move, and where a token of the chosen one can go. @param {Told} told @param {Choice} choice @param {(move: string) => void} play @param {(from: number | null) => void} leave */
function tokenMoves(told, { from }, play, leave) {
  const moves = told.facts.options.filter(({ to }) => to !== null);
  const councils = [...new Set(moves.map(({ council }) => council ?? 0))];
  const stacks = councils.map((number) => {
    const { allies, tokens } = told.facts.councils[number].power;
    const shown = button(`From ${told.council(number)}`, {
      note: `${withMinus(allies)} +${tokens}`,
      icon: "bt-token",
      dataset: { key: `token ${number}` },
      onclick: () => leave(from === number ? null : number),
    });
    shown.classList.add("bt-tk");
    shown.ariaPressed = String(from === number);
    return shown;
  });
  const ways = moves.filter(({ council }) => council === from);
  return [...stacks, ...places(told, ways, play)];
}

/**
 * Return the answers to what is asked.
 * @param {Table} table @param {Choice} choice @param {OptionFacts | undefined} playing @param {(move: string) => void} play
 * @param {(from: number | null) => void} leave chooses the council that a token leaves
 */
export function answers(table, choice, playing, play, leave) {
  const { told } = table;
  const { asked, options, hand: ids } = told.facts;
  if (!asked || !table.isAsked) return [];
  const taking = takes(table);
  // Where there is a rail, they stand there.
  const row = taking.length > 0 && made("div.t-narrow", {}, takesOf(taking));
  switch (asked.kind) {
    case "turn":
      return [row, ...turn(told, playing, play)];
    case "bid-card":
      return [
        row,
        other(
          "Take none",
          "decline",
          options.find(({ move }) => move === "decline"),
          play,
        ),
      ];
    case "token-move":
      return tokenMoves(told, choice, play, leave);
    case "discard": {
      const id = ids[choice.at ?? -1];
      const option = options.find(({ card }) => card && card === id);
      const left = `${counted(asked.count ?? 1, "card")} to go`;
      return [main(option ? `Discard ${told.card(id).title}` : "Discard", left, option?.move ?? "", play)];
    }
    case "place-ally":
    case "place-token":
      return places(
        told,
        options.filter(({ council }) => council !== null),
        play,
      );
    case "ally-move":
      return [
        ...options.filter(({ ally }) => ally).map(({ ally, move }) => allyButton(told, ally, "Move", move, play)),
        other(
          "Move none",
          "decline",
          options.find(({ move }) => move === "decline"),
          play,
        ),
      ];
    default:
      return [];
  }
}
