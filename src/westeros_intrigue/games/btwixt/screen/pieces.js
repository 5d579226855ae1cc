/** The pieces on the table: influence cards, allies, councils, leaders and the ally on offer. */

import { figure } from "./figures.js";
import { colour, counted, drawn, el, icon, signed } from "./parts.js";
import { change, isBetter, span } from "./words.js";

/** @import { CardFacts, EffectFacts } from "westeros-intrigue/btwixt-screen" */
/** @import { Told } from "./words.js" */

/**
 * @typedef {{
 *   told: Told, isAsked: boolean, play: (move: string) => void, targets: Map<string, string>,
 *   from: number | null, leave: (council: number | null) => void,
 * }} Table what a piece must know to be drawn; `targets` has the move that takes each card, by seat, title and copy
 */

/** Return the disc of a person. @param {Told} told @param {number} seat @param {string} [more] classes @param {Node[]} inside */
export function face(told, seat, more = "", ...inside) {
  return el(
    "span",
    `face ${more}`,
    { style: { "--seat": colour(seat) }, "aria-hidden": true },
    ...inside,
    told.signs[seat],
  );
}

/** Return the words of a card for a label. @param {CardFacts} card */
export const label = ({ title, value, colour: hue, line }) => `${title}, ${value}, ${hue}. ${line || "No ability"}`;

/** The number of letters after which a long word of a title may break, so that it fits on a card. */
const BREAK = 6;

/** @param {string} title */
const breakable = (title) =>
  title
    .split(" ")
    .map((word) => (word.length > BREAK + 3 ? `${word.slice(0, BREAK)}\u00ad${word.slice(BREAK)}` : word))
    .join(" ");

/** Return what is printed on an influence card. @param {CardFacts} card */
function print({ title, value, colour: hue, line, short }) {
  return [
    el("span", "inf__art", {}, icon(hue)),
    el("b", value > 9 ? "inf__v inf__v--two" : "inf__v", {}, String(value)),
    el(
      "span",
      "inf__txt",
      {},
      el("span", "inf__t", {}, breakable(title)),
      el("span", line ? "inf__a" : "inf__a none", {}, line || "No ability"),
      el("span", "inf__s", {}, short),
    ),
  ];
}

/** Return a card of a hand, a pack or a sheet. @param {CardFacts} card @param {Record<string, any>} properties @param {string} [more] */
export const cardButton = (card, properties, more = "") =>
  el(
    "button",
    `inf inf--${card.colour} ${more}`,
    { type: "button", ariaLabel: label(card), ...properties },
    ...print(card),
  );

/** Return a card that is only looked at. @param {CardFacts} card @param {string} [more] */
export const cardPicture = (card, more = "") =>
  el("span", `inf inf--${card.colour} ${more}`, { role: "img", ariaLabel: label(card) }, ...print(card));

/** Return a small card of a pile. @param {CardFacts} card @param {{label: string, onclick: () => void} | null} [taking] @param {Record<string, string>} [piece] what it is in motion */
export function mini(card, taking = null, piece = {}) {
  const parts = [
    el("b", "", {}, String(card.value)),
    icon(card.colour),
    card.is_protected && el("i", "lock", { "aria-hidden": true }, "◆"),
  ];
  if (taking)
    return el(
      "button",
      `mini inf--${card.colour} mini--take`,
      { type: "button", ariaLabel: taking.label, title: card.title, onclick: taking.onclick, ...piece },
      ...parts,
    );
  const name = `${card.title}, ${card.value}${card.is_protected ? ", cannot be taken" : ""}`;
  return el("span", `mini inf--${card.colour}`, { role: "img", ariaLabel: name, title: name, ...piece }, ...parts);
}

/** The name of a card in a pile, and where it comes from if it was not in one. @param {number} seat @param {string} id @param {number} copy */
export const named = (seat, id, copy) => ({ "data-piece": `${id}#${copy}`, "data-from": `hand:${id} seat:${seat}` });

/** Return the cards of a leader's pile. @param {Table} table @param {number} seat */
function pile(table, seat) {
  const { told, targets } = table;
  return told.facts.leaders[seat].pile.map(({ card: id, copy }) => {
    const card = told.card(id);
    const move = targets.get(`${seat} ${id} ${copy}`);
    const piece = named(seat, id, copy);
    if (move === undefined) return mini(card, null, piece);
    const name = `Take ${card.title}, ${card.value}, from ${told.whom(seat)}`;
    return mini(card, { label: name, onclick: () => table.play(move) }, { ...piece, "data-move": move });
  });
}

