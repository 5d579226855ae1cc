/** The small parts of Monopoly's table: elements, crests, coins, dice and deeds. */

import { counted, drawn, made, signed } from "../../../play/elements/parts.js";

export { counted, drawn, signed };

/** @import { Host } from "../../../play/page/browser/own.js" */
/** @import { ShownSpace, TableFacts } from "westeros-intrigue/monopoly-screen" */

/** The number of the colours' signs. */
const SIGNS = 8;
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/**
 * Return a new element; its classes get the prefix of this table, so that no style of the page touches it.
 * @param {string} kind the tag and the classes, such as `b.sum.sum--less` @param {{[name: string]: any}} [properties] @param {(Node | string)[]} children
 * @returns {any}
 */
export const el = (kind, properties, ...children) =>
  made(kind.replace(/\.(?!main\b)/g, ".m-"), /** @type {any} */ (properties), ...children);

/** The drawings of the page's own sheet. */
const OF_THE_PAGE = new Set(["i-dice", "i-bulb"]);

/** Return a drawing of the sheet of symbols. @param {string} name @param {string} [classes] */
export function icon(name, classes = "") {
  const kind =
    classes &&
    classes
      .split(" ")
      .map((each) => `m-${each}`)
      .join(" ");
  const id = OF_THE_PAGE.has(name) ? name : `mp-${name}`;
  return drawn("svg", { class: kind, "aria-hidden": "true" }, drawn("use", { href: `#${id}` }));
}

/** Return the class of a space's colour. @param {ShownSpace} space */
export const colour = ({ family, kind }) =>
  family === null ? (["faith", "order"].includes(kind) ? ".gx" : "") : `.g${family % SIGNS}`;

/** Return the sign of a space's band. @param {ShownSpace} space @param {string} [classes] */
export const sign = ({ family, kind }, classes = "sig") =>
  icon(family === null ? `k-${kind}` : `g${family % SIGNS}`, classes);

/** Return the names and marks of the people at the table. @param {{ name: string }[]} seats @param {number | null} viewer @param {Host} host */
export function peopleOf(seats, viewer, host) {
  /** @param {number | null} seat */
  const name = (seat) => (seat === null ? "the Treasury" : seat === viewer ? "you" : seats[seat].name);
  const signs = host.signsOf(seats.map((each, seat) => (seat === viewer ? "You" : each.name)));
  const people = {
    name,
    /** The name at the beginning of a sentence. @param {number | null} seat */
    Name: (/** @type {number | null} */ seat) => name(seat).replace(/^./u, (first) => first.toUpperCase()),
    /** @param {number | null} seat @param {string} verb for another, such as `pays` */
    does: (/** @type {number | null} */ seat, /** @type {string} */ verb) =>
      `${people.Name(seat)} ${seat === viewer ? (verb === "is" ? "are" : verb === "has" ? "have" : verb.replace(/s$/, "")) : verb}`,
    /** @param {number} seat */
    whose: (seat) => (seat === viewer ? "yours" : `${seats[seat].name}’s`),
    /** A short text that nobody else at the table has. @param {number} seat */
    sign: (/** @type {number} */ seat) => signs[seat],
    /** The shield of a seat. @param {number} seat */
    mark: (/** @type {number} */ seat) =>
      el("span.mark", { dataset: { seat } }, icon("shield"), el("b", {}, people.sign(seat))),
    /** The token of a seat. @param {number} seat */
    crest: (/** @type {number} */ seat) => {
      const found = icon(`c${seat}`, "crest");
      found.dataset.seat = String(seat);
      return found;
    },
    /** The face of a seat. @param {number} seat */
    face: (/** @type {number} */ seat) => {
      const known = document.getElementById(`p-${seats[seat].name.split(" ")[0]}`);
      const shown = known ? host.drawing(known.id, "m-p") : people.sign(seat);
      return el("span.seat__face", { dataset: { seat }, ariaHidden: "true" }, shown, people.crest(seat));
    },
  };
  return people;
}
/** @typedef {ReturnType<typeof peopleOf>} People */

/** The coins that a page key adds to a range. */
const LEAP = 5;

/**
 * Return a range with a button at each side; arrow keys change it by one, page keys by five.
 * @param {HTMLInputElement} range @param {string} less @param {string} more the labels of the buttons @param {() => void} show called after a change
 */
