/** A notebook's side of a table, in the interface of anywidget. The kernel has the rules and the hidden cards. */

import { made } from "./elements.js";
import { TABLE } from "./table_element.js";

/** @import { AnyScene, WesterosTable } from "./table_element.js" */
/**
 * @typedef {{
 *   get: (name: string) => any,
 *   send: (request: { do: string, move?: string, at?: number }) => void,
 *   on: (kind: string, heard: (message: any) => void) => void,
 *   off: (kind: string, heard: (message: any) => void) => void,
 * }} Model
 */

/** The time after which a kernel that has not answered is said to be busy, in milliseconds. */
const PATIENCE = 1500;

const widget = {
  /** Show a table in its cell, and return what ends it. @param {{ model: Model, el: HTMLElement }} place */
  render({ model, el }) {
    // Keys belong to the table. JupyterLab would delete the cell by "d d"; it looks for the attribute that forbids this
    // only outside of shadows.
    el.addEventListener("keydown", (event) => event.ctrlKey || event.metaKey || event.stopPropagation());
    const table = /** @type {WesterosTable} */ (document.createElement(TABLE));
    const busy = made("p", { role: "status" });
    el.append(table, busy);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const answered = () => {
      clearTimeout(timer);
      busy.textContent = "";
    };
    /** @param {Parameters<Model["send"]>[0]} request */
    const send = (request) => {
      answered();
      timer = setTimeout(() => {
        busy.textContent = "The kernel is busy.";
        // If the request or its answer is lost, the table shows what the kernel has.
        if (request.do !== "look") model.send({ do: "look" });
      }, PATIENCE);
      model.send(request);
    };
    /** @param {{ do: string, answers: AnyScene[], move: string, text: string }} message */
    const heard = (message) => {
      answered();
      if (message.do === "show") table.play(message.answers);
      else if (message.do === "advise") table.advise(message.move, message.text);
      else table.tell(message.text);
    };
    model.on("msg:custom", heard);
    table.addEventListener("move", (event) => send({ do: "move", .../** @type {CustomEvent} */ (event).detail }));
    for (const kind of ["hint", "undo", "step"]) table.addEventListener(kind, () => send({ do: kind }));
    const last = model.get("_last");
    if (last) el.append(slider(last, (at) => send({ do: "at", at })));
    // Without a kernel, this is what stays.
    if (model.get("_public").seats) table.position = model.get("_public");
    send({ do: "look" });
    return () => {
      clearTimeout(timer);
      model.off("msg:custom", heard);
    };
  },
};

/** Return a slider through the moments of a game. @param {number} last @param {(moment: number) => void} turn */
function slider(last, turn) {
  const told = made("output", {}, `${last} of ${last}`);
  const max = String(last);
  const range = made("input", { type: "range", min: "0", max, value: max, ariaLabel: "Moment of the game" });
  range.oninput = () => {
    told.value = `${range.value} of ${last}`;
    turn(range.valueAsNumber);
  };
  return made("p", {}, range, " ", told);
}

export default widget;
