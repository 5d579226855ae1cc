/** A table of any game as an element of any page: `<westeros-table>`. The card game has its court there. */

import { inRows } from "./cards.js";
import { announcing, COURT, defined, parsed, shadowOf, upgrade, whyUnknown } from "./court_element.js";
import { VERSION } from "./contents.js";
import { made, withMinus } from "./elements.js";

/** @import { AnyPosition, Position } from "westeros-intrigue/messages" */
/** @import { CourtScene, WesterosCourt } from "./court_element.js" */
/** @typedef {Partial<AnyPosition> & { version?: number, seats: { name: string }[] }} TableScene the page's message `table` */
/** @typedef {TableScene | (CourtScene & Partial<Omit<Position, "seats" | "view">>)} AnyScene */

/** The pause between positions that come at once, in milliseconds, and the number of sentences of the story. */
const [PACE, TOLD] = [350, 12];
/** The condition under which a picture from the library is dark, which an element replaces. */
const DARK = "(prefers-color-scheme: dark)";
const system = matchMedia(DARK);

/**
 * Shows a position of any game: the picture, the question, a button for each move, and a number for moves that differ
 * only in one.
 *
 * `position` is a message `position` or `table` of the page. The events `move`, `hint`, `undo` and `step` ask for what
 * the person wants; `move` has `detail.move`, which can be illegal in the card game.
 */
export class WesterosTable extends HTMLElement {
  static VERSION = VERSION;
  static observedAttributes = ["position"];
  #root = shadowOf(this);
  #court = /** @type {WesterosCourt} */ (document.createElement(COURT));
  #refused = made("p.refused", { role: "alert", hidden: true });
  #picture = made("div.picture", { tabIndex: 0, role: "region", ariaLabel: "The table" });
  #seats = made("div.seats", { role: "group", ariaLabel: "Players" });
  #heading = made("div.heading", { tabIndex: -1 });
  #moves = made("div.moves", { role: "group", ariaLabel: "Moves" });
  #told = made("ol.told", { tabIndex: 0, ariaLabel: "The story so far" });
  #status = made("div.status", { role: "status", ariaAtomic: "false" });
  #hint = this.#button("Hint", "hint");
  #undo = this.#button("Undo", "undo");
  #step = this.#button("Go on", "step");
  #say = announcing(this.#status);
  /** @type {AnyScene | null} */
  #position = null;
  /** Whether a request waits for its answer. */
  #isAsking = false;
  /** The positions that wait to be shown. */
  #queue = Promise.resolve();

  constructor() {
    super();
    const bar = made("div.bar", {}, this.#heading, this.#step, this.#hint, this.#undo);
    const shown = [this.#seats, this.#court, this.#picture, bar, this.#moves, this.#told, this.#status];
    this.#root.replaceChildren(this.#refused, ...shown);
    for (const kind of ["move", "refused"]) {
      this.#court.addEventListener(kind, (event) => {
        event.stopPropagation();
        this.#ask("move", /** @type {CustomEvent} */ (event).detail);
      });
    }
  }
  connectedCallback() {
    upgrade(this, "position");
    system.addEventListener("change", this.#dress);
    this.#dress();
  }
  disconnectedCallback() {
    system.removeEventListener("change", this.#dress);
  }
  get position() {
    return this.#position;
  }
  set position(/** @type {AnyScene | null} */ given) {
    this.#position = given;
    this.#isAsking = false;
    const refused = given && whyUnknown(/** @type {any} */ (given), /** @type {any} */ (given).view ?? {});
    this.#refused.textContent = refused || "";
    for (const each of this.#root.children) /** @type {HTMLElement} */ (each).hidden = !given || Boolean(refused);
    this.#refused.hidden = !refused;
    if (given && !refused) this.#show(given);
    else this.#court.position = null;
  }

  /** Show positions one after another. @param {AnyScene[]} positions @returns {Promise<void>} */
  play(positions) {
    for (const [at, each] of positions.entries()) {
      this.#queue = this.#queue.then(() => {
        this.position = each;
        return at + 1 < positions.length ? new Promise((done) => void setTimeout(done, PACE)) : undefined;
      });
    }
    return this.#queue;
  }
  /** Show a text, such as the reason why a move is refused, and announce it. @param {string} text */
  tell(text) {
    this.#isAsking = false;
    this.#heading.textContent = inRows(text);
    if (this.#court.hidden) this.#say(inRows(text));
    else this.#court.tell(text);
  }
  /** Point to a move, as a hint does. @param {string} move @param {string} text */
  advise(move, text) {
    this.tell(text);
    if (this.#court.hidden) this.#mark([move]);
    else this.#court.advise(move, text);
  }
  /** @param {string} _name @param {string | null} _old @param {string | null} text */
  attributeChangedCallback(_name, _old, text) {
    this.position = text ? JSON.parse(text) : null;
  }

  /** @param {string} text @param {string} kind the event that a click sends */
  #button(text, kind) {
    return made("button", { type: "button", onclick: () => this.#ask(kind) }, text);
  }
  /** @param {string} kind @param {{ move: string }} [detail] */
  #ask(kind, detail) {
    // A second quick click must not decide about what comes next.
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true, composed: true }));
  }

