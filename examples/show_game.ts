// Shows a game as text, from lines of JSON: a table or a view, then events, as `to_json` writes them (docs/json.md).

import { after, start } from "./fold_events.ts";
import type { EventDocument, TableDocument, ViewDocument } from "./westeros-intrigue.d.ts"; // a download

declare const process: { stdin: AsyncIterable<Uint8Array> };

function sentence(event: EventDocument): string {
  switch (event.kind) {
    case "round-start":
      return `Round ${event.round_number}: player ${event.starting_player} starts with ${event.hand_size} cards.`;
    case "placement":
      return `Player ${event.player} places ${event.move.replace("@", " at ")}.`;
    case "elimination":
      return `Player ${event.player} is out, with ${event.cards_left} cards.`;
    case "round-end":
      return `Player ${event.last_placer} placed last. Penalty points: ${event.penalty_points.join(", ")}.`;
    default: return "";
  }
}

/** Returns the court, the top row first, with a dot for an empty slot. */
function picture(court: Record<string, string>): string {
  const columns = Object.keys(court).map((slot) => Number(slot.slice(1)));
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const rows = [...new Set(Object.keys(court).map((slot) => slot[0]!))].sort().reverse();
  const width = Array.from({ length: right - left + 1 }, (_, index) => left + index);
  return rows.map((row) => width.map((column) => court[`${row}${column}`] ?? " .").join(" ")).join("\n");
}

let text = "";
const decoder = new TextDecoder();
for await (const chunk of process.stdin) text += decoder.decode(chunk, { stream: true });
const [first, ...events] = text.trim().split("\n").map((line) => JSON.parse(line));
let table = start(first as TableDocument | ViewDocument);
for (const event of events as EventDocument[]) {
  if (event.kind === "round-end") console.log(picture(table.court));
  table = after(table, event);
  if (sentence(event)) console.log(sentence(event));
}
