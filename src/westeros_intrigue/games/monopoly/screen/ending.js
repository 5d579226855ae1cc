/** The end of a game of Monopoly: the places with their reasons, and the worth of everybody over time. */

import { drawn, el, signed } from "./parts.js";
import { words } from "./rail.js";

/** @import { TableFacts, Turning } from "westeros-intrigue/monopoly-screen" */
/** @import { Shown } from "../../../play/page/browser/own.js" */
/** @import { People } from "./parts.js" */

/** The size of the drawing, and its margins. */
const [WIDTH, HEIGHT, LEFT, EDGE] = [600, 250, 36, 24];
/** The least and the greatest margin for the names, the width of a letter, and on a phone, and the height of a name. */
const [LEAST, GREATEST, LETTER, LARGE, LINE] = [84, 150, 8, 13, 20];
const DASHES = ["", "9 4", "3 4", "12 4 3 4", "2 3 8 3", "6 6"];

/** Fill a place with the end of a game. @param {Shown<TableFacts>} position @param {HTMLElement} place @param {((moment: number) => void) | null} playOn begins a game from a moment @param {People} people */
export function tellEnd(position, place, playOn, people) {
  const { facts } = position.screen;
  const shown = position.standings.map(({ seat, place: rank }) => finOf(seat, rank ?? 0, facts, people));
  const rows = el(
    "section.pane.fins",
    { ariaLabel: "How the places came about" },
    el("h2", {}, "The places", el("small", {}, `after ${facts.turn} turns`)),
    el("ol", {}, ...shown),
  );
  const chart = el(
    "section.pane.curve",
    {},
    el("h2", {}, "Worth", el("small", {}, "coins, deeds by price, buildings by cost")),
    curve(facts, people),
  );
  place.replaceChildren(el("div.monopoly-end", {}, rows, chart, turningPoints(facts, playOn, people)));
  place.querySelector(".m-monopoly-end")?.classList.add("monopoly");
}

/** @param {TableFacts} facts @param {((moment: number) => void) | null} playOn @param {People} people */
function turningPoints(facts, playOn, people) {
  const points = facts.turnings.map((each, at) =>
    el(
      "li",
      {},
      el("b.point", {}, String(at + 1)),
      el(
        "span",
        {},
        ...cause(each, facts, people),
        el("small", {}, `Turn ${each.turn}, worth of ${people.name(each.player)}`),
      ),
      el(`b.sum.sum--${each.change < 0 ? "less" : "more"}`, {}, signed(each.change)),
      ...(playOn
        ? [el("button.btn", { type: "button", onclick: () => playOn(each.moment) }, "Play on from there")]
        : []),
    ),
  );
  const title = el("h2", {}, "What decided it", el("small", {}, "the largest changes of worth in a turn"));
  return el("section.pane.why", {}, title, el("ol", {}, ...points));
}

/** @param {Turning} turning @param {TableFacts} facts @param {People} people */
function cause({ turn, player, actor, cause: told, change }, facts, people) {
  if (!told) return [el("b", {}, people.Name(player))];
  if (told.does === "pays" && told.other !== null)
    return [`${people.does(actor, "pays")} ${people.name(told.other)} ${told.coins} ${told.words}`];
  return words({ turn, player: actor, dice: null, to: null, told: [told], sum: change }, facts, people);
}

/** @param {number} seat @param {number} rank @param {TableFacts} facts @param {People} people */
function finOf(seat, rank, facts, people) {
  const { fall, cash, worth } = facts.seats[seat];
  const { worths, rent_taken, rent_paid } = facts.courses[seat];
  const why = fall
    ? `out in turn ${fall.turn} on ${facts.spaces[fall.space].name}, in debt to ${people.name(fall.creditor)}`
    : "the last in the game";
  const deeds = facts.spaces.filter(({ owner }) => owner === seat).length;
  /** @param {string} title @param {string | number} value */
  const pair = (title, value) => el("div", {}, el("dt", {}, title), el("dd", {}, String(value)));
  const list = el(
    "dl",
    {},
    pair("Coins", cash),
    pair("Deeds", deeds),
    pair("Rent taken", rent_taken),
    pair("Rent paid", rent_paid),
    pair("Most worth", Math.max(...worths, worth)),
  );
  return el(
    `li.fin${rank === 1 ? ".fin--win" : ""}`,
    {},
    el("span.fin__n", {}, String(rank)),
    people.face(seat),
    el("p.fin__who", {}, el("b", {}, people.Name(seat)), el("span", {}, why)),
    list,
  );
}

