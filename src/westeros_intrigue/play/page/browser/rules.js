/** The dialog with the rules, the keys and the settings, and what its settings and keys do. */

import { isVisible, made, part, remember } from "./elements.js";
import { copy } from "./share.js";

/** @import { Game } from "./game.js" */

/** Show the rules of the game at this screen, or of the card game. @param {Game} game */
export async function showRules(game) {
  const dialog = part("rules", HTMLDialogElement);
  dialog.showModal();
  const name = game.position?.key ?? "westeros-intrigue";
  const answer = await game.ask({ do: "rules", name });
  if (answer?.kind !== "rules") return;
  part("rules-heading", HTMLElement).textContent = `${answer.name} in a minute`;
  part("minute", HTMLElement).replaceChildren(...answer.minute.map((each) => made("li", {}, each)));
  part("all-rules", HTMLElement).replaceChildren(...answer.rules.map((each) => made("li", {}, each)));
  part("notation", HTMLElement).replaceChildren(...answer.notation.map((each) => made("li", {}, each)));
  dialog.scrollTop = 0;
  await showLine(game);
}

/** Show the position at this screen as a line, which `draw`, `analyse` and the start page take. @param {Game} game */
async function showLine(game) {
  const [shown, copying] = [part("line", HTMLElement), part("copy-line", HTMLButtonElement)];
  const position = game.position;
  part("line-part", HTMLElement).hidden = true;
  if (!position) return;
  const answer = await game.ask({ do: "write", game: position.game, seat: position.viewer, moment: null });
  if (answer?.kind !== "written") return;
  shown.textContent = answer.line;
  copying.onclick = () => copy(answer.line, copying);
  part("line-part", HTMLElement).hidden = false;
}

/** Return the function that tells the engine the pace, now and after each change. @param {Game} game */
export function pacing(game) {
  const pace = part("pace", HTMLSelectElement);
  remember(pace);
  const setPace = () => game.ask({ do: "pace", milliseconds: Number(pace.value) });
  pace.addEventListener("change", setPace);
  return setPace;
}

/** The buttons that keys press; the first visible one of each key counts. */
const KEYS = /** @type {Record<string, string[]>} */ ({
  h: ["hint", "any-hint"],
  u: ["undo", "any-undo"],
  n: ["onward", "any-skip"],
  m: ["next-mistake"],
  "?": ["show-rules"],
  ArrowLeft: ["back"],
  ArrowRight: ["forward"],
});

/** Let keys press buttons and choose houses. @param {(house: string) => void} chooseHouse */
export function watchKeys(chooseHouse) {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const isTyped = target instanceof HTMLElement && target.matches("input, select, textarea");
    if (isTyped || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = (KEYS[key] ?? []).map((id) => part(id, HTMLButtonElement));
    const button = buttons.find((each) => isVisible(each) && !each.disabled);
    if (button) button.click();
    else if ("slbt".includes(key) && !part("game", HTMLElement).hidden) chooseHouse(key.toUpperCase());
  });
}
