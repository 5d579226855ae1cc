/** The seats at the table: the cards, points and Iron Throne cards of each, and the points of each round. */

import { backs, drawing, HOUSES, withCards } from "./cards.js";
import { made, part, withMinus } from "./elements.js";
import { signsOf } from "./names.js";
import { list, row } from "./scene.js";
import { absenceOf } from "./state.js";

/** @import { Position } from "westeros-intrigue/messages" */

/** The sides of the court for each number of other players, clockwise from the viewer's left. */
const SIDES = [[], ["n"], ["nw", "ne"], ["w", "n", "e"], ["w", "nw", "ne", "e"], ["w", "nw", "n", "ne", "e"]];
const MOST_BACKS = 6;

/** Show all players; a spectator has the place of seat 0. @param {Position} position */
export function showSeats(position) {
  const { players } = position.view.table;
  const own = position.view.player ?? 0;
  const others = Array.from({ length: players - 1 }, (_, number) => (own + 1 + number) % players);
  const sides = SIDES[others.length];
  const table = part("game", HTMLElement);
  table.dataset.players = String(players);
  table.toggleAttribute("data-watched", !position.here.length);
  part("others", HTMLElement).replaceChildren(
    ...others.map((seat, number) => seatOf(position, seat, `seat--${sides[number]}`)),
  );
  part("own", HTMLElement).replaceChildren(seatOf(position, own));
}

/** The computer opponents that have faces. */
export const OPPONENTS = ["Mira", "Oswin", "Tamsin", "Bertil", "Corda", "Piers"];

/** Return the face of the player in a seat. @param {{ name: string }[]} seats @param {number} seat */
export function faceOf(seats, seat) {
  const { name } = seats[seat];
  const face = OPPONENTS.includes(name) ? drawing(`p-${name}`) : signsOf(seats.map((each) => each.name))[seat];
  return made("span.seat-face", { dataset: { seat: seat % 6 } }, face);
}

/** Return the points against a seat, including a round whose end is shown. @param {Position} position @param {number} seat */
export function pointsOf({ view, standings }, seat) {
  return standings.find((each) => each.seat === seat)?.total ?? view.table.penalty_points[seat];
}

/** @param {Position} position @param {number} seat @param {string} [side] the class of its place */
function seatOf(position, seat, side = "") {
  const { view, seats, away, reading } = position;
  const { table } = view;
  const { name, player, stand_in } = seats[seat];
  const cards = table.hand_sizes[seat];
  const points = pointsOf(position, seat);
  const pile = table.score_pile_sizes[seat];
  const out = table.eliminations.find((each) => each.player === seat);
  const last = table.placements.findLast((each) => each.player === seat);
  const isTurn = seat === table.active_player;
  const done = out ? (cards ? "out" : "all cards placed") : isTurn ? "to move" : "";
  const absence = absenceOf(away, seat).replace(/^is /, "");
  const seen = absence || (reading.includes(seat) ? "reads the standings" : done);
  const plays = stand_in ? `${stand_in} plays` : "";
  const news = seen || plays || (last ? `placed ${last.move.split("@")[0]}` : "");
  const className = pile ? "throne" : "throne throne--none";
  const throne = made("span", { className }, drawing("throne-back"), String(pile));
  const fill = made("span.fill", {});
  const stock = [backs(Math.min(cards, MOST_BACKS)), String(cards), fill, drawing("token", "token"), withMinus(points)];
  const state = isTurn ? ", to move" : out ? ", out" : "";
  const ariaLabel = `${name}: ${cards} cards, ${withMinus(points)} points, ${pile} Iron Throne cards${state}`;
  const kind = `seat ${side}${isTurn ? " seat--turn" : ""}${out ? " seat--out" : ""}`;
  return made(
    "div",
    { className: kind, role: "img", ariaLabel, dataset: { seat } },
    faceOf(seats, seat),
    made("b.seat-name", { title: player === "person" ? name : `${stand_in || name}, ${player}` }, name),
    made("span.seat-news", {}, ...withCards(news)),
    made("span.seat-stock", {}, ...stock, throne),
  );
}

/** Show the points of each round. @param {Position} position */
export function showScores({ view, seats, waits_for }) {
  const { table } = view;
  const out = new Set(table.eliminations.map((each) => each.player));
  const rows = seats.map((seat, number) => {
    const house = HOUSES[table.variant.houses[number]];
    const notes = house && !seat.name.includes(house) ? [house] : [];
    if (out.has(number) && waits_for !== "nobody") notes.push("out");
    const points = [...table.results.map((each) => each.penalty_points[number]), table.penalty_points[number]];
    const cells = points.map((each) => made("td", {}, withMinus(each)));
    const line = row(number, [seat.name, ...notes].join(", "), ...cells);
    if (number === table.active_player) line.setAttribute("aria-current", "true");
    return line;
  });
  list("scores", ["Points, fewest win", ...table.results.map((each) => String(each.round_number)), "Sum"], rows);
  const count = table.variant.rounds ?? table.players;
  part("rounds", HTMLElement).textContent = `Round ${table.round_number} of ${count}`;
}