/** Return an ally as a card of a council. @param {Told} told @param {string} id @param {(() => void) | null} [onclick] @param {string} [does] what a tap does @param {string} [move] the move that it makes */
export function allyCard(told, id, onclick = null, does = "", move = undefined) {
  const ally = told.ally(id);
  const [bust, hue] = figure(id);
  const effects = ally.abilities.map(({ moment, effect }) => `. ${moment}: ${effect}`).join("");
  const name = `${ally.name}, power ${signed(ally.power)}`;
  const parts = [icon(bust), el("b", "", {}, signed(ally.power)), el("span", "", {}, told.called(id))];
  const style = { "--hue": hue };
  if (!onclick)
    return el("li", "ally", { style, "data-piece": `ally:${id}`, ariaLabel: name, title: name + effects }, ...parts);
  const button = el(
    "button",
    "ally ally--open",
    {
      type: "button",
      style,
      ariaLabel: `${does} ${name}`,
      title: name + effects,
      "data-move": move,
      onclick,
    },
    ...parts,
  );
  return el("li", "ally-li", {}, button);
}

/** Return tokens face down. @param {number} count */
function tokens(count) {
  const name = `${counted(count, "token")}, face down`;
  const shown = Array.from({ length: count }, () => icon("token"));
  return el(
    "span",
    count > 4 ? "toks toks--many" : "toks",
    { role: "img", ariaLabel: name },
    el("span", "", { "aria-hidden": true }, ...shown),
  );
}

/** Return what an answer does, line by line. @param {Told} told @param {EffectFacts[]} effects */
export const effectList = (told, effects) =>
  el(
    "ul",
    "fx",
    {},
    ...effects.map(({ seat, before, after }) =>
      el(
        "li",
        isBetter(before, after) ? "up" : "",
        {},
        face(told, seat),
        el(
          "span",
          "",
          {},
          el("span", "only-w", {}, `${told.whose(seat)} small council`),
          el("span", "only-s", {}, told.who(seat)),
        ),
        el("b", "", {}, change(before, after)),
      ),
    ),
  );

/**
 * Return the council between two leaders.
 * @param {Table} table @param {number} number @param {number[]} sides the seats, from left to right @param {string} place its class
 */
export function council(table, number, sides, place) {
  const { told } = table;
  const { facts } = told;
  const { allies, power, values } = facts.councils[number];
  const small = sides.filter((seat) => facts.leaders[seat].small.includes(number));
  const isOwn = facts.viewer !== null && sides.includes(facts.viewer);
  const isWeak = isOwn && small.includes(facts.viewer ?? -1) && !facts.end && facts.phase !== "choosing-leaders";
  const options = table.isAsked ? facts.options : [];
  const choice = options.find((each) => each.council === number && each.to === null);
  const arrival = options.find((each) => each.to === number && each.council === table.from);
  const crowned = small.map((seat) => {
    const so = facts.leaders[seat].is_sure || facts.end ? "" : " so far";
    return `small council of ${told.whom(seat)}${so}`;
  });
  const about = [
    `Council of ${sides.map((seat) => told.whom(seat)).join(" and ")}: ${counted(allies.length, "ally", "allies")} of power ${signed(power.allies)}`,
    power.tokens ? `${counted(power.tokens, "token")} ${facts.end ? "turned over" : "face down"}` : "no token",
    ...crowned,
  ];
  const heads = sides.map((seat) => {
    const { is_sure: isSure } = facts.leaders[seat];
    if (!small.includes(seat)) return face(told, seat);
    const crown = icon("crown");
    crown.dataset.of = String(seat);
    return face(told, seat, isSure || facts.end ? "face--small" : "face--small face--maybe", crown);
  });
  const states = [isOwn && "co--own", isWeak && "co--weak", choice && "co--choice", arrival && "co--target"];
  const element = el(
    "section",
    ["co", place, ...states].filter(Boolean).join(" "),
    {
      ariaLabel: about.join("; "),
      "data-council": number,
      style: { "--a": colour(sides[0]), "--b": colour(sides[1]), "--k": allies.length },
    },
    el(
      "header",
      "",
      {},
      heads[0],
      el("h2", "co__n", {}, told.council(number, sides), el("small", "", {}, ` c${number}`)),
      heads[1],
    ),
  );
  if (facts.end) {
    element.append(
      el(
        "div",
        "co__sum",
        {},
        el("b", "co__p", {}, el("span", "", {}, signed(power.least))),
        el(
          "span",
          "toks--up",
          { role: "img", ariaLabel: `tokens ${values.join(", ")}` },
          ...values.map((each) => el("i", "tok", {}, String(each))),
        ),
        el("span", "eq", {}, `allies ${signed(power.allies)} + tokens ${power.least - power.allies}`),
      ),
    );
  } else
    element.append(
      el(
        "div",
        "co__sum",
        {},
        el("b", "co__p", {}, signed(power.allies), power.tokens > 0 && el("small", "", {}, `+${power.tokens}`)),
        power.tokens > 0 && tokenStack(table, number, power.tokens),
        power.tokens > 0 && el("span", "co__r", {}, el("span", "only-w", {}, "with tokens "), span(power)),
      ),
    );
  const row = el("ul", "co__al", {}, ...allies.map((id) => ally(table, id)));
  if (choice) row.append(ghost(told));
  if (allies.length || choice) element.append(row);
  if (choice) element.append(effectList(told, choice.effects));
  if (facts.end && small.length)
    element.append(
      el(
        "p",
        "co__of",
        {},
        ...small.map((seat) =>
          el(
            "span",
            "",
            { "data-of": seat },
            icon("crown"),
            `${told.whose(seat)} small`,
            el("span", "only-w", {}, " council"),
          ),
        ),
      ),
    );
  else if (isWeak && !choice)
    element.append(
      el(
        "span",
        "co__small",
        {},
        icon("crown"),
        small.length && facts.leaders[facts.viewer ?? 0].is_sure ? "your small council" : "your small council so far",
      ),
    );
  return element;
}

