#!/usr/bin/env node
// Plays random games beside shogiops and chessops, the libraries of two servers, and compares texts in every position.
//
//   node tools/step.mjs [--ferz PATH] [--packages FOLDER] [--positions N] [--seed N] [GAME ...]
//
// FOLDER has a `node_modules` with shogiops and chessops (`npm install shogiops chessops`). Needs a release of the program.
//
// In each position, ferz reads the text of the other library by its protocol, USI or UCI, and both must list the same texts of moves, of
// which the library plays one. Ferz writes each position as it was read. At the end of a game, it reads all moves from the start,
// and must reach the same position as text. The exit status is 1 after a difference.
import { spawn, spawnSync } from "node:child_process";

import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const root = resolve(import.meta.dirname, "..");
const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { ferz: { type: "string", default: join(root, "target/release/ferz") }, packages: { type: "string", default: "." }, positions: { type: "string", default: "5000" }, seed: { type: "string", default: "1" } },
});
const [wanted, packages] = [Number(given.positions), resolve(given.packages)];
const LONGEST_GAME = 160;

/** Returns a module of a package. */
const from = (name) => import(pathToFileURL(join(packages, "node_modules", name)).href);

/** Returns a source of numbers below a limit that gives the same ones for the same text. */
function chance(text) {
  let state = 0x811c9dc5;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) % below;
  };
}

/** The games of shogiops, spoken to by USI. */
async function shogiops(rules) {
  const [{ makeUsi, parseUsi, parsePieceName }, { initialSfen, makeSfen, parseSfen }, { secondLionStepDests }, of] = await Promise.all(["util", "sfen", "variant/chushogi", "variant/util"].map((name) => from(`shogiops/dist/${name}.js`)));
  const { pieceCanPromote, pieceForcePromote, promotableOnDrop, promote } = of;
  const LIONS = ["lion", "lionpromoted", "eagle", "falcon"];
  function* moves(position) {
    if (position.isEnd()) return;
    for (const [from, squares] of position.allMoveDests()) {
      const piece = position.board.get(from);
      for (const to of squares) {
        const may = pieceCanPromote(rules)(piece, from, to, position.board.get(to));
        if (may) yield { from, to, promotion: true };
        if (!may || !pieceForcePromote(rules)(piece, to)) yield { from, to, promotion: false };
        if (rules === "chushogi" && LIONS.includes(piece.role)) for (const end of secondLionStepDests(position, from, to)) yield { from, to: end, midStep: to };
      }
    }
    for (const [name, squares] of position.allDropDests()) {
      const piece = parsePieceName(name);
      const roles = [piece.role, ...(promotableOnDrop(rules)(piece) ? [promote(rules)(piece.role)] : [])];
      for (const to of squares) for (const role of roles) yield { role, to };
    }
  }
  return {
    word: "sfen",
    start: () => parseSfen(rules, initialSfen(rules), false).unwrap(),
    read: (text) => parseSfen(rules, text, false).unwrap(),
    text: (position) => makeSfen(position),
    moves: (position) => [...moves(position)].map(makeUsi),
    same: (text) => makeUsi(parseUsi(text)),
    play: (position, text) => {
      const next = position.clone();
      next.play(parseUsi(text));
      return next;
    },
  };
}

