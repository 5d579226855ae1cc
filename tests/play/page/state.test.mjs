/** What a screen shows, announces and drops: events in a row, without a browser, in milliseconds. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const BROWSER = new URL("../../../src/westeros_intrigue/play/page/browser/", import.meta.url);
// Browsers take any file for a module that a page calls one; Node goes by the ending.
const source = await readFile(new URL("state.js", BROWSER), "utf8");
const { absenceOf, alertOf, FULL, isEnded, isRead, LATE, lentByOthers, noticeOf, reactionIn, reduce, START } = await import(
  `data:text/javascript,${encodeURIComponent(source)}`
);

/** A person alone at the card game with two computer players, to move. */
const TURN = {
  kind: "position",
  game: "westeros-intrigue-1",
  moment: 5,
  waits_for: "person",
  active: 0,
  viewer: 0,
  here: [0],
  told: ["Ada placed S4.", "Ben placed L2."],
  story: [],
  away: [],
  claims: [],
  arrivals: [],
  seats: [
    { name: "Ada", who: "person", player: "person", stand_in: "", is_asked: false },
    { name: "Ben", who: "person", player: "person", stand_in: "", is_asked: false },
    { name: "Mira", who: "squire", player: "squire", stand_in: "", is_asked: false },
  ],
};
const AWAY = { seat: 1, seconds: 5, free_in: 55, has_come: true, how: "gone" };
const WAITING = { ...TURN, moment: 6, waits_for: "step", active: 1, told: [...TURN.told, "You placed T1."] };
const ROUND_END = { ...TURN, moment: 9, waits_for: "round", active: null, story: ["Ben draws a card."] };
const NEXT_ROUND = { ...TURN, moment: 11, told: ["Round 2 begins."] };
const GAME_END = { ...TURN, moment: 20, waits_for: "nobody", active: null, story: ["Ada wins."] };

/** Return the state after events in a row, from a page that has just been opened. */
const after = (...events) => events.reduce(reduce, START);
const show = (answer, isNew) => ({ do: "shown", answer, isNew });
const refresh = (answer) => ({ do: "refreshed", answer });
const hear = (news) => ({ do: "heard", news });

// Screens

for (const [what, answer, screen] of [
  ["one's own turn is the table", TURN, "game"],
  ["another's turn is the table", WAITING, "game"],
  ["the end of a round is the table", ROUND_END, "game"],
  ["the end of a game has a screen of its own", GAME_END, "ending"],
  ["another game has another table", { ...TURN, kind: "table" }, "any"],
  ["the other person at a screen is covered", { ...TURN, active: 1, here: [0, 1] }, "cover"],
  ["so is each of two before anybody has looked", { ...TURN, viewer: null, here: [0, 1] }, "cover"],
  ["a friend at another screen is not", { ...TURN, active: 1 }, "game"],
  ["a spectator watches the table", { ...TURN, viewer: null, here: [] }, "game"],
]) {
  test(`screens: ${what}`, () => assert.equal(after(show(answer)).screen, screen));
}

test("a reader of a review stays there, and another game that has ended is shown", () => {
  const reviewed = after(show(GAME_END), { do: "turned", screen: "review" });
  assert.equal(reduce(reviewed, show({ ...GAME_END, here: [] })).screen, "review");
  assert.equal(reduce(reviewed, show({ ...GAME_END, game: "other-2" })).screen, "ending");
  assert.ok(isEnded(reviewed, GAME_END.game));
  assert.ok(!isEnded(reviewed, "other-2"));
});

test("the lesson stays in sight while others play, until it is over", () => {
  const learning = after({ do: "taught", lesson: "open" }, show(WAITING, true), refresh(TURN));
  assert.equal(learning.screen, "puzzle");
  assert.equal(learning.position, TURN);
  const over = reduce(learning, { do: "taught", lesson: "over" });
  assert.equal(reduce(over, show(TURN)).screen, "game");
});

// Announcements

test("each sentence is announced once, and all of a new round", () => {
  let state = after(show(TURN));
  assert.deepEqual(state.news, TURN.told);
  state = reduce(state, show(WAITING));
  assert.deepEqual(state.news, ["You placed T1."]);
  state = reduce(state, refresh({ ...WAITING, here: [0, 1] }));
  assert.deepEqual(state.news, []);
  state = reduce(state, show(NEXT_ROUND));
  assert.deepEqual(state.news, ["Round 2 begins."]);
});

