/** A game that is over: shown again placement by placement, and its record. */

import { made, part, say } from "./elements.js";
import { showPicture } from "./court.js";

/** @typedef {import("./messages.js").Answer} Answer */

const number = part("number", HTMLInputElement);
const record = part("record", HTMLTextAreaElement);

/**
 * Offer a game that is over to be looked at.
 * @param {(request: {do: string, number?: number}) => Promise<Answer>} ask asks about the game
 */
export async function review(ask) {
  const copied = await ask({ do: "copy" });
  record.value = copied.kind === "record" ? copied.record : "";
  let isAsking = false;
  const show = async () => {
    // While the slider moves one question is asked after another, and the last answer alone is shown.
    if (isAsking) return;
    isAsking = true;
    let answer, asked;
    do {
      asked = number.value;
      answer = await ask({ do: "review", number: Number(asked) });
    } while (number.value !== asked);
    isAsking = false;
    if (answer.kind !== "reviewed") return;
    number.max = String(answer.count - 1);
    part("placement", HTMLElement).textContent = [answer.text, answer.judgement].join(" ").trim();
    showPicture(part("past", HTMLElement), answer.picture);
  };
  /** @param {number} change */
  const move = (change) => () => {
    number.valueAsNumber += change;
    return show();
  };
  number.value = "0";
  number.oninput = show;
  part("back", HTMLButtonElement).onclick = move(-1);
  part("forward", HTMLButtonElement).onclick = move(1);
  part("copy", HTMLButtonElement).onclick = async () => {
    record.select();
    await navigator.clipboard.writeText(record.value);
    say("The record is copied.");
  };
  part("save", HTMLButtonElement).onclick = () => {
    const address = URL.createObjectURL(new Blob([record.value], { type: "text/plain" }));
    made("a", { href: address, download: "westeros-intrigue.txt" }).click();
    URL.revokeObjectURL(address);
  };
  part("review", HTMLElement).hidden = false;
  await show();
}