/** The leader between two councils. @param {Told} told @param {number} one @param {number} other */
export const sharedLeader = (told, one, other) =>
  told.around(one).find((seat) => told.around(other).includes(seat)) ?? 0;

/** @param {Table} table @param {number} number @param {number} count */
function tokenStack(table, number, count) {
  const { told, from } = table;
  const goes = table.isAsked ? told.facts.options.filter((each) => each.council === number && each.to !== null) : [];
  if (!goes.length) return tokens(count);
  const isOn = from === number;
  return el(
    "button",
    isOn ? "tk tk--on" : "tk",
    {
      type: "button",
      "aria-pressed": String(isOn),
      ariaLabel: `Move a token out of the council ${told.council(number)}`,
      "data-key": `token ${number}`,
      onclick: () => table.leave(isOn ? null : number),
    },
    tokens(count),
  );
}

/** @param {Table} table @param {string} id */
function ally(table, id) {
  const option = table.isAsked ? table.told.facts.options.find((each) => each.ally === id) : undefined;
  const isHere = option && table.told.facts.asked?.kind === "ally-move";
  return allyCard(table.told, id, isHere ? () => table.play(option.move) : null, "Move", option?.move);
}

/** Return the place for what is to be put into a council. @param {Told} told */
function ghost(told) {
  const { asked, current } = told.facts;
  if (asked?.kind !== "place-ally") return el("li", "ghost", {}, icon("token"), el("span", "", {}, "a token"));
  const tokensOn = current.find(({ ally: id }) => id === asked.ally)?.tokens ?? 0;
  const { power } = told.ally(asked.ally);
  const more = tokensOn ? [el("span", "w", {}, tokensOn > 1 ? `and ${tokensOn} tokens` : "and a token")] : [];
  return el(
    "li",
    "ghost",
    {},
    el("b", "", {}, power < 0 ? signed(power) : `+${power}`),
    el("span", "", {}, told.called(asked.ally)),
    ...more,
  );
}

/** Return a leader's place at the table. @param {Table} table @param {number} seat @param {string} place its class */
export function leader(table, seat, place) {
  const { told } = table;
  const { facts } = told;
  const { leader: title, hand_size: hand, total, has_knelt: knelt } = facts.leaders[seat];
  const isFirst = facts.first_player === seat;
  const rank = facts.ranking.indexOf(seat);
  const isTurn = facts.asked?.seats.includes(seat) && !told.isYou(seat);
  const won = facts.bid !== null && rank === 0;
  const tag = won
    ? el("span", "tag tag--lead", {}, "won")
    : facts.bid && rank === 1
      ? el("span", "tag tag--knelt", {}, "second")
      : knelt
        ? el("span", "tag tag--knelt", {}, icon("kneel"), "knelt")
        : rank === 0 && total > 0
          ? el("span", "tag tag--lead", {}, "leads")
          : null;
  const about = [
    `${told.who(seat)}${title ? `, ${title}` : ""}: bid ${total}`,
    `${counted(hand, "card")} in hand`,
    knelt && "has knelt",
    isFirst && "first player",
    isTurn && "decides",
  ];
  return el(
    "article",
    ["seat", place, knelt && "seat--knelt", isTurn && "seat--turn", won && "seat--won"].filter(Boolean).join(" "),
    { style: { "--seat": colour(seat) }, ariaLabel: about.filter(Boolean).join(", "), "data-seat-place": seat },
    el(
      "span",
      "seat__who",
      {},
      face(told, seat, "face--l"),
      isFirst && el("i", "first", { title: "First player" }, "1st"),
      el("span", "seat__n", {}, el("b", "", {}, told.who(seat)), title && el("small", "", {}, title)),
      el(
        "span",
        "seat__h",
        { "data-piece": `seat:${seat}`, title: `${counted(hand, "card")} in hand` },
        icon("back"),
        String(hand),
      ),
    ),
    el(
      "span",
      "bid",
      {},
      el("span", "bid__t", {}, el("b", "", {}, String(total)), tag),
      el("span", "bid__c", { style: { "--k": facts.leaders[seat].pile.length } }, ...pile(table, seat)),
    ),
  );
}