/** The games of chessops, spoken to by UCI. `isFree` selects castling by the squares of both pieces. */
async function chessops(rules, isFree) {
  const [{ makeUci, parseUci, squareRank, kingCastlesTo }, { makeFen, parseFen, INITIAL_FEN }, variant, { castlingSide, normalizeMove }, { ROLES }] = await Promise.all(["util", "fen", "variant", "chess", "types"].map((name) => from(`chessops/dist/esm/${name}.js`)));
  const { defaultPosition, setupPosition } = variant;
  const roles = ["queen", "knight", "rook", "bishop", ...(rules === "antichess" ? ["king"] : [])];
  const written = (position, move) => {
    const side = isFree ? undefined : castlingSide(position, move);
    return makeUci(side ? { from: move.from, to: kingCastlesTo(position.turn, side) } : move);
  };
  function* moves(position) {
    if (position.isEnd()) return;
    const context = position.ctx();
    for (const [from, squares] of position.allDests(context)) {
      const promotes = position.board.pawn.has(from) && squareRank(from) === (position.turn === "white" ? 6 : 1);
      for (const to of squares) for (const promotion of promotes ? roles : [undefined]) yield { from, to, promotion };
    }
    if (!position.pockets) return;
    for (const role of ROLES) {
      if (!position.pockets[position.turn][role]) continue;
      for (const to of position.dropDests(context)) if (role !== "pawn" || (squareRank(to) > 0 && squareRank(to) < 7)) yield { role, to };
    }
  }
  const read = (text) => setupPosition(rules, parseFen(text).unwrap()).unwrap();
  const first = (random) => {
    if (!isFree) return defaultPosition(rules);
    const free = (list) => list.splice(random(list.length), 1)[0];
    const row = Array(8);
    const files = [0, 1, 2, 3, 4, 5, 6, 7];
    for (const colors of [[0, 2, 4, 6], [1, 3, 5, 7]]) {
      const file = free(colors);
      row[file] = "b";
      files.splice(files.indexOf(file), 1);
    }
    for (const letter of "qnn") row[free(files)] = letter;
    for (const [at, letter] of [..."rkr"].entries()) row[files[at]] = letter;
    const rank = row.join("");
    return read(`${rank}/pppppppp/8/8/8/8/PPPPPPPP/${rank.toUpperCase()} w KQkq - 0 1`);
  };
  return {
    word: "fen",
    isFree,
    start: first,
    read,
    text: (position) => makeFen(position.toSetup()),
    moves: (position) => [...moves(position)].map((move) => written(position, move)),
    same: (text) => makeUci(parseUci(text)),
    play: (position, text) => {
      const next = position.clone();
      next.play(normalizeMove(position, parseUci(text)));
      return next;
    },
  };
}


/** The games: their library with its rules, the protocol, and the dialect of moves and positions. */
const shogi = (game, rules) => ({ game, peer: () => shogiops(rules), protocol: "usi", dialect: "lishogi" });
const chess = (game, rules, isFree = false) => ({ game, peer: () => chessops(rules, isFree), protocol: "uci", dialect: "python-chess", isFree });
const GAMES = [
  shogi("shogi", "standard"),
  shogi("minishogi", "minishogi"),
  shogi("kyotoshogi", "kyotoshogi"),
  shogi("checkshogi", "checkshogi"),
  shogi("chu", "chushogi"),
  chess("chess", "chess"),
  chess("chess960", "chess", true),
  chess("crazyhouse", "crazyhouse"),
  chess("atomic", "atomic"),
  chess("antichess", "antichess"),
  chess("kingofthehill", "kingofthehill"),
  chess("3check", "3check"),
  chess("racingkings", "racingkings"),
  chess("horde", "horde"),
];

/** The program as an engine. */
class Engine {
  constructor({ game, protocol, dialect, isFree }) {
    this.process = spawn(resolve(given.ferz), ["engine", game], { stdio: ["pipe", "pipe", "inherit"] });
    this.buffer = "";
    this.process.stdout.on("data", (text) => {
      this.buffer += text;
      this.look?.();
    });
    this.process.stdin.write(`${protocol}\n`);
    if (protocol === "usi") this.process.stdin.write(`setoption name Dialect value ${dialect}\n`);
    if (isFree) this.process.stdin.write("setoption name UCI_Chess960 value true\n");
  }

  /** Returns the answer to commands, line by line. */
  ask(commands) {
    this.process.stdin.write(`${commands}\nisready\n`);
    return new Promise((done) => {
      this.look = () => {
        const end = this.buffer.indexOf("readyok");
        if (end < 0) return;
        const said = this.buffer.slice(0, end);
        this.buffer = this.buffer.slice(end + "readyok\n".length);
        this.look = undefined;
        done(said.split("\n"));
      };
      this.look();
    });
  }

  quit() {
    this.process.stdin.end("quit\n");
  }
}

class Difference extends Error {}

/** Returns the first remark of the engine, unless it is about its speed. */
const remarkIn = (said) => said.find((line) => line.startsWith("info string") && !line.includes("take long to list"));

/** Fails if two texts or lists differ. */
function same(what, theirs, ours, where) {
  if (JSON.stringify(theirs) === JSON.stringify(ours)) return;
  const only = (one, other) => (Array.isArray(one) ? `only: ${one.filter((item) => !other.includes(item)).join(" ")}` : one);
  throw new Difference(`${what} in ${where}\n  theirs ${only(theirs, ours)}\n  ours   ${only(ours, theirs)}`);
}

