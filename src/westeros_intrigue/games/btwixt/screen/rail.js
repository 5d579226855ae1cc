/** The rail beside the ring: a card in full, the bid, the small councils, and the story of the round. */

import { cardPicture, face, inFull } from "./pieces.js";
import { drawn, el, icon, signed } from "./parts.js";
import { figures, story } from "./words.js";

/** @import { Told } from "./words.js" */

/** Return a section with a heading. @param {string} heading @param {(Node | null | false)[]} children */
const section = (heading, ...children) =>
  el("section", "", { ariaLabel: heading }, el("h2", "", {}, heading), ...children);

/** Return a card in full. @param {Told} told @param {string} id */
export function detail(told, id) {
  const card = told.card(id);
  return el(
    "section",
    "detail",
    { ariaLabel: `The card ${card.title}` },
    cardPicture(card),
    el("div", "", {}, el("h2", "", {}, card.title), ...inFull(card)),
  );
}

/** Return who is ahead in the bid, or how it ended. @param {Told} told */
export function bids(told) {
  const { ranking, leaders, bid, current } = told.facts;
  const discards = current.some(({ ally }) =>
    told.ally(ally).abilities.some(({ effect }) => effect.includes("second-highest")),
  );
  const rows = ranking.map((seat, at) => {
    const notes = [
      at === 0 && told.winsTies(seat) && "wins ties",
      at === 1 && (bid || discards) && "second",
      !bid && leaders[seat].has_knelt && "knelt",
    ].filter(Boolean);
    return el(
      "li",
      "",
      {},
      face(told, seat),
      el("span", "", {}, told.who(seat), notes.length > 0 && el("small", "", {}, ` ${notes.join(", ")}`)),
      el("b", "", {}, String(bid ? bid.totals[seat] : leaders[seat].total)),
    );
  });
  return section(bid ? "The bid" : "If all knelt now", el("ol", "order", {}, ...rows));
}

/** Return the small councils, the strongest first. @param {Told} told */
export function smallCouncils(told) {
  const { leaders, councils } = told.facts;
  const rows = leaders.map(({ small }, seat) => ({ seat, council: small[0], power: councils[small[0]].power }));
  rows.sort((one, other) => other.power.least + other.power.most - one.power.least - one.power.most);
  return section(
    "Small councils now",
    el(
      "ol",
      "order",
      {},
      ...rows.map(({ seat, council, power }) => {
        const partner = told.around(council).find((each) => each !== seat) ?? seat;
        return el(
          "li",
          "",
          {},
          face(told, seat),
          el("span", "", {}, told.who(seat), el("small", "", {}, ` with ${told.whom(partner)}`)),
          el("b", "", {}, figures(power)),
        );
      }),
    ),
    el("p", "note legend", {}, icon("token"), el("span", "", {}, "Allies’ power and tokens; a token is worth 1 to 3.")),
  );
}

/** Return what a crown means. */
export const legend = () =>
  el("p", "note legend", {}, icon("crown"), el("span", "", {}, "A crowned face: that leader’s small council."));

/** Return the story of the round. @param {Told} told */
export function log(told) {
  const lines = story(told).map((parts) =>
    el(
      "li",
      "",
      {},
      ...parts.map((part) => {
        if (typeof part === "string") return part;
        const { title, value, colour } = told.card(part[0]);
        return el("span", `chip inf--${colour}`, {}, icon(colour), `${title} ${value}`);
      }),
    ),
  );
  return el(
    "section",
    "log",
    { tabindex: 0, ariaLabel: "The story of the round" },
    el("h2", "", {}, "The story so far"),
    el("ol", "", {}, ...lines),
  );
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
    const letter = drawn("text", { x, y: y + 5, class: "bt-f" });
    letter.textContent = told.signs[seat];
    const [cx, cy] = point(2 * rel + 1, 92);
    const isOwn = told.isYou(seat) || told.isYou((seat + 1) % count);
    const box = drawn("rect", {
      class: isOwn ? "bt-c bt-c--own" : "bt-c",
      x: cx - 25,
      y: cy - 14,
      width: 50,
      height: 28,
      rx: 7,
    });
    const power = drawn("text", { x: cx, y: cy + 5 });
    power.textContent = figures(councils[seat].power);
    return [disc, letter, box, power];
  });
  const words = draft ? [`packs go`, `to the ${draft.is_left ? "left" : "right"}`] : [];
  const inside = words.map((text, line) => {
    const each = drawn("text", { x: 130, y: 106 + 14 * line, class: "bt-s" });
    each.textContent = text;
    return each;
  });
  if (draft) {
    /** @param {number} x from the left, for packs that go to the left */
    const at = (x) => (draft.is_left ? x : 260 - x);
    const way = `M${at(90)} 132A48 40 0 1 ${draft.is_left ? 1 : 0} ${at(170)} 132`;
    const tip = `M${at(170)} 119V132L${at(181)} 126`;
    inside.push(drawn("path", { d: way, class: "bt-way" }), drawn("path", { d: tip, class: "bt-tip" }));
  }
  const svg = drawn("svg", { class: "bt-map", viewBox: "0 0 260 226", role: "img" }, ...arcs, ...nodes, ...inside);
  svg.setAttribute(
    "aria-label",
    councils
      .map(({ power }, at) => `${told.council(at)}: ${signed(power.allies)} and ${power.tokens} tokens`)
      .join("; "),
  );
  return svg;
}

export { section };
