/** A game that is over: its course, its mistakes, each of its positions, and its record. */

import { cardLying, SVG } from "./cards.js";
import { showCourt, slotButton } from "./court.js";
import { made, part, say } from "./elements.js";

/** @typedef {import("../../schema/messages").Reviewed} Reviewed */
/** @typedef {import("../../schema/messages").Position} Position */
/** @typedef {(request: {do: string, number?: number}) => Promise<import("../../schema/messages").Answer>} Ask */

/** How many mistakes are listed. */
const MOST_LISTED = 6;
const number = part("number", HTMLInputElement);
const record = part("record", HTMLTextAreaElement);
const court = part("past", HTMLElement);
const curve = part("curve", HTMLElement);
const judged = part("judged", HTMLElement);

/**
 * Judge the placements of a game that is over, and offer to look at each.
 * @param {Position} over its end
 * @param {Ask} ask asks about the game
 * @param {() => boolean} isShown whether the game is still looked at
 * @param {() => void} open shows the court of the review
 * @param {((moment: number) => void) | null} playOn goes on from a moment in a new game; null where one may not
 */
export async function review(over, ask, isShown, open, playOn) {
  const names = over.seats.map(({ name }) => name);
  const own = over.view.player;
  /** @type {Map<number, Reviewed>} */
  const answers = new Map();

  /** @param {number} asked */
  const find = async (asked) => {
    const answer = answers.get(asked) ?? (await ask({ do: "review", number: asked }));
    if (answer.kind !== "reviewed") return null;
    answers.set(asked, answer);
    return answer;
  };
  const known = () => [...answers.values()].sort((one, other) => one.number - other.number);
  const mistakes = () => known().filter(({ better }) => better);

  let isAsking = false;
  const show = async () => {
    // While the slider moves one question is asked after another, and the last answer alone is shown.
    if (isAsking) return;
    isAsking = true;
    let answer, asked;
    do {
      asked = number.value;
      answer = await find(Number(asked));
    } while (number.value !== asked);
    isAsking = false;
    if (!answer) return;
    const { text, judgement, better, view, count, moment } = answer;
    number.max = String(count - 1);
    part("placement", HTMLElement).textContent = [text, judgement].join(" ").trim();
    part("where", HTMLElement).textContent = `${answer.number + 1} of ${count}`;
    part("review", HTMLElement).dataset.width = String(view.table.court.width_limit);
    const [card, slot] = better?.split("@") ?? ["", ""];
    const there = view.table.placements.at(-1)?.move.split("@")[1] ?? "";
    const isFree = slot !== "" && !view.table.court.cards[slot];
    showCourt(court, view, names, card, isFree ? [slot] : [], (_, told) => say(told));
    if (isFree) slotButton(court, slot)?.classList.add("hinted");
    if (better) slotButton(court, there)?.classList.add("cell--wrong");
    part("play-on", HTMLButtonElement).onclick = () => playOn?.(moment);
    drawCourse();
  };

  /** @param {number} wanted */
  const goTo = (wanted) => {
    open();
    number.valueAsNumber = wanted;
    return show();
  };

  const drawCourse = () => {
    drawCurve(known().filter(({ number: at, win, placers }) => win !== null && (own === null || placers[at] === own)), number.valueAsNumber);
    const worst = mistakes().sort((one, other) => other.loss - one.loss).slice(0, MOST_LISTED);
    part("mistakes", HTMLElement).replaceChildren(
      ...worst.sort((one, other) => one.number - other.number).map(({ number: at, view, loss, better, placers, rounds }) => {
        const [card, slot] = view.table.placements.at(-1)?.move.split("@") ?? ["", ""];
        const who = placers[at] === own ? "You" : names[placers[at]];
        const lost = made("b", { className: "loss" }, `−${(loss / 100).toFixed(1)}`);
        const told = made("span", {}, made("b", {}, `Round ${rounds[at]}: ${who}, ${slot}`), made("small", {}, `better: ${better?.replace("@", " in ")}`));
        const button = made("button", { type: "button", onclick: () => goTo(at) }, cardLying(card), told, lost);
        button.setAttribute("aria-current", String(at === number.valueAsNumber));
        return made("li", {}, button);
      }),
    );
  };

  for (const place of [court, curve, part("mistakes", HTMLElement)]) place.replaceChildren();
  Object.assign(number, { value: "0", oninput: show });
  part("look-back", HTMLButtonElement).onclick = () => goTo(number.valueAsNumber);
  part("back", HTMLButtonElement).onclick = () => goTo(number.valueAsNumber - 1);
  part("forward", HTMLButtonElement).onclick = () => goTo(number.valueAsNumber + 1);
  part("next-mistake", HTMLButtonElement).onclick = () => {
    const later = mistakes().find(({ number: at }) => at > number.valueAsNumber) ?? mistakes()[0];
    if (later) goTo(later.number);
  };
  part("play-on", HTMLButtonElement).hidden = !playOn;
  part("copy", HTMLButtonElement).onclick = async () => {
    record.select();
    await navigator.clipboard.writeText(record.value);
    say("The record is copied.");
  };
  part("save", HTMLButtonElement).onclick = () => {
    const address = URL.createObjectURL(new Blob([record.value], { type: "text/plain" }));
    made("a", { href: address, download: "westeros-intrigue.txt" }).click();
    URL.revokeObjectURL(address);
  };
  judged.textContent = "Looking at the game …";
  const copied = await ask({ do: "copy" });
  record.value = copied.kind === "record" ? copied.record : "";
  // The placements of the reader, or of everybody.
  const first = await find(0);
  for (const [at, placer] of first?.placers.entries() ?? []) {
    if (!isShown()) return;
    if (own !== null && placer !== own) continue;
    judged.textContent = `Looking at placement ${at + 1} of ${first?.count} …`;
    await find(at);
    drawCourse();
  }
  judged.textContent = mistakes().length ? "" : "No placement was clearly worse than another.";
}

