/** What the page offers to the screen. */

/** @import { Host as PageHost, Pointer as PagePointer, Shown } from "../../../play/page/browser/own.js" */
/** @import { ScreenFacts } from "westeros-intrigue/btwixt-screen" */

/** @typedef {PageHost} Host */
/** @typedef {PagePointer} Pointer */
/** @typedef {Shown<ScreenFacts>} Position */

export {};
