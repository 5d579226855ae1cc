/** What the page offers to the screen. */

/** @import { AnyPosition } from "westeros-intrigue/messages" */
/** @import { ScreenFacts } from "westeros-intrigue/btwixt-screen" */

/**
 * @typedef {{ play: (move: string) => unknown, controls: HTMLElement, written: HTMLElement, still: MediaQueryList }} Host `controls`: the
 *   page's buttons for a hint, for skipping and for undoing; `written`: its form for moves in notation; `still` matches if nothing should move
 */
/** @typedef {AnyPosition & { screen: { address: string, facts: ScreenFacts } }} Position */

export {};
