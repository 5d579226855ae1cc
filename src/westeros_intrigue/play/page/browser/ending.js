/** The end of a game, and the way to its review and to another game. */

import { part, say } from "./elements.js";
import { review } from "./review.js";
import { showGame } from "./scene.js";
import { turnTo } from "./screens.js";
import { isEnded } from "./state.js";

/** @import { Shown } from "./messages.js" */
/** @import { Game } from "./game.js" */

/**
 * Show the end of a game, which leads to the review of its moments.
 * @param {Game} game
 * @param {Shown} over
 * @param {() => void} playAgain begins another game at the table
 * @param {((moment: number) => void) | null} playOn begins a game from a moment; null if the reader cannot
 * @param {(place: HTMLElement) => Promise<string>} tell fills a place with what the game's own screen tells of its end, and returns the result as a text if it has one
 */
export function showEnding(game, over, playAgain, playOn, tell) {
  /** @param {"ending" | "review"} screen */
  const open = (screen) => {
    if (!part(screen, HTMLElement).hidden) return;
    turnTo(game, screen);
    part(`${screen}-course`, HTMLElement).append(part("course-of-game", HTMLElement));
  };
  open("ending");
  showGame(over);
  tell(part("ending-own", HTMLElement)).then((result) => {
    if (isEnded(game.state, over.game)) say(result || over.story.join(" "));
  });
  const again = part("rematch", HTMLButtonElement);
  again.onclick = playAgain;
  again.hidden = game.chair?.seat === null;
  again.focus();
  part("standings-again", HTMLButtonElement).onclick = () => open("ending");
  review(
    over,
    game.ask,
    () => isEnded(game.state, over.game),
    () => open("review"),
    playOn,
  );
}
