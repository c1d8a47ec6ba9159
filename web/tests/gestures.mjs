// Tests the gestures of a design without a browser: the text and the diagrams after each of many random gestures.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { numbers, wander } from "./wander.mjs";

const ferz = createRequire(import.meta.url)("../../bindings/web/node/ferz.js");
const RULES = "game.ferz";
/** The number of random gestures over all games, and the games. GESTURES=1000 is a long test. */
const COUNT = Number(process.env.GESTURES ?? 60);
const GAMES = ["shatranj", "makruk", "xiangqi", "shogi", "capablanca", "tamerlane", "chess", "gardner", "crazyhouse"];
const CHILDREN = ['variant mine "Mine" extends chess\n', 'variant other "Other" extends shatranj\n\n# A comment.\nchange piece alfil `AW`\n'];
/** The beginning of the random numbers. */
const SEED = Number(process.env.SEED ?? 72);

/** Returns the tests, which need the modules `gestures`, `steps`, `tree`, and `form` of the page. */
export function gestures(modules, check, equal) {
  const { gestures, drawings, steps, tree, form } = modules;
  const read = async (notation) => ferz.betza(notation);
  const same = async (one, other) => ferz.betza(one).notation === ferz.betza(other).notation;
  const glance = (text) => ferz.glance(RULES, { files: { [RULES]: text } });
  const errors = (text) => glance(text).filter(({ severity }) => severity === "error");
  const load = (text) => ferz.Rules.load(RULES, { files: { [RULES]: text } });
  const source = (text) => ({ text, tree: ferz.statements(text) });
  const page = (text) => load(text).page();
  const change = async (text, piece, after, before = piece.ways[0]?.notation) => tree.applied(text, await gestures.moveOtherwise(source(text), piece, before, after, piece.file === RULES, same));
  const named = (text, name) => page(text).pieces.find((piece) => piece.piece === name);

  return {
    async "diagrams and notations"() {
      const known = new Set(ferz.builtIn().slice(0, 40).flatMap((name) => ferz.Rules.load(name, {}).page().pieces.flatMap(({ ways }) => ways.map(({ notation }) => notation))));
      let whole = 0;
      for (const notation of known) {
        const moves = await steps.moves(notation, read);
        whole += moves.rest ? 0 : 1;
        const squares = (text) => ferz.betza(text).marks.map(String).toSorted();
        equal(squares(steps.write(moves)), squares(notation));
      }
      check(whole > 40, `only ${whole} of ${known.size} notations are diagrams as a whole`);
      const rook = await steps.moves("R", read);
      equal(rook.steps.map(({ x, y, reach }) => [x, y, reach].join()).toSorted(), ["-1,0,0", "0,-1,0", "0,1,0", "1,0,0"]);
      const tool = { kind: "leap", mode: "both", first: false, sides: "all" };
      const archbishop = async (click, notation, with_ = {}) => {
        const written = steps.write(steps.clicked(await steps.moves(click[0], read), click[1], click[2], { ...tool, ...with_ }));
        equal(ferz.betza(written).notation, ferz.betza(notation).notation);
      };
      await archbishop(["B", 1, 2], "BN");
      await archbishop(["BN", 1, 2], "B");
      await archbishop(["N", 1, 0], "NR", { kind: "slide" });
      await archbishop(["N", 3, 0], "NR3", { kind: "slide" });
      await archbishop(["fmWfcF", 0, 2], "fmWfcFifmD", { mode: "quiet", first: true, sides: "one" });
      await archbishop(["K", 1, 1], "WmF", { mode: "quiet" });
      await archbishop(["[F?R]", 0, 1], "W[F?R]");
    },

    async "a gesture keeps comments and takes sources away"() {
      const text = ferz.source("tamerlane");
      const vizier = named(text, "vizier");
      const after = await change(text, vizier, "WD");
      equal(after, text.replace(/piece vizier V `W` +\[T7 A0 H4 W6\] \{/, "piece vizier V `WD` {"));
      const giraffe = await change(text, named(text, "giraffe"), "[F-W-W-R]D");
      const answer = giraffe.split("\n").findIndex((line) => line.includes("[F-W-W-R]D"));
      equal(giraffe.split("\n")[answer].trim(), "{ moves `[F-W-W-R]D` }");
      check(!giraffe.split("\n")[answer - 1].includes("["), "the answer is credited to an old book");
      equal(giraffe.split("\n").length, text.split("\n").length);
      // A piece of another file is changed at the end of the text.
      const mine = 'variant mine "Mine" extends chess\n';
      const changed = await change(mine, named(mine, "knight"), "NW");
      equal(changed, `${mine}\nchange piece knight \`NW\`\n`);
      equal(await change(changed, named(changed, "knight"), "NF"), changed.replace("NW", "NF"));
      equal(named(changed, "knight").ways[0].notation, "NW");
    },

    "templates and the gallery have no problems and can be played"() {
      const random = numbers(10);
      const files = (folder, path) => readdirSync(new URL(`../${folder}/`, import.meta.url)).map((name) => new URL(`../${folder}/${path(name)}`, import.meta.url));
      const templates = files("templates", (name) => name);
      equal(templates.length, 10);
      for (const file of [...templates, ...files("gallery", (name) => `${name}/game.ferz`).filter((file) => !file.pathname.includes(".md/"))]) {
        const text = readFileSync(file, "utf8");
        equal(ferz.check(RULES, { files: { [RULES]: text } }).map(({ message }) => message), []);
        equal(ferz.format(text), text);
        const game = load(text).start();
        for (let ply = 0; ply < 20 && !game.outcome(); ply += 1) game.play(game.legalMoves()[random(game.legalMoves().length)]);
      }
    },

    async "a question is answered, and the board gets another size"() {
      const text = ferz.source("tamerlane");
      const asked = page(text).switches.find(({ name }) => name === "giraffe.reach");
      const answered = tree.applied(text, gestures.answerOtherwise(source(text), asked, "2"));
      check(answered.includes('    2* "at least two squares') && !answered.includes("3* "), "the answer is another");
      equal(answered.length, text.length);
      const back = tree.applied(answered, gestures.answerOtherwise(source(answered), page(answered).switches.find(({ name }) => name === "giraffe.reach"), "3"));
      equal(back, text);
      const chess = ferz.source("chess");
      const larger = tree.applied(chess, drawings.sizeOtherwise(source(chess), 10, 10));
      equal(errors(larger), []);
      equal([page(larger).board.width, page(larger).board.height], [10, 10]);
      check(/region [\w-]+ = rank 10/.test(larger), "the far rank stays in the middle");
    },

    "cells beside the board"() {
      const trees = (text) => load(text).texts().filter(([name]) => name.endsWith(".ferz")).map(([, text]) => ferz.statements(text));
      const positioned = (text) => ({ board: page(text).board, pieces: load(text).start().view().pieces, trees: trees(text) });
      const changed = (text, x, y, region) => tree.applied(text, drawings.cellOtherwise(source(text), positioned(text), { x, y }, region));
      const cells = (text) => page(text).board.squares.filter(({ grid }) => !grid).map(({ name, x, y }) => `${name} ${x},${y}`);
      // Both sides get a cell, and the gesture taken back gives the text back.
      const tamerlane = ferz.source("tamerlane");
      const more = changed(tamerlane, 12, 3, "refuge");
      check(more.includes("  cell l3 at (12, 3) as refuge of white\n  cell z8 at (0, 8) as refuge of black\n"), more.slice(more.indexOf("board {"), more.indexOf("board {") + 400));
      equal(changed(more, 0, 8, ""), tamerlane);
      // Rules name the citadels, so their cells stay.
      equal(drawings.cellOtherwise(source(tamerlane), positioned(tamerlane), { x: 0, y: 9 }, ""), undefined);
      const chess = ferz.source("chess");
      const beside = changed(changed(chess, 0, 1, "citadel"), 4, 0, "");
      equal(cells(beside), ["z1 0,1", "z8 0,8", "w1 4,0", "d9 4,9"]);
      equal(errors(beside), []);
      equal(page(beside).board.regions.find(({ name }) => name === "citadel"), { name: "citadel", other_names: null, white: ["z1"], black: ["z8"] });
      // Rules that extend others.
      const mine = 'variant mine "Mine" extends chess\n';
      equal(changed(mine, 0, 1, "citadel"), `${mine}\nchange board {\n  cell z1 at (0, 1) as citadel of white\n  cell z8 at (0, 8) as citadel of black\n}\n`);
      equal(cells(changed(changed(mine, 0, 1, "citadel"), 0, 1, "citadel")), []);
    },

    "conditions of a new rule"() {
      // Each form of a condition that the page offers, with its first choices, belongs to the language.
      const filled = (list) => form.joined(list.map((part) => {
        if (part.kind === "words") return part.text;
        if (part.kind === "slot") return { PIECES: "own rook", NUMBER: "3", SQUARES: "rank 8" }[part.name];
        return part.kind === "choice" ? filled(part.ways.at(-1)) : "";
      }));
      for (const { form: condition } of form.CONDITIONS) {
        const text = ferz.source("chess").replace("stalemate: draw", `stalemate: draw\n  another: draw when ${filled(form.parts(condition))}`);
        check(text.includes("another"), "the text has no such ending");
        equal(errors(text).map(({ message }) => `${condition}: ${message}`), []);
      }
    },

    async [`${COUNT} random gestures`]() {
      const texts = [...GAMES.map((game) => ferz.source(game)), ...CHILDREN];
      const all = { refused: {}, withheld: {}, done: {} };
      for (const [index, text] of texts.entries()) {
        const found = await wander(modules, { ferz, source, load, equal, check, glance }, text, SEED + index, Math.ceil(COUNT / texts.length));
        for (const list of ["refused", "withheld"]) for (const [key, ones] of Object.entries(found[list])) all[list][key] = [...(all[list][key] ?? []), ...ones];
        for (const [kind, number] of Object.entries(found.done)) all.done[kind] = (all.done[kind] ?? 0) + number;
      }
      const counted = (list) => JSON.stringify(Object.fromEntries(Object.entries(list).map(([key, ones]) => [key, ones.length])));
      console.log(`    made ${JSON.stringify(all.done)}, not offered ${counted(all.withheld)}`);
      if (process.env.GESTURES) for (const list of ["refused", "withheld"]) for (const [key, ones] of Object.entries(all[list])) console.log(`    ${list}: ${ones.length} x ${key}, such as ${ones.slice(0, 3).join("\n        ")}`);
      equal(Object.keys(all.refused), []);
    },
  };
}
