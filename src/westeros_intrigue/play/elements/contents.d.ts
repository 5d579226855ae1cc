/** What `joining.py` puts before the modules of the elements. */

/** The first digits of a hash of the whole file. */
export const VERSION: string;
/** The styles of both elements. */
export const STYLES: string;
/** The drawings of cards, signs and arrows. */
export const SYMBOLS: string;
