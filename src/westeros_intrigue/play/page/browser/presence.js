/** The signs of life of this screen, by which the others at the table know that its person is there. */

/** @import { Ask } from "./messages.js" */
/** @import { Game } from "./game.js" */

/** The pause in milliseconds between two signs. */
const PAUSE = 8000;

/** Tell the engine every few seconds that this screen is there, and when nobody sees it. @param {Game} game @param {Promise<Ask>} engine */
export function beating(game, engine) {
  /** The game that knows that nobody sees this page. */
  let hiddenAt = "";
  const beat = async () => {
    const { position } = game;
    // An engine in this browser has no other screens.
    if (!position || document.documentElement.dataset.engine !== "http") return;
    // The seconds of a hidden page count from when it was hidden.
    if (document.hidden && hiddenAt === position.game) return;
    hiddenAt = document.hidden ? position.game : "";
    const ask = await engine;
    // A lost sign is no alert: the next request says that the connection is lost.
    await ask({ do: "beat", game: position.game, is_hidden: document.hidden }).catch(() => null);
  };
  setInterval(beat, PAUSE);
  document.addEventListener("visibilitychange", beat);
}
