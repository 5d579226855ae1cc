/** A puzzle: the position with both hands, and the result of a placement. */

import { cardLying, inRows } from "./cards.js";
import { isFocusLost, part, remembered, say } from "./elements.js";
import { after, notePlacement, placing, pointer } from "./placing.js";
import { inSquares, sending } from "./share.js";

/** @import { PuzzlePosition } from "westeros-intrigue/messages" */
/** @import { Ask, Shown } from "./messages.js" */

/** @type {PuzzlePosition} */
let puzzle;
/** @type {Ask} */
let ask;
const solution = part("solution", HTMLButtonElement);
const send = part("send-puzzle", HTMLButtonElement);
/** The number of tries. */
let tries = 0;
/** The button that restarts a puzzle, and the pause between two placements in milliseconds. */
const [AGAIN, PAUSE] = ["Try again", 700];
const STREAK = "westeros-intrigue-daily";

/** Return the date of a day. @param {number} [ago] the number of days ago */
function dateOf(ago = 0) {
  const day = new Date();
  day.setDate(day.getDate() - ago);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].join("-");
}

/** @returns {{day: string, count: number}} the day of the last daily puzzle that was solved, and how many in a row */
function streak() {
  try {
    const { day, count } = JSON.parse(remembered(STREAK) || "{}");
    if ([dateOf(), dateOf(1)].includes(day) && Number.isInteger(count)) return { day, count };
  } catch {
    // Another program has written there.
  }
  return { day: "", count: 0 };
}

/** Return the streak of solved daily puzzles, in words. */
export function streakTold() {
  const { day, count } = streak();
  const days = count === 1 ? "1 day" : `${count} days in a row`;
  return count ? `${day === dateOf() ? "Solved today" : "Not solved today"}: ${days}.` : "";
}

function solvedToday() {
  const { day, count } = streak();
  if (day !== dateOf()) remembered(STREAK, JSON.stringify({ day: dateOf(), count: count + 1 }));
}

/** Called with each placement. @type {(move: string) => unknown} */
let placed = attempt;
const table = placing(
  {
    court: part("puzzle-court", HTMLElement),
    hand: part("puzzle-hand", HTMLElement),
    reason: part("puzzle-reason", HTMLElement),
    say,
    takesFocus: isFocusLost,
  },
  (move, isLegal) => {
    if (isLegal) notePlacement();
    return placed(move);
  },
);

/** Show a puzzle. @param {PuzzlePosition} next @param {Ask} asked asks the engine @param {(number: number) => void} solve shows another puzzle */
export function pose(next, asked, solve) {
  [puzzle, ask, placed] = [next, asked, attempt];
  const { number, level, following, is_daily, names, view } = next;
  const seat = view.player ?? 0;
  const which = is_daily ? "Puzzle of the day" : `Puzzle ${number}`;
  part("puzzle-heading", HTMLElement).textContent = `${which}, level ${level}`;
  part("puzzle-hand-heading", HTMLElement).textContent = `Your hand, ${names[seat]}: one placement wins`;
  part("other-heading", HTMLElement).textContent = `${names[1 - seat]}'s hand`;
  const onward = part("next-puzzle", HTMLButtonElement);
  onward.hidden = following === null;
  onward.onclick = () => following && solve(following);
  [tries, send.hidden] = [0, true];
  present();
}

/** Return the solved puzzle as a text to share, without the solution. */
function sent() {
  const { number, is_daily, view } = puzzle;
  const which = is_daily ? `the puzzle of the day, ${new Date().toLocaleDateString()}` : `puzzle ${number}`;
  // Other people cannot visit a local server.
  const address = document.documentElement.dataset.engine === "worker" ? `\n${location.href}` : "";
  const how = `Solved on try ${tries}. ${is_daily ? streakTold() : ""}`.trim();
  return `Westeros Intrigue, ${which}\n${inSquares(view.table.court)}\n${how}${address}`;
}

/** Show the position of the puzzle, for a new try. */
function present() {
  show(puzzle, puzzle.moves, "Find the one placement that wins the round.");
  solution.textContent = "Show the solution";
  solution.onclick = () => attempt(null);
}

/**
 * Guide a beginner through three placements.
 * @param {Promise<Ask>} engine
 * @param {() => void} leave
 * @returns {(game: Shown) => void} reports the state of the game that is waiting for them
 */
export function teach(engine, leave) {
  /** @type {string[]} */
  const moves = [];
  const names = ["You", "Mira", "Oswin", "Tamsin"];
  part("puzzle-heading", HTMLElement).textContent = "Three placements to try";
  part("puzzle-hand-heading", HTMLElement).textContent = "A hand for practice";
  part("other-hand", HTMLElement).replaceChildren();
  solution.onclick = leave;
  for (const each of ["next-puzzle", "send-puzzle"]) part(each, HTMLButtonElement).hidden = true;
  const next = async () => {
    const answer = await (await engine)({ do: "practise", moves }).catch(() => null);
    if (!answer) setTimeout(next, 1000); // the engine cannot be reached
    if (answer?.kind !== "practice") return;
    const text = `Choose a card.${pointer(moves.length)}`;
    table.show(answer, names, answer.moves.length ? text : "You know how to place cards. Now to the table!");
  };
  placed = (move) => {
    moves.push(move);
    return next();
  };
  next();
  return ({ moves: own, seats, active }) => {
    const waiting = active === null ? "" : `${seats[active].name} is to move`;
    part("other-heading", HTMLElement).textContent = own.length
      ? "It is your turn at the table"
      : waiting && `Meanwhile ${waiting}`;
    solution.textContent = own.length ? "To the table: your turn" : "To the table";
    if (own.length) document.title = `Your turn – Westeros Intrigue`;
  };
}

/** @param {Pick<PuzzlePosition, "view" | "other_hand">} now @param {string[]} moves @param {string} text */
function show({ view, other_hand }, moves, text) {
  table.show({ view, moves, takes: moves.length ? puzzle.takes : [] }, puzzle.names, text);
  part("other-hand", HTMLElement).replaceChildren(...other_hand.map(cardLying));
}

/** Ask whether a placement wins, or which one does, and play the rest of the round. @param {string | null} move */
async function attempt(move) {
  table.tell("Thinking …");
  const [asked, answer] = [puzzle, await ask({ do: "attempt", number: puzzle.number, move })];
  if (move) tries += 1;
  const isSolved = answer?.kind === "attempted" && move !== null && answer.wins && asked.is_daily;
  if (isSolved) solvedToday();
  if (puzzle !== asked) return undefined; // the reader has moved on to another puzzle
  if (answer?.kind === "refused") return table.tell(answer.reasons.map((each) => each.text).join(" "));
  if (answer?.kind !== "attempted") return present();
  if (answer.wins && move) {
    send.hidden = false;
    const text = sent();
    sending(send, () => text);
  }
  const text = inRows(isSolved ? `${answer.text} ${streakTold()}` : answer.text);
  const isStopped = () => puzzle !== asked || solution.textContent !== AGAIN;
  solution.textContent = AGAIN;
  solution.onclick = present;
  say([text, ...answer.told.map(inRows)].join(" "));
  let { view, other_hand } = puzzle;
  for (const { player, move: next } of answer.placements) {
    view = after(view, next, player);
    other_hand = other_hand.filter((each) => !next.startsWith(each));
    show({ view, other_hand }, [], text);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (isStopped()) return undefined;
  }
  return undefined;
}
