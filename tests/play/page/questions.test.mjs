/** A question of B'Twixt of a kind that no script knows: what is drawn of it, without a browser. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const SCREEN = new URL("../../../src/westeros_intrigue/games/btwixt/screen/", import.meta.url);
const loaded = new Map();

/** Return the address of a script of the screen, with the scripts that it imports in it. */
async function addressOf(name) {
  let source = await readFile(new URL(name, SCREEN), "utf8");
  for (const [statement, other] of source.matchAll(/from "\.\/([\w.]+)"/g)) {
    if (!loaded.has(other)) loaded.set(other, await addressOf(other));
    source = source.replace(statement, `from "${loaded.get(other)}"`);
  }
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** An element, as far as the screen's scripts make one. */
class Part {
  constructor(tag) {
    Object.assign(this, { tag, children: [], dataset: {}, attributes: {} });
    this.classes = new Set();
    this.classList = { add: (name) => this.classes.add(name) };
    this.style = { setProperty: () => {} };
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  addEventListener(name, listener) {
    this[`on${name}`] = listener;
  }

  append(...children) {
    this.children.push(...children);
  }

  get textContent() {
    return this.children.map((each) => (typeof each === "string" ? each : each.textContent)).join("");
  }

  /** Every element of a tag in it. */
  all(tag) {
    const within = this.children.filter((each) => typeof each !== "string").flatMap((each) => each.all(tag));
    return this.tag === tag ? [this, ...within] : within;
  }
}

class Button extends Part {}
const make = (tag) => (tag === "button" ? new Button(tag) : new Part(tag));
Object.assign(globalThis, {
  document: { createElement: make, createElementNS: (_, tag) => make(tag) },
  HTMLButtonElement: Button,
});

const { answers, heading } = await import(await addressOf("dock.js"));
const { sheet } = await import(await addressOf("sheet.js"));
const { Told } = await import(await addressOf("words.js"));

const REQUEST = "Choose two allies that change places";
const MOVES = ["choose shae", "decline"];

/** Return what is told of a position in which the viewer is asked a kind of question. */
const asking = (kind) =>
  new Told(
    {
      viewer: 0,
      asked: { kind, heading: REQUEST, seats: [0], card: "", ally: "", leader: null, count: null },
      options: MOVES.map((move) => ({ move, card: "", leader: "", ally: "", council: null, to: null })),
      leaders: [{}, {}, {}],
      leader_cards: [],
      shown_hands: [],
      put_back: [],
      hand: [],
      cards: [],
      allies: [],
    },
    ["", "Mira", "Hal"],
    (names) => names,
  );

/** Return the sheet of a kind, and the moves that have been played. */
function drawn(kind) {
  const played = [];
  const listed = () =>
    MOVES.map((move) => {
      const button = make("button");
      button.append(`The words of ${move}`);
      Object.assign(button.dataset, { move });
      button.onclick = () => played.push(move);
      return button;
    });
  return { over: sheet(asking(kind), { picked: "", pick: () => {}, play: () => {}, listed }), played };
}

test("a kind that no script knows has its request as the heading, and a button for each move", () => {
  const { over, played } = drawn("swap-allies");
  assert.deepEqual(
    over.all("h2").map((each) => each.textContent),
    [REQUEST],
  );
  assert.equal(over.attributes["aria-label"], REQUEST);
  const buttons = over.all("button");
  for (const button of buttons) button.onclick();
  assert.deepEqual(played, MOVES);
  assert.deepEqual(
    buttons.map((each) => each.textContent),
    MOVES.map((move) => `The words of ${move}`),
  );
  assert.ok(buttons.every(({ classes, dataset }) => classes.has("bt-btn") && dataset.key === `move ${dataset.move}`));
});

test("the dock says what is asked, and where the answer is", () => {
  const told = asking("swap-allies");
  assert.equal(heading(told), REQUEST);
  const [note] = answers(told, true, null, null, () => {});
  assert.equal(note.textContent, `${REQUEST}The answer is above your hand.`);
});

test("a question that is answered at the table has no sheet over it", () => {
  for (const kind of ["turn", "draft", "bid-card", "ally-move"]) assert.equal(drawn(kind).over, null, kind);
});