/** Returns what the program says about a position, in the dialect of the other library. */
function view({ game, dialect }, fen, ...more) {
  const { stdout } = spawnSync(resolve(given.ferz), ["moves", game, "--fen", fen, "--style", dialect, ...more, "--json"], { encoding: "utf8" });
  const found = JSON.parse(stdout);
  if (found.problems) throw new Difference(`${fen} ${more.join(" ")}: ${found.problems[0].message}`);
  return found;
}

/** Returns positions as ferz writes them in the dialect in which it has read them. */
function rewritten({ game, dialect }, fens) {
  const { stdout, stderr } = spawnSync(resolve(given.ferz), ["convert", "--game", game, "--from", dialect, "--to", dialect, "-"], { encoding: "utf8", input: `${fens.join("\n")}\n` });
  if (stderr) throw new Difference(stderr);
  return stdout.trimEnd().split("\n");
}

/** Fails if the other library lists other moves. Ferz counts moves by different paths with the same result once, and reads all. */
async function sameMoves(engine, { word }, text, theirs, ours) {
  const [missing, extra] = [theirs.filter((move) => !ours.includes(move)), ours.filter((move) => !theirs.includes(move))];
  if (extra.length) same("moves", theirs, ours, text);
  for (const move of missing) {
    const said = await engine.ask(`position ${word} ${text} moves ${move}`);
    const refused = remarkIn(said);
    if (refused || move.length < 6) throw new Difference(`${move} is missing in ${text}: ${refused ?? ""}`);
  }
}

/** Returns a position with the pieces in hand in the order of letters, since each program of chess has another order. */
const ordered = (text) => text.replace(/\[([^\]]*)\]/, (_, held) => `[${[...held].sort().join("")}]`);

async function compare(entry) {
  const { game } = entry;
  const [peer, engine, random] = [await entry.peer(), new Engine(entry), chance(`${given.seed} ${game}`)];
  await engine.ask("");
  let [seen, games] = [0, 0];
  const begun = Date.now();
  try {
    while (seen < wanted) {
      let position = peer.start(random);
      const [first, played, texts] = [peer.text(position), [], []];
      games += 1;
      for (; played.length < LONGEST_GAME && seen < wanted; seen += 1) {
        const text = peer.text(position);
        const said = await engine.ask(`position ${peer.word} ${text}\ngo perft 1`);
        const remark = remarkIn(said);
        if (remark) throw new Difference(`${text}\n  ${remark}`);
        const ours = said.filter((line) => /: 1$/.test(line) && !line.startsWith("Nodes")).map((line) => line.split(":")[0]);
        const theirs = peer.moves(position);
        texts.push(text);
        // A draw may not be one in the other library.
        if (!ours.length && theirs.length && view(entry, text).outcome?.winner === null) break;
        await sameMoves(engine, peer, text, theirs, ours);
        same("moves as the other library reads them", ours.map(peer.same), ours, text);
        if (!ours.length) break;
        const move = ours[random(ours.length)];
        position = peer.play(position, move);
        played.push(move);
      }
      for (const [index, fen] of rewritten(entry, texts).entries()) same("the position that was read", ordered(texts[index]), ordered(fen), texts[index]);
      const { fen } = view(entry, first, ...(played.length ? ["--after", played.join(" ")] : []));
      // chessops counts the drop of a pawn as a move of a pawn, and python-chess does not.
      const counted = (text) => (game === "crazyhouse" ? ordered(text).replace(/ \d+ (\d+)$/, " $1") : ordered(text));
      same("the game from its start", counted(peer.text(position)), counted(fen), `${first} ${played.join(" ")}`);
      const said = await engine.ask(`position ${peer.word} ${first} moves ${played.join(" ")}`);
      const refused = remarkIn(said);
      if (refused) throw new Difference(`${first} ${played.join(" ")}: ${refused}`);
    }
    console.log(`ok    ${game}: ${seen} positions of ${games} games, ${Math.round((Date.now() - begun) / 1000)} s`);
    return true;
  } catch (error) {
    console.log(`FAIL  ${game}: ${seen} positions, and then ${error instanceof Difference ? error.message : error.stack ?? error}`);
    return false;
  } finally {
    engine.quit();
  }
}

const chosen = GAMES.filter(({ game }) => !positionals.length || positionals.some((name) => game === name || game === `${name}.ferz`));
let failed = 0;
for (const entry of chosen) failed += (await compare(entry)) ? 0 : 1;
process.exitCode = failed ? 1 : 0;
