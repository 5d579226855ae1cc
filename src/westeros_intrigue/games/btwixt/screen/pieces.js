/** The pieces on the table: influence cards, allies, councils, leaders and the ally on offer. */

import { figure, icon } from "./figures.js";
import { change, isBetter, span } from "./words.js";
import {
  amount,
  card as shownCard,
  cell,
  counted,
  drawn,
  made,
  mini as shownMini,
  personOf,
  pill,
  row,
  rows,
  seat as place,
  withMinus,
} from "../../../play/elements/parts.js";

/** @import { CardFacts, EffectFacts } from "westeros-intrigue/btwixt-screen" */
/** @import { Told } from "./words.js" */

/**
 * @typedef {{ told: Told, isAsked: boolean, targets: Map<string, string>, play: (move: string) => void }} Table what a
 *   piece must know to be drawn; `targets` has the move that takes each card, by seat, title and copy
 */

/** Return the words of a card for a label. @param {CardFacts} card */
const labelOf = ({ title, value, colour, line }) => `${title}, ${value}, ${colour}. ${line || "No ability"}`;

/** Return what the parts show of a card. @param {CardFacts} card */
const looks = ({ title, value, colour, line }) => ({
  title,
  value,
  tone: colour,
  icon: `bt-${colour}`,
  line: line || "No ability",
});

/** Return a card of a hand, a pack or a sheet. @param {CardFacts} card @param {Partial<Parameters<typeof shownCard>[1]>} [given] */
export const cardOf = (card, given = {}) => shownCard(looks(card), { label: labelOf(card), ...given });

/** Return a small card of a pile. @param {CardFacts} card @param {Partial<Parameters<typeof shownMini>[1]>} [given] */
export const mini = (card, given = {}) =>
  shownMini(
    looks(card),
    { label: `${card.title}, ${card.value}${card.is_protected ? ", cannot be taken" : ""}`, ...given },
    card.is_protected && made("i.bt-lock", { ariaHidden: "true" }, "◆"),
  );

/** Return a card in a sentence. @param {CardFacts} card */
export const chip = ({ title, value, colour }) => pill(`${title} ${value}`, { tone: colour, icon: `bt-${colour}` });

/** The name of a card in a pile, and where it comes from if it was not in one. @param {number} seat @param {string} id @param {number} copy */
const named = (seat, id, copy) => ({ piece: `${id}#${copy}`, from: `hand:${id} seat:${seat}` });

/** Return the cards of a leader's pile; one that can be taken also answers to a click. @param {Table} table @param {number} seat */
export function pile({ told, targets, play }, seat) {
  return told.facts.leaders[seat].pile.map(({ card: id, copy }) => {
    const move = targets.get(`${seat} ${id} ${copy}`);
    const shown = mini(told.card(id), { dataset: { ...named(seat, id, copy), open: move !== undefined && "" } });
    if (move !== undefined) shown.onclick = () => play(move);
    return shown;
  });
}

/** Return a button for each card that can be taken. @param {Table} table */
export const takes = ({ told, targets, play }) =>
  told.facts.leaders.flatMap(({ pile: cards }, seat) =>
    cards.flatMap(({ card: id, copy }) => {
      const move = targets.get(`${seat} ${id} ${copy}`);
      if (move === undefined) return [];
      const card = told.card(id);
      const label = `Take ${card.title}, ${card.value}, from ${told.whom(seat)}`;
      return [mini(card, { label, dataset: { move, key: `take ${seat} ${id} ${copy}` }, onclick: () => play(move) })];
    }),
  );

/** Return cards that can be taken as a group. @param {HTMLElement[]} cards */
export const takesOf = (cards) => made("div.bt-takes", { role: "group", ariaLabel: "Cards to take" }, ...cards);

/** Return what an ally shows of itself. @param {Told} told @param {string} id */
function printed(told, id) {
  const { name, power, abilities } = told.ally(id);
  const [bust, hue] = figure(id);
  const label = `${name}, power ${withMinus(power)}`;
  return {
    label,
    title: label + abilities.map(({ moment, effect }) => `. ${moment}: ${effect}`).join(""),
    style: { "--hue": hue },
    parts: [icon(bust), made("b", {}, withMinus(power)), made("span", {}, told.called(id))],
  };
}

