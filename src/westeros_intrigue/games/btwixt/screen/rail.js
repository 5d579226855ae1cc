/** The rail beside the ring: a card in full, the bid, the small councils, and the story of the round. */

import { figures, story } from "./words.js";
import { icon } from "./figures.js";
import { cardOf, chip, inFull, takesOf } from "./pieces.js";
import { drawn, log as logOf, made, row, rows, section, withMinus } from "../../../play/elements/parts.js";

/** @import { Told } from "./words.js" */

/** Return a card in full, with the cards that it can take. @param {Told} told @param {string} id @param {HTMLElement[]} taking */
export function detail(told, id, taking) {
  const card = told.card(id);
  const words = made("div", {}, made("h2.t-heading", {}, card.title), ...inFull(card));
  const label = `The card ${card.title}`;
  return made("section.bt-detail", { ariaLabel: label }, cardOf(card), words, taking.length > 0 && takesOf(taking));
}

/** Return who is ahead in the bid, or how it ended. @param {Told} told */
export function bids(told) {
  const { ranking, leaders, bid, current } = told.facts;
  const discards = current.some(({ ally }) =>
    told.ally(ally).abilities.some(({ effect }) => effect.includes("second-highest")),
  );
  const lines = ranking.map((seat, at) => {
    const notes = [
      at === 0 && told.winsTies(seat) && "wins ties",
      at === 1 && (bid || discards) && "second",
      !bid && leaders[seat].has_knelt && "knelt",
    ].filter(Boolean);
    return row(told.people[seat], told.who(seat), {
      note: notes.join(", "),
      value: bid ? bid.totals[seat] : leaders[seat].total,
    });
  });
  return section(bid ? "The bid" : "If all knelt now", rows(...lines));
}

/** Return the small councils, the strongest first. @param {Told} told */
export function smallCouncils(told) {
  const { leaders, councils } = told.facts;
  const lines = leaders.map(({ small }, seat) => ({ seat, council: small[0], power: councils[small[0]].power }));
  lines.sort((one, other) => other.power.least + other.power.most - one.power.least - one.power.most);
  return section(
    "Small councils now",
    rows(
      ...lines.map(({ seat, council, power }) => {
        const partner = told.around(council).find((each) => each !== seat) ?? seat;
        return row(told.people[seat], told.who(seat), { note: `with ${told.whom(partner)}`, value: figures(power) });
      }),
    ),
    legend("token", "Allies’ power and tokens; a token is worth 1 to 3."),
  );
}

/** Return what a drawing means. @param {string} name @param {string} text */
export const legend = (name, text) => made("p.bt-legend", {}, icon(name), made("span", {}, text));

/** Return the story of the round. @param {Told} told */
export function log(told) {
  const lines = story(told).map((parts) =>
    parts.map((part) => (typeof part === "string" ? part : chip(told.card(part[0])))),
  );
  return section("The story so far", logOf(lines));
}

/** Return the ring as a small map, with the way of the packs in a draft. @param {Told} told */
export function map(told) {
  const { viewer, leaders, councils, draft } = told.facts;
  const count = leaders.length;
  const me = viewer ?? 0;
  /** @param {number} at steps of half a leader, clockwise from the viewer at the bottom @param {number} radius */
  const point = (at, radius) => {
    const angle = Math.PI / 2 + (at * Math.PI) / count;
    return [130 + radius * Math.cos(angle), 110 + radius * 0.85 * Math.sin(angle)];
  };
  const arcs = leaders.map((_, rel) => {
    const [x1, y1] = point(2 * rel - 1, 92);
    const [x2, y2] = point(2 * rel + 1, 92);
    const arc = drawn("path", { d: `M${x1} ${y1}A92 78.2 0 0 1 ${x2} ${y2}`, fill: "none", "stroke-width": 5 });
    arc.style.stroke = `var(--seat-${(me + rel) % count})`;
    return arc;
  });
  const nodes = leaders.flatMap((_, rel) => {
    const seat = (me + rel) % count;
    const [x, y] = point(2 * rel, 92);
    const disc = drawn("circle", { cx: x, cy: y, r: 15 });
    disc.style.fill = `var(--seat-${seat})`;
    const letter = drawn("text", { x, y: y + 5, class: "bt-f" }, told.people[seat].sign);
    const [cx, cy] = point(2 * rel + 1, 92);
    const isOwn = told.isYou(seat) || told.isYou((seat + 1) % count);
    const at = { x: cx - 25, y: cy - 14, width: 50, height: 28, rx: 7 };
    const box = drawn("rect", { class: isOwn ? "bt-c bt-c--own" : "bt-c", ...at });
    return [disc, letter, box, drawn("text", { x: cx, y: cy + 5 }, figures(councils[seat].power))];
  });
  const words = draft ? [`packs go`, `to the ${draft.is_left ? "left" : "right"}`] : [];
  const inside = words.map((text, line) => drawn("text", { x: 130, y: 106 + 14 * line, class: "bt-s" }, text));
  if (draft) {
    /** @param {number} x from the left, for packs that go to the left */
    const at = (x) => (draft.is_left ? x : 260 - x);
    const way = `M${at(90)} 132A48 40 0 1 ${draft.is_left ? 1 : 0} ${at(170)} 132`;
    const tip = `M${at(170)} 119V132L${at(181)} 126`;
    inside.push(drawn("path", { d: way, class: "bt-way" }), drawn("path", { d: tip, class: "bt-tip" }));
  }
  const label = councils
    .map(({ power }, at) => `${told.council(at)}: ${withMinus(power.allies)} and ${power.tokens} tokens`)
    .join("; ");
  const given = { class: "bt-map", viewBox: "0 0 260 226", role: "img", "aria-label": label };
  return drawn("svg", given, ...arcs, ...nodes, ...inside);
}
