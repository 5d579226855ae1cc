/** The game at this screen: its position, the requests about it, and the news of other players' moves. */

import { warn } from "./elements.js";
import { Gone } from "./messages.js";
import { FULL, LATE } from "./news.js";

/** @import { Answer, SeatOffer } from "westeros-intrigue/messages" */
/** @import { Ask, Request, Shown } from "./messages.js" */
/** @typedef {ReturnType<typeof gameHere>} Game */
/**
 * @typedef {{
 *   show: (answer: Answer | null) => void, update: (same: Shown) => Promise<void>, isRead: () => boolean,
 *   refuse: (text: string) => void, enter: (game: string) => Promise<void>, open: () => Promise<void>,
 *   reopen: () => unknown, summon: (next: Shown) => void,
 * }} Screens shows a game; `update` shows who is present, `isRead` tells if a round's end is read, `summon` ends that
 */

/** The time in milliseconds after which waiting for an answer is shown, and the texts for it. */
const PATIENCE = 1500;
const THINKING = "Thinking …";
const PREPARING = `${THINKING} The library is warming up, which takes a few seconds the first time.`;
/** The alerts while the game cannot be reached, or does not answer. Only the host can start the program. */
const SAVED = "It is saved, and the page keeps trying.";
const SILENT = `The game does not answer. ${SAVED}`;
const UNREACHABLE = `No connection to the game. ${SAVED} If the command “westeros-intrigue web” has stopped, start it again.`;
const UNREACHABLE_FOR_VISITORS = `No connection to the host's computer. The game is saved there, and the page keeps trying.`;
/** The texts while the server refuses the news, by the news of that. */
const ASKING = "What happens at this table is shown a few seconds late: the page keeps asking.";
const REFUSALS = new Map([
  [FULL, `The server has no room for another listener. ${ASKING}`],
  [LATE, `The server refuses the connection for news. ${ASKING}`],
]);
/** The requests whose answers do not belong to a moment. */
const ABOUT_SEATS = new Set(["friends", "invite", "replace"]);

/** Return the game at this screen, at first without a position. @param {Ask} askEngine @param {Screens} screens */
export function gameHere(askEngine, screens) {
  let isGone = false;
  let changing = Promise.resolve();
  /** True if something has happened that is not shown; true while the page asks for it. */
  let [isStale, isRefreshing] = [false, false];
  /** The alert while the server refuses the news; empty otherwise. */
  let late = "";

  const here = {
    /** @type {Shown | null} */
    position: null,
    /** The seat of the visitor's link; null for the host. */
    chair: /** @type {SeatOffer | null} */ (null),
    /** True if the link is not the host's. */
    isVisitor: false,

    /**
     * Ask the engine. While it cannot be reached, report that and wait; then show the current position.
     * @param {Request} request
     * @returns {Promise<Answer | null>} null if the answer was lost
     */
    async ask(request) {
      const before = here.position;
      try {
        const answer = await askEngine(request);
        if (isGone) warn("");
        isGone = false;
        // Meanwhile, the game may have continued, or the player may have left it.
        return here.position === before || ABOUT_SEATS.has(request.do) ? answer : null;
      } catch (error) {
        if (!(error instanceof Gone)) throw error;
        warn(explainGone(error));
      }
      isGone = true;
      const { position } = here;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      // Another request has shown it; what has been chosen since then stays chosen.
      if (here.position !== position) return null;
      if (position) screens.show(await here.seen(position.game, position.viewer));
      else if (await here.ask({ do: "status" })) await screens.reopen();
      return null;
    },

    /** Look at a game; the only person at this screen sees their hand. @param {string} game @param {number | null} seat @returns {Promise<Answer | null>} */
    async seen(game, seat) {
      const answer = await here.ask({ do: "look", game, seat });
      if (answer?.kind !== "position" && answer?.kind !== "table") return answer;
      const [alone, ...others] = answer.here;
      return alone === undefined || others.length || alone === seat ? answer : here.seen(game, alone);
    },

    /** Show the current position. */
    enter: () => screens.enter(here.position?.game ?? ""),

    /** Leave the game. */
    leave() {
      here.position = null;
      if (late) warn("");
      late = "";
    },

    /** Ask for a hint or a change of the game at the moment that is shown. @param {Request} request */
    askNow(request) {
      const { game, moment, viewer } = here.position ?? {};
      let isWaiting = true;
      const explain = async () => {
        if (isGone) return;
        screens.refuse(THINKING);
        const status = await askEngine({ do: "status" }).catch((error) => error);
        if (!isWaiting || isGone) return;
        if (status instanceof Gone) screens.refuse(explainGone(status));
        else if (status?.is_preparing) screens.refuse(PREPARING);
      };
      const slow = window.setTimeout(explain, PATIENCE);
      return here.ask({ game, seat: viewer ?? null, moment, ...request }).finally(() => {
        isWaiting = false;
        clearTimeout(slow);
      });
    },

    /** Send a request that changes the game, and show the result. @param {Request} request */
    change(request) {
      changing = changed(request);
      return changing;
    },

    /** Show other players' moves. @param {string} news the moment that the game has reached, or another text */
    async refresh(news) {
      await changing;
      if (!here.position) return;
      const refusal = REFUSALS.get(news) ?? "";
      if (late && !refusal) warn("");
      late = refusal;
      if (news === String(here.position.moment)) return;
      // Another player has started a game at this table, which late answers about this one must not replace.
      if (news.includes("-")) {
        here.position = null;
        here.chair ? screens.open() : screens.enter(news);
        return;
      }
      isStale = true;
      if (isRefreshing) return;
      isRefreshing = true;
      while (isStale && here.position) {
        isStale = false;
        // An answer that comes too late does not answer the question.
        isStale = !(await refreshed(here.position)) || isStale;
      }
      isRefreshing = false;
    },
  };

  /** Return the alert for this screen's people. @param {Gone} error */
  function explainGone({ isSilent }) {
    return isSilent ? SILENT : here.isVisitor ? UNREACHABLE_FOR_VISITORS : UNREACHABLE;
  }

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
    if (late) warn(late);
    // The end of a round stays until its reader continues.
    if (answer.moment !== moment && people.length && screens.isRead()) {
      screens.summon(answer);
      return true;
    }
    if (answer.moment !== moment || answer.here.join() !== people.join()) screens.show(answer);
    // It is still the same position for answers that are on their way.
    else if (here.position) Object.assign(here.position, answer);
    await screens.update(answer);
    return true;
  }
  return here;
}
