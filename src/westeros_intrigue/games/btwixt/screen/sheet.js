/** The sheet over the far half of the ring: questions that the pieces on the table do not answer. */

import { allyCard, cardButton, face } from "./pieces.js";
import { figure } from "./figures.js";
import { counted, el, icon } from "./parts.js";

/** @import { Told } from "./words.js" */

/** The questions that are answered with the pieces on the table, the hand or the pack, and in the dock. */
const AT_THE_TABLE = new Set([
  "draft",
  "turn",
  "bid-card",
  "token-move",
  "place-ally",
  "place-token",
  "ally-move",
  "discard",
]);

/**
 * Return the sheet of the open question; null if it is answered at the table. A question of any other kind has the
 * buttons of its moves, in their words.
 * @param {Told} told @param {{picked: string, pick: (id: string) => void, play: (move: string) => void, listed: () => HTMLElement[]}} choosing
 */
export function sheet(told, { picked, pick, play, listed }) {
  const { asked, options, shown_hands: hands, leaders, put_back: back } = told.facts;
  if (!asked) return null;
  const by = asked.ally ? told.ally(asked.ally).name : asked.card ? told.card(asked.card).title : "";
  const chosen = options.find(({ card, leader }) => (card || leader) && (card || leader) === picked);
  /** @param {string} text @param {string} move */
  const go = (text, move) =>
    el(
      "button",
      "btn main",
      { type: "button", "data-key": "main", "data-move": move, onclick: () => play(move) },
      text,
    );
  switch (asked.kind) {
    case "choose-leader":
      return box(
        "Choose your leader card",
        el(
          "div",
          "cards",
          {},
          ...told.facts.leader_cards.map(({ id, name }) => {
            const [bust, hue] = figure(id);
            const option = options.find(({ leader }) => leader === id);
            return el(
              "button",
              "lead",
              {
                type: "button",
                style: { "--hue": hue },
                "data-key": `leader ${id}`,
                "data-move": option?.move,
                onclick: () => option && play(option.move),
              },
              icon(bust),
              el("span", "", {}, name),
            );
          }),
        ),
        ...options
          .filter(({ leader }) => !leader)
          .map(({ move }) =>
            el(
              "button",
              "btn",
              { type: "button", "data-key": "random", "data-move": move, onclick: () => play(move) },
              "Take a random one",
            ),
          ),
        el("p", "note", {}, "In the standard game it is for looks only."),
      );
    case "leader":
      return box(
        `${by}: choose another leader`,
        el(
          "div",
          "pick",
          {},
          ...options.map(({ seat, move }) =>
            el(
              "button",
              "btn",
              { type: "button", "data-key": `seat ${seat}`, "data-move": move, onclick: () => play(move) },
              face(told, seat ?? 0),
              `${told.who(seat ?? 0)} ${leaders[seat ?? 0].hand_size}`,
            ),
          ),
        ),
        el("p", "note", {}, "The number is the cards in hand."),
      );
    case "take": {
      const seat = asked.leader ?? 0;
      const cards = hands.find((each) => each.seat === seat)?.cards ?? [];
      return box(
        `${by}: take one card of ${told.whose(seat)}`,
        el(
          "div",
          "cards",
          { role: "group", ariaLabel: `${told.whose(seat)} hand` },
          ...cards.map((id, at) =>
            cardButton(told.card(id), {
              "aria-pressed": String(picked === id && cards.indexOf(id) === at),
              "data-key": `take ${at}`,
              onclick: () => pick(id),
            }),
          ),
        ),
        chosen && go(`Take ${told.card(picked).title}`, chosen.move),
        el(
          "p",
          "note",
          {},
          `Only you see this hand. ${told.who(seat)} learns which card goes, the others only that one does.`,
        ),
      );
    }
    case "kill":
    case "return":
      return box(
        asked.kind === "kill"
          ? `Choose who dies (${counted(asked.count ?? 1, "ally", "allies")})`
          : "Which one comes next?",
        el(
          "ul",
          "co__al",
          {},
          ...options.map(({ ally, move }) =>
            allyCard(told, ally, () => play(move), asked.kind === "kill" ? "Kill" : "Put back", move),
          ),
        ),
        back.length > 0 && el("p", "note", {}, `On top: ${back.map((id) => told.called(id)).join(", ")}.`),
        el("p", "note", {}, "Only you see them. The others see who dies, and not the order."),
      );
    case "offer":
    case "cancel": {
      const option = options.find(({ card }) => card);
      const decline = options.find(({ move }) => move === "decline");
      const title = option ? told.card(option.card).title : "";
      const [does, not] = asked.kind === "offer" ? ["dies", "Keep it"] : ["lives", "Let it happen"];
      return box(
        asked.kind === "offer" ? `Kill ${by}?` : `Save ${by}?`,
        el(
          "div",
          "pick",
          {},
          option && go(`Discard ${title}: ${told.called(asked.ally)} ${does}`, option.move),
          decline &&
            el(
              "button",
              "btn",
              { type: "button", "data-key": "decline", "data-move": decline.move, onclick: () => play(decline.move) },
              option ? not : "Go on",
            ),
        ),
        el("p", "note", {}, "All are asked, also those without the card, so that the waiting tells nothing."),
      );
    }
    default:
      return AT_THE_TABLE.has(asked.kind)
        ? null
        : box(asked.heading, el("div", "pick pick--all", {}, ...listed().map(dressed)));
  }
}

/** Give a button of the page the look and the key of one of the screen. @param {HTMLElement} button */
function dressed(button) {
  if (button instanceof HTMLButtonElement) button.classList.add("bt-btn");
  button.dataset.key = `move ${button.dataset.move ?? "number"}`;
  return button;
}

/** @param {string} heading @param {(Node | null | undefined | false)[]} children */
const box = (heading, ...children) =>
  el("section", "sheet", { role: "group", ariaLabel: heading }, el("h2", "", {}, heading), ...children);
