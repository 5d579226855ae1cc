/** The end of a game of B'Twixt, part by part: when each is shown, without a browser. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const SCREEN = new URL("../../../src/westeros_intrigue/games/btwixt/screen/", import.meta.url);
const source = await readFile(new URL("course.js", SCREEN), "utf8");
const { COUNCIL, courseOf, FLIP, PLACE, turnsOf } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

/** Return the course of leaders in places, each with the council that counts. */
const course = (seats, small) =>
  courseOf(
    seats.map((seat) => ({ seat })),
    small.map((council) => ({ small: [council].flat() })),
  );

test("the last leader's councils are counted first, the weaker one before the other", () => {
  // Leader 2 is last, and council 1 counts for them; council 2 is their other one.
  const { councils, ranks } = course([0, 1, 3, 2], [0, 1, 1, 3]);
  assert.deepEqual([...councils.keys()], [1, 2, 3, 0]);
  assert.deepEqual([...councils.values()].slice(0, 2), [0, COUNCIL]);
  assert.deepEqual([...ranks.keys()], [2, 3, 1, 0]);
});

test("a leader's place is shown once both councils are counted, and nothing else is counted meanwhile", () => {
  for (const leaders of [3, 4, 5, 6]) {
    const seats = Array.from({ length: leaders }, (_, seat) => (seat + 1) % leaders).sort((a, b) => (a % 2) - (b % 2));
    const { councils, ranks, length } = course(
      seats,
      seats.map((_, seat) => seat),
    );
    assert.equal(councils.size, leaders);
    assert.deepEqual([...ranks.keys()], [...seats].reverse());
    for (const [seat, at] of ranks) {
      for (const council of [seat, (seat + leaders - 1) % leaders]) assert.ok(councils.get(council) + COUNCIL <= at);
      for (const from of councils.values()) assert.ok(from + COUNCIL <= at || at + PLACE <= from);
    }
    assert.equal(length, leaders * (COUNCIL + PLACE));
    assert.equal(Math.max(...ranks.values()) + PLACE, length, "the winner comes last");
  }
});

test("a council that two leaders share is counted once, and one in which both councils are equal counts from its own", () => {
  const { councils } = course([2, 1, 0], [[0, 2], [1], [1, 2]]);
  assert.deepEqual(
    [...councils.entries()],
    [
      [0, 0],
      [2, COUNCIL],
      [1, 2 * COUNCIL + PLACE],
    ],
  );
});

test("the sum grows with each token that turns over, all within the time of the council", () => {
  assert.deepEqual(
    turnsOf(7, [1, 3, 2]).map(({ sum }) => sum),
    [8, 11, 13],
  );
  assert.deepEqual(turnsOf(-1, [2]), [{ at: 0, sum: 1 }]);
  assert.deepEqual(turnsOf(5, []), []);
  for (const tokens of [2, 6, 24]) {
    const turns = turnsOf(0, Array(tokens).fill(1));
    assert.ok(turns.every(({ at }, token) => !token || at > turns[token - 1].at));
    assert.ok(turns[tokens - 1].at + FLIP <= COUNCIL);
  }
});
