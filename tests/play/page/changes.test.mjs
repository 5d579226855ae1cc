/** What moves at Monopoly's table: two positions of a game, without a browser. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const SCREEN = new URL("../../../src/westeros_intrigue/games/monopoly/screen/", import.meta.url);
const source = await readFile(new URL("changes.js", SCREEN), "utf8");
const { between, changesOf } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

/** A deed of a family; none for the spaces between. */
const deed = (family, owner = null, is_whole = false, more = {}) => ({
  family,
  owner,
  is_whole,
  level: 0,
  mortgaged: false,
  ...more,
});
/** Two players, and a family of two deeds of which the first player has one. */
const TABLE = {
  seats: [{ cash: 20 }, { cash: 15 }],
  spaces: [deed(null), deed(0, 0), deed(null), deed(0), deed(1, 1)],
  last_throw: { player: 0, dice: [1, 2] },
  card: null,
};
const WHOLE = [deed(null), deed(0, 0, true), deed(null), deed(0, 0, true), deed(1, 1)];
const changed = (now, before = {}) => changesOf({ ...TABLE, ...before }, { ...TABLE, ...now });

test("nothing moves at a table that stays as it is, nor at one that is drawn again", () => {
  const { isThrown, isDrawn, payer, ...lists } = changed({ seats: TABLE.seats.map((seat) => ({ ...seat })) });
  assert.deepEqual([isThrown, isDrawn, payer], [false, false, null]);
  for (const list of Object.values(lists)) assert.deepEqual(list, []);
});

test("a card turns over when it is drawn, and lies still until the next one", () => {
  const first = { number: 1, player: 0, words: "collect 2" };
  assert.ok(changed({ card: first }).isDrawn);
  assert.ok(!changed({ card: { ...first } }, { card: first }).isDrawn);
  assert.ok(changed({ card: { ...first, number: 2 } }, { card: first }).isDrawn, "another card with the same words");
  assert.ok(!changed({}, { card: first }).isDrawn, "the next throw takes it away");
});

test("a set glows once, when its last deed comes to the others", () => {
  assert.deepEqual(changed({ spaces: WHOLE }).sets, [{ owner: 0, spaces: [1, 3] }]);
  assert.deepEqual(changed({ spaces: WHOLE }, { spaces: WHOLE }).sets, []);
  const sold = WHOLE.map((space) => (space.family === 0 ? { ...space, owner: 1 } : space));
  assert.deepEqual(changed({ spaces: sold }, { spaces: WHOLE }).sets, [{ owner: 1, spaces: [1, 3] }]);
  assert.deepEqual(changed({}, { spaces: WHOLE }).sets, [], "a set that is broken");
});

test("coins go from the first who has less, and none come from the Treasury", () => {
  const paid = changed({ seats: [{ cash: 15 }, { cash: 20 }] });
  assert.deepEqual(
    [paid.payer, paid.purses],
    [
      0,
      [
        { seat: 0, from: 20, to: 15 },
        { seat: 1, from: 15, to: 20 },
      ],
    ],
  );
  const earned = changed({ seats: [{ cash: 22 }, { cash: 15 }] });
  assert.deepEqual([earned.payer, earned.purses], [null, [{ seat: 0, from: 20, to: 22 }]]);
});

test("deeds, buildings and mortgages are told apart", () => {
  const { deeds, built, turned } = changed({
    spaces: [
      deed(null),
      deed(0, 0, true, { level: 1 }),
      deed(null),
      deed(0, 0, true),
      deed(1, 1, false, { mortgaged: true }),
    ],
  });
  assert.deepEqual([deeds, built, turned], [[{ space: 3, from: null, to: 0 }], [1], [4]]);
  const sold = changed({}, { spaces: WHOLE.map((space) => ({ ...space, level: space.family === 0 ? 1 : 0 })) });
  assert.deepEqual([sold.deeds, sold.built], [[], []], "a deed that returns and a building that is sold");
});

test("an amount counts in whole coins from the old one to the new one, and no further", () => {
  const shown = (from, to) => [-0.1, 0, 0.25, 0.5, 1, 1.4].map((part) => between(from, to, part));
  assert.deepEqual(shown(10, 18), [10, 10, 12, 14, 18, 18]);
  assert.deepEqual(shown(9, 0), [9, 9, 7, 5, 0, 0]);
});
