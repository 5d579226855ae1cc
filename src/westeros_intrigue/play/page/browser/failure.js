/** The reason why a game does not continue, and what a player can do about it. */

import { made, part, warn } from "./elements.js";

/** @import { Game } from "./game.js" */

/** Show why the game at this screen does not continue, above every table, or remove that. @param {Game} game */
export function showFailure(game) {
  const bar = part("failure", HTMLElement);
  const { failure, active, here } = game.position ?? {};
  bar.hidden = !failure;
  if (!failure) return bar.replaceChildren();
  const instead = async () => {
    const request = { do: "replace", game: game.position?.game, seat: active, who: failure.instead };
    const answer = await game.ask(request);
    if (answer?.kind === "fault") warn(answer.text);
  };
  const controls = [button("Try again", () => game.change({ do: "step" }))];
  if (failure.instead) controls.push(button(`Let ${failure.instead} play`, instead));
  const next = [made("p", {}, failure.text), ...(here?.length ? controls : [])];
  // A button that is replaced while it is pressed gets no click, and screen readers would repeat the text.
  if (bar.textContent === next.map(({ textContent }) => textContent).join("")) return undefined;
  return bar.replaceChildren(...next);
}

/** @param {string} text @param {() => unknown} onclick */
const button = (text, onclick) => made("button", { type: "button", onclick }, text);
