/** The rail of Monopoly's table: the seats, and the story in short lines. */

import { colour, die, el, icon, signed, stack, tab } from "./parts.js";

/** @import { StoryLine, TableFacts } from "westeros-intrigue/monopoly-screen" */
/** @import { People } from "./parts.js" */

/** Return the seats. @param {TableFacts} facts @param {People} people @param {number | null} active @param {(seat: number) => void} choose outlines the deeds of a seat */
export function seats(facts, people, active, choose) {
  const families = facts.families.map((_, family) => facts.spaces.filter((space) => space.family === family));
  const kinds = ["faith", "order"].map((kind) => facts.spaces.filter((space) => space.kind === kind));
  const groups = [...families, ...kinds].filter((group) => group.length);
  return el(
    "ol.seats",
    {},
    ...facts.seats.map((shown, seat) => {
      const { name } = facts.spaces[shown.space];
      const jail =
        shown.tries === null
          ? []
          : [
              el("span.jail", {}, `in ${name}`),
              shown.tries ? `, try ${shown.tries} of ${facts.most_tries} failed` : "",
            ];
      const news = shown.fall ? [`out in turn ${shown.fall.turn}`] : jail.length ? jail : [`on ${name}`];
      const tabs = groups.map((group) =>
        el(
          `span${group.every(({ owner, is_whole }) => owner === seat && is_whole) ? ".whole" : ""}`,
          {},
          ...group.map((space) => tab(space, seat, facts)),
        ),
      );
      const owned = facts.spaces.flatMap((space) =>
        space.owner === seat ? [space.name + (space.mortgaged ? ", mortgaged" : "")] : [],
      );
      const cards = shown.cards ? [`${shown.cards} jail card${shown.cards > 1 ? "s" : ""}`] : [];
      const keys = cards.map((each) => {
        const drawn = Array.from({ length: shown.cards }, () => icon("i-key"));
        return el("span.pill.keys", { title: each }, ...drawn, el("span", {}, each));
      });
      const label = `${people.Name(seat)}, ${shown.fall ? news[0] : `${news.join("")}`}, ${[`${shown.cash} coins`, ...cards].join(", ")}, ${owned.length ? `deeds: ${owned.join(", ")}` : "no deeds"}`;
      const plain = news.map((each) => (each instanceof Node ? each.textContent : each)).join("");
      return el(
        "li",
        {},
        el(
          `button.seat${seat === active ? ".seat--turn" : ""}${shown.fall ? ".seat--out" : ""}`,
          {
            type: "button",
            dataset: { seat },
            ariaLabel: label.replace("[object HTMLSpanElement]", plain),
            onclick: () => choose(seat),
          },
          people.face(seat),
          el("span.seat__name", {}, people.Name(seat)),
          el("span.seat__news", {}, ...news),
          el(
            "span.money",
            {},
            ...(shown.tries === null ? [] : [icon("k-jail", "jailmark")]),
            ...keys,
            stack(shown.cash),
            // The label of the seat has the amount, so a screen reader hears nothing of one that counts.
            el("b", { ariaHidden: "true" }, String(shown.cash)),
          ),
          el("span.tabs", {}, ...tabs),
        ),
      );
    }),
  );
}

/** Return the explanation of the tabs. @returns {HTMLElement} */
export const key = () =>
  el(
    "p.key",
    {},
    el("span", {}, el("i.tab.tab--own.g2", {}, "2"), "Holdfasts"),
    el("span", {}, el("i.tab.tab--own.g0", {}, icon("castle")), "Castle"),
    el("span", {}, el("i.tab.tab--own.tab--down.g1"), "mortgaged, turned over"),
  );

/** Return the story, newest last. @param {TableFacts} facts @param {People} people @param {string} now what is asked */
export function story(facts, people, now) {
  const lines = facts.story.map((line, at) => {
    const isNew = at > 0 && facts.story[at - 1].turn !== line.turn;
    const sum = line.sum ? [el(`span.sum.sum--${line.sum < 0 ? "less" : "more"}`, {}, signed(line.sum))] : [];
    return el(
      `li${isNew ? ".turn" : ""}`,
      {},
      people.mark(line.player),
      el("span", {}, ...words(line, facts, people)),
      ...sum,
    );
  });
  const asked = now ? [el("li.now", {}, el("span"), el("span", {}, now))] : [];
  return el("ol", {}, ...lines, ...asked);
}

/** @param {StoryLine} line @param {TableFacts} facts @param {People} people @returns {(Node | string)[]} */
export function words({ player, dice, to, told }, { spaces }, people) {
  const name = el("b", {}, people.Name(player));
  const is = people.name(player) === "you";
  /** @param {string} verb */
  const does = (verb) => (is ? verb.replace(/s$/, "") : verb);
  const shown = dice ? [" ", die(dice[0], "m-pips"), " ", die(dice[1], "m-pips")] : [];
  const where = to === null ? [] : [` to ${spaces[to].name}`];
  const parts = told.flatMap(({ does: what, space, other, coins, words }) => {
    const at = space === null ? "" : spaces[space].name;
    switch (what) {
      case "pays":
        if (words === "for a deed") return [`${does("pays")} ${coins}`];
        return [other === null ? `${does("pays")} ${coins} ${words}` : `${does("pays")} ${people.name(other)}`];
      case "gets":
        return [`${does("gets")} ${coins} ${words}`];
      case "takes":
        return [`${does("takes")} ${at}`];
      case "auction":
        return [`${does("puts")} ${words ? `the last ${words}` : at} up for auction`];
      case "builds":
        return [`${is ? "have" : "has"} ${words} on ${at}`];
      case "mortgages":
      case "redeems":
        return [what === "mortgages" ? `${does("mortgages")} ${at}` : `${does("turns")} ${at} back`];
      case "draws":
        return [`card: ${words}`];
      case "jailed":
        return [is ? "go to jail" : "goes to jail"];
      case "released":
        return [is ? "are free again" : "is free again"];
      case "offers":
        return [`${does("offers")} ${people.name(other)} an exchange`];
      case "falls":
        return [`${is ? "are" : "is"} out, in debt to ${people.name(other)}`];
      default:
        return [what === "accepts" ? `${does("accepts")} the offer` : `${does("declines")} the offer`];
    }
  });
  const list = parts.length ? [shown.length || where.length ? ", " : " ", parts.join(", ")] : [];
  return [name, ...shown, ...where, ...list];
}

/** Return the deeds of a seat as a list. @param {number} seat @param {TableFacts} facts */
export const deedsOf = (seat, facts) =>
  facts.spaces
    .filter(({ owner }) => owner === seat)
    .map((space) => el("li", {}, el(`i.tab.tab--own${colour(space)}`), space.name));
