/** The draft: the change of season, the pack, and the cards that were kept. */

import { cardButton, cardPicture, face, mini } from "./pieces.js";
import { capital, counted, el, icon, joined } from "./parts.js";

/** @import { Told } from "./words.js" */

/** Return the band that says what a season changes. @param {Told} told */
export function band(told) {
  const { season, seasons, draft, phase, leaders } = told.facts;
  const isFirst = season === seasons[0];
  const title = isFirst ? `The game begins in ${season}` : `${capital(season)} begins`;
  const cards =
    phase === "drafting" ? "" : ` ${counted(Math.max(...leaders.map((each) => each.hand_size)), "card")} each.`;
  const dealt = isFirst
    ? `The influence cards are dealt.${cards}`
    : `All hands are discarded and shuffled; new cards are dealt.${cards} Councils, tokens and allies stay.`;
  const way = draft ? ` The packs go to the ${draft.is_left ? "left" : "right"}.` : "";
  return el(
    "div",
    "season",
    {},
    icon(season),
    el("div", "", {}, el("h2", "", {}, title), el("p", "", {}, dealt + way)),
  );
}

/** The neighbours from whom a pack comes and to whom it goes. @param {Told} told */
function neighbours(told) {
  const { viewer, leaders, draft } = told.facts;
  const [me, way] = [viewer ?? 0, draft?.is_left ? 1 : -1];
  const count = leaders.length;
  return { from: (me - way + count) % count, to: (me + way + count) % count };
}

/**
 * Return the pack on the table.
 * @param {Told} told @param {{isOpen: boolean, chosen: number | null, choose: (at: number) => void}} choosing
 */
export function pack(told, { isOpen, chosen, choose }) {
  const { pack: ids, draft, viewer } = told.facts;
  if (viewer === null || !draft) return el("div", "packs", {}, el("h2", "", {}, "The leaders draft their hands"));
  const { from, to } = neighbours(told);
  const others = ids.length - 1;
  const heads = [
    el("h2", "", {}, isOpen ? `Keep one of ${ids.length}` : "You have kept a card"),
    draft.pick > 1 && el("span", "pass pass--from", {}, face(told, from), `from ${told.whom(from)}`),
    others > 0 &&
      el("span", "pass", {}, face(told, to), `the other ${others > 1 ? others : "one"} to ${told.whom(to)}`),
  ];
  return el(
    "div",
    "packs",
    {},
    el("div", "packh", {}, ...heads),
    el(
      "div",
      "pack",
      { role: "group", ariaLabel: "The pack", "data-n": ids.length },
      ...ids.map((id, at) =>
        cardButton(told.card(id), {
          "aria-pressed": isOpen ? String(chosen === at) : null,
          disabled: !isOpen,
          tabindex: at === (chosen ?? 0) ? 0 : -1,
          "data-key": `pack ${at}`,
          onclick: () => choose(at),
        }),
      ),
    ),
  );
}

/** Return what has left the pack since the viewer had it; null if it is new. @param {Told} told */
export function gone(told) {
  const { draft, leaders, viewer } = told.facts;
  if (!draft?.gone.length) return null;
  const others = leaders.map((_, seat) => seat).filter((seat) => seat !== viewer);
  const by = draft.own
    ? `${told.card(draft.own).title} by you, the others by ${joined(others.map((seat) => told.whom(seat)))}, one each`
    : "";
  return el(
    "div",
    "gone",
    {},
    el("span", "", {}, "A pack is back. Gone since:"),
    ...draft.gone.map((id) => mini(told.card(id))),
    el("span", "", {}, by),
  );
}

/** Return the cards that were kept, and the places for the others. @param {Told} told */
export function kept(told) {
  const { aside, draft } = told.facts;
  const picks = draft?.picks ?? aside.length;
  const cards = aside.map((id) => cardPicture(told.card(id)));
  const places = Array.from({ length: picks - aside.length }, (_, at) =>
    el("i", "", { "aria-hidden": true }, String(aside.length + at + 1)),
  );
  return el("div", "kept", { role: "group", ariaLabel: `Kept: ${aside.length} of ${picks}` }, ...cards, ...places);
}

/** Return who has picked, never what. @param {Told} told */
export function picking(told) {
  const { leaders, asked, draft } = told.facts;
  const rows = leaders.map((_, seat) => {
    const isChoosing = asked?.seats.includes(seat);
    return el(
      "li",
      "",
      {},
      face(told, seat),
      el("span", "", {}, told.who(seat)),
      !isChoosing && icon("check"),
      el("small", "", {}, isChoosing ? "chooses" : "waits for the others"),
    );
  });
  const title = `Pick ${draft?.pick ?? 1} of ${draft?.picks ?? 1}`;
  return el("section", "", { ariaLabel: title }, el("h2", "", {}, title), el("ul", "who-l", {}, ...rows));
}
