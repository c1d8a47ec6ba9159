// Plays every built-in game at random and compares the module, in Node, with the native program: the legal moves, the state
// of the game, and where every move leads.
//
//   node bindings/web/tests/same.mjs [POSITIONS]     5,000 if not said, equally of all games
//
// The program is the one in FERZ, or target/release/ferz.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const ferz = createRequire(import.meta.url)("../node/ferz.js");
const program = process.env.FERZ ?? fileURLToPath(new URL("../../../target/release/ferz", import.meta.url));
const wanted = Number(process.argv[2] ?? 5000);
const games = ferz.builtIn();
const each = Math.ceil(wanted / games.length);

let seed = 20_261_122;
const random = (below) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return (seed >>> 8) % below;
};

let compared = 0;
let moves = 0;
const wrong = [];

/** With more moves than this, where each leads is not compared: it takes the program too long. */
const MANY = 150;

async function compare(name, rules, fen) {
  const game = rules.fromFen(fen);
  const legal = game.legalMoves();
  const all = legal.length <= MANY;
  const { stdout } = await run(program, ["moves", name, "--json", ...(all ? ["--after"] : []), "--fen", fen], { maxBuffer: 64 << 20 });
  const native = JSON.parse(stdout);
  const same = (what, a, b) => {
    if (JSON.stringify(a) !== JSON.stringify(b)) wrong.push(`${name} ${fen}\n  ${what}\n  native ${JSON.stringify(a)}\n  module ${JSON.stringify(b)}`);
  };
  same("position", native.fen, game.fen);
  same("moves", native.moves, [...legal].sort((a, b) => native.moves.indexOf(a) - native.moves.indexOf(b)));
  same("outcome", native.outcome, game.outcome());
  same("check", native.check, game.isCheck());
  same("turn", native.turn, game.turn);
  for (const text of all ? legal : []) {
    game.play(text);
    same(`after ${text}`, native.after?.[text], game.fen);
    game.undo();
  }
  same("position after undo", native.fen, game.fen);
  game.free();
  compared += 1;
  moves += legal.length;
}

async function play(name) {
  const rules = ferz.Rules.load(name, undefined);
  let game = rules.start();
  for (let count = 0; count < each; ) {
    const legal = game.legalMoves();
    if (legal.length === 0 || game.history().length > 200) {
      await compare(name, rules, game.fen);
      count += 1;
      game.free();
      game = rules.start();
      continue;
    }
    // Every few plies, so that the positions lie all over the games.
    if (random(3) === 0) {
      await compare(name, rules, game.fen);
      count += 1;
    }
    game.play(legal[random(legal.length)]);
  }
  game.free();
  rules.free();
}

for (const name of games) await play(name);
for (const text of wrong.slice(0, 20)) console.log(text);
console.log(`${compared} positions of ${games.length} games, ${moves} moves: ${wrong.length} differences`);
process.exit(wrong.length ? 1 : 0);
