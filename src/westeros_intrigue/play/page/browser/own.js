/** The screens that games bring along: their scripts and styles, and what they share with the page. */

import { drawing } from "./cards.js";
import { choice, focusIn, made, part, remembered, roving, say, warn, withMinus } from "./elements.js";
import { STILL } from "./motion.js";
import { signsOf } from "./names.js";
import { adopt } from "./scheme.js";

/** @import { Advice, Answer, AnyPosition } from "westeros-intrigue/messages" */
/** @import { Request } from "./messages.js" */

/**
 * What a screen may use of the page.
 *
 * @typedef {typeof TOOLS & {
 *   address: string,
 *   controls: HTMLElement,
 *   written: HTMLElement,
 *   play: (move: string) => unknown,
 *   change: (request: Request) => unknown,
 *   ask: (request: Request) => Promise<Answer | null>,
 * }} Host `address`: the folder of the screen's files. `controls`: the page's buttons for a hint, for skipping and for
 *   undoing; `written`: its form for moves in notation. The screen puts both where it wants them. `play` makes a move,
 *   `change` sends another request that changes the game, and `ask` one that does not; the page adds the game, the
 *   viewer and the moment. `choices` draws a question that a screen has no drawing of.
 */
/**
 * The facts of a game, and the position around them.
 * @template F
 * @typedef {AnyPosition & { screen: { address: string, facts: F } }} Shown
 */
/**
 * A game's own table.
 * @template F
 * @typedef {{
 *   show: (position: Shown<F>) => boolean,
 *   wait?: (position: Shown<F>) => void,
 *   advise: (advice: Advice) => void,
 *   refuse: (text: string) => void,
 *   hide: () => void,
 *   end?: (position: Shown<F>, place: HTMLElement, playOn: ((moment: number) => void) | null) => string | void,
 * }} OwnTable `show` shows a position, and returns true if a person at this screen must decide. `wait` shows that people
 *   have come or left. `advise` shows a hint, `refuse` why a move is refused or another text about the moves; `hide`
 *   forgets the game. `end` fills a place above the standings of a finished game, and can return the result as a text for
 *   screen readers; `playOn` begins a new game from a moment, if the viewer may.
 */

/** @typedef {{ name: string, text: string }} Pointer a piece of advice for newcomers, which is shown once */

const area = part("any-own", HTMLElement);
const TOOLS = {
  choice,
  choices,
  drawing,
  focusIn,
  made,
  pointing,
  remembered,
  roving,
  say,
  signsOf,
  still: STILL,
  warn,
  withhold,
  withMinus,
};

/** Hide the page's words about a result, except from screen readers, until a promise is kept. @param {Promise<unknown>} until */
function withhold(until) {
  const words = ["ending-heading", "ending-note"].map((id) => part(id, HTMLElement));
  for (const each of words) each.classList.add("withheld");
  until.finally(() => {
    for (const each of words) each.classList.remove("withheld");
  });
}

/**
 * Return a function that shows each of a game's pointers once in a browser: for a position, it returns the text of the
 * first one that has not been shown, and the same text again while the position stays.
 * @param {string} key under which the browser remembers those that have been shown
 */
function pointing(key) {
  let [shown, text] = ["", ""];
  return (/** @type {{ game: string, moment: number }} */ { game, moment }, /** @type {Pointer[]} */ found) => {
    const now = `${game} ${moment}`;
    if (now === shown) return text;
    const seen = remembered(key).split(" ");
    const fresh = found.find(({ name }) => !seen.includes(name));
    [shown, text] = [now, fresh?.text ?? ""];
    if (fresh) remembered(key, [...seen, fresh.name].join(" ").trim());
    return text;
  };
}

/**
 * Return a button for each move, in its words, and one with a number for the moves of a range.
 * @param {AnyPosition["moves"]} legal @param {AnyPosition["ranges"]} ranges @param {(move: string, clicks: number) => void} play
 */
export function choices(legal, ranges, play) {
  const byName = new Map(legal.map((move) => [move.name, move]));
  const inRanges = ranges.map(({ before, after, least, most }) =>
    Array.from({ length: most - least + 1 }, (_, at) => byName.get(`${before}${least + at}${after}`)),
  );
  return legal.flatMap((move) => {
    const at = inRanges.findIndex((alike) => alike.includes(move));
    if (at >= 0 && move !== inRanges[at][0]) return [];
    const button = made("button", { onclick: ({ detail }) => play(button.dataset.move ?? "", detail) });
    /** @param {{name: string, title: string}} shown */
    const show = ({ name, title }) => {
      const [bold, ...does] = title.split(/(?=: )/);
      button.replaceChildren(made("b", {}, bold), ...does);
      button.dataset.move = button.title = name;
    };
    show(move);
    if (at < 0) return button;
    const { least, most, words } = ranges[at];
    const number = made("input", {
      type: "number",
      min: String(least),
      max: String(most),
      value: String(least),
      ariaLabel: words,
      dataset: { least: String(least), moves: inRanges[at].map((each) => each?.name).join() },
      oninput: () => {
        const wanted = inRanges[at][number.valueAsNumber - least];
        button.disabled = !wanted;
        if (wanted) show(wanted);
      },
      onkeydown: ({ key }) => {
        if (key === "Enter") button.click();
      },
    });
    return [button, number];
  });
}

/** The screens by their addresses, and the address of the one that is shown. @type {Map<string, OwnTable<any>>} */
const loaded = new Map();
let current = "";

/** Return the screen at an address, after it has been loaded. @param {string} address */
export const ownTable = (address) => loaded.get(address);

/**
 * Load a screen, unless another position comes first.
 * @param {string} address @param {(address: string) => Omit<Host, keyof typeof TOOLS | "address">} hostAt
 * @returns {Promise<OwnTable<any> | undefined>} the screen, or nothing if it cannot be loaded
 */
export async function loadTable(address, hostAt) {
  const folder = new URL(address, import.meta.url).href;
  try {
    const [{ makeScreen }] = await Promise.all([import(`${folder}screen.js`), dressed(`${folder}screen.css`)]);
    const root = made("div.own-root", {});
    const table = makeScreen(root, { ...TOOLS, address: folder, ...hostAt(address) });
    roots.set(address, root);
    loaded.set(address, table);
    return table;
  } catch (error) {
    console.warn(error);
    return undefined;
  }
}

/** The elements in which the screens show themselves, by address. @type {Map<string, HTMLElement>} */
const roots = new Map();

/** Show the place of a screen, or of none. @param {string} address empty for none */
export function turnToOwn(address) {
  if (address === current) return;
  if (current) loaded.get(current)?.hide();
  current = address;
  area.replaceChildren(...(address ? [roots.get(address) ?? ""] : []));
}

/** Load styles. @param {string} address @returns {Promise<void>} */
function dressed(address) {
  return new Promise((resolve, reject) => {
    const link = made("link", { rel: "stylesheet", href: address, onerror: () => reject(new Error(`no ${address}`)) });
    link.onload = () => {
      if (link.sheet) adopt(link.sheet);
      resolve();
    };
    document.head.append(link);
  });
}