/** Return an ally of a council. @param {Told} told @param {string} id */
function ally(told, id) {
  const { label, title, style, parts } = printed(told, id);
  return made("li.bt-ally", { style, title, ariaLabel: label, dataset: { piece: `ally:${id}` } }, ...parts);
}

/** Return a button for an ally. @param {Told} told @param {string} id @param {string} does what a press does @param {string} move @param {(move: string) => void} play */
export function allyButton(told, id, does, move, play) {
  const { label, title, style, parts } = printed(told, id);
  return made(
    "button.t-button.bt-ally",
    { type: "button", style, title, ariaLabel: `${does} ${label}`, dataset: { move }, onclick: () => play(move) },
    ...parts,
  );
}

/** Return what an answer does, line by line. @param {Told} told @param {EffectFacts[]} effects */
const effectList = (told, effects) =>
  made(
    "div.bt-fx",
    {},
    rows(
      ...effects.map(({ seat, before, after }) =>
        row(told.people[seat], made("span.bt-words", {}, "small council"), {
          value: change(before, after),
          state: isBetter(before, after) ? "better" : "",
        }),
      ),
    ),
  );

/** Return the sum of a council, with its tokens. @param {Told} told @param {number} number */
function sum({ facts }, number) {
  const { power, values } = facts.councils[number];
  if (facts.end) {
    const tokens = values.map((each) => made("i.bt-tok", {}, String(each)));
    return made(
      "div.bt-sum",
      {},
      made("b.t-amount.bt-total", {}, made("span", {}, withMinus(power.least))),
      made("span.bt-tokens", { role: "img", ariaLabel: `tokens ${values.join(", ")}` }, ...tokens),
      made("span.bt-eq", {}, `allies ${withMinus(power.allies)} + tokens ${power.least - power.allies}`),
    );
  }
  const { tokens } = power;
  const label = `${counted(tokens, "token")}, face down`;
  const stack = Array.from({ length: Math.min(tokens, MOST_SHOWN) }, () => icon("token"));
  return made(
    "div.bt-sum",
    {},
    amount(withMinus(power.allies), tokens > 0 && `+${tokens}`),
    tokens > 0 && made("span.bt-tokens", { role: "img", ariaLabel: label, title: label }, ...stack),
    tokens > 0 && made("span.bt-span", { title: "with its tokens" }, span(power)),
  );
}

/** The number of tokens face down that lie on each other in a council; their number stands beside them. */
const MOST_SHOWN = 4;

/**
 * Return the council between two leaders.
 * @param {Table} table @param {number} number @param {number[]} sides the seats, from left to right
 */
export function council({ told, isAsked }, number, sides) {
  const { facts } = told;
  const { allies, power } = facts.councils[number];
  const small = sides.filter((seat) => facts.leaders[seat].small.includes(number));
  const isOwn = facts.viewer !== null && sides.includes(facts.viewer);
  const isWeak = isOwn && small.includes(facts.viewer ?? -1) && !facts.end && facts.phase !== "choosing-leaders";
  const choice = isAsked ? facts.options.find((each) => each.council === number && each.to === null) : undefined;
  const isSure = (/** @type {number} */ seat) => facts.leaders[seat].is_sure || facts.end !== null;
  const about = [
    `Council of ${sides.map((seat) => told.whom(seat)).join(" and ")}: ${counted(allies.length, "ally", "allies")} of power ${withMinus(power.allies)}`,
    power.tokens ? `${counted(power.tokens, "token")} ${facts.end ? "turned over" : "face down"}` : "no token",
    ...small.map((seat) => `small council of ${told.whom(seat)}${isSure(seat) ? "" : " so far"}`),
  ];
  const heads = sides.map((seat) => {
    if (!small.includes(seat)) return personOf(told.people[seat]);
    const crown = icon("crown");
    crown.classList.add("bt-crown");
    Object.assign(crown.dataset, { of: seat, ...(isSure(seat) ? {} : { maybe: "" }) });
    return personOf(told.people[seat], { inside: [crown] });
  });
  const states = [isOwn && "own", isWeak && "weak", choice && "choice"].filter(Boolean);
  const whose = isSure(facts.viewer ?? 0) ? "your small council" : "your small council so far";
  return made(
    "section.bt-co",
    {
      ariaLabel: about.join("; "),
      title: `c${number}`,
      dataset: { council: number, state: states.join(" ") },
      style: { "--a": `var(--seat-${sides[0]})`, "--b": `var(--seat-${sides[1]})` },
    },
    made("header", {}, ...heads),
    sum(told, number),
    (allies.length > 0 || choice) &&
      made("ul.bt-allies", {}, ...allies.map((id) => ally(told, id)), choice ? ghost(told) : null),
    choice && effectList(told, choice.effects),
    facts.end
      ? small.map((seat) =>
          made(
            "span.bt-of",
            { dataset: { of: String(seat) } },
            pill(`${told.whose(seat)} small council`, { icon: "bt-crown", kind: "main" }),
          ),
        )
      : isWeak && !choice && pill(whose, { icon: "bt-crown", kind: "main" }),
  );
}

