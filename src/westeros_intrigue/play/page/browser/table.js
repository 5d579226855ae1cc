/** The table of the card game: the seats, the court, the hand, the story, and the end of a round. */

import { HOUSES, inRows, light, withCards } from "./cards.js";
import { isFocusLost, isVisible, made, part, say, withMinus } from "./elements.js";
import { inSquares, sending } from "./share.js";
import { slotButton } from "./court.js";
import { notePlacement, placing, pointer } from "./placing.js";
import { showRound } from "./scene.js";
import { pointsOf, showScores, showSeats } from "./seats.js";
import { absenceOf } from "./state.js";

/** @import { Advice, PlacementReview, Position } from "westeros-intrigue/messages" */

/** The name of the only person who plays. */
const ALONE = "You";
const court = part("court", HTMLElement);
const rail = part("rail", HTMLElement);
const story = part("story", HTMLElement);
const hint = part("hint", HTMLButtonElement);
const undo = part("undo", HTMLButtonElement);
const skip = part("skip", HTMLButtonElement);
const onward = part("onward", HTMLButtonElement);
const [swing, again] = [part("swing", HTMLElement), part("try-again", HTMLButtonElement)];

/** Return the table at this screen. @param {import("./game.js").Game} game @param {(moment: number) => void} playOn in a new game */
export function courtTable(game, playOn) {
  const [hand, reason] = [part("hand", HTMLElement), part("reason", HTMLElement)];
  const places = { court, hand, reason, say, takesFocus: isFocusLost };
  const cards = placing(places, (move, isLegal) => {
    if (isLegal) notePlacement();
    return game.change({ do: "play", move });
  });
  /** @param {Position} next @param {string[]} news */
  const show = (next, news) => {
    const { waits_for, view, moves, seats, here } = next;
    showStory(false);
    showPeople(next);
    showHand(next);
    tell(next, news);
    undo.disabled = !next.can_undo;
    hint.disabled = !moves.length;
    const isOut = view.table.eliminations.some((each) => each.player === view.player);
    skip.hidden = !isOut || waits_for !== "step" || seats.filter(({ who }) => who === "person").length > here.length;
    if (next.story.length) endRound(next);
    return moves.length > 0;
  };

  /** @param {Position} next */
  const showHand = (next) => {
    const { view, moves, takes, seats, active, here } = next;
    const { name } = seats[view.player ?? 0];
    const mover = active === null || active === view.player ? "" : `${seats[active].name} is to move`;
    const whose = moves.length ? `Your turn${name === ALONE ? "" : `, ${name}`}` : mover || "Your hand";
    const out = next.standings.length ? undefined : outOf(view);
    const points = pointsOf(next, view.player ?? 0) + (out?.cards_left ?? 0);
    const against = `${withMinus(points)} ${points === 1 ? "point" : "points"} against you`;
    const isWatching = !here.length && next.waits_for !== "friends" && typeof game.chair?.seat !== "number";
    const looking = !isWatching ? "No hand is shown" : `You are watching${mover && ` · ${mover}`}`;
    part("hand-heading", HTMLElement).textContent = view.player === null ? looking : `${whose} · ${against}`;
    const names = seats.map((seat) => seat.name);
    cards.show({ view, moves, takes }, names, asked(next));
  };

  /** Show the events, and announce the latest. @param {Position} next @param {string[]} news those that have not been announced */
  const tell = ({ told: sentences, moves }, news) => {
    const told = sentences.map(inRows);
    const list = part("told", HTMLOListElement);
    list.replaceChildren(...told.map((each) => made("li", {}, ...withCards(each))));
    list.scrollTop = list.scrollHeight;
    say([...news.map(inRows), moves.length ? "Your turn." : ""].join(" ").trim());
  };

  /** @param {Position} next */
  const endRound = (next) => {
    showRound(next);
    showStory(true);
    const { round_number, players, variant } = next.view.table;
    onward.textContent = round_number < (variant.rounds ?? players) ? "Next round" : "See who wins";
    onward.hidden = !next.here.length;
    onward.focus();
    say(next.story.join(" "));
    sending(part("send-round", HTMLButtonElement), () => sent(next));
    showSwing(next);
  };

  /** Return what a placement lost, or its place where that is not known. @param {PlacementReview} placed */
  const cost = ({ loss, rank, choices }) => loss ?? (100 * rank) / choices;

  /** Show the placement in a finished round that cost its reader most, and let them try another. @param {Position} over */
  const showSwing = async ({ game: name, moment, seats, here, viewer, view }) => {
    const { placements, round_number, variant } = view.table;
    again.hidden = true;
    swing.hidden = here.length !== 1;
    swing.textContent = "Looking at your placements …";
    // Apart from placements, the moments before this one are scored rounds.
    const first = moment - round_number + 1 - placements.length;
    /** @type {PlacementReview | null} */
    let worst = null;
    for (const [at, { player }] of placements.entries()) {
      if (player !== viewer) continue;
      const found = isVisible(swing) ? await game.ask({ do: "review", game: name, number: first + at }) : null;
      if (found?.kind !== "reviewed" || game.position?.moment !== moment) return;
      if (found.better && cost(found) > (worst ? cost(worst) : 0)) worst = found;
    }
    swing.textContent = "No other placement of yours would have been clearly better.";
    if (!worst) return;
    const { moment: before, number, judgement, against } = worst;
    const placed = placements[number - first].move.replace("@", " in ");
    const told = judgement.replace(/, and .*/, ".");
    const chances = told.includes("%") ? ` The chances are ${against}.` : "";
    swing.replaceChildren(...withCards(inRows(`${placed} cost you most: ${told}${chances}`)));
    again.hidden = variant.anyone_can_die || seats.some(({ who }, at) => at !== viewer && /person|automated/.test(who));
    again.onclick = () => playOn(before);
  };

  onward.onclick = () => (game.state.waiting ? game.enter() : game.change({ do: "step" }));
  skip.onclick = () => game.change({ do: "skip" });

  return {
    show,
    tell,
    hide: cards.hide,
    chooseHouse: cards.chooseHouse,
    refuse: cards.tell,
    /** @param {Advice} advice */
    advise: ({ move, text }) => {
      const [chosen, slot] = move.split("@");
      cards.choose(chosen, false);
      slotButton(court, slot)?.classList.add("hinted");
      cards.tell(text);
    },
    /** Show which player the game is waiting for, and whether they are present. @param {Position} next */
    wait: (next) => next.moves.length || cards.wait(asked(next)),
    /** Call a reader of the end of a round to their turn in the next. @param {Position} next @returns {boolean} whether the turn is theirs */
    summon: ({ view, moves }) => {
      const text = `Your turn in round ${view.table.round_number}`;
      if (moves.length && onward.textContent !== text) say(`${text}.`);
      if (moves.length) onward.textContent = text;
      return moves.length > 0;
    },
  };
}

