/** A finished game: its course, its mistakes, its positions and its record. */

import { cardLying, inRows, SVG } from "./cards.js";
import { showCourt, slotButton } from "./court.js";
import { made, part, say } from "./elements.js";
import { showPicture } from "./scheme.js";
import { copy } from "./share.js";

/** @import { AnyPosition, PlacementReview } from "westeros-intrigue/messages" */
/** @import { Ask, Shown } from "./messages.js" */

const number = part("number", HTMLInputElement);
const record = part("record", HTMLTextAreaElement);
const line = part("past-line", HTMLInputElement);
const court = part("past", HTMLElement);
const picture = part("past-picture", HTMLElement);
const curve = part("curve", HTMLElement);
const judged = part("judged", HTMLElement);
const listed = part("mistakes", HTMLElement);

/**
 * Judge the placements of a finished game and let the reader look at each; show other games moment by moment.
 * @param {Shown} over its end
 * @param {Ask} ask asks the engine
 * @param {() => boolean} isShown returns true while the game is shown
 * @param {() => void} open shows the screen of the review
 * @param {((moment: number) => void) | null} playOn starts a new game from a moment; null if that is not allowed
 */
export async function review(over, ask, isShown, open, playOn) {
  const isJudged = over.kind === "position";
  const names = over.seats.map(({ name }) => name);
  const own = over.viewer;
  /** @type {Map<number, PlacementReview | AnyPosition>} */
  const answers = new Map();

  /** @param {number} asked */
  const find = async (asked) => {
    const answer = answers.get(asked) ?? (await ask({ do: "review", game: over.game, number: asked }));
    if (answer?.kind !== "reviewed" && answer?.kind !== "table") return null;
    answers.set(asked, answer);
    return answer;
  };
  const known = () =>
    [...answers.values()].filter((each) => each.kind === "reviewed").sort((one, other) => one.number - other.number);
  /** The reader's mistakes, or all players'. */
  const mistakes = () =>
    known().filter(({ number: at, better, placers }) => better && (own === null || placers[at] === own));

  let isAsking = false;
  const show = async () => {
    // While the slider moves, requests follow one another, and only the last answer is shown.
    if (isAsking) return;
    isAsking = true;
    let answer, asked;
    do {
      asked = number.value;
      answer = await find(Number(asked));
    } while (number.value !== asked);
    isAsking = false;
    if (!answer) return;
    const count = answer.kind === "table" ? over.moment : answer.count;
    number.max = String(count - 1);
    part("where", HTMLElement).textContent = `${Number(asked) + 1} of ${count}`;
    part("play-on", HTMLButtonElement).onclick = () => playOn?.(answer.moment);
    const text = answer.kind === "table" ? [answer.told.at(-1) ?? "The game begins."] : [answer.text, answer.judgement];
    part("placement", HTMLElement).textContent = inRows(text.join(" ").trim());
    showLine(answer.moment);
    if (answer.kind === "table") {
      showPicture(picture, answer.picture);
      tell(answer);
    } else {
      showPlacement(answer);
      drawCourse();
    }
  };

  /** Show the position before the placement, or at the moment, as a line with all hands. @param {number} moment */
  const showLine = async (moment) => {
    line.value = "";
    if (!playOn) return; // only the host begins games
    const answer = await ask({ do: "write", game: over.game, seat: own, moment });
    if (answer?.kind === "written") line.value = answer.line;
  };

  /** @param {PlacementReview} answer */
  const showPlacement = ({ better, view }) => {
    part("review", HTMLElement).dataset.width = String(view.table.court.width_limit);
    const [card, slot] = better?.split("@") ?? ["", ""];
    const there = view.table.placements.at(-1)?.move.split("@")[1] ?? "";
    const isFree = slot !== "" && !view.table.court.cards[slot];
    showCourt(court, view, names, card, isFree ? [slot] : [], (_, told) => say(told));
    if (isFree) slotButton(court, slot)?.classList.add("hinted");
    if (better) slotButton(court, there)?.classList.add("cell--wrong");
  };

  /** @param {AnyPosition} table */
  const tell = ({ told }) => {
    listed.replaceChildren(...told.map((each) => made("li", {}, each)));
    listed.scrollTop = listed.scrollHeight;
  };

  /** @param {number} wanted */
  const goTo = (wanted) => {
    open();
    number.valueAsNumber = wanted;
    return show();
  };

  const drawCourse = () => {
    // A seat that was judged without chances has no line.
    const unknown = known().filter(({ win, choices }) => choices && win === null);
    const without = unknown.map(({ number: at, placers }) => placers[at]);
    const points = known().filter(({ win, number: at, placers }) => win !== null && !without.includes(placers[at]));
    part("chance", HTMLElement).hidden = without.length > 0 && !points.length;
    part("against", HTMLElement).textContent = points[0]?.against ?? "";
    drawCurve(
      points,
      mistakes().filter((each) => points.includes(each)),
      number.valueAsNumber,
      names,
      own,
    );
    listed.replaceChildren(
      ...mistakes().map(({ number: at, view, loss, rank, choices, better, placers, rounds }) => {
        const [card] = view.table.placements.at(-1)?.move.split("@") ?? [""];
        const who = placers[at] === own ? "You" : names[placers[at]];
        const lost = made("b.loss", {}, loss === null ? `${rank} of ${choices}` : `−${loss} %`);
        const best = made("small", {}, inRows(`better: ${better?.replace("@", " in ")}`));
        const told = made("span", {}, made("b", {}, `Round ${rounds[at]}: ${who}`), best);
        const ariaCurrent = String(at === number.valueAsNumber);
        const button = made("button", { type: "button", ariaCurrent, onclick: () => goTo(at) });
        button.append(cardLying(card), told, lost);
        return made("li", {}, button);
      }),
    );
  };

  for (const place of [court, curve, listed, part("against", HTMLElement)]) place.replaceChildren();
  for (const place of [court, part("chance", HTMLElement)]) place.hidden = !isJudged;
  part("mistakes-heading", HTMLElement).textContent = isJudged ? "Mistakes" : "The story so far";
  if (over.kind === "table") tell(over);
  picture.hidden = isJudged;
  curve.onclick = ({ offsetX }) => goTo(Math.floor((known()[0]?.count * offsetX) / curve.clientWidth));
  Object.assign(number, { value: "0", oninput: show });
  for (const [at, id] of ["back", "look-back", "forward"].entries())
    part(id, HTMLButtonElement).onclick = () => goTo(number.valueAsNumber + at - 1);
  part("next-mistake", HTMLButtonElement).hidden = !isJudged;
  part("next-mistake", HTMLButtonElement).onclick = () => {
    const later = mistakes().find(({ number: at }) => at > number.valueAsNumber) ?? mistakes()[0];
    if (later) goTo(later.number);
  };
  part("play-on", HTMLButtonElement).hidden = !playOn;
  const copying = part("copy", HTMLButtonElement);
  copying.onclick = () => copy(record.value, copying);
  const copyingLine = part("copy-past", HTMLButtonElement);
  copyingLine.onclick = () => copy(line.value, copyingLine);
  part("save", HTMLButtonElement).onclick = () => {
    const address = URL.createObjectURL(new Blob([record.value], { type: "text/plain" }));
    made("a", { href: address, download: "westeros-intrigue.txt" }).click();
    URL.revokeObjectURL(address);
  };
  judged.textContent = isJudged ? "Looking at the game …" : "";
  const copied = await ask({ do: "copy", game: over.game });
  record.value = copied?.kind === "record" ? copied.record : "";
  const first = await find(0);
  if (first?.kind !== "reviewed") return;
  // The reader's placements come first.
  const all = [...first.placers.keys()].sort(
    (one, other) => Number(first.placers[other] === own) - Number(first.placers[one] === own),
  );
  for (const at of all) {
    if (!isShown()) return;
    judged.textContent = `Looking at placement ${at + 1} of ${first.count} …`;
    await find(at);
    drawCourse();
  }
  judged.textContent = mistakes().length ? "" : "No placement was clearly worse than another.";
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {(Node | string)[]} inside */
function shape(name, attributes, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [each, value] of Object.entries(attributes)) element.setAttribute(each, String(value));
  element.append(...inside);
  return element;
}

