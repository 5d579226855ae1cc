/** The signs of the names at a table. Run by Node, without a browser. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const ELEMENTS = new URL("../../../src/westeros_intrigue/play/elements/", import.meta.url);
const source = await readFile(new URL("names.js", ELEMENTS), "utf8");
const { capital, letters, signsOf } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const ENGLAND = "🏴󠁧󠁢󠁥󠁮󠁧󠁿";

test("a sign is the first letter as people count letters", () => {
  assert.deepEqual(signsOf(["mira", "🎉 Ann", "🎲", `${ENGLAND} Cat`, "👩🏽‍🚀", "עדה"]), ["M", "🎉", "🎲", ENGLAND, "👩🏽‍🚀", "ע"]);
  assert.deepEqual(letters("e\u0301a"), ["e\u0301", "a"]);
});

test("names that begin alike have different signs", () => {
  assert.deepEqual(signsOf(["You", "Simple 1", "Simple 2", "Simple 3"]), ["Y", "S1", "S2", "S3"]);
  assert.deepEqual(signsOf(["Max", "Mona", "mia"]), ["Ma", "Mo", "Mi"].map((sign) => sign[0] + sign[1].toLowerCase()));
  assert.deepEqual(signsOf(["Hal", "Hal 2", "Hals"]), ["H1", "H2", "Hs"]);
  for (const names of [
    ["Ann", "Anna", "Anne", "Annie"],
    ["🎉", "🎉🎉", "🎉 1", "🎉 2"],
    ["Ann 3", "Ann", "Ann 1"],
    ["Ann 2", "Ann", "Ann 3", "Ann"],
    ["'", "''", "…"],
    ["Simple 11", "Simple 1", "Simple 111", "Simple"],
  ])
    assert.equal(new Set(signsOf(names)).size, names.length, `${names} have ${signsOf(names)}`);
});

test("no sign is a part of a letter", () => {
  for (const sign of signsOf(["🎉🎲", "🎉🎊", "🎉", `${ENGLAND}🎉`, `${ENGLAND}🎲`])) assert.ok(sign.isWellFormed?.() ?? true, sign);
});

test("a text begins with a capital letter", () => {
  assert.equal(capital("élan"), "Élan");
  assert.equal(capital("🎉 party"), "🎉 party");
  assert.equal(capital(""), "");
});
