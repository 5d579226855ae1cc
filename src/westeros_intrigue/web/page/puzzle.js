/** A puzzle: the position with both hands, and what comes of a placement. */

import { cardLying } from "./cards.js";
import { made, part } from "./elements.js";
import { placing } from "./placing.js";

/** @typedef {import("./messages.js").Posed} Posed */
/** @typedef {import("./messages.js").Answer} Answer */
/** @typedef {(request: {do: string, [member: string]: unknown}) => Promise<Answer | null>} Ask */

/** @type {Posed} */
let puzzle;
/** @type {Ask} */
let ask;
const course = part("course", HTMLOListElement);

const table = placing(
  {
    court: part("puzzle-court", HTMLElement),
    hand: part("puzzle-hand", HTMLElement),
    reason: part("puzzle-reason", HTMLElement),
  },
  attempt,
);

/**
 * Show a puzzle.
 * @param {Posed} next
 * @param {Ask} asked asks the engine
 * @param {(number: number) => void} solve goes on to another puzzle
 */
export function pose(next, asked, solve) {
  [puzzle, ask] = [next, asked];
  const { number, level, following, names, view, other_hand } = next;
  const seat = view.player ?? 0;
  part("puzzle-heading", HTMLElement).textContent = `Puzzle ${number}, level ${level}`;
  part("puzzle-hand-heading", HTMLElement).textContent = `Your hand, ${names[seat]}: one placement wins`;
  part("other-heading", HTMLElement).textContent = `The hand of ${names[1 - seat]}`;
  part("other-hand", HTMLElement).replaceChildren(...other_hand.map(cardLying));
  course.replaceChildren();
  const onward = part("next-puzzle", HTMLButtonElement);
  onward.disabled = following === null;
  onward.onclick = () => following && solve(following);
  table.show(next, names, "Find the one placement that wins the round.");
}

/**
 * Ask whether a placement wins; the position stays, so that another can be tried.
 * @param {string} move
 */
async function attempt(move) {
  table.tell("Thinking …");
  course.replaceChildren();
  const answer = await ask({ do: "attempt", number: puzzle.number, move });
  if (answer?.kind === "refused") return table.tell(answer.reasons.map((each) => each.text).join(" "));
  table.show(puzzle, puzzle.names);
  if (answer?.kind !== "attempted") return undefined;
  table.tell(answer.text);
  course.replaceChildren(...answer.told.map((each) => made("li", {}, each)));
  return undefined;
}
