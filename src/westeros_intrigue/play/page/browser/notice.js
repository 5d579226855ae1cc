/** The notice about people who come, go and return, and what can be done about it. */

import { isVisible, made, part, say, warn } from "./elements.js";
import { lentByOthers, noticeOf } from "./state.js";

/** @import { Game } from "./game.js" */
/** @import { Notice } from "./state.js" */

/** Return where a notice stands: in the place of the question that nobody is asked, or above the table. @param {Notice | null} notice */
function placeOf(notice) {
  const places = notice?.isWaiting ? [...document.querySelectorAll("[data-question]")] : [];
  return places.find(isVisible) ?? part("told-above", HTMLElement);
}

/** Return what shows the notice of the game at this screen, each second anew. @param {Game} game */
export function noticing(game) {
  const bar = part("notice", HTMLElement);
  let [shown, offered] = ["", ""];
  let isReturning = false;

  /** Play again what others have lent meanwhile. */
  const takeBack = async () => {
    const seats = lentByOthers(game.state);
    // Nobody sees a hidden page: its person has not come back.
    if (isReturning || !seats.length || document.hidden) return;
    isReturning = true;
    for (const seat of seats) await game.ask({ do: "return", game: game.position?.game, seat });
    isReturning = false;
  };

  const show = () => {
    takeBack();
    const notice = noticeOf(game.state, game.secondsSince());
    const next = JSON.stringify(notice);
    const place = placeOf(notice);
    // A board that draws itself anew takes its place away.
    if (bar.parentElement !== place) place.prepend(bar);
    // A button that is replaced while it is pressed gets no click, and screen readers would repeat the text.
    if (next === shown) return undefined;
    shown = next;
    bar.hidden = !notice;
    if (!notice) return bar.replaceChildren();
    const [text] = bar.children;
    const choices = JSON.stringify(notice.choices);
    if (text && choices === offered) return Object.assign(text, { textContent: notice.text });
    offered = choices;
    say(notice.text);
    const buttons = notice.choices.map(({ title, request, event, isOnward }) => {
      const onclick = async () => {
        if (isOnward) return game.follow();
        if (event) game.happen(event);
        if (!request) return show();
        const answer = await game.ask({ ...request, game: game.position?.game });
        if (answer?.kind === "fault") warn(answer.text);
        return undefined;
      };
      return made("button", { type: "button", onclick }, title);
    });
    return bar.replaceChildren(made("p", {}, notice.text), ...buttons);
  };
  setInterval(show, 1000);
  return { show };
}
