/** When each part of the end is shown, from the last leader to the first: numbers alone, so Node tries it without a browser. */

/** The milliseconds of a council, of a place in the ranking, and of a token that turns over. */
export const [COUNCIL, PLACE, FLIP] = [700, 500, 180];
/** The milliseconds from a token to the next one. */
const APART = 90;

/**
 * Return when each council is counted, when each leader's place is shown, and when all is over, in milliseconds.
 *
 * From the last leader to the first, those of a leader's two councils that have not been counted are counted, the weaker
 * one first; then the leader's place is known.
 * @param {{ seat: number }[]} places the leaders, best first
 * @param {{ small: number[] }[]} leaders by seat, with the councils that count for each
 */
export function courseOf(places, leaders) {
  /** @type {[Map<number, number>, Map<number, number>]} */
  const [councils, ranks] = [new Map(), new Map()];
  let now = 0;
  for (const { seat } of [...places].reverse()) {
    const { small } = leaders[seat];
    const both = [seat, (seat + leaders.length - 1) % leaders.length];
    for (const council of both.sort((one, other) => Number(small.includes(other)) - Number(small.includes(one)))) {
      if (councils.has(council)) continue;
      councils.set(council, now);
      now += COUNCIL;
    }
    ranks.set(seat, now);
    now += PLACE;
  }
  return { councils, ranks, length: now };
}

/**
 * Return for each token of a council when it begins to turn over, in milliseconds, and the sum with it.
 * @param {number} allies the power of the allies @param {number[]} values of the tokens
 */
export function turnsOf(allies, values) {
  // The tokens of a council that has many turn over faster, within the same time.
  const apart = Math.min(APART, (COUNCIL - FLIP) / values.length);
  let sum = allies;
  return values.map((value, token) => {
    sum += value;
    return { at: token * apart, sum };
  });
}