/** @param {TableFacts} facts @param {People} people */
function curve({ courses, seats, turn, turnings }, people) {
  const most = Math.max(...courses.flatMap(({ worths }) => worths), 1);
  const longest = Math.max(...courses.map(({ worths }) => worths.length), 2);
  const letters = Math.max(...courses.map((_, seat) => people.Name(seat).length));
  const right = Math.min(Math.max(LEAST, LETTER * (letters + 1)), GREATEST);
  /** @param {number} at @param {number} worth */
  const point = (at, worth) => [
    LEFT + ((WIDTH - LEFT - right) * at) / (longest - 1),
    HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * worth) / most,
  ];
  const ends = courses
    .map(({ worths }, seat) => ({ seat, y: point(0, worths[worths.length - 1] ?? 0)[1] }))
    .sort((one, other) => one.y - other.y);
  // Names keep their distance, and none leaves the drawing: those at its foot move the ones above them.
  for (const [at, each] of ends.entries()) each.y = Math.max(each.y, at ? ends[at - 1].y + LINE : EDGE);
  for (const [at, each] of ends.entries()) each.y = Math.min(each.y, HEIGHT - 10 - LINE * (ends.length - 1 - at));
  const lines = courses.flatMap(({ worths }, seat) => {
    const points = worths.map((worth, at) => point(at, worth));
    const colour = `var(--seat-${seat})`;
    const line = drawn("polyline", {
      points: points.map((each) => each.map((part) => part.toFixed(1)).join()).join(" "),
      fill: "none",
      stroke: colour,
      "stroke-width": 2.5,
      "stroke-dasharray": DASHES[seat],
    });
    const [x, y] = points[points.length - 1] ?? [0, 0];
    const cross = seats[seat].fall
      ? [drawn("path", { d: `M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`, stroke: colour, "stroke-width": 2.5 })]
      : [];
    const at = ends.find((each) => each.seat === seat)?.y ?? y;
    const name = people.Name(seat);
    /** @param {string} text @param {string} more */
    const label = (text, more) => {
      const each = drawn("text", { x: WIDTH - right + 8, y: at + 4, class: `m-chart__name ${more}` }, text);
      each.style.fill = colour;
      return each;
    };
    // Where letters are large, a short sign stands for a long name.
    const names =
      name.length * LARGE > right
        ? [label(name, "m-chart__full"), label(people.sign(seat), "m-chart__brief")]
        : [label(name, "")];
    return [line, ...cross, ...names];
  });
  const points = turnings.flatMap(({ player, turn: at }, number) => {
    const [x, y] = point(at, courses[player].worths[at] ?? 0);
    return [
      drawn("circle", { class: "m-chart__point", cx: x, cy: Math.max(y - 20, 11), r: 10 }),
      drawn("text", { x, y: Math.max(y - 16, 15), "text-anchor": "middle" }, String(number + 1)),
    ];
  });
  const marks = [0, Math.round(most / 2), most].flatMap((worth) => {
    const [, y] = point(0, worth);
    return [
      drawn("path", { d: `M${LEFT} ${y}H${WIDTH - right}`, stroke: "var(--hair)" }),
      drawn("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, String(worth)),
    ];
  });
  const label = courses
    .map(
      ({ worths }, seat) =>
        `${people.Name(seat)}: at most ${Math.max(...worths)}, at the end ${worths[worths.length - 1]}`,
    )
    .join("; ");
  const first = drawn("text", { x: LEFT, y: HEIGHT - 4 }, "turn 1");
  const last = drawn("text", { x: WIDTH - right, y: HEIGHT - 4, "text-anchor": "end" }, `turn ${turn}`);
  return drawn(
    "svg",
    { class: "m-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    ...marks,
    ...lines,
    ...points,
    first,
    last,
  );
}