  /** @param {AnyScene} scene */
  #show(scene) {
    const isFocused = this.#root.activeElement !== null;
    const isCourt = "view" in scene;
    const { active = null, waits_for, told = [], story = [], can_undo, moves = [] } = scene;
    const names = scene.seats?.map(({ name }) => name) ?? [];
    this.#court.hidden = !isCourt;
    this.#picture.hidden = isCourt || !scene.picture;
    this.#seats.replaceChildren(
      ...names.map((name, at) => {
        const facts = factsOf(scene, at);
        return made("span", { ariaCurrent: at === active ? "true" : null }, facts ? `${name} · ${facts}` : name);
      }),
    );
    const waiting = active === null ? "" : `${names[active] ?? `Player ${active}`} is to move`;
    const asked = moves.length ? (!isCourt && scene.question) || "Your turn" : waiting;
    this.#heading.textContent = story.join(" ") || asked;
    this.#step.hidden = waits_for !== "round" && waits_for !== "step";
    this.#step.textContent = waits_for === "round" ? "Next round" : "Go on";
    this.#hint.hidden = this.#undo.hidden = can_undo === undefined;
    this.#hint.disabled = !moves.length;
    this.#undo.disabled = !can_undo;
    if (isCourt) this.#court.position = scene;
    else this.#showAny(scene);
    this.#moves.hidden = isCourt || !moves.length;
    this.#told.hidden = !told.length;
    const before = new Set([...this.#told.children].map(({ textContent }) => textContent));
    const latest = told.slice(-TOLD).map(inRows);
    this.#told.replaceChildren(...latest.map((each) => made("li", {}, each)));
    this.#told.scrollTop = this.#told.scrollHeight;
    const news = before.size ? latest.filter((each) => !before.has(each)) : [];
    this.#say([...news, story.join(" ") || (moves.length ? asked : "")].join(" ").trim());
    if (isFocused && !this.#root.activeElement) (this.#moves.querySelector("button") ?? this.#heading).focus();
  }

  /** @param {TableScene} scene */
  #showAny({ picture = "", moves = [], ranges = [] }) {
    if (picture) this.#draw(picture);
    this.#moves.replaceChildren(...buttons(moves, ranges, (move) => this.#ask("move", { move })));
    for (const place of /** @type {NodeListOf<SVGElement>} */ (this.#picture.querySelectorAll("[data-moves]"))) {
      const named = (place.dataset.moves ?? "").split(",");
      const about = moves.flatMap(({ name }) => (named.includes(name) ? [name] : []));
      place.classList.toggle("open", about.length > 0);
      place.onclick = () => (about.length === 1 ? this.#ask("move", { move: about[0] }) : this.#mark(about));
    }
  }

  /** Show a picture; a page can forbid styles within it, so they are adopted. @param {string} picture */
  #draw(picture) {
    // No regular expression is used: a browser remembers the last text that it searched, which can reveal a hand.
    const [before, ...styled] = picture.split("<style>").map((each) => each.split("</style>"));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styled.map(([rules]) => rules).join("\n"));
    shadowOf(this, sheet);
    const shown = parsed(before[0] + styled.map(([, after = ""]) => after).join(""));
    shown.style.width = `${shown.viewBox.baseVal.width}px`;
    this.#picture.replaceChildren(shown);
    this.#dress();
  }
  /** Let the picture be dark where its place is. */
  #dress = () => {
    const { backgroundColor } = getComputedStyle(this.#status);
    for (const rule of this.#root.adoptedStyleSheets.slice(1).flatMap(({ cssRules }) => [...cssRules]))
      if (rule instanceof CSSMediaRule && [DARK, "all", "not all"].includes(rule.media.mediaText))
        rule.media.mediaText = backgroundColor === "rgb(0, 0, 0)" ? "all" : "not all";
  };

  /** @param {string[]} names of moves, whose buttons are marked */
  #mark(names) {
    for (const number of this.#moves.querySelectorAll("input")) {
      const at = (number.dataset.moves ?? "").split(",").indexOf(names[0]);
      if (at >= 0) number.value = String(Number(number.min) + at);
      if (at >= 0) number.dispatchEvent(new Event("input"));
    }
    for (const button of this.#moves.querySelectorAll("button"))
      button.classList.toggle("hinted", names.includes(button.dataset.move ?? ""));
    /** @type {HTMLElement | null} */ (this.#moves.querySelector(".hinted"))?.focus();
  }
}

/** Return what a seat has, in words. @param {AnyScene} scene @param {number} seat */
function factsOf(scene, seat) {
  if (!("view" in scene)) return scene.facts?.[seat] ?? "";
  const { hand_sizes, penalty_points } = scene.view.table;
  const total = scene.standings?.find((each) => each.seat === seat)?.total ?? penalty_points[seat];
  return `${hand_sizes[seat]} cards · ${withMinus(total)} points`;
}

/**
 * Return a button for each move, and one with a number for the moves of a range.
 * @param {AnyPosition["moves"]} moves @param {AnyPosition["ranges"]} ranges @param {(move: string) => void} play
 */
function buttons(moves, ranges, play) {
  const titles = new Map(moves.map(({ name, title }) => [name, title]));
  const inRanges = ranges.map(({ before, after, least, most }) =>
    Array.from({ length: most - least + 1 }, (_, at) => `${before}${least + at}${after}`),
  );
  return moves.flatMap(({ name, title }) => {
    const at = inRanges.findIndex((names) => names.includes(name));
    if (at >= 0 && name !== inRanges[at].find((each) => titles.has(each))) return [];
    const onclick = () => play(button.dataset.move ?? "");
    const button = made("button", { type: "button", dataset: { move: name }, title: name, onclick }, title);
    return at < 0 ? [button] : [stepper(button, inRanges[at], ranges[at], titles), button];
  });
}

/**
 * Return the number of a move in a range, between the buttons that change it by one.
 * @param {HTMLButtonElement} button @param {string[]} names @param {AnyPosition["ranges"][number]} range @param {Map<string, string>} titles
 */
function stepper(button, names, { least, most, words }, titles) {
  const first = least + names.indexOf(button.dataset.move ?? "");
  const [min, max, value] = [least, most, first].map(String);
  const oninput = () => {
    const name = names[number.valueAsNumber - least] ?? "";
    button.disabled = !titles.has(name);
    if (button.disabled) return;
    button.dataset.move = button.title = name;
    button.replaceChildren(titles.get(name) ?? "");
  };
  const onkeydown = (/** @type {KeyboardEvent} */ { key }) => key === "Enter" && button.click();
  const moves = { dataset: { moves: names.join() } };
  const number = made("input", { type: "number", min, max, value, ariaLabel: words, oninput, onkeydown, ...moves });
  const by = (/** @type {number} */ step) => {
    number.value = String(Math.min(most, Math.max(least, (number.valueAsNumber || least) + step)));
    oninput();
  };
  const less = made("button", { type: "button", ariaLabel: `Less: ${words}`, onclick: () => by(-1) }, "−");
  const more = made("button", { type: "button", ariaLabel: `More: ${words}`, onclick: () => by(1) }, "+");
  return made("span.bar", {}, less, number, more);
}

export const TABLE = defined("westeros-table", WesterosTable);
