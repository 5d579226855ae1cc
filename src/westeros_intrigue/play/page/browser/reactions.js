/** Four reactions, which appear for a moment over the news of the player who shows them. */

import { made, part, say } from "./elements.js";

/** @import { Game } from "./game.js" */

/** The signs, and the words for those who hear them. @type {Record<string, string[]>} */
const SIGNS = {
  clap: ["👏", "claps"],
  laugh: ["😄", "laughs"],
  gasp: ["😮", "gasps"],
  hurry: ["⏳", "waits"],
};
/** The time in milliseconds for which a reaction is shown. */
const SHOWN = 3500;

/** Return what shows reactions at this screen, and let its people choose them. @param {Game} game */
export function reacting(game) {
  const choice = part("reactions", HTMLDetailsElement);
  const buttons = Object.entries(SIGNS).map(([sign, [face, word]]) => {
    const onclick = () => {
      choice.open = false;
      game.ask({ do: "react", game: game.position?.game, sign });
    };
    return made("button", { type: "button", ariaLabel: word, onclick }, face);
  });
  part("reaction-signs", HTMLElement).replaceChildren(...buttons);
  document.addEventListener("click", ({ target }) => {
    if (!choice.contains(/** @type {Node} */ (target))) choice.open = false;
  });
  return {
    /** Show the reaction of a player. @param {number} seat @param {string} sign */
    show(seat, sign) {
      const [face, word] = SIGNS[sign] ?? [];
      const name = game.position?.seats[seat]?.name;
      const places = [
        `#game:not([hidden]) .seat[data-seat="${seat}"]`,
        `#any:not([hidden]) .any-seats li:nth-child(${seat + 1})`,
      ];
      const place = document.querySelector(places.join());
      if (!face || !name || !place) return;
      say(`${name} ${word}.`);
      const { left, top, width } = place.getBoundingClientRect();
      const bubble = made("span.reaction", { ariaHidden: "true" }, face);
      bubble.style.setProperty("--x", `${left + width / 2}px`);
      bubble.style.setProperty("--y", `${top}px`);
      document.body.append(bubble);
      setTimeout(() => bubble.remove(), SHOWN);
    },
  };
}
