/** The end of the game: the ring with its tokens turned over, the ranking, and how ties were decided. */

import { council, face } from "./pieces.js";
import { capital, colour, el, icon, signed } from "./parts.js";
import { PLACES, ties, verdict } from "./words.js";

/** @import { ScreenFacts } from "westeros-intrigue/btwixt-screen" */
/** @import { LostBidFacts as LostBid } from "westeros-intrigue/btwixt-screen" */
/** @import { Told } from "./words.js" */
/** @typedef {(bid: LostBid) => Promise<unknown>} PlayOn begins a new game with the bids of a round */

const CORNERS = ["ol", "x1", "y1", "or"];
/** The sides of the ring of four, clockwise from the viewer. */
const SIDES = ["y", "w", "n", "e"];
/** The phases of a season that come before its first bids. @type {Set<string>} */
const BEFORE_BIDS = new Set(["choosing-leaders", "drafting"]);

/** Return a leader's place on the ring. @param {Told} told @param {ScreenFacts["end"] & {}} end @param {number} seat @param {string} place */
function plate(told, end, seat, place) {
  const isWinner = end.winners.includes(seat);
  const found = end.places.find((each) => each.seat === seat);
  return el(
    "div",
    `plate ${place}${isWinner ? " plate--win" : ""}`,
    { style: { "--seat": colour(seat) } },
    el("span", "r", {}, face(told, seat), told.who(seat)),
    el("small", "", { "data-of": seat }, isWinner ? (told.isYou(seat) ? "win" : "wins") : PLACES[found?.place ?? 0]),
  );
}

/** Return the ranking, with the number that decided each place. @param {Told} told @param {ScreenFacts["end"] & {}} end @param {PlayOn | null} playOn */
function ranking(told, end, playOn) {
  const { leaders, dead } = told.facts;
  /** @param {number} number @param {string} kind @param {boolean} decides */
  const cell = (number, kind, decides) => el("td", `${kind} ${decides ? "dec" : ""}`, {}, signed(number));
  const rows = end.places.map(({ seat, place, small, other, allies, decided_by: by }) =>
    el(
      "tr",
      "",
      { "data-of": seat },
      el("td", "pl", {}, String(place)),
      el(
        "th",
        "",
        { scope: "row" },
        el(
          "span",
          "nm",
          {},
          face(told, seat),
          el("span", "", {}, told.who(seat), el("small", "", {}, leaders[seat].leader)),
        ),
      ),
      cell(small, "sm", by === "small-council"),
      cell(other, "na", by === "other-council"),
      cell(allies, "na", by === "allies"),
    ),
  );
  const heads = ["place", "leader", "small council", "other council", "allies in both"];
  const decided = ties(told, end);
  return el(
    "section",
    "panel end__rank",
    { ariaLabel: "The ranking" },
    el("h2", "", {}, "The ranking"),
    el(
      "table",
      "rank",
      {},
      el("thead", "", {}, el("tr", "", {}, ...heads.map((text) => el("th", "", { scope: "col" }, text)))),
      el("tbody", "", {}, ...rows),
    ),
    decided.length > 0 && el("h2", "", {}, "How ties were decided"),
    decided.length > 0 &&
      el(
        "ul",
        "why",
        {},
        ...decided.map(({ small, text }) => el("li", "", {}, el("b", "", {}, signed(small)), el("span", "", {}, text))),
      ),
    ...closest(told, end, playOn),
    dead.length > 0 &&
      el(
        "p",
        "dead",
        {},
        icon("dead"),
        el("span", "", {}, `Dead, so in no council: ${dead.map((id) => told.ally(id).name).join(", ")}.`),
      ),
  );
}

/** Return the bids that were lost by the least: the moments at which a card more would have counted. @param {Told} told @param {ScreenFacts["end"] & {}} end @param {PlayOn | null} playOn */
function closest(told, end, playOn) {
  const rows = end.closest.map((bid) => {
    const { season, round_number: round, ally, winner, own, best } = bid;
    const button = el("button", "btn", { type: "button" }, "Play on from there");
    button.onclick = () => {
      button.setAttribute("disabled", "");
      playOn?.(bid).finally(() => button.removeAttribute("disabled"));
    };
    return el(
      "li",
      "",
      {},
      el("b", "", {}, own === best ? "=" : `−${best - own}`),
      el(
        "span",
        "",
        {},
        `${capital(season)}, round ${round}: your ${own} to ${told.whose(winner)} ${best}, for ${ally ? told.called(ally) : "a token"}`,
      ),
      playOn && button,
    );
  });
  if (!rows.length) return [];
  return [
    el("h2", "", {}, "The bids that you lost by least"),
    el("ul", "why why--lost", {}, ...rows),
    el("p", "note", {}, "The review plays on from any other moment."),
  ];
}

/**
 * Return the number of moves before a round's bidding, found among the moments of the game.
 * @param {LostBid} bid a bid of the round @param {number} moments the number of moves of the game
 * @param {(moment: number) => Promise<ScreenFacts | null>} look shows a moment
 */
export async function beginningOf({ season, round_number: round }, moments, look) {
  let [least, most] = [0, moments];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    const facts = await look(middle);
    if (!facts) return null;
    const [at, wanted] = [facts.season, season].map((each) => facts.seasons.indexOf(each));
    const isLater = at > wanted || (at === wanted && facts.round_number > round);
    const isThere = at === wanted && facts.round_number === round && !BEFORE_BIDS.has(facts.phase);
    if (isLater || isThere) most = middle;
    else least = middle + 1;
  }
  return least;
}

/** Return the end of the game, council by council. @param {Told} told @param {PlayOn | null} playOn */
export function ended(told, playOn) {
  const { end, leaders, viewer } = told.facts;
  if (!end) return [];
  const count = leaders.length;
  const seat = (/** @type {number} */ rel) => ((viewer ?? 0) + rel) % count;
  const pieces = { told, isAsked: false, play: () => {}, targets: new Map(), from: null, leave: () => {} };
  const parts = leaders.flatMap((_, rel) => {
    const both = [seat(rel), seat(rel + 1)];
    if (rel === 0 || rel === count - 1) both.reverse();
    return [
      plate(told, end, seat(rel), count === 4 ? SIDES[rel] : ""),
      council(pieces, seat(rel), both, count === 4 ? `co--${CORNERS[rel]}` : ""),
    ];
  });
  const [title, why] = verdict(told, end);
  return [
    el(
      "div",
      "end",
      {},
      el("p", "verdict", {}, el("b", "", {}, title), el("span", "", {}, why)),
      el(
        "div",
        "end__g",
        {},
        el(
          "div",
          `endring endring--${count}`,
          { role: "region", ariaLabel: "The councils" },
          ...parts,
          el("p", "mid", {}, icon("crown"), "The weaker of your two councils counts."),
        ),
        ranking(told, end, playOn),
      ),
    ),
  ];
}