/** The leader between two councils. @param {Told} told @param {number} one @param {number} other */
export const sharedLeader = (told, one, other) =>
  told.around(one).find((seat) => told.around(other).includes(seat)) ?? 0;

/** Return the place for what is to be put into a council. @param {Told} told */
function ghost(told) {
  const { asked, current } = told.facts;
  if (asked?.kind !== "place-ally") return made("li.bt-ally.bt-ghost", {}, icon("token"), made("span", {}, "a token"));
  const tokens = current.find(({ ally: id }) => id === asked.ally)?.tokens ?? 0;
  const { power } = told.ally(asked.ally);
  const with_ = tokens > 1 ? ` and ${tokens} tokens` : tokens ? " and a token" : "";
  return made(
    "li.bt-ally.bt-ghost",
    {},
    made("b", {}, power < 0 ? withMinus(power) : `+${power}`),
    made("span", {}, told.called(asked.ally) + with_),
  );
}

/** Return a leader's place at the table. @param {Table} table @param {number} seat */
export function leader(table, seat) {
  const { told } = table;
  const { facts } = told;
  const { leader: title, hand_size: hand, total, has_knelt: knelt } = facts.leaders[seat];
  const isFirst = facts.first_player === seat;
  const rank = facts.ranking.indexOf(seat);
  const isTurn = facts.asked?.seats.includes(seat) && !told.isYou(seat);
  const hasWon = facts.bid !== null && rank === 0;
  const isAhead = rank === 0 && total > 0 && !knelt;
  const tag = hasWon
    ? pill("won", { kind: "main" })
    : facts.bid && rank === 1
      ? pill("second")
      : knelt
        ? pill("", { icon: "bt-kneel", label: "knelt" })
        : isAhead && pill("leads", { kind: "main" });
  const about = [
    `${told.who(seat)}${title ? `, ${title}` : ""}: bid ${total}`,
    `${counted(hand, "card")} in hand`,
    knelt && "has knelt",
    isFirst && "first player",
    isTurn && "decides",
  ];
  const held = pill(String(hand), { icon: "bt-back", label: `${counted(hand, "card")} in hand` });
  held.dataset.piece = `seat:${seat}`;
  return place(
    told.people[seat],
    {
      label: about.filter(Boolean).join(", "),
      note: title && made("span.bt-words", {}, title),
      total,
      marks: [tag, isFirst && pill("1st", { label: "First player" }), held],
      state: [isTurn && "turn", knelt && !hasWon && "out", (hasWon || isAhead) && "lead"].filter(Boolean).join(" "),
      dataset: { place: seat },
    },
    ...pile(table, seat),
  );
}

/** Return the viewer's own bid. @param {Table} table @param {number} viewer */
export function ownBid(table, viewer) {
  const { total, leader: title } = table.told.facts.leaders[viewer];
  const person = { ...table.told.people[viewer], name: "Your bid" };
  const note = title && made("span.bt-words", {}, title);
  return place(
    person,
    { label: `Your bid: ${total}`, note, total, dataset: { place: viewer } },
    ...pile(table, viewer),
  );
}

