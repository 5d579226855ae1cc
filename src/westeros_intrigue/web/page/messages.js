/**
 * The messages as the page uses them; docs/messages.md and the JSON Schema describe them in full.
 *
 * @typedef {{name: string, title: string}} Choice
 * @typedef {Choice & {needs_houses: boolean}} OptionChoice
 * @typedef {Choice & {fewest: number, most: number, usual: string[], houses: string[], is_fixed: boolean}} TableChoice
 * @typedef {{kind: "choices", tables: TableChoice[], levels: Choice[], options: OptionChoice[], games: Choice[], puzzles: Choice[], daily: number, others: GameChoice[], has_links: boolean}} Chosen
 * @typedef {{name: string, kind: string, help: string, choices: string[], least: number, most: number}} OptionForm
 * @typedef {Choice & {fewest: number, most: number, levels: Choice[], usual: string, options: OptionForm[]}} GameChoice
 * @typedef {{name: string, who: string}} Seat
 * @typedef {{
 *   active_player: number | null, players: number, round_number: number, phase: string,
 *   hand_sizes: number[], penalty_points: number[], score_pile_sizes: number[], starters: string[],
 *   placements: {player: number, move: string}[], court: {cards: Record<string, string>, width_limit: number},
 *   eliminations: {player: number, cards_left: number}[], results: {round_number: number, penalty_points: number[]}[],
 *   variant: {
 *     automated: number[], houses: string[], rounds: number | null,
 *     house_affiliation: boolean, rivalry: boolean, anyone_can_die: boolean,
 *   },
 * }} Table
 * @typedef {{player: number | null, hand: string[], table: Table}} View
 * @typedef {{
 *   kind: "position", game: string, moment: number, seats: Seat[],
 *   waits_for: "person" | "step" | "round" | "nobody", view: View, moves: string[], takes: string[][],
 *   told: string[], story: string[], can_undo: boolean, here: number[], away: number[],
 * }} Position
 * @typedef {{
 *   kind: "table", game: string, name: string, moment: number, seats: Seat[], waits_for: "person" | "step" | "nobody",
 *   viewer: number | null, active: number | null, question: string, moves: Choice[], picture: string, words: string, told: string[],
 *   story: string[], can_undo: boolean, here: number[], away: number[],
 * }} AnyPosition
 * @typedef {{kind: "chair", game: string, name: string, seat: number, seats: Seat[], is_taken: boolean, is_yours: boolean, usual: string}} Chaired
 * @typedef {{kind: "joined", secret: string}} Joined
 * @typedef {{seat: number, is_taken: boolean, addresses: string[], code: string}} Link
 * @typedef {{kind: "friends", links: Link[], is_shared: boolean}} Linked
 * @typedef {{kind: "refused", reasons: {code: string, rule: string, text: string}[]}} Refused
 * @typedef {{kind: "advice", move: string, text: string}} Advice
 * @typedef {{kind: "suggestion", move: string, text: string}} Suggestion
 * @typedef {{kind: "reviewed", number: number, count: number, text: string, judgement: string, win: number | null, loss: number,
 *   better: string | null, view: View, moment: number, placers: number[], rounds: number[]}} Reviewed
 * @typedef {{kind: "record", record: string}} Copied
 * @typedef {{kind: "rules", name: string, rules: string[]}} Ruled
 * @typedef {{
 *   kind: "puzzle", number: number, level: number, following: number | null, names: string[], view: View,
 *   other_hand: string[], moves: string[], takes: string[][],
 * }} Posed
 * @typedef {{kind: "attempted", wins: boolean, text: string, told: string[]}} Attempted
 * @typedef {{kind: "fault", code: string, text: string}} Fault
 * @typedef {Chosen | Position | AnyPosition | Chaired | Joined | Linked | Refused | Advice | Suggestion | Reviewed | Copied | Ruled | Posed | Attempted | Fault} Answer
 */

/** The engine cannot be reached. */
export class Gone extends Error {}

/** @typedef {(request: {do: string, [member: string]: unknown}) => Promise<Answer>} Ask */

/** How long the worker may load without any news of it, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Return what asks the engine of this page: over HTTP, or in a worker of the browser.
 * @param {string | undefined} kind
 * @param {(text: string, bytes: number, all: number) => void} tell called while the engine is loaded
 * @returns {Promise<Ask>}
 */
export async function engine(kind, tell) {
  return kind === "worker" ? inWorker(tell) : overHttp;
}

/** @type {EventSource | null} */
let news = null;

/**
 * Listen to what changes in a game, in place of another; where the engine is a worker, nobody else can change it.
 * @param {string} game empty for none
 * @param {(text: string) => void} tell called with each change, and with nothing once the engine is there again
 */
export function listen(game, tell) {
  const address = new URL(`news?${game}`, location.href).href;
  if (document.documentElement.dataset.engine === "worker" || news?.url === address) return;
  news?.close();
  news = game ? new EventSource(address) : null;
  if (!news) return;
  news.onmessage = ({ data }) => tell(data);
  news.onopen = () => tell("");
  news.onerror = () => news?.readyState === EventSource.CLOSED && tell("");
}

/** @type {Ask} */
async function overHttp(request) {
  let response;
  try {
    response = await fetch("messages", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
  } catch {
    throw new Gone();
  }
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/json")) return response.json();
  return { kind: "fault", code: "bad-message", text: await response.text() };
}

/**
 * @param {(text: string, bytes: number, all: number) => void} tell
 * @returns {Promise<Ask>}
 */
async function inWorker(tell) {
  const worker = new Worker("worker.js", { type: "module" });
  /** @type {((answer: Answer) => void)[]} */
  const waiting = [];
  let timer = 0;
  try {
    await new Promise((ready, failed) => {
      const wait = () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => failed(new Error("nothing has come for a minute")), PATIENCE);
      };
      worker.onerror = (event) => failed(new Error(event.message));
      worker.onmessage = ({ data }) => {
        wait();
        if (data.ready) ready(null);
        else if (data.failed) failed(new Error(data.failed));
        else tell(data.loaded, data.bytes, data.all);
      };
      wait();
    });
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  // From now on the page needs no network; where the browser does not allow that, it does.
  navigator.serviceWorker?.register("offline.js").catch(() => {});
  worker.onmessage = ({ data }) => waiting.shift()?.(JSON.parse(data.answer));
  return (request) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      worker.postMessage(JSON.stringify(request));
    });
}
