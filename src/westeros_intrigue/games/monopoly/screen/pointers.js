/** What newcomers learn from what has just happened: why they lost coins or a bid, and what wins. */

import { counted } from "./parts.js";

/** @import { TableFacts } from "westeros-intrigue/monopoly-screen" */
/** @import { People } from "./parts.js" */
/** @import { Pointer } from "../../../play/page/browser/own.js" */

/** The questions that leave room for advice. */
const ROOMY = new Set(["turn", "jail", "rent", "build", "interval"]);

/** Return the pointers that fit a position. @param {TableFacts} facts @param {number} viewer @param {People} people @returns {Pointer[]} */
export function pointersTo(facts, viewer, people) {
  const { families, question, seats, spaces, set_factor, story, turn } = facts;
  const found = /** @type {Pointer[]} */ ([]);
  if (!ROOMY.has(question?.reason ?? "")) return found;
  const recent = story.filter((line) => turn - line.turn <= seats.length);
  for (const line of recent.filter(({ player }) => player === viewer)) {
    const rent = line.told.find(({ does, other, words }) => does === "pays" && other !== null && words === "as rent");
    if (rent && line.to !== null)
      found.push({
        name: "rent",
        text: `You paid ${people.name(rent.other)} ${counted(rent.coins, "coin")}: whoever stops on ${spaces[line.to].name} owes its owner rent.`,
      });
  }
  for (const [at, { told }] of recent.entries()) {
    const lot = told.find(({ does, words }) => does === "auction" && !words)?.space ?? null;
    const sale = recent
      .slice(at)
      .find((line) => line.told.some(({ does, space }) => lot !== null && does === "takes" && space === lot));
    const paid = sale?.told.find(({ does, words }) => does === "pays" && words === "for a deed");
    if (sale && paid && lot !== null && sale.player !== viewer)
      found.push({
        name: "auction",
        text: `${people.Name(sale.player)} got ${spaces[lot].name} for ${paid.coins}: the highest bid wins, even below the price.`,
      });
  }
  const whole = spaces.find(({ family, is_whole, owner }) => is_whole && family !== null && owner !== null);
  if (whole && whole.owner !== null && whole.family !== null)
    found.push({
      name: "sets",
      text:
        `${people.does(whole.owner, "owns")} the whole ${families[whole.family]} set: it takes ${set_factor} times the rent, and can be ` +
        "built on. High rents ruin the others, and the last player in the game wins.",
    });
  return found;
}