/** Return how the viewer has left the round, if they have. @param {Position["view"]} view */
const outOf = ({ player, table }) => table.eliminations.find((each) => each.player === player);

/** Return the request to a person, or the player that the game is waiting for. @param {Position} position */
function asked({ view, active, moves, seats, away, reading, takes, waits_for }) {
  if (waits_for === "friends") return "The game begins when all chairs are taken.";
  if (moves.length) return `Your turn: choose a card.${stuck(view.hand, takes) || pointer()}`;
  const out = outOf(view);
  const left = out && `${cost(out.cards_left)} ${active === null ? "" : "The others play on: "}`;
  const isReading = active !== null && reading.includes(active);
  const absence = absenceOf(away, active);
  const why = absence ? `, and ${absence}` : isReading ? ", and reads the standings" : "";
  const others = active === null ? "" : `${seats[active].name} is to move${why}.`;
  return `${left ?? ""}${others}`.trim();
}

/** Return the cards of a hand that fit nowhere, and the cost. @param {string[]} hand @param {Position["takes"]} takes */
function stuck(hand, takes) {
  const none = Object.keys(HOUSES).filter((house, at) => !takes[at].length && hand.some((card) => card[0] === house));
  const names = none.map((house) => HOUSES[house]).join(" and ");
  return (
    names && ` ${names} ${none.length === 1 ? "fits" : "fit"} nowhere now; cards left in your hand count against you.`
  );
}

/** Return the reason why a person is out, and the cost. @param {number} count the cards left */
function cost(count) {
  if (!count) return "You have placed every card: no points against you.";
  const why = count === 1 ? "Your last card fits nowhere" : `None of your ${count} cards fits`;
  const points = count === 1 ? "1 point" : `${count} points`;
  return `${why} any more: you are out of this round, with ${points} against you. The fewest points win.`;
}

// A sentence highlights the card that it mentions.
for (const kind of /** @type {const} */ (["pointerover", "pointerleave"])) {
  part("told", HTMLOListElement).addEventListener(kind, ({ target }) => {
    const sentence = target instanceof Element ? target.closest("li") : null;
    light(court, sentence?.querySelector(".chip")?.textContent ?? "");
  });
}

/** Return the end of a round as a text to share. @param {Position} over */
function sent({ story: [drawn], standings, seats, view }) {
  const points = standings.map(({ seat, total }) => `${seats[seat].name} ${withMinus(total ?? 0)}`).join(", ");
  return `Westeros Intrigue, round ${view.table.round_number}: ${points} (fewest win)\n${inSquares(view.table.court)}\n${drawn}`;
}

/** @param {Position} position */
export function showPeople(position) {
  showSeats(position);
  showScores(position);
}

/** Show the end of a round instead of scores and story, or show these again. @param {boolean} isShown */
function showStory(isShown) {
  story.hidden = !isShown;
  rail.inert = isShown;
  showRail("");
}

/** Show scores or story on a narrow screen. @param {string} name `scores`, `told` or nothing */
function showRail(name) {
  rail.dataset.shown = name;
  for (const each of ["scores", "told"]) {
    part(`show-${each}`, HTMLButtonElement).setAttribute("aria-expanded", String(each === name));
  }
}

for (const name of ["scores", "told"]) {
  part(`show-${name}`, HTMLButtonElement).onclick = () => showRail(rail.dataset.shown === name ? "" : name);
}