/**
 * Draw the chance to win the round, placement by placement.
 * @param {Reviewed[]} points
 * @param {number} shown the placement that is looked at
 */
function drawCurve(points, shown) {
  const [count, rounds] = [points[0]?.count ?? 1, points[0]?.rounds ?? []];
  /** @param {string} name @param {Record<string, string | number>} attributes @param {string} text */
  const shape = (name, attributes, text = "") => {
    const element = document.createElementNS(SVG, name);
    for (const [each, value] of Object.entries(attributes)) element.setAttribute(each, String(value));
    element.textContent = text;
    return element;
  };
  /** @param {number} at */
  const across = (at) => (300 * (at + 0.5)) / count;
  const picture = shape("svg", { viewBox: "-2 -6 304 124", "aria-hidden": "true" });
  for (const round of new Set(rounds)) {
    const [from, to] = [rounds.indexOf(round), rounds.lastIndexOf(round) + 1].map((at) => (300 * at) / count);
    if (round % 2) picture.append(shape("rect", { class: "band", x: from, y: 0, width: to - from, height: 100 }));
    picture.append(shape("text", { x: (from + to) / 2, y: 114 }, `round ${round}`));
    const line = points.filter(({ number: at }) => rounds[at] === round).map(({ number: at, win }) => `${across(at)},${100 - (win ?? 0)}`);
    picture.append(shape("polyline", { class: "line", points: line.join(" ") }));
  }
  for (const { number: at, win } of points.filter((each) => each.better)) {
    picture.append(shape("circle", { class: "mark", cx: across(at), cy: 100 - (win ?? 0), r: 4 }));
  }
  picture.append(shape("line", { class: "half", x1: 0, x2: 300, y1: 50, y2: 50 }), shape("line", { class: "now", x1: across(shown), x2: across(shown), y1: 0, y2: 100 }));
  curve.replaceChildren(picture);
  const least = points.length ? Math.min(...points.map(({ win }) => win ?? 0)) : 0;
  curve.setAttribute("aria-label", `The chance to win the round after each placement: ${points.length} placements, at the least ${least} %`);
}
