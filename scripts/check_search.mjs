// Tries the searches of docs/searches.txt on a built site, with the index and the ranking that its pages load.
//
//     node scripts/check_search.mjs SITE [QUERY...]
//
// It prints the searches whose page is not among the first three, and fails if more than one in twenty miss. With
// queries of your own it prints what they find.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

const [site, ...own] = process.argv.slice(2);
let begin;
const nothing = { replaceChildren() {}, querySelectorAll: () => [] };
const context = vm.createContext({
  document: {
    readyState: "loading",
    getElementById: () => nothing,
    addEventListener: (_, listener) => (begin ??= listener),
  },
  localStorage: { setItem() {} },
  console,
});
const run = (file) => vm.runInContext(readFileSync(join(site, file), "utf8"), context, { filename: file });
context.window = context; // as in a browser
vm.runInContext("var _ready = () => {}, _ = (text) => text, SPHINX_HIGHLIGHT_ENABLED = false;", context);
run("_static/search.js");
run("_static/language_data.js");
run("_static/searchtools.js");
run("searchindex.js");
begin();

const found = (query) => {
  context.query = query;
  const results = vm.runInContext("Search._performSearch(...Search._parseQuery(query))", context);
  return results.reverse().map(([page, title, anchor]) => ({ page, title, anchor }));
};

if (own.length) {
  for (const query of own)
    console.log(query, found(query).slice(0, 5).map(({ page, anchor }) => page + anchor));
} else {
  const lines = readFileSync(new URL("../docs/searches.txt", import.meta.url), "utf8").split("\n");
  const searches = lines.filter((line) => line && !line.startsWith("#")).map((line) => line.split(" | "));
  const missed = searches.filter(([query, pages]) => {
    const first = found(query).slice(0, 3).map(({ page }) => page);
    const isFound = pages.split(", ").some((page) => first.includes(page));
    if (!isFound) console.log(`${query}: ${first.join(", ")} instead of ${pages}`);
    return !isFound;
  });
  console.log(`${searches.length - missed.length} of ${searches.length} searches find their page among the first three`);
  process.exit(missed.length > searches.length / 20 ? 1 : 0);
}
