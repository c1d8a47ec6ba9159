// Exchanges records of all games between the module in Node and the native program: what one writes, the other reads
// without a loss.
//
//   node bindings/web/tests/records.mjs [PLIES]     60 by default
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { ferz, program } from "./positions.mjs";

const plies = Number(process.argv[2] ?? 60);
let seed = 20_261_201;
const random = (below) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return (seed >>> 8) % below;
};

/** Plays a game at random, with remarks and variations, and returns it as a draft of a record. */
function played(game) {
  const moves = [];
  const play = (legal) => ({ move: game.play(legal[random(legal.length)]), comments: random(6) ? [] : ["a {remark) [%clk 0:01:00] (or not"], marks: random(6) ? [] : [1 + random(20)], variations: [] });
  for (let legal = game.legalMoves(); legal.length && moves.length < plies; legal = game.legalMoves()) {
    const other = random(8) ? undefined : { comments: ["instead"], moves: [play(legal)] };
    const answers = other ? game.legalMoves() : [];
    if (answers.length) {
      other.moves.push(play(answers));
      game.undo();
    }
    if (other) game.undo();
    moves.push({ ...play(legal), variations: other ? [other] : [] });
  }
  return { tags: { White: 'A "B" \\ C', Annotator: "D" }, comments: ["before"], moves };
}

/** Returns a line as plain data, without what is computed from it. */
function plain({ comments = [], moves }) {
  return { comments, moves: moves.map(({ move, comments = [], marks = [], variations = [] }) => ({ move, comments, marks, variations: variations.map(plain) })) };
}

const drafts = ferz.builtIn().map((name) => {
  const rules = ferz.Rules.load(name);
  const game = rules.start();
  const draft = played(game);
  const { pgn, problems } = rules.writeRecord(draft);
  assert.deepEqual(problems, [], name);
  const fen = game.fen;
  game.free();
  rules.free();
  return { name, draft, pgn, fen };
});

const convert = (args, input) => execFileSync(program, ["convert", "-", ...args], { input, encoding: "utf8", maxBuffer: 256 << 20 });
const written = drafts.map(({ pgn }) => pgn).join("");

/** Compares the records that were read with those that were written. */
function same({ games, problems }, who) {
  assert.deepEqual(problems, [], who);
  assert.equal(games.length, drafts.length, who);
  for (const [index, { name, draft, fen }] of drafts.entries()) {
    const read = games[index];
    assert.deepEqual([read.game, read.tags.White, read.tags.Annotator], [name, draft.tags.White, draft.tags.Annotator], who);
    assert.deepEqual(plain(read), plain(draft), `${who}: ${name}`);
    assert.equal(read.moves.at(-1).fen, fen, `${who}: ${name}`);
  }
}

const [own, native] = [ferz.readRecords(written), JSON.parse(convert(["--json"], written))];
same(own, "in Node");
same(native, "native");
assert.deepEqual(own, native);
const again = convert([], written);
assert.equal(again, written, "the program writes the records in another way");
same(ferz.readRecords(again), "native, then in Node");

// A bad game does not affect the others, and an illegal move ends a game before it.
const { games, problems } = ferz.readRecords("1. e4 e5 2. Ke3 *\n\n[Variant \"No such game\"]\n\n1. a4 *\n\n[White \"A\"]\n\n1. d4 *\n");
assert.deepEqual(games.map(({ moves }) => moves.map(({ san }) => san)), [["e4", "e5"], ["d4"]]);
assert.deepEqual(problems.map(({ code, labels }) => [code, labels[0].line]), [["move-illegal", 1], ["unknown-game", 3]]);
assert.equal(problems[0].labels[0].text, "White's move 2");
console.log(`records of ${drafts.length} games with ${drafts.reduce((sum, { draft }) => sum + draft.moves.length, 0)} moves are the same`);
