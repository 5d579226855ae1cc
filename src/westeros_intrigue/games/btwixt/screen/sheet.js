/** The sheet over the ring: questions whose answers are not on the table. */

import { figure, icon } from "./figures.js";
import { allyButton, cardOf } from "./pieces.js";
import { button, counted, door, face, hand, made } from "../../../play/elements/parts.js";

/** @import { Told } from "./words.js" */

/** The questions that are answered with the hand or the pack, and in the dock. */
export const IN_THE_DOCK = new Set([
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
 * Return the sheet of the open question; null if it is answered in the dock. A question of any other kind has the
 * buttons of its moves, in their words.
 * @param {Told} told @param {{picked: string, pick: (id: string) => void, play: (move: string) => void, listed: () => HTMLElement[]}} choosing
 */
export function sheet(told, { picked, pick, play, listed }) {
  const { asked, options, shown_hands: hands, leaders, put_back: back } = told.facts;
  if (!asked) return null;
  const by = asked.ally ? told.ally(asked.ally).name : asked.card ? told.card(asked.card).title : "";
  const chosen = options.find(({ card }) => card && card === picked);
  /** @param {(Node | string)[] | string} text @param {string} key @param {string} move @param {"main" | ""} [kind] */
  const go = (text, key, move, kind = "") => button(text, { kind, dataset: { key, move }, onclick: () => play(move) });
  const note = (/** @type {string} */ text) => made("p.bt-aside", {}, text);
  /** @param {...(Node | false | null | undefined)} children */
  const choices = (...children) => made("div.bt-pick", {}, ...children);
  switch (asked.kind) {
    case "choose-leader":
      return box(
        "Choose your leader card",
        choices(
          ...told.facts.leader_cards.map(({ id, name }) => {
            const [bust, hue] = figure(id);
            const move = options.find(({ leader }) => leader === id)?.move;
            return made(
              "button.t-button.bt-lead",
              {
                type: "button",
                style: { "--hue": hue },
                dataset: { key: `leader ${id}`, move },
                onclick: () => move && play(move),
              },
              icon(bust),
              made("span", {}, name),
            );
          }),
          ...options.filter(({ leader }) => !leader).map(({ move }) => go("Take a random one", "random", move)),
        ),
        note("In the standard game it is for looks only."),
      );
    case "leader":
      return box(
        `${by}: choose another leader`,
        choices(
          ...options.map(({ seat, move }) => {
            const words = [face(told.people[seat ?? 0]), `${told.who(seat ?? 0)} ${leaders[seat ?? 0].hand_size}`];
            return go(words, `seat ${seat}`, move);
          }),
        ),
        note("The number is the cards in hand."),
      );
    case "take": {
      const seat = asked.leader ?? 0;
      const cards = hands.find((each) => each.seat === seat)?.cards ?? [];
      return box(
        `${by}: take one card of ${told.whose(seat)}`,
        hand(
          `${told.whose(seat)} hand`,
          cards.map((id, at) =>
            cardOf(told.card(id), {
              isPressed: picked === id && cards.indexOf(id) === at,
              dataset: { key: `take ${at}` },
              onclick: () => pick(id),
            }),
          ),
        ),
        choices(chosen && go(`Take ${told.card(picked).title}`, "main", chosen.move, "main")),
        note(`Only you see this hand. ${told.who(seat)} learns which card goes, the others only that one does.`),
      );
    }
    case "kill":
    case "return": {
      const isKill = asked.kind === "kill";
      return box(
        isKill ? `Choose who dies (${counted(asked.count ?? 1, "ally", "allies")})` : "Which one comes next?",
        choices(...options.map(({ ally, move }) => allyButton(told, ally, isKill ? "Kill" : "Put back", move, play))),
        back.length > 0 && note(`On top: ${back.map((id) => told.called(id)).join(", ")}.`),
        note("Only you see them. The others see who dies, and not the order."),
      );
    }
    case "offer":
    case "cancel": {
      const option = options.find(({ card }) => card);
      const decline = options.find(({ move }) => move === "decline");
      const title = option ? told.card(option.card).title : "";
      const [does, not] = asked.kind === "offer" ? ["dies", "Keep it"] : ["lives", "Let it happen"];
      return box(
        asked.kind === "offer" ? `Kill ${by}?` : `Save ${by}?`,
        choices(
          option && go(`Discard ${title}: ${told.called(asked.ally)} ${does}`, "main", option.move, "main"),
          decline && go(option ? not : "Go on", "decline", decline.move),
        ),
        note("All are asked, also those without the card, so that the waiting tells nothing."),
      );
    }
    default:
      return IN_THE_DOCK.has(asked.kind) ? null : box(asked.heading, choices(...listed().map(dressed)));
  }
}

/** Give a button of the page the look and the key of one of the table. @param {HTMLElement} each */
function dressed(each) {
  if (each instanceof HTMLButtonElement) each.classList.add("t-button", "bt-listed");
  each.dataset.key = `move ${each.dataset.move ?? "number"}`;
  return each;
}

/** @param {string} heading @param {(Node | null | undefined | false)[]} children */
function box(heading, ...children) {
  const found = door(heading, ...children);
  found.classList.add("bt-sheet");
  return found;
}
