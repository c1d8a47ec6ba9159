// Tests the model of the page without a browser: moves as a tree, their notation, records, selections, and positions of all games.
//
//   node tests/model.mjs [NAME ...]     only tests whose names contain one of these words
import { rolldown } from "rolldown";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { drawings } from "../scripts/drawing.mjs";
import { gestures } from "./gestures.mjs";

const ferz = createRequire(import.meta.url)("../../bindings/web/node/ferz.js");

/** Replaces the module of the page by that of Node, so that the functions of the worker run here. */
function inNode() {
  globalThis.moduleOfNode = ferz;
  const id = "\0module";
  const text = `${Object.keys(ferz).map((name) => `export const ${name} = globalThis.moduleOfNode.${name};`).join("\n")}\nexport default undefined;`;
  return { name: "in-node", resolveId: (path) => (path.endsWith("/pkg/ferz.js") ? id : undefined), load: (path) => (path === id ? text : undefined) };
}

/** Loads modules of the page. */
async function load(...names) {
  const input = "\0all";
  const text = names.map((name) => `export * as ${name.split("/").at(-1)} from ${JSON.stringify(fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url)))};`).join("\n");
  const bundle = await rolldown({ input, plugins: [drawings(), inNode(), { name: "all", resolveId: (id) => (id === input ? id : undefined), load: (id) => (id === input ? text : undefined) }] });
  const { output } = await bundle.generate({ format: "esm" });
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}

const { tree, work, match, export: exported, selection, collection, thinning, review, status, rpc, steps, gestures: pointing, drawings: drawn } = await load("model/tree", "work", "model/match", "model/export", "board/selection", "model/collection", "project/thinning", "model/review", "board/status", "rpc", "model/steps", "design/gestures", "design/drawings");
const { methods } = work;
const { tree: statementTree, form, choices, fit } = await load("design/tree", "design/form", "design/choices", "design/fit");

function check(is, text) {
  if (!is) throw new Error(text);
}

