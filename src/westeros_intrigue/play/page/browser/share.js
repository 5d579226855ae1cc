/** A round or a puzzle as a few lines of text to share. */

import { made, say } from "./elements.js";

/** @import { ViewDocument as View } from "westeros-intrigue/messages" */

const SQUARES = /** @type {Record<string, string>} */ ({ S: "⬜", L: "🟥", B: "🟨", T: "⬛" });
/** A space about half as wide as a square. */
const HALF = "\u2002";

/** Return a court as rows of squares, the top row first. @param {View["table"]["court"]} court */
export function inSquares({ cards }) {
  const laid = Object.entries(cards).map(([slot, card]) => {
    const row = slot.charCodeAt(0) - "a".charCodeAt(0);
    return { row, half: 2 * Number(slot.slice(1)) + row, square: SQUARES[card[0]] };
  });
  const left = Math.min(...laid.map(({ half }) => half));
  const rows = Array.from({ length: Math.max(-1, ...laid.map(({ row }) => row)) + 1 }, (_, row) => {
    let [line, end] = ["", left];
    for (const { half, square } of laid
      .filter((each) => each.row === row)
      .sort((one, other) => one.half - other.half)) {
      line += HALF.repeat(half - end) + square;
      end = half + 2;
    }
    return line;
  });
  return rows.reverse().join("\n");
}

/** Let a button share a text through the device, or by copying it. @param {HTMLButtonElement} button @param {() => string} text */
export function sending(button, text) {
  button.onclick = async () => {
    if (typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches)
      await navigator.share({ text: text() }).catch(() => {});
    else await copy(text(), button);
  };
}

/** Copy a text, even on pages without encryption, and confirm it on the button. @param {string} text @param {HTMLElement} button */
export async function copy(text, button) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else {
    const area = made("textarea", { value: text });
    button.after(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const label = /** @type {Text} */ (button.lastChild);
  const before = label.data;
  if (before === "Copied") return;
  label.data = "Copied";
  say("Copied.");
  setTimeout(() => (label.data = before), 2000);
}
