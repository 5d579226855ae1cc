/** The game at this screen: its position, the requests about it, and the news of other players' moves. */

import { warn } from "./elements.js";
import { Gone } from "./messages.js";
import { alertOf, canFollow, isRead, reactionIn, reduce, START } from "./state.js";

/** @import { Answer } from "westeros-intrigue/messages" */
/** @import { Ask, Request, Shown } from "./messages.js" */
/** @import { Event, State } from "./state.js" */
/** @typedef {ReturnType<typeof gameHere>} Game */
/**
 * @typedef {{
 *   show: (answer: Answer | null) => void, draw: (before: State) => void, update: (same: Shown) => Promise<void>,
 *   refuse: (text: string) => void, enter: (game: string) => Promise<void>, open: () => Promise<void>,
 *   reopen: () => unknown, summon: (next: Shown, isFirst: boolean) => void, forget: () => void,
 *   react: (seat: number, sign: string) => void, drawsItself: (position: Shown) => boolean,
 * }} Screens shows a game; `draw` draws a state after the one before, `update` shows who is present, `summon` calls the
 *   reader of a round's end; `drawsItself` says whether a screen needs no picture of the table
 */

/** The time in milliseconds after which waiting for an answer is shown, and the texts for it. */
const PATIENCE = 1500;
const THINKING = "Thinking …";
const PREPARING = `${THINKING} The library is warming up, which takes a few seconds the first time.`;
/** The requests whose answers do not belong to a moment. */
const ABOUT_SEATS = new Set([
  "friends",
  "invite",
  "begin",
  "close",
  "lend",
  "seek",
  "free",
  "return",
  "replace",
  "admit",
  "vouch",
  "react",
]);
/** The requests about a moment whose answers show the game. */
const SHOWING = new Set(["play", "step", "skip", "undo"]);

const UNARRIVED = "The connection was lost, and your last placement did not arrive in time.";

