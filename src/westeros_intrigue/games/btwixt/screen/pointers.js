/** What newcomers learn from what has just happened: why a bid was lost or dear, and what wins. */

/** @import { BidFacts } from "westeros-intrigue/btwixt-screen" */
/** @import { Pointer } from "./host.js" */
/** @import { Told } from "./words.js" */

/** The lead from which a won bid was dear. */
const DEAR = 4;

/** Return the pointers that fit what is asked now. @param {Told} told @param {BidFacts | null} last the last bid that was decided @returns {Pointer[]} */
export function pointersTo(told, last) {
  const { asked, bid, leaders, viewer } = told.facts;
  if (viewer === null || !asked) return [];
  if (asked.kind === "place-ally" && bid && !bid.binding.some((each) => each))
    return [{ name: "place", text: "Only your weaker council counts in the end." }];
  if (asked.kind !== "turn" || !last || leaders[viewer].pile.length) return [];
  const [winner, second] = last.ranking;
  const [own, best] = [last.totals[viewer], last.totals[winner]];
  if (winner === viewer && own - last.totals[second] >= DEAR)
    return [
      { name: "dear", text: `You won by ${own - last.totals[second]}. Cards that you keep serve in the next rounds.` },
    ];
  if (winner === viewer || !own) return [];
  const text =
    own === best
      ? `${told.who(winner)} won the tie at ${own}: the leader nearer to the first player, clockwise, wins it.`
      : `Your ${own} lost to ${told.whose(winner)} ${best}, and your cards are spent: kneel early if you cannot win.`;
  return [{ name: "lost", text }];
}
