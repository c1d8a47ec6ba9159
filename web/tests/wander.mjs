// Makes random gestures of the design panel without a browser, and checks what the panel promises about each.

/** Returns a function that yields the same random numbers below a limit in each run. */
export function numbers(seed) {
  return (limit) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return Math.floor((seed / 0x80000000) * limit);
  };
}

/** Returns the comments of a text in order. */
function comments(text) {
  return text.split("\n").map((line) => /^(?:[^"`#]|"[^"]*"|`[^`]*`)*(#.*)$/.exec(line)?.[1].trimEnd()).filter(Boolean);
}

/** Returns true if the first list is in the second one, in the same order. */
function isWithin(some, all) {
  let at = 0;
  for (const one of all) if (one === some[at]) at += 1;
  return at === some.length;
}

/** Returns the lines of a text that no edit touches. */
function untouched(text, edits) {
  let at = 0;
  return text.split("\n").filter((line) => {
    const [from, to] = [at, at + line.length];
    at = to + 1;
    return line && !edits.some((edit) => edit.from <= to && edit.to >= from);
  });
}

/** Returns the statements of a text with their marks. The star of an answer is no part of what a source says. */
function cited(tree, around = []) {
  return tree.flatMap((statement) => {
    const words = statement.items.filter(({ kind, text }) => kind !== "marks" && text !== "*").map(({ text }) => text).join(" ");
    const rows = (statement.block?.rows ?? []).map(({ rank, squares }) => `${rank}: ${squares.map(({ mark }) => mark).join("")}`).join(", ");
    const inner = cited(statement.block?.statements ?? [], [...around, words.split(" ").slice(0, 2).join(" ")]);
    const lines = words === "board" || around.at(-1)?.startsWith("switch ") ? inner.map(({ key }) => key).join("; ") : "";
    return [{ key: JSON.stringify([...around, words, rows, lines]), marks: statement.items.filter(({ kind }) => kind === "marks").map(({ text }) => text).join(" ") }, ...inner];
  });
}

/** Returns the gestures of the panel by name. Each returns its edits and a check of the text after it, or undefined if it is not offered. */
function kinds({ gestures, drawings, steps, sentence, fit, form }, { ferz, random, source, equal, check }) {
  const read = async (notation) => ferz.betza(notation);
  const same = async (one, other) => ferz.betza(one).notation === ferz.betza(other).notation;
  const at = (board, x, y) => board.squares.find((square) => square.x === x && square.y === y);
  const one = (list) => list[random(list.length)];
  const language = new Map(ferz.language().words.toReversed().map((word) => [word.text, word]));

  return {
    async moves({ text, page }) {
      const piece = one(page.pieces.filter(({ neutral }) => !neutral));
      if (!piece) return undefined;
      const way = one(piece.ways);
      const moves = way ? await steps.moves(way.notation, read) : { steps: [], rest: "" };
      const [x, y] = [random(7) - 3, random(7) - 3];
      if (!x && !y) return undefined;
      const tool = { kind: one(["leap", "slide"]), mode: one(["both", "quiet", "capture"]), first: random(5) === 0, sides: one(["one", "mirror", "all"]) };
      const next = steps.clicked(moves, x, y, tool);
      if (!next.steps.length && !next.rest) return undefined;
      const { notation, marks } = ferz.betza(steps.write(next));
      equal(ferz.betza(notation).marks, marks);
      const edits = await gestures.moveOtherwise(source(text), piece, way?.notation, notation, piece.file === "game.ferz", same);
      return edits && { edits, verify: (after) => {
        const found = after.page.pieces.find((other) => other.piece === piece.piece && other.stage === piece.stage).ways.map((way) => way.notation);
        check(found.includes(notation), `${piece.piece} has ${found} instead of ${notation}`);
      } };
    },

    piece({ text, page }) {
      const name = `new-${one(["lion", "hawk", "tiger", "crane", "horse", "bear"])}-${random(100)}`;
      if (page.pieces.some(({ piece }) => piece === name)) return undefined;
      return { edits: gestures.newPiece(source(text), page, name, one(["W", "FD", "NR", "mRcB"])), verify: (after) => check(after.page.pieces.some(({ piece }) => piece === name), `there is no ${name}`) };
    },

    away({ text, page }) {
      const piece = one(page.pieces);
      const edits = gestures.withoutPiece(source(text), piece);
      const found = source(text).tree.find((statement) => statement.items[0]?.text === "piece" && statement.items[1]?.text === piece.piece);
      return edits && { edits, removed: found.whole, verify: (after) => check(!after.page.pieces.some((other) => other.piece === piece.piece), `${piece.piece} is still there`) };
    },

    array({ text, page, view, trees }) {
      const { board } = page;
      const own = page.pieces.filter(({ stage, neutral }) => !stage && !neutral);
      const piece = own.length && random(4) ? { token: one(own).token, color: one(["white", "black"]) } : undefined;
      const put = { x: 1 + random(board.width), y: 1 + random(board.height), piece };
      const square = at(board, put.x, put.y);
      if (!square?.grid) return undefined;
      const before = view.pieces.find((stands) => stands.square === square.name);
      if (before?.token === piece?.token && before?.color === piece?.color) return undefined;
      const edits = drawings.standOtherwise(source(text), page.array, { board, pieces: view.pieces, trees }, [put]);
      return edits && { edits, verify: (after) => {
        const found = after.view.pieces.find((stands) => stands.square === square.name);
        check(found?.token === piece?.token && (!piece || found.color === piece.color), `${JSON.stringify(put)} leaves ${JSON.stringify(found)}`);
      } };
    },

    size({ text, page }) {
      const [width, height] = [page.board.width, page.board.height].map((side) => Math.max(4, Math.min(12, side + random(3) - 1)));
      const edits = drawings.sizeOtherwise(source(text), width, height);
      return edits && { edits, verify: (after) => equal([after.page.board.width, after.page.board.height], [width, height]) };
    },

    answer({ text, page }) {
      const asked = one(page.switches);
      const value = asked && one(asked.values);
      const edits = value && gestures.answerOtherwise(source(text), asked, value.name);
      return edits && { edits, verify: (after) => check(after.page.switches.find(({ name }) => name === asked.name)?.chosen === value.name, `${asked.name} is not ${value.name}`) };
    },

    hole({ text, page, view, trees }) {
      const [x, y] = [1 + random(page.board.width), 1 + random(page.board.height)];
      const square = at(page.board, x, y);
      const edits = drawings.holeOtherwise(source(text), { board: page.board, pieces: view.pieces, trees }, square?.name ?? `${String.fromCharCode(96 + x)}${y}`, { x, y });
      return edits && { edits, verify: (after) => check(Boolean(at(after.page.board, x, y)) !== Boolean(square), `the square ${x}, ${y} is not changed`) };
    },

    region({ text, page }) {
      const { board } = page;
      const isCells = ({ white, black }) => [...white, ...black].every((name) => board.squares.some((square) => square.name === name && !square.grid));
      const region = random(4) ? one(board.regions.filter((region) => !isCells(region))) : { name: `field-${random(5)}`, white: [] };
      if (!region) return undefined;
      const known = board.regions.find(({ name }) => name === region.name) ?? region;
      const { name } = one(board.squares);
      const next = new Set(known.white);
      if (!next.delete(name)) next.add(name);
      if (!next.size) return undefined;
      const edits = drawings.regionOtherwise(source(text), board, known.name, next);
      return edits && { edits, verify: (after) => equal(after.page.board.regions.find((other) => other.name === known.name).white.toSorted(), [...next].toSorted()) };
    },

    cell({ text, page, view, trees }) {
      const { board } = page;
      const [x, y] = [one([0, board.width + 1]), 1 + random(board.height)];
      const was = at(board, x, y);
      const edits = drawings.cellOtherwise(source(text), { board, pieces: view.pieces, trees }, { x, y }, one(["", "citadel"]));
      return edits && { edits, verify: (after) => check(Boolean(at(after.page.board, x, y)) !== Boolean(was), `the cell ${x}, ${y} is not changed`) };
    },

    sentence(state) {
      const { tree } = source(state.text);
      const names = sentence.namesOf(tree, state.page);
      const found = one(sentence.sentences(tree, (name) => name));
      if (!found) return undefined;
      const choices = sentence.placed(found.statement.items, names, false).filter(({ choice }) => choice);
      const chosen = one(choices);
      if (!chosen) return undefined;
      const { item, choice } = chosen;
      const values = choice.values?.(names);
      const value = choice.isText ? '"Another text"' : !values ? String(random(12)) : choice.isList ? `[${values.filter(() => random(2)).join(", ") || values[0]}]` : one(values);
      return { edits: gestures.itemOtherwise(source(state.text), found.statement, item, value), what: `${found.statement.items.map(({ text }) => text).join(" ")} gets ${value} for ${item.text}` };
    },

    words(state) {
      const { tree } = source(state.text);
      const found = one(sentence.sentences(tree, (name) => name));
      const option = found && one(sentence.optionsOf(language, found));
      if (!option) return undefined;
      const text = one(option.texts);
      if (text === sentence.chosenIn(found.statement, option)) return undefined;
      return { edits: gestures.wordsOtherwise(source(state.text), found.statement, option, text), what: `${found.statement.items.map(({ text }) => text).join(" ")} gets the words ${text}` };
    },

    remove(state) {
      const { tree } = source(state.text);
      const found = one(sentence.sentences(tree, (name) => name));
      return found && { edits: gestures.without(source(state.text), found.statement.whole), what: `without ${found.statement.items.map(({ text }) => text).join(" ")}`, removed: found.statement.whole };
    },
  };
}

/** The gestures that the panel tries first: it disables what would leave an error, and refuses such a number with the reason. */
const TRIED = ["away", "size", "sentence", "words", "remove"];

/**
 * Makes random gestures in a game. Returns those that the panel offers although they leave an error, and those that it tries and does
 * not offer, by the kind and the code of the problem.
 */
export async function wander(modules, tools, game, seed, count) {
  const { ferz, source, load, equal, check, glance } = tools;
  const { steps, tree: statements } = modules;
  const random = numbers(seed);
  const all = kinds(modules, { ...tools, random });
  const weights = Object.keys(all).flatMap((kind) => Array(kind === "moves" ? 8 : kind === "array" ? 6 : kind === "away" ? 1 : 2).fill(kind));
  const treesOf = (loaded) => loaded.texts().filter(([name]) => name.endsWith(".ferz")).map(([, text]) => ferz.statements(text));
  const stateOf = (text) => {
    const loaded = load(text);
    const state = { text, page: loaded.page(), view: loaded.start().view(), trees: treesOf(loaded) };
    loaded.free();
    return state;
  };
  let state = stateOf(game);
  const [refused, withheld, done] = [{}, {}, {}];
  let made = 0;
  for (let tries = 0; made < count && tries < 20 * count; tries += 1) {
    const kind = weights[random(weights.length)];
    const gesture = await all[kind](state);
    if (!gesture) continue;
    const { verify, what, removed } = gesture;
    const edits = statements.uncredited(state.text, ferz.statements(state.text), gesture.edits);
    const after = statements.applied(state.text, edits);
    if (after === state.text) continue;
    const [problem] = glance(after).filter(({ severity }) => severity === "error");
    if (problem) {
      const key = `${kind} ${problem.code}`;
      const list = TRIED.includes(kind) ? withheld : refused;
      list[key] = [...(list[key] ?? []), `${what ?? JSON.stringify(edits).slice(0, 300)}: ${problem.message}`];
      continue;
    }
    made += 1;
    done[kind] = (done[kind] ?? 0) + 1;
    // Undo, which takes the edits back, gives the text back.
    let shift = 0;
    const back = edits.toSorted((a, b) => a.from - b.from || a.to - b.to).map(({ from, to, insert }) => {
      const edit = { from: from + shift, to: from + shift + insert.length, insert: state.text.slice(from, to) };
      shift += insert.length - (to - from);
      return edit;
    });
    check(statements.applied(after, back) === state.text, "undo gives another text back");
    // Comments and the order of lines stay.
    const outside = removed ? state.text.slice(0, removed[0]) + state.text.slice(removed[1]) : state.text;
    check(isWithin(comments(outside), comments(after)), `a comment is lost: ${JSON.stringify(edits)}`);
    check(isWithin(untouched(state.text, edits), after.split("\n")), `lines have another order: ${JSON.stringify(edits)}`);
    // A source is credited only with what it was credited with before.
    const [was, is] = [cited(ferz.statements(state.text)), cited(ferz.statements(after))];
    const before = new Map(was.filter(({ marks }) => marks).map(({ key, marks }) => [key, marks]));
    for (const { key, marks } of is) check(!marks || before.get(key) === marks, `${kind}: ${marks} is credited with ${key}`);
    const next = stateOf(after);
    try {
      verify?.(next);
    } catch (error) {
      throw new Error(`${kind}: ${error.message}, after ${JSON.stringify(edits)} in ${state.text}`, { cause: error });
    }
    state = next;
  }
  check(made >= count, `only ${made} gestures`);
  equal(glance(state.text).filter(({ severity }) => severity === "error"), []);
  const read = async (notation) => ferz.betza(notation);
  const marks = (notation) => ferz.betza(notation).marks.map(String).toSorted();
  for (const piece of state.page.pieces) {
    for (const { notation } of piece.ways) equal(marks(steps.write(await steps.moves(notation, read))), marks(notation));
  }
  return { refused, withheld, done };
}
