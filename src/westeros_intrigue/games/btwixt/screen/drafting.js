/** The draft: the change of season, the pack, and the cards that were kept. */

import { icon } from "./figures.js";
import { cardOf, chip } from "./pieces.js";
import { capital, counted, hand, joined, made, personOf, row, rows, section } from "../../../play/elements/parts.js";

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
  return made(
    "div.bt-season",
    {},
    icon(season),
    made("div", {}, made("h2.t-heading", {}, title), made("p", {}, dealt + way)),
  );
}

/** The neighbours from whom a pack comes and to whom it goes. @param {Told} told */
function neighbours(told) {
  const { viewer, leaders, draft } = told.facts;
  const [me, way] = [viewer ?? 0, draft?.is_left ? 1 : -1];
  const count = leaders.length;
  return { from: told.people[(me - way + count) % count], to: told.people[(me + way + count) % count] };
}

/**
 * Return the pack on the table.
 * @param {Told} told @param {{isOpen: boolean, chosen: number | null, choose: (at: number) => void}} choosing
 */
export function pack(told, { isOpen, chosen, choose }) {
  const { pack: ids, draft, viewer } = told.facts;
  if (viewer === null || !draft) return made("h2.t-heading", {}, "The leaders draft their hands");
  const { from, to } = neighbours(told);
  const others = ids.length - 1;
  const cards = ids.map((id, at) =>
    cardOf(told.card(id), {
      isPressed: isOpen ? chosen === at : null,
      isOff: !isOpen,
      tabIndex: at === (chosen ?? 0) ? 0 : -1,
      dataset: { key: `pack ${at}` },
      onclick: () => choose(at),
    }),
  );
  return made(
    "div.bt-packs",
    {},
    made(
      "div.bt-way-of",
      {},
      made("h2.t-heading", {}, isOpen ? `Keep one of ${ids.length}` : "You have kept a card"),
      draft.pick > 1 && made("span", {}, "from ", personOf(from)),
      others > 0 && made("span", {}, `the other ${others > 1 ? others : "one"} to `, personOf(to)),
    ),
    hand("The pack", cards, ".bt-pack"),
  );
}

/** Return what has left the pack since the viewer had it; null if it is new. @param {Told} told */
export function gone(told) {
  const { draft, leaders, viewer } = told.facts;
  if (!draft?.gone.length) return null;
  const others = leaders.map((_, seat) => seat).filter((seat) => seat !== viewer);
  const by = draft.own
    ? ` ${told.card(draft.own).title} by you, the others by ${joined(others.map((seat) => told.whom(seat)))}, one each`
    : "";
  return made(
    "p.bt-gone",
    {},
    "A pack is back. Gone since: ",
    draft.gone.map((id) => chip(told.card(id))),
    by,
  );
}

/** Return the cards that were kept, and the places for the others. @param {Told} told */
export function kept(told) {
  const { aside, draft } = told.facts;
  const picks = draft?.picks ?? aside.length;
  const cards = aside.map((id) => cardOf(told.card(id)));
  const places = Array.from({ length: picks - aside.length }, (_, at) =>
    made("span.bt-free", { ariaHidden: "true" }, String(aside.length + at + 1)),
  );
  return hand(`Kept: ${aside.length} of ${picks}`, [...cards, ...places], ".bt-kept");
}

/** Return who has picked, never what. @param {Told} told */
export function picking(told) {
  const { leaders, asked, draft } = told.facts;
  const lines = leaders.map((_, seat) => {
    const isChoosing = asked?.seats.includes(seat);
    return row(told.people[seat], told.who(seat), {
      note: isChoosing ? "chooses" : "waits for the others",
      value: !isChoosing && icon("check"),
    });
  });
  return section(`Pick ${draft?.pick ?? 1} of ${draft?.picks ?? 1}`, rows(...lines));
}