export function stepper(range, less, more, show) {
  /** @param {number} by */
  const step = (by) => {
    range.valueAsNumber += by;
    show();
  };
  range.onkeydown = (event) => {
    const by = { PageUp: LEAP, PageDown: -LEAP }[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
  };
  return [
    el("button.btn", { type: "button", ariaLabel: less, onclick: () => step(-1) }, "−"),
    range,
    el("button.btn", { type: "button", ariaLabel: more, onclick: () => step(1) }, "+"),
  ];
}

/** Return coins as stacks: gold fives, and silver ones. @param {number} amount */
export function stack(amount) {
  const fives = Math.min(Math.floor(amount / 5), 15);
  const piles = [];
  for (let left = fives; left > 0; left -= 5)
    piles.push({ count: Math.min(left, 5), fill: "#dba42f", edge: "#7d5a00" });
  if (amount % 5) piles.push({ count: amount % 5, fill: "#c9ced2", edge: "#5d666d" });
  const coins = piles.flatMap(({ count, fill, edge }, at) =>
    Array.from({ length: count }, (_, height) =>
      drawn(
        "g",
        { transform: `translate(${9 + 18 * at} ${26 - 4.4 * height})`, fill, stroke: edge },
        drawn("path", { d: "M-8 0v3a8 3.2 0 0 0 16 0V0z" }),
        drawn("ellipse", { rx: 8, ry: 3.2 }),
      ),
    ),
  );
  return drawn(
    "svg",
    { class: "m-stack", viewBox: `0 0 ${Math.max(18 * piles.length, 1)} 34`, "aria-hidden": "true" },
    ...coins,
  );
}

/** Return a die as a drawing. @param {number} eyes @param {string} [kind] */
export function die(eyes, kind = "m-die") {
  const dots = PIPS[eyes].map((at) =>
    drawn("circle", { cx: 9 + 9 * (at % 3), cy: 9 + 9 * Math.floor(at / 3), r: 3.3 }),
  );
  const body = drawn("rect", {
    x: 1,
    y: 1,
    width: 34,
    height: 34,
    rx: 7,
    fill: "#fffdf6",
    stroke: "#766b57",
    "stroke-width": 1.5,
  });
  return drawn(
    "svg",
    { class: kind, viewBox: "0 0 36 36", "aria-hidden": "true" },
    body,
    drawn("g", { fill: "#2a251c" }, ...dots),
  );
}

/** Return the place of a deed among those of a seat. @param {ShownSpace} space @param {number} seat @param {TableFacts} facts */
export function tab(space, seat, { castle_level, spaces }) {
  if (space.owner !== seat) return el("i.tab");
  const index = spaces.indexOf(space);
  const kind = `i.tab.tab--own${space.mortgaged ? ".tab--down" : ""}${colour(space)}`;
  const held = space.level === castle_level ? icon("castle") : space.level ? String(space.level) : "";
  return el(kind, { dataset: { deed: index } }, held);
}

const FRACTIONS = /** @type {{[text: string]: string}} */ ({
  "1/2": "½",
  "1/3": "⅓",
  "2/3": "⅔",
  "1/4": "¼",
  "3/4": "¾",
});

/** Return the part of the throw that an order asks. @param {number[] | null} share */
export const part = (share) => {
  if (!share) return "";
  const text = share.join("/");
  return share[0] === share[1] ? "the dice" : `${FRACTIONS[text] ?? text} dice`;
};

/** Return the buildings of a space in words. @param {ShownSpace} space @param {number} castle */
export const built = ({ level }, castle) => (level === castle ? "a Castle" : level ? counted(level, "Holdfast") : "");

/** Return the deed of a space. @param {ShownSpace} space @param {TableFacts} facts @param {People} people @param {number} [then] the number of deeds or buildings after what is asked */
export function deed(space, facts, people, then) {
  const { castle_level, set_factor } = facts;
  /** @type {[string, string, boolean, boolean][]} the name, the amount, whether it is the rent now, and after */
  const rows = [];
  const isNow = space.owner !== null && !space.mortgaged;
  const siblings = facts.spaces.filter(({ kind, owner }) => kind === space.kind && owner === space.owner).length;
  if (space.kind === "location") {
    const isBare = isNow && !space.level;
    rows.push(["Rent", `${space.rents[0]}`, isBare && !space.is_whole, then === 0]);
    rows.push(["Whole set", `${space.rents[0] * set_factor}`, isBare && space.is_whole, then === -1]);
    for (let level = 1; level <= castle_level; level++)
      rows.push([
        level === castle_level ? "Castle" : counted(level, "Holdfast"),
        `${space.rents[level]}`,
        isNow && space.level === level,
        false,
      ]);
  } else if (space.kind === "faith")
    space.rents.forEach((rent, at) =>
      rows.push([`${counted(at + 1, "faith")} owned`, `${rent}`, isNow && siblings === at + 1, then === at + 1]),
    );
  else
    space.shares.forEach((share, at) =>
      rows.push([`${counted(at + 1, "order")} owned`, part(share), isNow && siblings === at + 1, then === at + 1]),
    );
  const now = space.mortgaged ? "turned over: no rent" : `rent now ${space.rent ?? part(space.share)}`;
  const own =
    space.owner === null
      ? [icon("coin", "coin"), `Unsold, price ${space.price}`]
      : [people.mark(space.owner), `${people.whose(space.owner).replace(/^y/, "Y")}, ${now}`];
  const costs =
    space.kind === "location"
      ? [el("span", {}, "Holdfast, Castle"), el("b", {}, `${space.holdfast_cost}, ${space.castle_cost}`)]
      : [];
  return el(
    `article.deed${colour(space)}`,
    { ariaLabel: `The deed ${space.name}` },
    el("header", {}, el("h3", {}, space.name), sign(space)),
    el("p.own", {}, ...own),
    el(
      "table",
      {},
      el(
        "tbody",
        {},
        ...rows.map(([name, amount, now, after]) =>
          el(`tr${now ? ".now" : ""}${after ? ".then" : ""}`, {}, el("td", {}, name), el("td", {}, amount)),
        ),
      ),
    ),
    el("footer", {}, ...costs, el("span", {}, "Mortgage, back"), el("b", {}, `${space.mortgage}, ${space.unmortgage}`)),
  );
}