/** The words for the moments of an ally's ability. */
const MOMENTS = /** @type {Record<string, string>} */ ({
  "Once you claim it": "When claimed",
  "This round": "During this round",
  Placement: "Where it goes",
});

/** Return the ally on offer; a second one is behind it. @param {Told} told */
export function offer(told) {
  const { bid, current, phase, told: events } = told.facts;
  const placed = [...events].reverse().find(({ happening }) => bid !== null && happening === "placed-ally");
  const none =
    phase === "choosing-leaders" ? "The first ally comes once all have a leader." : "The bid is for a token.";
  const [{ ally: id, tokens: count }, ...others] = current.length
    ? current
    : [{ ally: placed?.allies[0] ?? "", tokens: 0 }];
  if (!id)
    return el(
      "article",
      "now now--none",
      { ariaLabel: "No ally" },
      el("span", "now__n", {}, "No ally yet"),
      el("span", "now__a", {}, none),
    );
  const { name, power, abilities } = told.ally(id);
  const [bust, hue] = figure(id);
  const words = abilities.map(({ moment, effect }) =>
    el("span", "now__a", {}, el("b", "", {}, `${MOMENTS[moment] ?? moment}:`), ` ${effect}.`),
  );
  const more = others.map(({ ally: other }) => `, then ${told.ally(other).name}, power ${told.ally(other).power}`);
  return el(
    "article",
    others.length ? "now now--more" : "now",
    {
      style: { "--hue": hue },
      "data-piece": current.length ? `ally:${id}` : null,
      ariaLabel: `${current.length ? "Ally on offer" : "Placed"}: ${name}, power ${signed(power)}${more.join("")}`,
    },
    el("span", "now__art", {}, icon(bust)),
    el("b", "now__p", {}, el("small", "", {}, "power"), signed(power)),
    count > 0 &&
      el("span", "now__tok", {}, icon("token"), el("span", "", {}, count > 1 ? `${count} tokens` : "a token")),
    el(
      "span",
      "now__txt",
      {},
      el("span", "now__n", {}, name),
      !current.length && placed && el("span", "now__sub", {}, `now in ${told.council(placed.councils[0])}`),
      ...(words.length ? words : [el("span", "now__sub", {}, "No ability")]),
      ...others.map(({ ally: other }) =>
        el("span", "now__sub", {}, `then ${told.called(other)}, ${told.ally(other).power}`),
      ),
    ),
  );
}

/** Return the abilities of a card in full. @param {CardFacts} card */
export const inFull = ({ abilities }) =>
  abilities.length
    ? abilities.map(({ moment, effect }) => el("p", "", {}, el("b", "", {}, `${moment}: `), `${effect}.`))
    : [el("p", "", {}, "No ability: it only adds its value to your bid.")];

/**
 * Return the drawn ring behind everything: each side blends from leader to leader.
 * @param {number[]} left the leaders of the left column from the bottom up, with the viewer and the one opposite
 * @param {number[]} right the same of the right column
 */
export function ring(left, right) {
  const sides = [left, right].map((seats, side) => {
    const stops = seats.flatMap((seat, at) => {
      const middle = at / (seats.length - 1 || 1);
      return [middle - 0.09, middle + 0.09].map((offset) => {
        const stop = drawn("stop", { offset: Math.min(1, Math.max(0, offset)) });
        stop.style.stopColor = colour(seat);
        return stop;
      });
    });
    const at = { id: `bt-side-${side}`, gradientUnits: "userSpaceOnUse", x1: 0, x2: 0, y1: 88, y2: 10 };
    return drawn("linearGradient", at, ...stops);
  });
  const edge = drawn("rect", { x: 16, y: 10, width: 68, height: 78, rx: 9, ry: 14 });
  const group = drawn("g", { class: "bt-ring__edge" }, edge);
  const halves = ["M50 88H25Q16 88 16 74V24Q16 10 25 10H50", "M50 88H75Q84 88 84 74V24Q84 10 75 10H50"];
  return drawn(
    "svg",
    { class: "bt-ring", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    drawn("defs", {}, ...sides),
    group,
    ...halves.map((d, side) => drawn("path", { d, stroke: `url(#bt-side-${side})` })),
  );
}
