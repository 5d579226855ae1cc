/** What the screen says: names at the table, effects, ties and the story, from the facts alone. */

import { capital, counted, joined, signed } from "./parts.js";

/** @import { ScreenFacts, PowerFacts } from "westeros-intrigue/btwixt-screen" */

/** The facts of a position together with the names at the table. */
export class Told {
  /** @param {ScreenFacts} facts @param {string[]} names of the seats @param {number[]} [away] the seats of people who are not here */
  constructor(facts, names, away = []) {
    this.away = away;
    this.facts = facts;
    this.names = names;
    this.cards = new Map(facts.cards.map((card) => [card.id, card]));
    this.allies = new Map(facts.allies.map((ally) => [ally.id, ally]));
  }

  /** @param {string} id */
  card(id) {
    const card = this.cards.get(id);
    if (!card) throw new Error(`no card ${id}`);
    return card;
  }

  /** @param {string} id */
  ally(id) {
    const ally = this.allies.get(id);
    if (!ally) throw new Error(`no ally ${id}`);
    return ally;
  }

  /** True for the viewer's own seat. @param {number | null} seat */
  isYou(seat) {
    return seat !== null && seat === this.facts.viewer;
  }

  /** @param {number} seat @returns {string} the name of a person, or You */
  who(seat) {
    return this.isYou(seat) ? "You" : this.names[seat];
  }

  /** @param {number} seat @returns {string} the same in the middle of a sentence */
  whom(seat) {
    return this.isYou(seat) ? "you" : this.names[seat];
  }

  /** @param {number} seat @returns {string} whose something is, with a capital letter */
  whose(seat) {
    return this.isYou(seat) ? "Your" : `${this.names[seat]}’s`;
  }

  /** Return a seat with a verb. @param {number | null} seat @param {string} verb of the third person @param {string} [plain] the other form */
  does(seat, verb, plain = verb.replace(/s$/, "")) {
    return this.isYou(seat) ? `You ${plain}` : `${seat === null ? "Nobody" : this.names[seat]} ${verb}`;
  }

  /** The name of an ally without a title, and without the family's name. @param {string} id */
  called(id) {
    const words = this.ally(id).name.split(" ");
    const [first, second] = words;
    if (first === "Ser") return second ?? first;
    return words.length > 1 && FAMILIES.has(words[words.length - 1]) ? first : this.ally(id).name;
  }

  /** The two leaders of a council, clockwise. @param {number} council */
  around(council) {
    return [council, (council + 1) % this.names.length];
  }

  /** @param {number} council @param {number[]} [seats] in the order of the drawing */
  council(council, seats = this.around(council)) {
    return seats.map((seat) => this.who(seat)).join(" & ");
  }

  /** The other leader of a viewer's council. @param {number} council */
  partner(council) {
    const [one, other] = this.around(council);
    return this.isYou(one) ? other : one;
  }

  /** The total that leads now, and who has it. */
  leading() {
    const [seat] = this.facts.ranking;
    return { seat, total: this.facts.leaders[seat].total };
  }

  /** True if the seat's total is another's as well, and it would win for its place at the table. @param {number} seat */
  winsTies(seat) {
    const [first, second] = this.facts.ranking;
    return seat === first && this.facts.leaders[first].total === this.facts.leaders[second].total;
  }

  /** What a bid would lead to, in a few words. @param {number} total of the viewer */
  after(total) {
    const { viewer, ranking, leaders } = this.facts;
    const others = ranking.filter((seat) => seat !== viewer);
    const best = others[0];
    const against = `${this.names[best]} ${leaders[best].total}`;
    return `${total}, ${against}`;
  }

  /** The sentence about a bid that would be equal to the best one of the others. @param {number} total */
  tie(total) {
    const { viewer, ranking, leaders, first_player: first } = this.facts;
    const count = leaders.length;
    const best = ranking.find((seat) => seat !== viewer);
    if (best === undefined || viewer === null || leaders[best].total !== total) return "";
    const isYours = (viewer - first + count) % count < (best - first + count) % count;
    return `${total} each: ${isYours ? "you win ties, you are" : `${this.names[best]} wins ties, and is`} nearer to the first player.`;
  }
}

/** The families whose name an ally's short name leaves out. */
const FAMILIES = new Set(
  "Lannister Martell Stark Tyrell Baratheon Greyjoy Targaryen Payne Rayder H'ghar Snow Seaworth".split(" "),
);

/** The power of a council in figures: the allies, and the tokens as a number of them. @param {PowerFacts} power */
export const figures = ({ allies, tokens }) => (tokens ? `${signed(allies)} +${tokens}` : signed(allies));

/** The least and the most that a council can be worth. @param {PowerFacts} power */
export const span = ({ least, most }) => (least === most ? signed(least) : `${signed(least)}–${signed(most)}`);

/** What an answer does to a small council. @param {PowerFacts} before @param {PowerFacts} after */
export function change(before, after) {
  if (before.allies === after.allies && before.tokens === after.tokens) return `stays ${figures(before)}`;
  return before.tokens === after.tokens
    ? `${signed(before.allies)} → ${signed(after.allies)}`
    : `${figures(before)} → ${figures(after)}`;
}

/** True if an answer makes a small council stronger, for sure or on average. @param {PowerFacts} before @param {PowerFacts} after */
export const isBetter = (before, after) => after.least + after.most > before.least + before.most;

