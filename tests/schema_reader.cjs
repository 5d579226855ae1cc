/**
 * Reads documents of a folder as programs of others do, with what their tools do by default: ajv judges them by the
 * schema, and the functions that quicktype made read and write them. Prints what goes wrong, or the number of documents.
 */
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const Ajv = require("ajv/dist/2020");

const folder = process.argv[2];
const load = (name) => JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"));
const isValid = new Ajv().compile(load("westeros-intrigue.schema.json"));
const types = require(path.join(folder, "documents.cjs"));

let count = 0;
for (const { type, right, wrong } of load("documents.json")) {
  assert(isValid(right), `${type}: ${JSON.stringify(isValid.errors)}`);
  const read = types[`to${type}`];
  const write = types[`${type[0].toLowerCase()}${type.slice(1)}ToJson`];
  assert.deepEqual(JSON.parse(write(read(JSON.stringify(right)))), right);
  for (const [fault, changed] of Object.entries(wrong)) {
    assert(!isValid(changed), `${type}: ${fault}`);
    // What quicktype makes passes over unknown members.
    if (fault !== "a member is unknown") assert.throws(() => read(JSON.stringify(changed)), `${type}: ${fault}`);
  }
  count += 1;
}
console.log(`${count} documents`);