function equal(found, wanted) {
  check(JSON.stringify(found) === JSON.stringify(wanted), `${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

/** A rules engine for the page that needs no worker. */
function rules(name) {
  const loaded = ferz.Rules.load(name, {});
  const at = ({ fen, moves }) => {
    const game = fen ? loaded.fromFen(fen) : loaded.start();
    for (const text of moves) game.play(text);
    return game;
  };
  const play = async ({ fen, moves }, text) => {
    const before = at({ fen, moves });
    const written = before.play(text);
    const view = before.view();
    return { written, view, move: { turn: view.turn, san: written, captured: [] } };
  };
  return {
    view: async (line) => at(line).view(),
    play,
    replay: async ({ fen, moves }) => {
      const found = [];
      for (const text of moves) {
        try {
          found.push((await play({ fen, moves: moves.slice(0, found.length) }, text)).move);
        } catch {
          break;
        }
      }
      return { turn: at({ fen, moves: [] }).turn, moves: found };
    },
  };
}

/** The built-in game as the page names it to the worker. */
function specOf(game) {
  return { game, options: { array: undefined, reading: undefined, switches: {} } };
}

/** Returns the algebraic notation of a move after others. */
function named(game, moves, text) {
  return methods.play({ spec: specOf(game), moves }, text).move.san;
}

/** Returns a record in chess as the page reads it. */
function read(text) {
  const { found, problems } = methods.imported(specOf("chess"), text);
  return { ...found, problems };
}

/** Returns the main line of a tree. */
function mainLine(root) {
  const nodes = [];
  for (let node = root.children[0]; node; node = node.children[0]) nodes.push(node);
  return nodes;
}

/** Returns a function for random numbers below a limit. */
function randomFrom(begin) {
  let seed = begin;
  return (below) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >>> 8) % below;
  };
}

/** Plays a game at random, with remarks and variations, and returns its tree. */
function randomTree(game, plies, random) {
  const notes = (rank) => (random(6) ? undefined : { marks: [`$${1 + random(20)}`], after: `good for ${rank} (or {not` });
  const add = (from, text) => Object.assign(tree.child(from, text, game.turn), { notes: notes(game.turn) });
  const root = tree.start(game.turn);
  for (let [node, ply] = [root, 0]; ply < plies; ply += 1) {
    const legal = game.legalMoves();
    if (!legal.length) break;
    const [text, other] = [legal[random(legal.length)], legal[random(legal.length)]];
    game.play(text);
    const next = add(node, text);
    if (ply === 0) next.notes = { before: "an old line", ...next.notes };
    if (random(8) === 0 && other !== text) {
      game.undo();
      game.play(other);
      const variation = add(node, other);
      const answers = game.legalMoves();
      if (answers.length) {
        const answer = answers[random(answers.length)];
        game.play(answer);
        add(variation, answer);
        game.undo();
      }
      game.undo();
      game.play(text);
    }
    node = next;
  }
  return root;
}

/** Returns a tree as plain data, with its remarks as they are written. */
function plain({ text, turn, children, notes: { before, marks, after } = {} }) {
  return [text, turn, before, marks ?? [], after?.replaceAll("}", ")"), children.map(plain)];
}

/** Returns a tree that was read as the page keeps it, with the parents of its moves. */
function linked({ children, ...move }, parent) {
  const node = { ...move, parent, children: [] };
  node.children = children.map((one) => linked(one, node));
  return node;
}

const tests = {
  "algebraic notation"() {
    equal(named("chess", [], "e2e4"), "e4");
    equal(named("chess", ["e2e4", "d7d5"], "e4d5"), "exd5");
    equal(named("chess", ["g1f3", "a7a6", "b1a3", "a6a5", "f3d4", "a5a4"], "a3b5"), "Nab5");
    equal(named("chess", ["e2e4", "e7e5", "f1c4", "a7a6", "g1f3", "a6a5"], "e1g1"), "O-O");
    equal(named("chess", ["f2f3", "e7e5", "g2g4"], "d8h4"), "Qh4#");
    equal(named("crazyhouse", ["e2e4", "d7d5", "e4d5", "d8d5"], "P@e3"), "P@e3");
    equal(named("duck", [], "b1c3,e5"), "Nc3,e5");
    const line = { spec: specOf("chess"), fen: "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", moves: [] };
    const typed = (text) => {
      try {
        return methods.understood(line, text);
      } catch {
        return undefined;
      }
    };
    equal(["e8=N", "e8n", "e7e8n", "E8N", "nonsense", ""].map(typed), ["e7e8n", "e7e8n", "e7e8n", "e7e8n", undefined, undefined]);
    equal(typed("Kf2"), "e1f2");
    equal(typed("king to f2"), "e1f2");
  },

  records() {
    const { tags, root, other } = read('[Event "A \\"B\\""]\n[Variant "Atomic"]\n\n1. e4 {best} e6 (1... c5 2. Nf3 (2. c3) d6) 2.Nf3! Nc6 $1 ; rest\n1-0\n\n[Event "C"]\n1. d4');
    equal([tags.Event, other.name], ['A "B"', "atomic"]);
    equal(mainLine(root).map((one) => one.text), ["e2e4", "e7e6", "g1f3", "b8c6"]);
    equal(mainLine(root).at(-1).notes, { marks: ["$1"], after: "rest", result: "1-0" });
    const [variation] = root.children[0].children.slice(1);
    equal(mainLine({ children: [variation] }).map((one) => one.text), ["c7c5", "g1f3", "d7d6"]);
    equal(variation.children[1].text, "c2c3");
    // The game is read up to the illegal move, which is named with its number.
    const cut = read("1. e4 e5 2. Ke3 Nc6 *");
    equal([mainLine(cut.root).length, cut.problems[0].labels[0].text], [2, "White's move 2"]);
    equal(methods.imported(specOf("chess"), '[Variant "No such game"]\n\n1. e4 *').found, undefined);
  },

  "records of other rules"() {
    const other = (spec, text) => methods.imported(spec, text).found.other;
    const [chess, mine] = [specOf("chess"), { game: "game.ferz", options: { files: { "game.ferz": 'variant mine "Mine" extends chess\n' } } }];
    const own = methods.recorded(mine, { moves: [{ move: "e2e4" }] }).pgn;
    equal(methods.recorded(chess, { moves: [{ move: "e2e5" }] }).problems.length, 1);
    equal(other(mine, own), undefined);
    equal(other(mine, "1. e4 *"), undefined);
    equal(other(mine, '[Variant "mine"]\n\n1. e4 *'), undefined);
    equal(other(mine, '[Variant "Chess"]\n\n1. e4 *'), { name: "chess", switches: {} });
    equal(other(chess, '[Variant "Chess"]\n\n1. e4 *'), undefined);
    const third = { game: "tamerlane", options: { array: "third", switches: { "giraffe.reach": "2" } } };
    const { pgn } = methods.recorded(third, { moves: [] });
    equal(other(third, pgn), undefined);
    equal(other(chess, pgn), { name: "tamerlane", array: "third", switches: { "giraffe.reach": "2" } });
  },

  "remarks of records"() {
    const [first, second, third] = mainLine(read("{before} 1. e4! {after} e5 $6 $14 (1... c5?! {instead}) ; to the end of the line\n2. Nf3 *").root);
    equal(first.notes, { before: "before", marks: ["$1"], after: "after" });
    equal(second.notes, { marks: ["$6", "$14"], after: "to the end of the line" });
    equal(first.children[1].notes, { marks: ["$6"], after: "instead" });
    equal(third.notes, undefined);
  },

  "records of all games are written and read again"() {
    const random = randomFrom(68);
    for (const name of ferz.builtIn()) {
      const game = ferz.Rules.load(name, {}).start();
      const root = randomTree(game, 60, random);
      const record = exported.recordOf({ root, node: root, tags: { Event: 'A "B"', White: "Ann" } });
      const { pgn, problems } = methods.recorded(specOf(name), record);
      equal(problems, []);
      for (const [from, text] of [["chess", pgn], [name, pgn.replace(/^\[(Variant|Array|Reading) .*\n/gm, "")]]) {
        const { found, problems } = methods.imported(specOf(from), text);
        check(!problems.length, `${name}: ${JSON.stringify(problems[0])}\n${text}`);
        equal([found.other, found.fen, found.tags.Event], [from === name ? undefined : { name, switches: {} }, undefined, 'A "B"']);
        equal(plain(found.root), plain(root));
      }
      equal(mainLine(methods.imported(specOf(name), game.pgn()).found.root).map(({ text }) => text), game.history());
    }
  },

  "the conformance file"() {
    const { does_not_apply, games } = JSON.parse(readFileSync(new URL("../../tests/fixtures/conformance.json", import.meta.url), "utf8"));
    equal(Object.keys(does_not_apply.page), ["pictures"]);
    equal(methods.divided(games.map(({ pgn }) => pgn).join("")).map(({ text }) => text), games.map(({ pgn }) => pgn));
    for (const { record, pgn, legal } of games) {
      const spec = specOf(record.game);
      const { found, problems } = methods.imported(spec, pgn);
      equal([problems, found.other, found.fen], [[], undefined, undefined]);
      const nodes = mainLine(found.root);
      const moves = nodes.map(({ text }) => text);
      equal(moves, record.moves.map(({ move }) => move));
      equal(nodes.map(({ notes }) => notes?.after), record.moves.map(({ comments }) => comments?.join(" ")));
      equal(methods.replay({ spec, moves }).moves.map(({ san }) => san), record.moves.map(({ san }) => san));
      const view = methods.view({ spec, moves });
      equal([view.fen, view.moves.map(({ text }) => text)], [record.moves.at(-1).fen, legal]);
      // The tree of the page becomes the same record again.
      const root = linked(found.root);
      const again = methods.recorded(spec, exported.recordOf({ root, node: root, tags: found.tags }));
      equal(again, { pgn, problems: [] });
    }
  },

  "files with several games"() {
    const text = '[White "A"]\n[Black "B"]\n\n1. e4 {[not "a tag"]\n[White "X"]} e5 (1... c5 1-0) 1-0\n\n[White "C"]\n[Black "?"]\n\n1. d4 *\n1. c4 c5 *\n';
    const found = methods.divided(text);
    equal(found.map((one, index) => collection.titleOf(one, index + 1)), ["A – B", "C – ?", "Game 3"]);
    equal(found.map(({ text }) => text).join(""), text);
    equal(found.map((one) => mainLine(read(one.text).root).map((move) => move.text)), [["e2e4", "e7e5"], ["d2d4"], ["c2c4", "c7c5"]]);
    equal(methods.divided("").length, 0);
  },

  "moves that give something away"() {
    const [even, won, lost] = [0, 400, -400].map((score) => ({ score, mate: null, best: "e2e4" }));
    equal(review.judge("white", "a2a3", even, lost), "blunder");
    equal(review.judge("white", "e2e4", even, lost), undefined);
    equal(review.judge("black", "a7a6", even, lost), undefined);
    equal(review.judge("black", "a7a6", { ...even }, { ...won, score: 60 }), "inaccuracy");
    equal(review.judge("white", "a2a3", { score: 0, mate: 2, best: "d1h5" }, { score: 2000, mate: null }), undefined);
    equal([{ score: 5, mate: null }, { score: 0, mate: -3 }].map(review.valueText), ["+0.05", "−#3"]);
  },

  "the state of a game in words"() {
    const said = (game) => {
      const rules = ferz.Rules.load(game, {});
      return rules.start().view().status.map((line) => status.told(line, rules.page().board)).filter((text) => text !== undefined);
    };
    equal(said("tamerlane"), ["Citadels l2 and z9", "The swap is still open to White and Black"]);
    equal(said("3check"), ["Checks left: White 3, Black 3", "May still castle: White on both sides, Black on both sides"]);
    equal(said("horde"), ["May still castle: Black on both sides"]);
    equal(said("atomic960"), ["May still castle: White with the rooks on h and a, Black with the rooks on h and a"]);
    // The board shows hands and cells of pieces in reserve. The king of the clan never castles.
    equal(["placement", "shinobi"].map(said), [["Castling no longer available"], ["May still castle: Black on both sides"]]);
  },

  "versions that grow old"() {
    const [minute, day] = [60_000, 86_400_000];
    const now = 100 * day;
    const versions = [];
    const add = (age, name) => versions.push({ id: versions.length, time: now - age, name, size: 1000 });
    // Ten versions in one minute: of today, of three days ago, and of a month ago, with one that has a name.
    for (const age of [0, 3 * day, 30 * day]) for (let second = 0; second < 10; second += 1) add(age + minute - second * 1000 - 1, age === 30 * day && second === 4 ? "kept" : undefined);
    // One version each ten minutes of an hour, a month ago.
    for (let number = 0; number < 6; number += 1) add(40 * day + 3_600_000 - number * 600_000 - 1);
    const removed = new Set(thinning.superfluous(versions, now));
    const left = versions.filter(({ id }) => !removed.has(id)).map(({ id }) => id);
    equal(left, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 19, 24, 29, 35]);
    // What is left stays when it is thinned again, and the limit removes the oldest.
    equal(thinning.superfluous(versions.filter(({ id }) => !removed.has(id)), now), []);
    const many = Array.from({ length: thinning.LIMIT.versions + 3 }, (_, id) => ({ id, time: now - 1000 + id / 100, size: 10, name: id === 0 ? "kept" : undefined }));
    equal(thinning.superfluous(many, now), [2, 1]);
  },

  async "a game with variations"() {
    const game = new match.Match(rules("chess"), () => {});
    await game.show();
    for (const text of ["e2e4", "e7e5", "g1f3"]) await game.play(text);
    await game.step(-1);
    await game.play("b1c3");
    equal(tree.written(game.root).map((part) => (part.kind === "move" ? part.label + part.node.text : part.kind)), ["1.e2e4", "e7e5", "2.g1f3", "open", "2.b1c3", "close"]);
    const kept = JSON.parse(JSON.stringify(game.kept("chess")));
    const other = new match.Match(rules("chess"), () => {});
    other.take({ ...kept, id: "x" });
    equal(other.line, game.line);
    tree.promote(other.node);
    equal(tree.after(other.root).map((node) => node.text), ["e2e4", "e7e5", "b1c3"]);
    const removed = other.node;
    const putBack = tree.remove(removed);
    other.node = removed.parent;
    equal(other.shown, { moves: ["e2e4", "e7e5", "g1f3"], at: 2 });
    putBack();
    equal(other.shown, { moves: ["e2e4", "e7e5", "b1c3"], at: 2 });
  },

  async "taking back, resigning, and clocks"() {
    const game = new match.Match(rules("chess"), () => {});
    game.players.black = "level 1";
    await game.show();
    game.startClock(60_000, 5000);
    for (const text of ["e2e4", "e7e5"]) await game.play(text);
    await game.takeBack();
    equal([game.line.moves, game.view.turn, game.mayMove("white")], [[], "white", true]);
    await game.play("e2e4");
    check(game.left("white") > 64_000 && game.left("black") <= 60_000, `the clocks show ${game.left("white")} and ${game.left("black")}`);
    // The user resigns while the computer is to move.
    check(game.resign() && game.ended === "Black wins: White resigned.", game.ended);
    check(!game.resign() && !game.mayMove("white"), "a game that is over goes on");
    equal(match.result(game.ended, game.view), "0-1");
    const other = new match.Match(rules("chess"), () => {});
    other.take(JSON.parse(JSON.stringify(game.kept("chess"))));
    await other.show();
    check(other.left("white") > 64_000 && other.ended === game.ended, "the clocks or the end are forgotten");
  },

  "moves with a second square"() {
    const { moves } = ferz.Rules.load("duck", {}).start().view();
    equal(selection.stepTo(moves, { from: "b1" }, "c3"), { kind: "second", to: "c3" });
    const step = selection.stepTo(moves, { from: "b1", to: "c3" }, "e5");
    equal([step.kind, step.offer.text], ["play", "b1c3,e5"]);
    equal(selection.stepTo(moves, { from: "b1" }, "b3"), undefined);
  },

  async "the time of a request begins with its turn"() {
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    globalThis.window ??= globalThis;
    // A worker that answers one request after the other. Each takes as long as its argument says, in milliseconds.
    const told = [];
    let turn = Promise.resolve();
    rpc.useWorkers(() => ({
      terminate: () => {},
      addEventListener: (kind, listen) => kind === "message" && told.push(listen),
      postMessage: ({ id, args: [time] }) => {
        turn = turn.then(async () => {
          told.at(-1)({ data: { id, begun: true } });
          await wait(time);
          told.at(-1)({ data: { id, value: time } });
        });
      },
    }));
    const helper = new rpc.Helper(60);
    equal(await Promise.all([40, 40, 40].map((time) => helper.call("ready", [time]))), [40, 40, 40]);
    const late = await helper.call("ready", [200]).catch((error) => error.message);
    check(late.startsWith("This took too long"), `a request without end: ${late}`);
  },

  "names of moves, and positions that are set up, in all games"() {
    for (const name of ferz.builtIn()) {
      const game = ferz.Rules.load(name, {}).start();
      const [spec, moves] = [specOf(name), []];
      for (let ply = 0; ply < 3 && !game.outcome(); ply += 1) {
        const view = game.view();
        const parts = methods.parts({ spec, moves });
        // The board names the pieces as the parts do.
        equal(view.pieces.map(({ square, token, color }) => ({ square, token, color })), parts.pieces);
        equal(methods.arranged(spec, { ...parts, pieces: view.pieces }, false), { fen: view.fen, isDropped: false });
        const names = new Map();
        for (const { text } of ply ? [] : view.moves) {
          const san = game.san(text);
          check(!names.has(san), `${name}: ${names.get(san)} and ${text} are both ${san}`);
          equal(game.read(san), text);
          names.set(san, text);
        }
        moves.push(game.play(view.moves[(ply * 7) % view.moves.length].text));
      }
    }
  },

  "rights that do not fit the pieces"() {
    const spec = specOf("chess");
    const parts = methods.parts({ spec, moves: ["e2e4", "e7e5", "e1e2"] });
    equal(parts.rest, "kq - 1 2");
    const pieces = parts.pieces.filter(({ square }) => square !== "h8");
    equal(methods.arranged(spec, { ...parts, pieces }, true), { fen: "rnbqkbn1/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b q - 1 2", isDropped: true });
    for (const wrong of [pieces, [...pieces, { square: "z9", token: "Q", color: "white" }]]) {
      let refused = false;
      try {
        methods.arranged(spec, { ...parts, pieces: wrong }, false);
      } catch (error) {
        refused = error.problems.length > 0;
      }
      check(refused, "an invalid position is accepted");
    }
  },
};

Object.assign(tests, gestures({ gestures: pointing, drawings: drawn, steps, tree: statementTree, form, sentence: choices, fit }, check, equal));

/** Runs the tests, and returns the number of those that failed. */
export async function model(only = []) {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    if (only.length && !only.some((word) => name.includes(word))) continue;
    const begin = Date.now();
    try {
      await test();
      console.log(`ok   ${name} ${Date.now() - begin} ms`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name}: ${error.message}`);
    }
  }
  return failed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await model(process.argv.slice(2))) ? 1 : 0);