/**
 * Draw each seat's chance to win the round, placement by placement.
 * @param {PlacementReview[]} points
 * @param {PlacementReview[]} mistakes the points to mark
 * @param {number} shown the placement on the screen
 * @param {string[]} names
 * @param {number | null} own the reader's seat
 */
function drawCurve(points, mistakes, shown, names, own) {
  const { count, rounds, placers } = points[0] ?? { count: 1, rounds: [], placers: [] };
  /** @param {number} at */
  const across = (at) => (300 * (at + 0.5)) / count;
  const picture = shape("svg", { viewBox: "-2 -6 304 124", "aria-hidden": "true" });
  const seats = [...new Set(points.map(({ number: at }) => placers[at]))].sort();
  /** @param {number} seat */
  const look = (seat) => ({
    class: seat === own ? "line own-line" : "line",
    stroke: `var(--seat-${seat})`,
    "stroke-dasharray": seat === own ? "none" : `${9 - seat} ${1 + seat}`,
  });
  for (const round of new Set(rounds)) {
    const [from, to] = [rounds.indexOf(round), rounds.lastIndexOf(round) + 1].map((at) => (300 * at) / count);
    if (round % 2) picture.append(shape("rect", { class: "band", x: from, y: 0, width: to - from, height: 100 }));
    picture.append(shape("text", { x: (from + to) / 2, y: 114 }, `round ${round}`));
    for (const seat of seats) {
      const line = points.filter(({ number: at }) => rounds[at] === round && placers[at] === seat);
      const places = line.map(({ number: at, win }) => `${across(at)},${100 - (win ?? 0)}`).join(" ");
      picture.append(shape("polyline", { ...look(seat), points: places }));
    }
  }
  for (const { number: at, win } of mistakes) {
    picture.append(shape("circle", { class: "mark", cx: across(at), cy: 100 - (win ?? 0), r: 4 }));
  }
  picture.append(
    shape("line", { class: "half", x1: 0, x2: 300, y1: 50, y2: 50 }),
    shape("line", { class: "now", x1: across(shown), x2: across(shown), y1: 0, y2: 100 }),
  );
  const keys = seats.map((seat) => {
    const line = shape("line", { ...look(seat), x1: 0, x2: 24, y1: 4, y2: 4 });
    return made("span", {}, shape("svg", { viewBox: "0 0 24 8", width: 24 }, line), names[seat]);
  });
  curve.replaceChildren(picture, made("p.keys", {}, ...keys));
  const measured = points.some(({ loss }) => loss === null) ? "with the best placement at" : "after";
  curve.ariaLabel = `The chance to win the round ${measured} each of ${points.length} placements`;
}
