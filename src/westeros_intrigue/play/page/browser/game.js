/** The game at this screen: its position, the requests about it, and the news of what others do in it. */

import { warn } from "./elements.js";
import { Gone } from "./messages.js";

/** @import { Answer, SeatOffer, NewGameChoices } from "westeros-intrigue/messages" */
/** @import { Ask, Request, Shown } from "./messages.js" */
/** @typedef {ReturnType<typeof gameHere>} Game */
/**
 * @typedef {{
 *   show: (answer: Answer | null) => void, update: (same: Shown) => Promise<void>, isRead: () => boolean,
 *   refuse: (text: string) => void, enter: (game: string) => Promise<void>, open: () => Promise<void>,
 *   offer: (choices: NewGameChoices) => void, summon: (next: Shown) => void,
 * }} Screens what shows a game; `update` who is there, `isRead` while the end of a round is read, `summon` from there
 */

/** How long an answer is waited for without a word, in milliseconds, and what is said then. */
const PATIENCE = 1500;
const THINKING = "Thinking …";
const PREPARING = `${THINKING} The library prepares what it needs, which takes some seconds once.`;
/** The requests whose answers are not about a moment. */
const ABOUT_SEATS = new Set(["friends", "invite", "replace"]);

/** Return the game at this screen; at first there is none. @param {Ask} askEngine @param {Screens} screens */
export function gameHere(askEngine, screens) {
  let isGone = false;
  let changing = Promise.resolve();
  /** Whether something has happened that is not shown, and whether it is being asked for. */
  let [isStale, isRefreshing] = [false, false];

  const here = {
    /** @type {Shown | null} */
    position: null,
    /** The seat of the link through which one came; null for the one who serves the page. */
    chair: /** @type {SeatOffer | null} */ (null),

    /**
     * Ask the engine. While it cannot be reached, say so and wait; then show where the game is.
     * @param {Request} request
     * @returns {Promise<Answer | null>} null if the answer was lost
     */
    async ask(request) {
      const before = here.position;
      try {
        const answer = await askEngine(request);
        if (isGone) warn("");
        isGone = false;
        // Meanwhile the game may have gone on, or have been left.
        return here.position === before || ABOUT_SEATS.has(request.do) ? answer : null;
      } catch (error) {
        if (!(error instanceof Gone)) throw error;
        warn(error.message);
      }
      isGone = true;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const { position } = here;
      const answer = position ? await here.seen(position.game, position.viewer) : await here.ask({ do: "choices" });
      if (answer?.kind === "choices") screens.offer(answer);
      else screens.show(answer);
      return null;
    },

    /** Look at a game; the only person at this screen sees their hand. @param {string} game @param {number | null} seat @returns {Promise<Answer | null>} */
    async seen(game, seat) {
      const answer = await here.ask({ do: "look", game, seat });
      if (answer?.kind !== "position" && answer?.kind !== "table") return answer;
      const [alone, ...others] = answer.here;
      return alone === undefined || others.length || alone === seat ? answer : here.seen(game, alone);
    },

    /** Show where the game is. */
    enter: () => screens.enter(here.position?.game ?? ""),

    /** Ask for a hint, or for what changes the game, at the moment that is shown. @param {Request} request */
    askNow(request) {
      const { game, moment, viewer } = here.position ?? {};
      let isWaiting = true;
      const explain = async () => {
        if (isGone) return;
        screens.refuse(THINKING);
        const status = await askEngine({ do: "status" }).catch((error) => error);
        if (!isWaiting || isGone) return;
        if (status instanceof Gone) screens.refuse(status.message);
        else if (status?.is_preparing) screens.refuse(PREPARING);
      };
      const slow = window.setTimeout(explain, PATIENCE);
      return here.ask({ game, seat: viewer ?? null, moment, ...request }).finally(() => {
        isWaiting = false;
        clearTimeout(slow);
      });
    },

    /** Send a request that changes the game, and show what comes of it. @param {Request} request */
    change(request) {
      changing = changed(request);
      return changing;
    },

    /** Show what others have done. @param {string} news the moment that the game has come to, or another text */
    async refresh(news) {
      await changing;
      if (!here.position || news === String(here.position.moment)) return;
      // Another player has begun a game at this table.
      if (news.includes("-")) {
        here.chair ? screens.open() : screens.enter(news);
        return;
      }
      isStale = true;
      if (isRefreshing) return;
      isRefreshing = true;
      while (isStale && here.position) {
        isStale = false;
        // An answer that comes too late leaves the question open.
        isStale = !(await refreshed(here.position)) || isStale;
      }
      isRefreshing = false;
    },
  };

  /** @param {Request} request */
  async function changed(request) {
    const answer = await here.askNow(request);
    screens.show(answer);
    if (answer?.kind === "refused") screens.refuse(answer.reasons.map((each) => each.text).join(" "));
    else if (answer?.kind === "fault" && answer.code === "moved-on") await screens.enter(here.position?.game ?? "");
    else if (answer?.kind === "fault") screens.refuse(answer.text);
  }

  /** @param {Shown} before @returns {Promise<boolean>} whether there was an answer */
  async function refreshed({ game, moment, here: people }) {
    const { chair } = here;
    const answer = await here.seen(game, chair?.seat ?? here.position?.viewer ?? null);
    if (chair && answer?.kind === "fault") await screens.open();
    if (answer?.kind !== "position" && answer?.kind !== "table") return answer !== null;
    // The end of a round stays until its reader goes on.
    if (answer.moment !== moment && people.length && screens.isRead()) {
      screens.summon(answer);
      return true;
    }
    if (answer.moment !== moment || answer.here.join() !== people.join()) screens.show(answer);
    // The same position still, for the answers that are on their way.
    else if (here.position) Object.assign(here.position, answer);
    await screens.update(answer);
    return true;
  }
  return here;
}