/** How a tie at the end was decided, in a sentence. @param {Told} told @param {ScreenFacts["end"] & {}} end @returns {{small: number, text: string}[]} */
export function ties(told, end) {
  return end.ties.map(({ first, second, small, decided_by: by, first_number: one, second_number: other }) => {
    const pair = `${told.who(first)} and ${told.whom(second)}`;
    const have = `${pair} have the same small council`;
    const yours = told.isYou(first) ? "yours" : `${told.names[first]}’s`;
    const theirs = told.isYou(second) ? "yours" : `${told.names[second]}’s`;
    const text = {
      "small-council": "",
      "other-council": `${have}. The other council decides: ${yours} has ${one}, ${theirs} ${other}.`,
      allies: `${have}, and the same other council. The most allies decide: ${one} to ${other}.`,
      shared: `${have}, other council and number of allies: they share the place.`,
    }[by];
    return { small, text };
  });
}

/** The heading and the sentence below it at the end. @param {Told} told @param {ScreenFacts["end"] & {}} end */
export function verdict(told, end) {
  const [winner, ...others] = end.winners;
  const [best, next] = end.places;
  if (others.length)
    return [
      `${joined(end.winners.map((seat, at) => (at ? told.whom(seat) : told.who(seat))))} share the victory.`,
      `The small councils, the other councils and the numbers of allies are equal: ${best.small}, ${best.other} and ${best.allies}.`,
    ];
  const tie = end.ties.find(({ first }) => first === winner);
  const why = tie ? ties(told, end)[end.ties.indexOf(tie)].text : "";
  return [
    tie ? `${told.does(winner, "wins")} the tie at ${best.small}` : `${told.does(winner, "wins")} with ${best.small}`,
    why ||
      `${told.whose(winner)} weaker council has ${best.small}, ${next ? `${told.whose(next.seat).replace("Your", "your")} ${next.small}` : ""}. The weaker of two councils counts.`,
  ];
}

/**
 * The story of the round in short lines; each part is a text, or the id of a card in a list of one.
 * @param {Told} told @returns {(string | [string])[][]}
 */
export function story(told) {
  const lines = /** @type {(string | [string])[][]} */ ([]);
  for (const { happening, player, other, cards, allies, councils, totals, count } of told.facts.told) {
    const named = cards.map((id) => /** @type {[string]} */ ([id]));
    const some = named.length ? named : [counted(count, "card")];
    const ally = allies.map((id) => told.called(id)).join(", ") || "an ally";
    const where = councils.map((each) => told.council(each));
    const them = other === null ? "" : told.whom(other);
    const line = /** @type {Record<string, () => (string | [string])[]>} */ ({
      revealed: () => [allies.length ? `${ally} is on offer.` : "No ally is left: the bid is for a token."],
      row: () => [`Next come ${allies.map((id) => told.called(id)).join(", ")}.`],
      played: () => [told.who(player ?? 0), " ", ...some],
      skipped: () => [`${told.does(player, "waits")}.`],
      knelt: () => [`${told.does(player, "kneels")}.`],
      "took-back": () => [`${told.does(player, "takes")} back `, ...some],
      "moved-card": () => [`${told.does(player, "takes")} `, ...some, ` from ${them}`],
      "handed-over": () => [...some, ` goes to ${them}`],
      "moved-token": () => [`${told.does(player, "moves")} a token: ${where.join(" → ")}.`],
      "saw-hand": () => [
        `${told.does(player, "sees")} ${other === null ? "a" : told.whose(other).replace("Your", "your")} hand.`,
      ],
      took: () => [`${told.does(player, "takes")} `, ...some, ` from ${them}`],
      discarded: () => [`${told.does(player, "discards")} `, ...some],
      declined: () => [`${told.does(player, "declines")}.`],
      won: () => {
        const total = Math.max(...totals);
        return total
          ? [`${told.does(player, "wins")} with ${total}.`]
          : [`Nobody bid. ${told.does(player, "wins")} with 0, nearest to the first player.`];
      },
      introduced: () => [`${ally} is on offer as well.`],
      "placed-ally": () => [`${ally} joins ${where[0]}.`],
      "moved-ally": () => [`${ally} moves to ${where[0]}.`],
      killed: () => [`${ally} dies.`],
      "placed-token": () => [`One token to ${where[0]}, face down.`],
      "token-on-ally": () => [`A token goes onto ${ally}.`],
      looked: () => [`${told.does(player, "looks")} at the next allies.`],
      "put-back": () => [`${told.does(player, "puts")} the others back.`],
      returned: () => [`${told.does(player, "gets")} back `, ...some],
      drafted: () => (cards.length ? ["You keep ", ...some] : []),
    })[happening]?.();
    if (line?.length) lines.push(line);
  }
  return lines;
}

/** What happens after the answer, in a sentence; empty if it is plain. @param {Told} told */
export function next(told) {
  const { asked, current } = told.facts;
  if (!asked) return "";
  const effects = current.flatMap(({ ally }) =>
    told
      .ally(ally)
      .abilities.filter(({ moment }) => moment === "Once you claim it")
      .map(({ effect }) => effect),
  );
  if (asked.kind === "place-ally") return `${effects.length ? `${capital(effects[0])}. ` : ""}Then comes the token.`;
  if (asked.kind === "place-token") return "Then the piles are discarded, and the next round begins.";
  return "";
}
