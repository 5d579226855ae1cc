/** The end of the game: the ring with its tokens turned over, the ranking, and how ties were decided. */

import { icon } from "./figures.js";
import { council } from "./pieces.js";
import { PLACES, ties, verdict } from "./words.js";
import { button, capital, cell, made, personOf, withMinus } from "../../../play/elements/parts.js";

/** @import { ScreenFacts } from "westeros-intrigue/btwixt-screen" */
/** @import { LostBidFacts as LostBid } from "westeros-intrigue/btwixt-screen" */
/** @import { Told } from "./words.js" */
/** @typedef {(bid: LostBid) => Promise<unknown>} PlayOn begins a new game with the bids of a round */

/** The phases of a season that come before its first bids. @type {Set<string>} */
const BEFORE_BIDS = new Set(["choosing-leaders", "drafting"]);

/** Return a leader's place on the ring. @param {Told} told @param {ScreenFacts["end"] & {}} end @param {number} seat */
function plate(told, end, seat) {
  const isWinner = end.winners.includes(seat);
  const found = end.places.find((each) => each.seat === seat);
  const text = isWinner ? (told.isYou(seat) ? "win" : "wins") : PLACES[found?.place ?? 0];
  return made(
    "div.bt-plate",
    { dataset: { seat, state: isWinner && "won" } },
    personOf(told.people[seat]),
    made("small", { dataset: { of: seat } }, text),
  );
}

/** Return the ranking, with the number that decided each place. @param {Told} told @param {ScreenFacts["end"] & {}} end @param {PlayOn | null} playOn */
function ranking(told, end, playOn) {
  const { leaders, dead } = told.facts;
  /** @param {string} kind @param {number} number @param {boolean} decides */
  const figure = (kind, number, decides) =>
    made(`td.${kind}`, { dataset: { decides: decides && "" } }, withMinus(number));
  const lines = end.places.map(({ seat, place, small, other, allies, decided_by: by }) =>
    made(
      "tr",
      { dataset: { of: seat } },
      made("td.bt-place", {}, String(place)),
      made("th", { scope: "row" }, personOf(told.people[seat], { note: leaders[seat].leader })),
      figure("bt-sm", small, by === "small-council"),
      figure("bt-na", other, by === "other-council"),
      figure("bt-na", allies, by === "allies"),
    ),
  );
  const heads = ["place", "leader", "small council", "other council", "allies in both"];
  const decided = ties(told, end);
  const dying = `Dead, so in no council: ${dead.map((id) => told.ally(id).name).join(", ")}.`;
  return made(
    "section.bt-ranking",
    { ariaLabel: "The ranking" },
    made("h2.t-heading", {}, "The ranking"),
    made(
      "table.bt-rank",
      {},
      made("thead", {}, made("tr", {}, ...heads.map((text) => made("th", { scope: "col" }, text)))),
      made("tbody", {}, ...lines),
    ),
    decided.length > 0 && made("h2.t-heading", {}, "How ties were decided"),
    decided.length > 0 &&
      made(
        "ul.bt-why",
        {},
        ...decided.map(({ small, text }) => made("li", {}, made("b", {}, withMinus(small)), made("span", {}, text))),
      ),
    ...closest(told, end, playOn),
    dead.length > 0 && made("p.bt-legend", {}, icon("dead"), made("span", {}, dying)),
  );
}

/** Return the bids that were lost by the least: the moments at which a card more would have counted. @param {Told} told @param {ScreenFacts["end"] & {}} end @param {PlayOn | null} playOn */
function closest(told, end, playOn) {
  const rows = end.closest.map((bid) => {
    const { season, round_number: round, ally, winner, own, best } = bid;
    const again = button("Play on from there", {
      onclick: () => {
        again.disabled = true;
        playOn?.(bid).finally(() => {
          again.disabled = false;
        });
      },
    });
    const what = ally ? told.called(ally) : "a token";
    return made(
      "li",
      {},
      made("b", {}, own === best ? "=" : `−${best - own}`),
      made("span", {}, `${capital(season)}, round ${round}: your ${own} to ${told.whose(winner)} ${best}, for ${what}`),
      playOn && again,
    );
  });
  if (!rows.length) return [];
  return [
    made("h2.t-heading", {}, "The bids that you lost by least"),
    made("ul.bt-why.bt-why--lost", {}, ...rows),
    made("p.bt-legend", {}, "The review plays on from any other moment."),
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
  const table = { told, isAsked: false, targets: new Map(), play: () => {} };
  const parts = leaders.flatMap((_, rel) => {
    const both = [seat(rel), seat(rel + 1)];
    return [plate(told, end, seat(rel)), cell(".bt-counted", {}, council(table, seat(rel), both))];
  });
  const [title, why] = verdict(told, end);
  return [
    made(
      "div.bt-end",
      {},
      made("p.bt-verdict", {}, made("b", {}, title), made("span", {}, why)),
      made(
        "div.bt-both",
        {},
        made(
          "div.bt-endring",
          { role: "region", ariaLabel: "The councils" },
          ...parts,
          made("p.bt-legend", {}, icon("crown"), made("span", {}, "The weaker of your two councils counts.")),
        ),
        ranking(told, end, playOn),
      ),
    ),
  ];
}
