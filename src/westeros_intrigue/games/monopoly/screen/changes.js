/** What differs between two positions of a table, in numbers: no document is needed, so Node tries it without a browser. */

/** @import { TableFacts } from "westeros-intrigue/monopoly-screen" */
/**
 * @typedef {{
 *   isThrown: boolean, isDrawn: boolean,
 *   purses: { seat: number, from: number, to: number }[], payer: number | null,
 *   deeds: { space: number, from: number | null, to: number }[], built: number[], turned: number[],
 *   sets: { owner: number, spaces: number[] }[],
 * }} Changes the purses that have other amounts, and the first seat that has less; the deeds with their former and new
 *   owners, the spaces with more buildings, those whose deeds were turned over, and the sets that have become whole
 */

/** Return what has changed between two positions of a game. @param {TableFacts} before @param {TableFacts} now @returns {Changes} */
export function changesOf(before, now) {
  const purses = now.seats
    .map(({ cash }, seat) => ({ seat, from: before.seats[seat].cash, to: cash }))
    .filter(({ from, to }) => from !== to);
  const spaces = now.spaces.map((space, index) => ({ index, space, former: before.spaces[index] }));
  /** @param {(each: typeof spaces[number]) => boolean} differs */
  const where = (differs) => spaces.filter(differs).map(({ index }) => index);
  const owned = wholeSets(before);
  return {
    isThrown: JSON.stringify(before.last_throw) !== JSON.stringify(now.last_throw),
    isDrawn: now.card !== null && now.card.number !== before.card?.number,
    purses,
    payer: purses.find(({ from, to }) => to < from)?.seat ?? null,
    deeds: spaces.flatMap(({ index, space: { owner }, former }) =>
      owner === null || owner === former.owner ? [] : [{ space: index, from: former.owner, to: owner }],
    ),
    built: where(({ space, former }) => space.level > former.level),
    turned: where(({ space, former }) => space.mortgaged !== former.mortgaged),
    sets: [...wholeSets(now)].flatMap(([family, owner]) =>
      owned.get(family) === owner ? [] : [{ owner, spaces: where(({ space }) => space.family === family) }],
    ),
  };
}

/** Return the owners of the families whose deeds all belong to one player. @param {TableFacts} facts @returns {Map<number, number>} */
function wholeSets({ spaces }) {
  const found = new Map();
  for (const { family, owner, is_whole: isWhole } of spaces)
    if (family !== null && owner !== null && isWhole) found.set(family, owner);
  return found;
}

/** Return the amount to show on the way from one to another. @param {number} from @param {number} to @param {number} part of the way, from 0 to 1 */
export const between = (from, to, part) => from + Math.round((to - from) * Math.min(Math.max(part, 0), 1));