test("of a game that is opened, nothing old is announced", () => {
  const state = after(show(WAITING, true));
  assert.deepEqual(state.news, []);
  assert.deepEqual(reduce(state, show({ ...WAITING, told: [...WAITING.told, "More."] })).news, ["More."]);
});

// News of other players

test("an answer about the same moment changes who is there, and drops no answer on its way", () => {
  const state = after(show(TURN));
  const next = reduce(state, refresh({ ...TURN, away: [AWAY] }));
  assert.deepEqual(next.position.away, [AWAY]);
  assert.equal(next.visit, state.visit);
});

test("a move of another player is shown, and answers about the moment before are late", () => {
  const state = after(show(WAITING));
  const next = reduce(state, refresh({ ...TURN, moment: 7 }));
  assert.equal(next.position.moment, 7);
  assert.notEqual(next.visit, state.visit);
});

test("the end of a round stays until its reader continues, and the next round waits", () => {
  const reading = after(show(ROUND_END));
  assert.ok(isRead(reading));
  const called = reduce(reading, refresh(NEXT_ROUND));
  assert.deepEqual([called.position, called.waiting, called.visit], [ROUND_END, NEXT_ROUND, reading.visit]);
  const played = reduce(called, show(NEXT_ROUND));
  assert.deepEqual([played.position, played.waiting], [NEXT_ROUND, null]);
  assert.ok(!isRead(played));
});

test("a spectator is not kept at the end of a round", () => {
  const state = after(show({ ...ROUND_END, here: [], viewer: null }), refresh({ ...NEXT_ROUND, here: [] }));
  assert.deepEqual([state.position.moment, state.waiting], [11, null]);
});

test("news of the moment that is shown asks for nothing, and any other news asks", () => {
  const state = after(show(TURN));
  assert.ok(!reduce(state, hear("5")).isStale);
  for (const news of ["6", "seats", "", FULL, LATE]) assert.ok(reduce(state, hear(news)).isStale, news);
});

test("what happens during a question is asked about again, and so is what comes too late", () => {
  const asking = after(show(TURN), hear("6"), { do: "asked" });
  assert.ok(!asking.isStale);
  assert.ok(reduce(asking, hear("7")).isStale);
  assert.ok(reduce(asking, { do: "missed" }).isStale);
});

test("another game at the table takes the place of this one once", () => {
  const state = after(show(GAME_END), hear("westeros-intrigue-2"));
  assert.deepEqual([state.position, state.next], [null, "westeros-intrigue-2"]);
  assert.notEqual(state.visit, after(show(GAME_END)).visit);
  assert.equal(reduce(state, hear("seats")).next, "");
  assert.equal(reduce(state, show(TURN)).next, "");
});

test("the reader of a review chooses when to go to another game at the table", () => {
  const reading = after(show(GAME_END), { do: "turned", screen: "review" }, hear("westeros-intrigue-2"));
  assert.deepEqual([reading.screen, reading.position], ["review", GAME_END]);
  for (const event of [hear("seats"), refresh({ ...GAME_END, here: [] })]) {
    const state = reduce(reading, event);
    assert.deepEqual([state.screen, state.next], ["review", "westeros-intrigue-2"]);
    const notice = noticeOf(state, 0);
    assert.equal(notice.text, "Another game has begun at this table.");
    assert.deepEqual(notice.choices, [{ title: "Go there", isOnward: true }]);
  }
  const left = after(show(GAME_END), { do: "turned", screen: "review" }, { do: "left" }, hear("westeros-intrigue-2"));
  assert.deepEqual([left.position, left.next], [null, ""]);
  assert.equal(reduce(reading, show({ ...TURN, game: "westeros-intrigue-2" })).next, "");
});

test("news of a game that was left changes nothing", () => {
  const state = after(show(TURN), { do: "left" });
  assert.deepEqual(reduce(state, hear("9")), state);
  assert.deepEqual(reduce(state, refresh(TURN)), state);
  assert.equal(reduce(state, { do: "left" }).visit, state.visit);
});

// Alerts about the connection

