/** An offer, composed of goods from both sides; its text consists of the goods' names in moves. */

import { choice, made, part } from "./elements.js";

/** @import { AnyPosition, Choice } from "westeros-intrigue/messages" */

const place = part("any-offer", HTMLDetailsElement);

/** Return true while the viewer is composing an offer. */
export const isOffering = () => place.open && !place.hidden;

/** Let the viewer make an offer, if they may. @param {AnyPosition} position @param {(move: string) => void} play */
export function offerFrom({ goods, seats, viewer }, play) {
  place.hidden = !goods.length;
  const others = goods.flatMap((each, seat) =>
    seat !== viewer && each.length ? [[String(seat), seats[seat].name]] : [],
  );
  const partner = choice("To whom", others);
  const [mine, theirs] = [side("You give", goods[viewer ?? 0] ?? []), made("div")];
  partner.onchange = () => theirs.replaceChildren(side("You get", goods[Number(partner.value)] ?? []));
  partner.onchange(new Event("change"));
  const offer = () => play(`offer ${partner.value}: ${written(mine)} for ${written(theirs)}`);
  const send = made("button", { type: "button", className: "main", onclick: offer }, "Offer it");
  part("any-goods", HTMLElement).replaceChildren(made("label", {}, "To ", partner), mine, theirs, send);
}

/** Return the controls for the goods that one side gives. @param {string} title @param {Choice[]} goods */
function side(title, goods) {
  const things = goods.map(({ name, title: thing }) => {
    const [, most, unit] = name.match(/^(\d+)([a-z])$/) ?? [];
    const control = unit
      ? { type: "number", name: unit, min: "0", max: most, placeholder: "0" }
      : { type: "checkbox", name };
    return made("label", {}, made("input", control), unit ? `of ${thing}` : thing);
  });
  return made("fieldset", {}, made("legend", {}, title), ...things);
}

/** @param {HTMLElement} side */
function written(side) {
  const named = [...side.querySelectorAll("input")].map(({ type, name, value, checked }) =>
    type === "checkbox" ? checked && name : Number(value) && `${Number(value)}${name}`,
  );
  return named.filter(Boolean).join("+") || "0";
}
