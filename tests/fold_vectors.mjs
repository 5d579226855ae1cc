/**
 * Folds the events of vectors/events.jsonl, and compares the table after each with the one that the vector has:
 *
 *     node tests/fold_vectors.mjs FOLD [FOLDER]
 *
 * FOLD is examples/fold_events.ts, or the JavaScript that tsc makes of it.
 */

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

const [fold, folder] = process.argv.slice(2);
const { start, after } = await import(pathToFileURL(resolve(fold)));
const path = join(folder ?? join(dirname(fileURLToPath(import.meta.url)), "..", "vectors"), "events.jsonl");
let agreed = 0;
let count = 0;
for (const line of readFileSync(path, "utf8").trimEnd().split("\n")) {
  const game = JSON.parse(line);
  let now = start(game.start);
  game.steps.forEach(({ event, table }, index) => {
    now = after(now, event);
    const { rounds: _, ...ours } = now;
    count += 1;
    agreed += isDeepStrictEqual(ours, table);
    if (!isDeepStrictEqual(ours, table)) {
      console.log(`${game.table}, event ${index + 1}: ${JSON.stringify(ours)}, not ${JSON.stringify(table)}`);
    }
  });
}
console.log(`${agreed} of ${count} tables agree`);
process.exitCode = count && agreed === count ? 0 : 1;
