/** The names at a table: their letters, and a sign for each that nobody else there has. The games' own screens get them from the page. */

/** @type {Intl.Segmenter | null} */
const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("en", { granularity: "grapheme" }) : null;

/**
 * Return the letters of a text as people count them: a flag or an accented letter is one. Browsers without a segmenter
 * keep only code points whole.
 * @param {string} text
 */
export const letters = (text) =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);

/** Return a text that begins with a capital letter. @param {string} text */
export function capital(text) {
  const [first = "", ...others] = letters(text);
  return [first.toUpperCase(), ...others].join("");
}

/** What a sign can consist of: neither spaces nor quotation marks. */
const SHOWN = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/**
 * Return a sign for each name at a table, for a small circle: the first letter. If several names begin with it, the
 * number at the end of each follows, or the first letter that tells it from the others, or else the number of its seat.
 * @param {string[]} names
 */
export function signsOf(names) {
  const split = names.map((name) => letters(name).filter((letter) => SHOWN.test(letter)));
  const firsts = split.map(([letter = "?"]) => letter.toUpperCase());
  /** @type {string[]} */
  const signs = [];
  for (const [seat, first] of firsts.entries()) {
    const rivals = split.filter((_, other) => other !== seat && firsts[other] === first);
    const number = names[seat].match(/\p{N}+$/u)?.[0].slice(-2);
    const telling = split[seat].find((letter, at) => at > 0 && rivals.every((rival) => rival[at] !== letter));
    const more = rivals.length ? [number, telling, seat + 1, ...names.map((_, other) => other + 1)] : [""];
    const free = more.filter((each) => each !== undefined && !signs.includes(first + each));
    signs.push(first + (free[0] ?? ""));
  }
  return signs;
}
