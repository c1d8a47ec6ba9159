// Plays every built-in game at random and compares other builds with the native program in each position: the legal
// moves, the state of the game, and the position after every move.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
export const ferz = createRequire(import.meta.url)("../node/ferz.js");
/** The path of the native program, which is FERZ or target/release/ferz. */
export const program = process.env.FERZ ?? fileURLToPath(new URL("../../../target/release/ferz", import.meta.url));

/** The maximum number of legal moves for which the positions after the moves are compared. More take the program too long. */
const MANY = 150;

/** Returns a function that describes a position with the module in Node. */
export function standsInNode() {
  const loaded = new Map();
  return (name, fen, all) => {
    if (!loaded.has(name)) loaded.set(name, ferz.Rules.load(name, undefined));
    const game = loaded.get(name).fromFen(fen);
    const stands = { fen: game.fen, turn: game.turn, check: game.isCheck(), outcome: game.outcome(), moves: game.legalMoves(), after: {} };
    for (const text of all ? stands.moves : []) {
      game.play(text);
      stands.after[text] = game.fen;
      game.undo();
    }
    if (game.fen !== stands.fen) stands.fen = `${game.fen} after undo`;
    game.free();
    return stands;
  };
}

/** Compares this many positions, divided equally between all games. `witnesses` holds functions that describe a position, by name. */
export async function compare(wanted, witnesses) {
  let seed = 20_261_122;
  const random = (below) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >>> 8) % below;
  };
  const games = ferz.builtIn();
  const each = Math.ceil(wanted / games.length);
  const found = { positions: 0, games: games.length, moves: 0, wrong: [] };

  const look = async (name, fen, legal) => {
    const all = legal <= MANY;
    const { stdout } = await run(program, ["moves", name, "--json", ...(all ? ["--after"] : []), "--fen", fen], { maxBuffer: 64 << 20 });
    const native = JSON.parse(stdout);
    for (const [who, stands] of Object.entries(witnesses)) {
      const said = await stands(name, fen, all);
      const same = (what, a, b) => {
        if (JSON.stringify(a) !== JSON.stringify(b)) found.wrong.push(`${name} ${fen}\n  ${what}\n  native ${JSON.stringify(a)}\n  ${who} ${JSON.stringify(b)}`);
      };
      for (const what of ["fen", "turn", "check", "outcome"]) same(what, native[what], said[what]);
      same("moves", native.moves, [...said.moves].sort((a, b) => native.moves.indexOf(a) - native.moves.indexOf(b)));
      for (const text of all ? said.moves : []) same(`after ${text}`, native.after?.[text], said.after[text]);
    }
    found.positions += 1;
    found.moves += legal;
  };

  for (const name of games) {
    const rules = ferz.Rules.load(name, undefined);
    let game = rules.start();
    for (let count = 0; count < each; ) {
      const legal = game.legalMoves();
      const over = legal.length === 0 || game.history().length > 200;
      // Only some plies are compared, so that the positions are spread over whole games.
      if (over || random(3) === 0) {
        await look(name, game.fen, legal.length);
        count += 1;
      }
      if (over) {
        game.free();
        game = rules.start();
      } else {
        game.play(legal[random(legal.length)]);
      }
    }
    game.free();
    rules.free();
  }
  return found;
}

/** Prints the results. Returns true if all descriptions are equal. */
export function told({ positions, games, moves, wrong }, who) {
  for (const text of wrong.slice(0, 20)) console.log(text);
  console.log(`${positions} positions of ${games} games, ${moves} moves, ${who}: ${wrong.length} differences`);
  return wrong.length === 0;
}