/** Return the game at this screen, at first without a position. @param {Ask} askEngine @param {Screens} screens */
export function gameHere(askEngine, screens) {
  let changing = Promise.resolve();
  /** True while the page asks what has happened. */
  let isRefreshing = false;
  /** The time when the position came. */
  let came = 0;
  /** The time when its moment was first shown. */
  let reached = 0;

  const here = {
    state: START,

    /** Let something happen to the state; an alert about the connection comes and goes with it. @param {Event} event */
    happen(event) {
      const before = alertOf(here.state);
      const { position } = here.state;
      here.state = reduce(here.state, event);
      if (here.state.position !== position) came = performance.now();
      if (here.state.position?.moment !== position?.moment) reached = performance.now();
      const alert = alertOf(here.state);
      if (alert !== before) warn(alert);
    },

    /** The position that is shown; null for none. */
    get position() {
      return here.state.position;
    },
    /** The seat of the visitor's link; null for the host. */
    get chair() {
      return here.state.chair;
    },
    /** Return the whole seconds since the game has reached its moment, as far as this page has seen. */
    secondsAtMoment: () => Math.floor((performance.now() - reached) / 1000),
    /** Return the whole seconds since the position came. */
    secondsSince: () => Math.floor((performance.now() - came) / 1000),
    /** Leave the game, and remove it from the page. */
    forget: () => screens.forget(),

    /**
     * Ask the engine. While it cannot be reached, report that and wait; then send a move again, or show the current
     * position. The moment in a move makes sure that one which has arrived after all is not made twice.
     * @param {Request} request
     * @returns {Promise<Answer | null>} null if the answer was lost
     */
    async ask(request) {
      const before = here.state.visit;
      let [visit, isLost] = [before, false];
      // A lost move is still to be sent, or to be named, after another request has shown its game again.
      const isHere = () =>
        here.state.visit === before || (isLost && request.do === "play" && here.position?.game === request.game);
      do {
        try {
          const answer = await askEngine(request);
          here.happen({ do: "reached" });
          // Meanwhile, the game may have continued, or the player may have left it.
          return isHere() || ABOUT_SEATS.has(request.do) ? answer : null;
        } catch (error) {
          if (!(error instanceof Gone)) throw error;
          isLost = true;
          here.happen({ do: "lost", isSilent: error.isSilent });
          warn(alertOf(here.state)); // instead of any other text
        }
        visit = here.state.visit;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      } while (request.do === "play" && isHere());
      const { position } = here.state;
      // Another request has shown it; what has been chosen since then stays chosen.
      if (here.state.visit !== visit) return null;
      if (position) screens.show(await here.seen(position.game, position.viewer));
      else if (await here.ask({ do: "status" })) await screens.reopen();
      return null;
    },

    /**
     * Look at a game; the only person at this screen sees their hand.
     * @param {string} game
     * @param {number | null} seat
     * @param {number | null} [shown] the past moment that the screen goes on showing
     * @returns {Promise<Answer | null>}
     */
    async seen(game, seat, shown = null) {
      const answer = await here.ask({ do: "look", game, seat, shown, ...undrawn(game) });
      if (answer?.kind !== "position" && answer?.kind !== "table") return answer;
      const [alone, ...others] = answer.here;
      return alone === undefined || others.length || alone === seat ? answer : here.seen(game, alone, shown);
    },

    /** Show the current position. */
    enter: () => screens.enter(here.position?.game ?? ""),

    /** Ask for a hint or a change of the game at the moment that is shown. @param {Request} request */
    askNow(request) {
      const { game, moment, viewer } = here.position ?? {};
      let isWaiting = true;
      const explain = async () => {
        if (here.state.lost) return;
        screens.refuse(THINKING);
        const status = await askEngine({ do: "status" }).catch((error) => error);
        if (!isWaiting || here.state.lost) return;
        if (status instanceof Gone)
          screens.refuse(alertOf(reduce(here.state, { do: "lost", isSilent: status.isSilent })));
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

    /** Go to the other game that has begun at this table. */
    follow: () => (here.state.chair ? screens.open() : screens.enter(here.state.next)),

    /** Show other players' moves. @param {string} news the moment that the game has reached, or another text */
    async refresh(news) {
      const reaction = reactionIn(news);
      if (reaction) return screens.react(reaction.seat, reaction.sign);
      await changing;
      here.happen({ do: "heard", news });
      if (here.state.next && !canFollow(here.state)) here.follow();
      if (isRefreshing) return undefined;
      isRefreshing = true;
      while (here.state.isStale && here.position) {
        here.happen({ do: "asked" });
        if (!(await refreshed())) here.happen({ do: "missed" });
      }
      isRefreshing = false;
      return undefined;
    },
  };

  /** Leave the picture of a table out of the answer if its screen draws it. @param {string | undefined} game */
  const undrawn = (game) =>
    here.position?.game === game && here.position && screens.drawsItself(here.position) ? { drawn: false } : {};

  /** @param {Request} request */
  async function changed(request) {
    const [last, viewer] = [here.state.visit, here.position?.viewer];
    let wasLost = false;
    const watching = setInterval(() => (wasLost ||= here.state.lost !== ""), 100);
    const wanted = SHOWING.has(request.do) ? { ...undrawn(here.position?.game), ...request } : request;
    const answer = await here.askNow(wanted).finally(() => clearInterval(watching));
    screens.show(answer);
    if (answer?.kind === "refused") screens.refuse(answer.reasons.map((each) => each.text).join(" "));
    else if (answer?.kind === "fault" && answer.code === "moved-on") {
      await screens.enter(here.position?.game ?? "");
      const placed = here.position?.kind === "position" ? here.position.view.table.placements : null;
      const hasArrived = placed?.some(({ player, move }) => player === viewer && move === request.move) ?? true;
      if (wasLost && !hasArrived && here.state.visit !== last) screens.refuse(UNARRIVED);
    } else if (answer?.kind === "fault") screens.refuse(answer.text);
  }

  /** Show what has happened. @returns {Promise<boolean>} whether there was an answer */
  async function refreshed() {
    const { chair, position } = here.state;
    const shown = position?.here.length && isRead(here.state) ? position.moment : null;
    const answer = await here.seen(position?.game ?? "", chair?.seat ?? position?.viewer ?? null, shown);
    if (chair && answer?.kind === "fault") await screens.open();
    if (answer?.kind !== "position" && answer?.kind !== "table") return answer !== null;
    const before = here.state;
    here.happen({ do: "refreshed", answer });
    const { waiting, visit, late } = here.state;
    if (late) warn(alertOf(here.state)); // instead of any other text
    if (waiting === answer) {
      screens.summon(answer, !before.waiting);
      return true;
    }
    if (visit !== before.visit) screens.draw(before);
    await screens.update(answer);
    return true;
  }
  return here;
}