test("an engine that is gone is said to be, in words for its reader, until it is back", () => {
  const lost = after(show(TURN), { do: "lost", isSilent: false });
  assert.match(alertOf(lost), /If the command “westeros-intrigue web” has stopped, start it again/);
  assert.match(alertOf(reduce(lost, { do: "visited", isVisitor: true })), /^No connection to the host's computer/);
  assert.match(alertOf(reduce(lost, { do: "lost", isSilent: true })), /does not answer/);
  assert.equal(alertOf(reduce(lost, { do: "reached" })), "");
});

test("who leaves while the next game is on its way does not see it", () => {
  const following = after(show(GAME_END), hear("westeros-intrigue-2"));
  const gone = reduce(following, { do: "left" });
  assert.notEqual(gone.visit, following.visit, "the answer with the next game is late");
  assert.equal(reduce(gone, { do: "left" }).visit, gone.visit);
  const heard = after(show(GAME_END), hear("westeros-intrigue-2"), hear("3"));
  assert.notEqual(reduce(heard, { do: "left" }).visit, heard.visit);
  const shown = reduce(following, show({ ...TURN, game: "westeros-intrigue-2" }));
  assert.equal(shown.isFollowing, false);
});

test("refused news is said to be late, until news comes or the game is left", () => {
  for (const [news, told] of [
    [FULL, /no room/],
    [LATE, /refuses/],
  ]) {
    const late = after(show(TURN), hear(news));
    assert.match(alertOf(late), told);
    assert.equal(alertOf(reduce(late, hear("6"))), "");
    assert.equal(alertOf(reduce(late, { do: "left" })), "");
    const [lost, reached] = [{ do: "lost", isSilent: false }, { do: "reached" }];
    assert.match(alertOf([lost, reached].reduce(reduce, late)), told);
  }
});

// All events

test("no event changes the state before it, and an unknown one is refused", () => {
  const state = Object.freeze({ ...after(show(TURN)), news: Object.freeze(["News."]) });
  const events = [show(WAITING), refresh(WAITING), hear("6"), hear("other-2"), { do: "left" }, { do: "asked" }];
  for (const event of events) assert.notEqual(reduce(state, event), state);
  assert.throws(() => reduce(state, { do: "nothing" }), /no such event: {"do":"nothing"}/);
});

// People who come, go and return

const ABSENT = { ...TURN, active: 1, away: [AWAY] };
/** Return Ada's table with a stand-in in a seat. */
const lent = (seat, is_asked, here = [0]) => ({
  ...TURN,
  here,
  seats: TURN.seats.map((each, at) =>
    at === seat ? { ...each, player: "greedy", stand_in: "Oswin", is_asked } : each,
  ),
});

for (const [since, text, titles] of [
  [0, null, []],
  [14, null, []],
  [15, "Ben is to move, and has been away for 20 seconds. In 40 seconds, the computer may play on.", []],
  [54, "Ben is to move, and has been away for 59 seconds. In 1 second, the computer may play on.", []],
  [55, "Ben is to move, and has been away for 60 seconds.", ["Let the computer play"]],
  [200, "Ben is to move, and has been away for 3 minutes.", ["Let the computer play"]],
]) {
  test(`notice: ${since} seconds later`, () => {
    const notice = noticeOf(after(show(ABSENT)), since);
    assert.equal(notice && notice.text, text);
    assert.deepEqual(notice?.choices.map(({ title }) => title) ?? [], titles);
  });
}

test("notice: a newcomer who plays for somebody gives the seat back to nobody", () => {
  const position = lent(0, false);
  assert.deepEqual(lentByOthers({ position, chair: null }), [0]);
  assert.match(noticeOf({ position, chair: null, dismissed: [] }, 0)?.text ?? "", /Oswin plays for you/);
  const chair = { is_stand_in: true };
  assert.deepEqual(lentByOthers({ position, chair }), []);
  assert.equal(noticeOf({ position, chair, dismissed: [] }, 0), null);
});

test("notice: a spectator reads who is away and lets nobody play", () => {
  const notice = noticeOf(after(show({ ...ABSENT, here: [], viewer: null })), 60);
  assert.deepEqual(notice, { text: "Ben is to move, and has been away for 65 seconds.", choices: [], isWaiting: true });
});

test("notice: who is away without being to move stops nobody", () => {
  assert.equal(noticeOf(after(show({ ...ABSENT, active: 2 })), 60), null);
});

test("notice: a chair in which nobody has sat down is expected", () => {
  const free = { ...ABSENT, away: [{ ...AWAY, has_come: false }] };
  assert.match(noticeOf(after(show(free)), 60).text, /has been expected for 65 seconds/);
});

for (const [how, told, short] of [
  ["pocket", "looking elsewhere for 65 seconds", "looks elsewhere"],
  ["dark", "without connection for 65 seconds", "is without connection"],
  ["gone", "away for 65 seconds", "is not here"],
]) {
  test(`notice: how somebody is away, ${how}`, () => {
    const away = [{ ...AWAY, how }];
    assert.match(noticeOf(after(show({ ...ABSENT, away })), 60).text, new RegExp(`has been ${told}\\.`));
    assert.deepEqual([absenceOf(away, 1), absenceOf(away, 0), absenceOf(away, null)], [short, "", ""]);
  });
}

test("a seat that others have lent is taken back, and one's own wish stays", () => {
  assert.deepEqual(lentByOthers(after(show(lent(0, false)))), [0]);
  assert.deepEqual(lentByOthers(after(show(lent(0, true)))), []);
  assert.deepEqual(lentByOthers(after(show(lent(1, false)))), []);
  assert.equal(noticeOf(after(show(lent(0, true))), 0).text, "Oswin plays for you.");
  assert.equal(noticeOf(after(show(lent(1, true, [0, 1]))), 0).text, "Oswin plays for Ben.");
  assert.equal(noticeOf(after(show(lent(1, true))), 0), null);
});

const CLAIM = { number: 7, seat: 1, words: "blue lion", name: null };

test("a newcomer who says that a seat is theirs is let in by who plays, by the same words", () => {
  const claimed = { ...TURN, claims: [CLAIM] };
  const { text, choices } = noticeOf(after(show(claimed)), 0);
  assert.match(text, /“I am Ben”, says somebody. Ben's screen must show “blue lion”/);
  assert.deepEqual(choices[0], { title: "It is Ben", request: { do: "admit", claim: 7, is_right: true } });
  assert.equal(choices[1].request.is_right, false);
  assert.match(noticeOf(after(show({ ...claimed, here: [1] })), 0).text, /Somebody says that they are you/);
});

test("who wants to sit down in a game under way is let in by all who play", () => {
  const claims = [{ ...CLAIM, name: "Zoe" }];
  const { text, choices } = noticeOf(after(show({ ...TURN, claims })), 0);
  assert.equal(text, "Zoe would like to sit down, and shows “blue lion”. All who play must agree.");
  const seats = TURN.seats.map((seat, at) => (at === 1 ? { ...seat, name: "Mira", who: "squire" } : seat));
  const computers = noticeOf(after(show({ ...TURN, seats, claims })), 0);
  assert.match(computers.text, /^Zoe would like to play instead of Mira, and shows “blue lion”/);
  const two = [...claims, { ...CLAIM, number: 8, name: "Max", words: "red fox" }];
  const notice = noticeOf(after(show({ ...TURN, claims: two })), 0);
  assert.match(notice.text, /^2 people would like to sit down here/);
  assert.equal(notice.choices.length, 4);
  assert.deepEqual(
    choices.map(({ request }) => request.is_right),
    [true, false],
  );
});

test("until the game begins, no screen is covered, and the host begins it", () => {
  const free = { ...AWAY, has_come: false };
  const lobby = { ...TURN, waits_for: "friends", here: [], viewer: null, away: [free] };
  assert.equal(after(show(lobby)).screen, "game");
  const host = noticeOf(after(show(lobby)), 0);
  assert.equal(host.text, "1 chair is free. Until all are taken, no cards are shown.");
  assert.deepEqual(host.choices, [{ title: "Begin with the computer", request: { do: "begin" } }]);
  assert.match(noticeOf(after(show({ ...lobby, away: [] })), 0).text, /^All chairs are taken: see Ada, Ben\./);
  const friend = { ...after(show(lobby)), chair: { seat: 1 } };
  assert.deepEqual(noticeOf(friend, 0), { text: "The game begins when all have come: 1 chair is free.", choices: [] });
  assert.match(noticeOf({ ...friend, position: { ...lobby, away: [] } }, 0).text, /the host begins/);
});

test("who sits down under way reads from when they play, and a spectator does not", () => {
  const position = { ...lent(1, false, []), waits_for: "step" };
  const waiting = noticeOf({ position, chair: { seat: 1 }, dismissed: [] }, 0);
  assert.equal(waiting.text, "You play from the next deal on. Until then, Oswin plays.");
  assert.equal(noticeOf({ position, chair: { seat: null }, dismissed: [] }, 0), null);
});

test("of two who ask for one seat, each is answered by the words of its screen", () => {
  const claims = [CLAIM, { ...CLAIM, number: 9, words: "red owl" }, { ...CLAIM, number: 11, seat: 2 }];
  const { text, choices } = noticeOf(after(show({ ...TURN, claims })), 0);
  assert.match(text, /^2 people say “I am Ben”/);
  assert.deepEqual(
    choices.map(({ title, request }) => [title, request.claim, request.is_right]),
    [
      ["“blue lion”", 7, true],
      ["Not “blue lion”", 7, false],
      ["“red owl”", 9, true],
      ["Not “red owl”", 9, false],
    ],
  );
});

const ARRIVAL = { seat: 0, number: 0, by: "Ben", is_asked: true };

test("the person of a seat is asked about a screen that others let in, and the others are told once", () => {
  const { text, choices } = noticeOf(after(show({ ...TURN, arrivals: [ARRIVAL] })), 0);
  assert.equal(text, "Somebody came in as you, let in by Ben: was it you?");
  assert.deepEqual(choices[1].request, { do: "vouch", seat: 0, number: 0, is_own: false });
  const arrivals = [{ ...ARRIVAL, is_asked: false }];
  assert.equal(noticeOf(after(show({ ...TURN, arrivals })), 0), null); // on the screen that came in
  assert.equal(noticeOf(after(show({ ...TURN, arrivals, here: [1] })), 0), null); // on that of Ben
  assert.equal(noticeOf(after(show({ ...TURN, arrivals, here: [] })), 0), null); // of a spectator
  const other = after(show({ ...TURN, arrivals, here: [2] }));
  const told = noticeOf(other, 0);
  assert.equal(told.text, "Ben has let somebody in as Ada, from another browser.");
  assert.equal(noticeOf(reduce(other, told.choices[0].event), 0), null);
  assert.equal(noticeOf(other, 30), null); // the table is quiet meanwhile
});

// The door of a table

const OFFER = { game: "westeros-intrigue-1", seats: TURN.seats, chairs: [] };
const ASKED = { claim: "c", words: "blue lion", is_contested: false };
const offer = (known = [], more = {}) => ({ do: "offered", offer: { ...OFFER, ...more }, known });

test("the question whose seat it is stays, whoever comes and goes meanwhile", () => {
  const asking = after(offer(), { do: "claimed", seat: 1, answer: ASKED });
  for (const events of [[offer()], [offer([], { host: "Hal" }), hear("seats")], [{ do: "left" }, offer()]]) {
    const { door } = events.reduce(reduce, asking);
    assert.deepEqual([door.at, door.seat, door.claim, door.words], ["asked", 1, "c", "blue lion"]);
  }
  assert.equal(reduce(asking, offer([], { host: "Hal" })).door.offer.host, "Hal");
  const rival = reduce(asking, { do: "claimed", seat: 1, answer: { ...ASKED, is_contested: true } });
  assert.ok(rival.door.isContested);
  assert.equal(reduce(rival, { do: "unclaimed" }).door.at, "choosing");
});

test("a browser that has a seat already is asked who is there", () => {
  const known = [{ secret: "s", name: "Ada" }];
  const state = after(offer(known));
  assert.deepEqual([state.door.at, state.door.known], ["known", known]);
  const choosing = reduce(state, { do: "welcomed" });
  assert.equal(choosing.door.at, "choosing");
  assert.equal(reduce(choosing, offer(known)).door.at, "choosing");
  assert.equal(after(offer()).door.at, "choosing");
  for (const event of [{ do: "welcomed" }, { do: "unclaimed" }, { do: "claimed", seat: 1, answer: ASKED }])
    assert.equal(after(event).door, null);
});

test("a reaction is news of its own", () => {
  assert.deepEqual(reactionIn("reaction 2 clap"), { seat: 2, sign: "clap" });
  for (const news of ["seats", "12", "", "westeros-intrigue-2", FULL]) assert.equal(reactionIn(news), null);
});
