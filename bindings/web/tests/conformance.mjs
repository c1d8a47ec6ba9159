// Reproduces the conformance file, which the library writes, with the module in Node.
//
//   node bindings/web/tests/conformance.mjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const ferz = createRequire(import.meta.url)("../node/ferz.js");
const { does_not_apply: omitted, games, faulty } = JSON.parse(readFileSync(new URL("../../../tests/fixtures/conformance.json", import.meta.url), "utf8"));
assert.deepEqual(Object.keys(omitted.javascript), []);

assert.deepEqual(games.map(({ record }) => record.game), ferz.builtIn());
assert.deepEqual(ferz.readRecords(games.map(({ pgn }) => pgn).join("")), { games: games.map(({ record }) => record), problems: [] });
for (const { record, pgn, legal, pictures } of games) {
  const rules = ferz.Rules.load(record.game);
  assert.deepEqual(rules.writeRecord(record), { pgn, problems: [] }, record.game);
  const game = rules.fromFen(record.fen);
  assert.equal(game.fen, rules.start().fen, record.game);
  for (const { move, san, fen } of record.moves) {
    assert.deepEqual([game.san(move), game.read(san), game.play(move), game.fen], [san, move, move, fen], record.game);
  }
  assert.deepEqual(game.legalMoves(), legal, record.game);
  const ids = [...rules.start().svg().matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  assert.deepEqual([...new Set(ids)].sort(), pictures, record.game);
  assert.ok(!rules.start().svg("letters").includes(" id="), record.game);
  game.free();
  rules.free();
}

/** Returns the problems of a text. */
function problemsOf(kind, game, text) {
  if (kind === "record") return ferz.readRecords(text).problems;
  const act = { rules: () => ferz.Rules.fromText(text), position: () => ferz.Rules.load(game).fromFen(text), move: () => ferz.Rules.load(game).start().play(text) };
  try {
    act[kind]();
  } catch (error) {
    return error.problems;
  }
  assert.fail(`${text} is accepted`);
}

for (const { kind, game, text, problems } of faulty) {
  const found = problemsOf(kind, game, text).map(({ code, message, help, labels: [{ line, column }] }) => ({ code, message, help, line, column }));
  assert.deepEqual(found, problems, text);
}
console.log(`${games.length} games and ${faulty.length} faulty texts are as the library writes them`);
