/** The end of a game, and the way to its review and to another game. */

import { made, part, say } from "./elements.js";
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
 * @param {(name: string) => void} playNext begins the next game at the table, given its key; empty for the same game
 * @param {((moment: number) => void) | null} playOn begins a game from a moment; null if the reader cannot
 * @param {(place: HTMLElement) => Promise<string>} tell fills a place with what the game's own screen tells of its end, and returns the result as a text if it has one
 */
export function showEnding(game, over, playNext, playOn, tell) {
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
  offerNext(game, over, playNext);
  part("standings-again", HTMLButtonElement).onclick = () => open("ending");
  review(
    over,
    game.ask,
    () => isEnded(game.state, over.game),
    () => open("review"),
    playOn,
  );
}

/** Offer the next game at the table, the same one or another. @param {Game} game @param {Shown} over @param {(name: string) => void} playNext */
async function offerNext(game, over, playNext) {
  const [next, label] = [part("rematch", HTMLButtonElement), part("next-game-label", HTMLElement)];
  const select = part("next-game", HTMLSelectElement);
  const isOffered = game.chair?.seat !== null;
  next.hidden = !isOffered;
  label.hidden = true;
  select.replaceChildren(made("option", { value: "" }, "the same"));
  const name = () => (next.textContent = select.value ? "Play next" : "Play again");
  select.onchange = name;
  next.onclick = () => playNext(select.value);
  name();
  next.focus();
  const answer = isOffered ? await game.ask({ do: "tables" }) : null;
  if (answer?.kind !== "tables" || !isEnded(game.state, over.game)) return;
  const others = answer.tables.filter((each) => each.name !== over.key);
  select.append(...others.map((each) => made("option", { value: each.name }, each.title)));
  label.hidden = !others.length;
}
