/** A question of B'Twixt of a kind that no script knows: what is drawn of it, without a browser. */

import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const SOURCE = new URL("../../../src/westeros_intrigue/", import.meta.url);
const FOLDERS = ["play/page/browser/", "play/elements/", "games/btwixt/screen/"];

/** A folder with the scripts as the page has them: the parts of tables are beside them. */
const folder = await mkdtemp(join(tmpdir(), "screen-"));
await writeFile(join(folder, "package.json"), '{"type": "module"}');
for (const each of FOLDERS) await cp(new URL(each, SOURCE), folder, { recursive: true });
for (const name of (await readdir(folder)).filter((each) => each.endsWith(".js"))) {
  const source = await readFile(join(folder, name), "utf8");
  await writeFile(join(folder, name), source.replaceAll("../../../play/elements/", "./"));
}
test.after(() => rm(folder, { recursive: true }));
const addressOf = (name) => pathToFileURL(join(folder, name)).href;

/** An element, as far as the screen's scripts make one. */
class Part {
  constructor(tag) {
    Object.assign(this, { tag, children: [], dataset: {}, attributes: {} });
    this.classes = new Set();
    this.classList = { add: (...names) => names.forEach((name) => this.classes.add(name)) };
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
  document: {
    createElement: make,
    createElementNS: (_, tag) => make(tag),
    querySelector: () => null,
    head: { prepend: (looks) => looks.onload() },
  },
  HTMLButtonElement: Button,
  Node: Part,
});

const { answers, heading, note } = await import(addressOf("dock.js"));
const { sheet } = await import(addressOf("sheet.js"));
const { Told } = await import(addressOf("words.js"));

const REQUEST = "Choose two allies that change places";
const MOVES = ["choose shae", "decline"];

/** Return what is told of a position in which the viewer is asked a kind of question. */
const asking = (kind) =>
  new Told(
    {
      viewer: 0,
      asked: { kind, heading: REQUEST, seats: [0], card: "", ally: "", leader: null, count: null },
      options: MOVES.map((move) => ({ move, card: "", leader: "", ally: "", council: null, to: null })),
      leaders: Array.from({ length: 3 }, () => ({ pile: [] })),
      leader_cards: [],
      shown_hands: [],
      put_back: [],
      hand: [],
      cards: [],
      allies: [],
      bid: null,
    },
    ["", "Mira", "Hal"],
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
  assert.equal(over.ariaLabel, REQUEST);
  const buttons = over.all("button");
  for (const button of buttons) button.onclick();
  assert.deepEqual(played, MOVES);
  assert.deepEqual(
    buttons.map((each) => each.textContent),
    MOVES.map((move) => `The words of ${move}`),
  );
  assert.ok(buttons.every(({ classes, dataset }) => classes.has("t-button") && dataset.key === `move ${dataset.move}`));
});

test("the dock says what is asked, and where the answer is", () => {
  const told = asking("swap-allies");
  assert.equal(heading(told), REQUEST);
  const table = { told, isAsked: true, targets: new Map(), play: () => {} };
  assert.deepEqual(answers(table, { at: null, from: null }), []);
  const [text] = note(told, true);
  assert.equal(text.textContent, "The answer is above your hand.");
});

test("a question that is answered in the dock has no sheet over the ring", () => {
  for (const kind of ["turn", "draft", "bid-card", "ally-move"]) assert.equal(drawn(kind).over, null, kind);
});
