// Checks every test vector with an engine of its own, written from docs/vectors.md alone.
//
// It shows that the vectors and their page suffice to write the rules again in another language.
// Plain JavaScript, no packages: node tests/vectors_reader.mjs [folder]
// It prints one line a file, and exits with 1 if a vector and this engine disagree.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

const HOUSES = ["S", "L", "B", "T"];
const DECK = HOUSES.flatMap((house) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${house}${n}`));
const RIVALS = { S: "L", L: "S", B: "T", T: "B" };

// ---------------------------------------------------------------- notation

const CARD = "(stark|lannister|baratheon|targaryen|[slbt])[ \\t]*([1-9])(?![0-9])";
const SLOT = "([a-z])([-+\u2212]?)([0-9]+)";
const PLACED_IN = "(?:[ \\t]*@[ \\t]*|[ \\t]+(?:to|at|in)[ \\t]+|[ \\t]+)";
const BETWEEN = "[ \\t\\r\\n]*,?[ \\t\\r\\n]*";

const cardText = ([house, number]) => house[0].toUpperCase() + number;

function slotNotation([row, sign, digits]) {
  const column = BigInt(digits);
  if (column > 10n ** 100n) return null;
  return row.toLowerCase() + (sign === "" || sign === "+" ? column : -column);
}

/** What a text says, read as `docs/vectors.md` tells; null if it is no notation. */
function readNotation(reads, text) {
  const whole = (pattern) =>
    new RegExp(`^[ \\t\\r\\n]*(?:${pattern})[ \\t\\r\\n]*$`, "i").exec(text)?.slice(1);
  if (reads === "hand") {
    if (whole("-")) return [];
    if (!whole(`${CARD}(?:${BETWEEN}${CARD})*`)) return null;
    const cards = [...text.matchAll(new RegExp(CARD, "gi"))].map((found) => cardText(found.slice(1)));
    return new Set(cards).size === cards.length ? cards : null;
  }
  const parts = whole({ card: CARD, slot: SLOT, move: CARD + PLACED_IN + SLOT }[reads]);
  if (!parts) return null;
  if (reads === "card") return cardText(parts);
  const slot = slotNotation(parts.slice(-3));
  return slot && (reads === "slot" ? slot : `${cardText(parts)}@${slot}`);
}

// ---------------------------------------------------------------- slots and the court

const slotText = (row, column) => `${String.fromCharCode(97 + row)}${column}`;
const parseSlot = (text) => [text.charCodeAt(0) - 97, Number(text.slice(1))];
const parseMove = (text) => text.split("@");
const below = (row, column) => [slotText(row - 1, column), slotText(row - 1, column + 1)];
const has = (court, slot) => Object.hasOwn(court, slot);

function bottomColumns(court) {
  return Object.keys(court).map(parseSlot).filter(([row]) => row === 0).map(([, column]) => column);
}

function sortedCourt(court) {
  const order = (a, b) => {
    const [rowA, columnA] = parseSlot(a);
    const [rowB, columnB] = parseSlot(b);
    return rowA - rowB || columnA - columnB;
  };
  return Object.fromEntries(Object.keys(court).sort(order).map((slot) => [slot, court[slot]]));
}

const NO_FACTS = {
  found: [], slots: [], player: null, active_player: null, width_limit: null, dictated: null,
};

/** Every placing rule that keeps a card out of a slot, in order. */
function courtViolations(court, widthLimit, card, slot) {
  const violation = (code, rule, facts) =>
    ({ code, rule, house: card[0], card, slot, ...NO_FACTS, ...facts });
  if (has(court, slot)) return [violation("slot-taken", "court.vacant", { found: [court[slot]] })];
  const [row, column] = parseSlot(slot);
  if (row > 0) {
    const missing = below(row, column).filter((support) => !has(court, support));
    if (missing.length) {
      return [violation("support-missing", "court.support", { slots: missing })];
    }
    const found = below(row, column).map((support) => court[support]);
    if (found.some((other) => other[0] === card[0])) return [];
    return [violation("house-unmatched", "court.match", { found })];
  }
  const columns = bottomColumns(court);
  if (columns.length === 0) {
    if (column === 0) return [];
    return [violation("not-first-slot", "court.first", { slots: ["a0"] })];
  }
  const ends = [Math.min(...columns) - 1, Math.max(...columns) + 1];
  const isFull = columns.length >= widthLimit;
  const broken = [];
  if (isFull) broken.push(violation("row-full", "court.width", { width_limit: widthLimit }));
  if (!ends.includes(column)) {
    const slots = isFull ? [] : ends.map((end) => slotText(0, end));
    broken.push(violation("not-beside", "court.beside", { slots }));
  }
  return broken;
}

/** Whether some order of placements builds these cards. */
function isPossibleCourt(cards, widthLimit) {
  if (new Set(Object.values(cards)).size < Object.keys(cards).length) return false;
  let built = {};
  const waiting = { ...cards };
  for (let grown = true; grown;) {
    grown = false;
    for (const [slot, card] of Object.entries(waiting)) {
      if (courtViolations(built, widthLimit, card, slot).length === 0) {
        built = { ...built, [slot]: card };
        delete waiting[slot];
        grown = true;
      }
    }
  }
  return Object.keys(waiting).length === 0;
}

/** The slots that take a house, in slot order. */
function openSlots(court, widthLimit, house) {
  const candidates = new Set(["a0"]);
  for (const slot of Object.keys(court)) {
    const [row, column] = parseSlot(slot);
    for (const beside of [column - 1, column + 1]) candidates.add(slotText(row, beside));
    for (const above of [column - 1, column]) candidates.add(slotText(row + 1, above));
  }
  const open = [...candidates].filter(
    (slot) => courtViolations(court, widthLimit, `${house}0`, slot).length === 0,
  );
  return Object.keys(sortedCourt(Object.fromEntries(open.map((slot) => [slot, ""]))));
}

// ---------------------------------------------------------------- whose turn, and what is legal

const isOut = (position, player) => position.eliminations.some((out) => out.player === player);
const isAutomated = (position, player) => position.automated.includes(player);

function canPlace(position, player) {
  const houses = new Set(position.hands[player].map((card) => card[0]));
  return [...houses].some(
    (house) => openSlots(position.court, position.width_limit, house).length > 0,
  );
}

/** What the procedure of an automated house draws, sets aside and places. */
function procedure(position, player) {
  const setAside = [];
  for (const card of position.hands[player]) {
    const open = openSlots(position.court, position.width_limit, card[0]);
    if (open.length) {
      const highest = Math.max(...open.map((slot) => parseSlot(slot)[0]));
      const inRow = open.filter((slot) => parseSlot(slot)[0] === highest);
      const slot = position.houses[player] === "T" ? inRow.at(-1) : inRow[0];
      return { card, slot, setAside };
    }
    setAside.push(card);
  }
  return { card: null, slot: null, setAside };
}

/** Pass the turn from a seat on, and put out whoever cannot place a card. */
function passTurn(position, seat) {
  for (let step = 0; step < position.players; step += 1) {
    const player = (seat + step) % position.players;
    if (isOut(position, player)) continue;
    if (canPlace(position, player)) {
      position.active_player = player;
      return;
    }
    const hand = position.hands[player];
    position.eliminations.push({
      player, placements_before: position.placement_count, cards_left: hand.length,
    });
    if (isAutomated(position, player)) {
      // It has drawn and set aside all its cards, face up before the whole table.
      hand.reverse();
      position.known_counts[player] = hand.length;
    }
  }
  position.active_player = null;
}

function place(before, move) {
  const position = structuredClone(before);
  const [card, slot] = parseMove(move);
  const player = position.active_player;
  const hand = position.hands[player];
  const drawn = hand.indexOf(card) + 1;
  if (isAutomated(position, player)) {
    // What was set aside goes under the rest, the last one set aside highest.
    position.hands[player] = [...hand.slice(drawn), ...hand.slice(0, drawn - 1).reverse()];
    const unseen = Math.max(0, hand.length - position.known_counts[player] - drawn);
    position.known_counts[player] = position.hands[player].length - unseen;
  } else {
    hand.splice(drawn - 1, 1);
  }
  position.court = sortedCourt({ ...position.court, [slot]: card });
  position.placement_count += 1;
  position.last_placer = player;
  passTurn(position, (player + 1) % position.players);
  return position;
}

function legalMoves(position) {
  const player = position.active_player;
  if (player === null) return [];
  if (isAutomated(position, player)) {
    const { card, slot } = procedure(position, player);
    return [`${card}@${slot}`];
  }
  return HOUSES.flatMap((house) =>
    openSlots(position.court, position.width_limit, house).flatMap((slot) =>
      DECK.filter((card) => card[0] === house && position.hands[player].includes(card))
        .map((card) => `${card}@${slot}`)));
}

function explain(position, move, asking) {
  const [card, slot] = parseMove(move);
  const active = position.active_player;
  const violation = (code, rule, facts) =>
    ({ code, rule, house: card[0], card, slot, ...NO_FACTS, player: asking ?? active, ...facts });
  if (active === null) return [violation("nobody-to-move", "round.end", {})];
  if (asking !== null && asking !== active) {
    return [violation("not-your-turn", "turn.clockwise", { active_player: active })];
  }
  const broken = [];
  if (!position.hands[active].includes(card)) {
    broken.push(violation("card-not-in-hand", "turn.own-hand", {}));
  }
  const ofCourt = courtViolations(position.court, position.width_limit, card, slot);
  broken.push(...ofCourt.map((one) => ({ ...one, player: active })));
  if (isAutomated(position, active)) {
    const dictated = procedure(position, active);
    if (card !== dictated.card || slot !== dictated.slot) {
      const isSide = card === dictated.card
        && parseSlot(slot)[0] === parseSlot(dictated.slot)[0];
      const rule = slot === dictated.slot ? "solo.stack" : isSide ? "solo.side" : "solo.highest";
      const facts = { dictated: `${dictated.card}@${dictated.slot}` };
      broken.push(violation("not-dictated", rule, facts));
    }
  }
  return broken;
}

// ---------------------------------------------------------------- deals, points, places

const HAND_SIZES = { 2: 14, 3: 12, 4: 9, 5: 7, 6: 6 };

const widthLimit = (players) => (players === 2 ? 7 : 8);
const roundCount = (players, rounds) => rounds ?? players;

/** How many cards each seat is dealt, and how many start the bottom row. */
function sizes(players, roundNumber, anyoneCanDie) {
  if (!anyoneCanDie || roundNumber === 1) return [HAND_SIZES[players], Number(players === 5)];
  const cards = 36 - 2 * (roundNumber - 1);
  return [Math.floor(cards / players), cards % players];
}

function tableOf(players, rounds, anyoneCanDie, firstPlayer) {
  const count = roundCount(players, rounds);
  const eachRound = Array.from({ length: count }, (_, index) => {
    const [handSize, starterCount] = sizes(players, index + 1, anyoneCanDie);
    return {
      starting_player: (firstPlayer + index) % players,
      hand_size: handSize,
      starter_count: starterCount,
      is_last: index + 1 === count,
    };
  });
  return { round_count: count, width_limit: widthLimit(players), each_round: eachRound };
}

function isPossibleDeal({ players, anyone_can_die: dies, round_number: number, dealt_before: before, hands, starters }) {
  const [handSize, starterCount] = sizes(players, number, dies);
  const dealt = [...hands.flat(), ...starters];
  const isAlive = (card) => !dies || number < 3 || before.includes(card);
  return hands.length === players
    && hands.every((hand) => hand.length === handSize)
    && starters.length === starterCount
    && new Set(dealt).size === dealt.length
    && dealt.every(isAlive);
}

function dealFrom(deck, players, roundNumber, anyoneCanDie) {
  const [handSize, starterCount] = sizes(players, roundNumber, anyoneCanDie);
  const inHands = handSize * players;
  const hands = Array.from({ length: players }, (_, player) =>
    deck.slice(0, inHands).filter((_card, index) => index % players === player));
  const starters = deck.slice(inHands, inHands + starterCount);
  const dealt = new Set([...hands.flat(), ...starters]);
  return { hands, starters, unused: DECK.filter((card) => !dealt.has(card)) };
}

function scored(position, lastCard, options) {
  const cardsLeft = position.hands.map((hand) => hand.length);
  const points = [...cardsLeft];
  const adjustments = [];
  position.houses.forEach((house, player) => {
    if (options.house_affiliation && house === lastCard[0] && points[player] > 0) {
      adjustments.push({ player, points: -1, rule: "option.affiliation" });
      points[player] -= 1;
    } else if (options.rivalry && RIVALS[house] === lastCard[0]) {
      adjustments.push({ player, points: 1, rule: "option.rivalry" });
      points[player] += 1;
    }
  });
  return { cards_left: cardsLeft, adjustments, penalty_points: points };
}

function ranked(points, piles) {
  const totals = points.map((point, player) =>
    piles[player].reduce((total, card) => total - card.value, point));
  const icons = piles.map((pile) => Math.min(Infinity, ...pile.map((card) => card.icons)));
  const places = new Map();
  const order = (a, b) =>
    totals[a] - totals[b] || (icons[a] < icons[b] ? -1 : Number(icons[a] > icons[b])) || a - b;
  for (const player of [...points.keys()].sort(order)) {
    const key = `${totals[player]} ${icons[player]}`;
    places.set(key, [...(places.get(key) ?? []), player]);
  }
  const ranking = [...places.values()];
  const winners = ranking[0];
  const tied = totals.filter((total) => total === totals[winners[0]]).length;
  const unshared = tied === 1 ? "lowest-total" : "fewest-icons";
  return {
    winners, totals, ranking, decided_by: winners.length > 1 ? "shared" : unshared,
  };
}

// ---------------------------------------------------------------- whole games

function startRound(game, deal, startingPlayer) {
  const { players, variant } = game;
  const byDeck = (a, b) => DECK.indexOf(a) - DECK.indexOf(b);
  const position = {
    players,
    width_limit: widthLimit(players),
    houses: variant.houses,
    automated: variant.automated,
    active_player: null,
    placement_count: 0,
    last_placer: null,
    eliminations: [],
    court: Object.fromEntries(deal.starters.map((card, column) => [slotText(0, column), card])),
    hands: deal.hands.map((hand, player) =>
      variant.automated.includes(player) ? [...hand] : [...hand].sort(byDeck)),
    known_counts: deal.hands.map(() => 0),
  };
  passTurn(position, startingPlayer);
  return position;
}

/** What a player, or with null a spectator, may know of a game that has come so far. */
function viewOf({ players, variant, first_player: first, deal, moves, scored_rounds: done, player }) {
  const piles = Array.from({ length: players }, () => []);
  const totals = Array(players).fill(0);
  let position = null;
  let courts = [];
  moves.forEach((ofRound, index) => {
    position = startRound({ players, variant }, deal.rounds[index], (first + index) % players);
    courts = [position.court];
    for (const move of ofRound) {
      position = place(position, move);
      courts.push(position.court);
    }
    if (index >= done) return;
    const points = scored(position, parseMove(ofRound.at(-1))[0], variant);
    points.penalty_points.forEach((point, seat) => { totals[seat] += point; });
    piles[position.last_placer].push(deal.throne_cards[index]);
  });
  const missing = Array.from({ length: players }, () => []);
  for (const out of position.eliminations.filter((one) => one.cards_left)) {
    missing[out.player] = HOUSES.filter((house) =>
      openSlots(courts[out.placements_before], position.width_limit, house).length);
  }
  const isOver = done === roundCount(players, variant.rounds);
  return {
    round_number: moves.length,
    active_player: position.active_player,
    hand: player === null ? [] : position.hands[player],
    hand_sizes: position.hands.map((hand) => hand.length),
    missing_houses: missing,
    known_stacks: position.hands.map((hand, seat) => hand.slice(hand.length - position.known_counts[seat])),
    last_placer: position.last_placer,
    penalty_points: totals,
    score_pile: player === null ? [] : piles[player],
    score_pile_sizes: piles.map((pile) => pile.length),
    revealed_score_piles: isOver ? piles : [],
  };
}

function playGame(game) {
  const count = roundCount(game.players, game.variant.rounds);
  if (game.moves.length !== count) throw new Error(`the game has ${count} rounds`);
  const rounds = [];
  const piles = Array.from({ length: game.players }, () => []);
  const totals = Array(game.players).fill(0);
  game.moves.forEach((moves, index) => {
    const startingPlayer = (game.first_player + index) % game.players;
    let position = startRound(game, game.deal.rounds[index], startingPlayer);
    const placedBy = [];
    for (const move of moves) {
      const broken = explain(position, move, null);
      if (broken.length) throw new Error(`${move} in round ${index + 1} is refused`);
      placedBy.push(position.active_player);
      position = place(position, move);
    }
    if (position.active_player !== null) throw new Error(`round ${index + 1} is not over`);
    const throneCard = game.deal.throne_cards[index];
    const points = scored(position, parseMove(moves.at(-1))[0], game.variant);
    points.penalty_points.forEach((point, player) => { totals[player] += point; });
    piles[position.last_placer].push(throneCard);
    rounds.push({
      starting_player: startingPlayer,
      placed_by: placedBy,
      eliminations: position.eliminations,
      last_placer: position.last_placer,
      throne_card: throneCard,
      cards_left: points.cards_left,
      kept: position.hands,
      adjustments: points.adjustments,
      penalty_points: points.penalty_points,
    });
  });
  return { rounds, penalty_points: totals, result: ranked(totals, piles) };
}

// ---------------------------------------------------------------- actions

/** Rows of slots, the lowest first: above a full bottom row, and all that a court can reach. */
const TRIANGLE = [7, 6, 5, 4, 3, 2, 1].map((width) => [...Array(width).keys()]);
const REACHABLE = [15, 14, 13, 12, 11, 10, 9, 8].flatMap((width, row) =>
  [...Array(width).keys()].map((column) => slotText(row, column - 7)));

/** The slots of the 30 places, one move for each house and slot, and their numbers. */
function actionsOf(position) {
  const columns = bottomColumns(position.court);
  const first = columns.length ? Math.min(...columns) : 0;
  const ends = columns.length ? [first - 1, Math.max(...columns) + 1] : [0, 1];
  const upper = TRIANGLE.flatMap((row, index) => row.map((column) => [index + 1, first + column]));
  const places = [[0, ends[0]], [0, ends[1]], ...upper].map((slot) => slotText(...slot));
  const kinds = new Set();
  const moves = legalMoves(position).filter((move) => {
    const kind = move[0] + move.slice(2);
    return !kinds.has(kind) && kinds.add(kind);
  });
  const numbers = (slots) => moves.map((move) =>
    slots.length * HOUSES.indexOf(move[0]) + slots.indexOf(parseMove(move)[1]));
  return { places, moves, absolute_actions: numbers(REACHABLE), actions: numbers(places) };
}

// ---------------------------------------------------------------- the files

/** For each file: from a vector to what this engine says, to be equal to what the vector says. */
const CHECKS = {
  "actions.jsonl": ({ position, table: _, ...said }) => [actionsOf(position), said],
  "courts.jsonl": ({ cards, width_limit: limit, card, slot, ...said }) => {
    if (card === undefined) return [{ possible: isPossibleCourt(cards, limit) }, said];
    const violations = courtViolations(cards, limit, card, slot);
    const lying = Object.keys(sortedCourt(cards)).filter((taken) => cards[taken] === card);
    if (lying.length) {
      violations.unshift({
        code: "card-in-court", rule: "components.characters", house: card[0], card, slot,
        ...NO_FACTS, slots: lying,
      });
    }
    if (violations.length) return [{ violations }, said];
    return [{ next: sortedCourt({ ...cards, [slot]: card }) }, said];
  },
  "deals.jsonl": ({ players, anyone_can_die: dies, round_number: number, deck, ...said }) =>
    [dealFrom(deck, players, number, dies), said],
  "deals-possible.jsonl": ({ possible, ...deal }) => [isPossibleDeal(deal), possible],
  "games.jsonl": ({ table: _, players, variant, first_player, deal, moves, ...said }) =>
    [playGame({ players, variant, first_player, deal, moves }), said],
  "legal-moves.jsonl": ({ position, legal_moves: said }) => [legalMoves(position), said],
  "notation.jsonl": ({ reads, text, value }) => [readNotation(reads, text), value],
  "placements.jsonl": ({ position, move, next }) => {
    const broken = explain(position, move, position.active_player);
    return [broken.length ? broken : place(position, move), next];
  },
  "rankings.jsonl": ({ penalty_points: points, score_piles: piles, result }) =>
    [ranked(points, piles), result],
  "refusals.jsonl": ({ position, move, player, violations }) =>
    [explain(position, move, player), violations],
  "rounds.jsonl": (vector) => {
    const { position, last_card: lastCard, starting_player: start } = vector;
    const points = scored(position, lastCard, vector);
    const { cards_left, adjustments, penalty_points, throne_card_goes_to, next_starting_player } = vector;
    return [
      {
        ...points,
        throne_card_goes_to: position.last_placer,
        next_starting_player: (start + 1) % position.players,
      },
      { cards_left, adjustments, penalty_points, throne_card_goes_to, next_starting_player },
    ];
  },
  "tables.jsonl": ({ players, rounds, anyone_can_die: dies, first_player: first, ...said }) =>
    [tableOf(players, rounds, dies, first), said],
  "views.jsonl": ({ table: _, view, ...game }) => [viewOf(game), view],
};

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] ?? join(here, "..", "vectors");
const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
let disagreements = 0;
// The events need no rules: tests/fold_vectors.mjs reads them.
const names = Object.keys(manifest.lines).filter((name) => name !== "events.jsonl");
if (manifest.version !== 1 || !isDeepStrictEqual(names, Object.keys(CHECKS))) {
  console.log("these vectors are of a version that this reader does not know");
  disagreements += 1;
}
for (const [name, check] of Object.entries(CHECKS)) {
  const lines = readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
  let agreed = 0;
  lines.forEach((line, index) => {
    let ours = null;
    let said = null;
    try {
      [ours, said] = check(JSON.parse(line));
    } catch (error) {
      ours = String(error);
    }
    if (isDeepStrictEqual(ours, said)) {
      agreed += 1;
    } else {
      console.log(`${name}, line ${index + 1}: this engine says ${JSON.stringify(ours)}`);
      console.log(`  the vector says ${JSON.stringify(said)}`);
    }
  });
  disagreements += lines.length - agreed + Number(lines.length !== manifest.lines[name]);
  console.log(`${name}: ${agreed} of ${lines.length} agree`);
}
process.exitCode = disagreements ? 1 : 0;