/** The words for the moments of an ally's ability. */
const MOMENTS = /** @type {Record<string, string>} */ ({
  "Once you claim it": "When claimed",
  "This round": "During this round",
  Placement: "Where it goes",
});

/** Return the ally on offer, and the one behind it. @param {Told} told */
export function offer(told) {
  const { bid, current, phase, told: events } = told.facts;
  const placed = [...events].reverse().find(({ happening }) => bid !== null && happening === "placed-ally");
  const none =
    phase === "choosing-leaders" ? "The first ally comes once all have a leader." : "The bid is for a token.";
  const [{ ally: id, tokens }, ...others] = current.length ? current : [{ ally: placed?.allies[0] ?? "", tokens: 0 }];
  if (!id)
    return cell(
      ".bt-offer",
      {},
      made("article.bt-now", { ariaLabel: "No ally" }, made("h2", {}, "No ally yet"), made("p", {}, none)),
    );
  const { name, power, abilities } = told.ally(id);
  const [bust, hue] = figure(id);
  const then = others.map(({ ally: other }) => `then ${told.ally(other).name}, power ${told.ally(other).power}`);
  const label = `${current.length ? "Ally on offer" : "Placed"}: ${name}, power ${withMinus(power)}`;
  const words = abilities.map(({ moment, effect }) => `${moment}: ${effect}.`);
  return cell(
    ".bt-offer",
    { "--hue": hue },
    made(
      "article.bt-now",
      {
        ariaLabel: [label, ...then].join(", "),
        title: words.join(" "),
        dataset: { piece: current.length ? `ally:${id}` : null, more: others.length > 0 && "" },
      },
      icon(bust),
      amount(withMinus(power)),
      tokens > 0 && pill(counted(tokens, "token"), { icon: "bt-token" }),
      made("h2", {}, name),
      !current.length && placed && made("p", {}, `now in ${told.council(placed.councils[0])}`),
      ...abilities.map(({ moment, effect }) =>
        made("p", {}, made("b", {}, `${MOMENTS[moment] ?? moment}:`), ` ${effect}.`),
      ),
      !abilities.length && made("p", {}, "No ability"),
      ...then.map((each) => made("p", {}, each)),
    ),
  );
}

/** Return the abilities of a card in full. @param {CardFacts} card */
export const inFull = ({ abilities }) =>
  abilities.length
    ? abilities.map(({ moment, effect }) => made("p", {}, made("b", {}, `${moment}: `), `${effect}.`))
    : [made("p", {}, "No ability: it only adds its value to your bid.")];

/** The path of the ring on each side, from the viewer to the leader opposite. */
const HALVES = ["M50 88H25Q16 88 16 74V24Q16 10 25 10H50", "M50 88H75Q84 88 84 74V24Q84 10 75 10H50"];

/**
 * Return the drawn ring behind everything: each side blends from leader to leader.
 * @param {number[][]} halves the leaders of the left and of the right, from the viewer to the one opposite
 */
export function ring(halves) {
  const gradients = halves.map((seats, side) => {
    const stops = seats.flatMap((seat, at) => {
      const middle = at / (seats.length - 1 || 1);
      return [middle - 0.09, middle + 0.09].map((offset) => {
        const stop = drawn("stop", { offset: Math.min(1, Math.max(0, offset)) });
        stop.style.stopColor = `var(--seat-${seat})`;
        return stop;
      });
    });
    const at = { id: `bt-side-${side}`, gradientUnits: "userSpaceOnUse", x1: 0, x2: 0, y1: 88, y2: 10 };
    return drawn("linearGradient", at, ...stops);
  });
  const edge = drawn("rect", { x: 16, y: 10, width: 68, height: 78, rx: 9, ry: 14 });
  return drawn(
    "svg",
    { class: "bt-line", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    drawn("defs", {}, ...gradients),
    edge,
    ...HALVES.map((d, side) => drawn("path", { d, stroke: `url(#bt-side-${side})` })),
  );
}
