/** The requests that a worker answers. All computation runs here, and not in the page. */
import * as ferz from "../../bindings/web/pkg/ferz.js";
import type { GameRecord, LoadOptions, PositionParts, Problem, RecordDraft, DividedRecord, SearchLimits, View } from "../../bindings/web/pkg/ferz.js";
import type { Tree } from "./games";
import { treeOf } from "./model/import";
import type { Replayed } from "./model/match";

/** A game to load, with its array, reading, and switches. */
export interface Spec {
  game: string;
  options: LoadOptions;
}

/** A position: a game, its starting position, and the moves played since. */
export interface Line {
  spec: Spec;
  fen?: string;
  moves: string[];
}

interface Kept {
  key: string;
  rules: ferz.Rules;
}

const KEPT = 12;
let kept: Kept[] = [];

function rules(spec: Spec): ferz.Rules {
  const key = JSON.stringify(spec);
  const known = kept.find((one) => one.key === key);
  if (known) {
    kept = [known, ...kept.filter((one) => one !== known)];
    return known.rules;
  }
  const fresh = { key, rules: ferz.Rules.load(spec.game, spec.options) };
  kept = [fresh, ...kept];
  for (const old of kept.splice(KEPT)) old.rules.free();
  return fresh.rules;
}

interface Open {
  key: string;
  game: ferz.Game;
}

let open: Open | undefined;

/** Returns the game at the end of a line. Only the moves that differ from the previous line are taken back and played. */
function at({ spec, fen, moves }: Line): ferz.Game {
  const key = JSON.stringify([spec, fen]);
  if (open?.key !== key) {
    const loaded = rules(spec);
    const game = fen ? loaded.fromFen(fen) : loaded.start();
    open?.game.free();
    open = { key, game };
  }
  const { game } = open;
  const played = game.history();
  let same = 0;
  while (same < played.length && same < moves.length && played[same] === moves[same]) same += 1;
  for (let count = played.length; count > same; count -= 1) game.undo();
  for (const text of moves.slice(same)) game.play(text);
  return game;
}

let latest: { key: string; view: View } | undefined;

/** Returns the position at the end of a line, and caches the latest one. */
function viewOf(line: Line): View {
  const key = JSON.stringify(line);
  if (latest?.key !== key) latest = { key, view: at(line).view() };
  return latest.view;
}

/** Plays a move, and returns its algebraic notation, its captures, and the new position. */
function play(line: Line, text: string): { written: string; view: View; move: Replayed } {
  const before = viewOf(line);
  const game = at(line);
  const san = game.san(text);
  const written = game.play(text);
  const view = viewOf({ ...line, moves: [...line.moves, written] });
  const captures = before.moves.find((offer) => offer.text === written)?.captures ?? [];
  const captured = captures.flatMap((square) => before.pieces.filter((piece) => piece.square === square));
  return { written, view, move: { turn: view.turn, san, captured: captured.map(({ token, color }) => ({ token, color })) } };
}

let searcher: { key: string; player: ferz.Searcher } | undefined;

function player(spec: Spec): ferz.Searcher {
  const key = JSON.stringify(spec);
  if (searcher?.key !== key) {
    searcher?.player.free();
    searcher = { key, player: new ferz.Searcher(rules(spec), 16) };
  }
  return searcher.player;
}

/** A line of play with its score: in hundredths of a pawn for White, or the number of moves to a forced end. */
export interface EngineLine {
  moves: string[];
  /** The moves in algebraic notation. */
  text: string[];
  score: number;
  mate: number | null;
  depth: number;
}

/** The base of the scores of forced ends, which exceeds all other scores. */
const FORCED = 1_000_000;
/** The number of positions for the first pass over all moves, and the growth factor between passes. */
const FIRST = 60_000;
const MORE = 4;
const LOOKS = 5;

/** Searches all moves, and then the better ones again with more positions. */
function lines(line: Line, count: number, report: (found: EngineLine[]) => void): void {
  const view = viewOf(line);
  if (view.outcome) return;
  const side = (turn: string) => (turn === "white" ? 1 : -1);
  let pool = view.moves.map((offer) => ({ offer, value: 0, found: undefined as EngineLine | undefined }));
  let nodes = Math.max(150, Math.min(4000, Math.round(FIRST / pool.length)));
  for (let look = 0; look < LOOKS; look += 1) {
    for (const one of pool) {
      const { text } = one.offer;
      const game = at({ ...line, moves: [...line.moves, text] });
      const outcome = game.outcome();
      let [score, mate, depth, moves] = [0, null as number | null, 1, [] as string[]];
      if (outcome?.winner) mate = side(outcome.winner);
      else if (!outcome) {
        const turn = side(game.turn);
        player(line.spec).search(game, { nodes }, (thought: ferz.Thought) => {
          mate = thought.mate === null ? null : turn * thought.mate;
          score = turn * (thought.score ?? 0);
          [depth, moves] = [thought.depth + 1, thought.line];
        });
      }
      const value = mate === null ? score : Math.sign(mate) * (FORCED - Math.abs(mate));
      one.value = side(view.turn) * value;
      one.found = { moves: [text, ...moves], text: [], score, mate, depth };
    }
    pool.sort((a, b) => b.value - a.value);
    pool = pool.slice(0, Math.max(count, Math.ceil(pool.length / 4)));
    report(pool.slice(0, count).map(({ found }) => ({ ...found!, text: named(line, found!.moves.slice(0, 8)) })));
    nodes *= MORE;
    if (pool.length <= count) nodes *= MORE;
  }
}

/** Returns the moves of a line in algebraic notation. */
function named(line: Line, moves: string[]): string[] {
  const names: string[] = [];
  for (const text of moves) {
    try {
      names.push(play({ ...line, moves: [...line.moves, ...moves.slice(0, names.length)] }, text).move.san);
    } catch {
      break;
    }
  }
  return names;
}

/** Returns the text of a move in the notation of ferz, given as a person types it, or in the notation of another program. */
function understood(line: Line, text: string): string {
  try {
    return at(line).read(text);
  } catch (error) {
    for (const dialect of ferz.dialects().slice(1)) {
      try {
        return at(line).playIn(text, dialect);
      } catch {
        // The next one.
      }
    }
    throw error;
  }
}

/** Converts a position in any notation to that of ferz. */
function position(spec: Spec, text: string): string {
  const loaded = rules(spec);
  let first: unknown;
  for (const dialect of ferz.dialects()) {
    let game: ferz.Game | undefined;
    try {
      game = loaded.fromFenIn(text, dialect);
      return game.fen;
    } catch (error) {
      first ??= error;
    } finally {
      game?.free();
    }
  }
  throw first;
}

/** Returns the position that was set up, as FEN. If `mayDrop` is true, rights that do not fit the pieces are dropped. */
function arranged(spec: Spec, parts: PositionParts, mayDrop: boolean): { fen: string; isDropped: boolean } {
  const loaded = rules(spec);
  const fen = loaded.writeParts(parts);
  const read = (begin: () => ferz.Game) => {
    const game = begin();
    const { fen } = game;
    game.free();
    return fen;
  };
  try {
    return { fen: read(() => loaded.fromFen(fen)), isDropped: false };
  } catch (error) {
    if (!mayDrop) throw error;
    try {
      const [own = ""] = ferz.dialects();
      return { fen: read(() => loaded.fromFenIn(fen, own)), isDropped: true };
    } catch {
      throw error;
    }
  }
}

/** The rules of a record that differ from the current ones. The name is that of a built-in game. */
export interface OtherRules {
  name?: string;
  array?: string;
  reading?: string;
  switches: Record<string, string>;
}

/** A game of a record, with its moves in the notation of ferz. */
export interface Imported {
  root: Tree;
  other?: OtherRules;
  fen: string | undefined;
  tags: Record<string, string>;
}

/** The maximum number of characters of a record. */
const LARGEST = 1_000_000;

/** The maximum number of characters of a file of records. */
const LARGEST_FILE = 20_000_000;

/** Divides a file into its games. */
function divided(text: string): DividedRecord[] {
  if (text.length > LARGEST_FILE) throw new Error("The file is too large: more than 20 MB.");
  return ferz.divideRecords(text);
}

/** Returns the rules of a record, if they are not the current ones. */
function otherRules(spec: Spec, { game, file, array, reading, switches = {} }: GameRecord): OtherRules | undefined {
  const now = rules(spec);
  const sorted = (set: Record<string, string> = {}) => JSON.stringify(Object.entries(set).toSorted());
  if (game === now.name && array === now.array && reading === now.reading && sorted(switches) === sorted(spec.options.switches)) return undefined;
  const usual = rules(file ? { game: file, options: { files: spec.options.files } } : { game, options: {} });
  const changed = (choice: string, first: string) => (choice === first ? undefined : choice);
  return { name: file ? undefined : game, array: changed(array, usual.array), reading: changed(reading, usual.reading), switches };
}

/** Reads the first game of a text. */
function imported(spec: Spec, text: string): { found?: Imported; problems: Problem[] } {
  if (text.length > LARGEST) throw new Error("The text is too long for a game: more than 1 MB.");
  const { games, problems } = rules(spec).readRecords(text, spec.options);
  const [record] = games;
  if (!record) return { problems };
  const other = otherRules(spec, record);
  const { game, file, array, reading, switches, fen, tags } = record;
  const played = other ? { game: file ?? game, options: { files: spec.options.files, array, reading, switches } } : spec;
  const isFirst = at({ spec: played, moves: [] }).fen === fen;
  const line = { spec: played, fen: isFirst ? undefined : fen };
  const root = treeOf(record, (moves) => at({ ...line, moves }).turn);
  return { found: { root, other, fen: line.fen, tags }, problems };
}

export const methods = {
  ready: () => true,
  cards: () => ferz.cards(),
  source: (name: string) => ferz.source(name) ?? null,
  page: (spec: Spec) => rules(spec).page(),
  texts: (spec: Spec) => rules(spec).texts(),
  view: viewOf,
  replay: ({ moves, ...line }: Line) => {
    const found: Replayed[] = [];
    for (const text of moves) {
      try {
        found.push(play({ ...line, moves: moves.slice(0, found.length) }, text).move);
      } catch {
        break;
      }
    }
    return { turn: at({ ...line, moves: [] }).turn, moves: found };
  },
  play,
  san: (line: Line, text: string) => at(line).san(text),
  understood,
  position,
  parts: (line: Line) => at(line).parts(),
  arranged,
  divided,
  imported,
  recorded: (spec: Spec, record: RecordDraft) => rules(spec).writeRecord(record),
  /** Returns the position and the moves in the notation of another program. */
  exported: ({ moves, ...line }: Line, dialect: string) => {
    const texts = moves.map((text, index) => at({ ...line, moves: moves.slice(0, index) }).textIn(text, dialect));
    return { fen: at({ ...line, moves }).fenIn(dialect), moves: texts };
  },
  dialects: () => ferz.dialects(),
  explain: (line: Line, text: string) => at(line).explain(text),
  standing: (line: Line) => at(line).standing(),
  check: (path: string, files: Record<string, string>) => ferz.check(path, { files }),
  glance: (path: string, files: Record<string, string>) => ferz.glance(path, { files }),
  cases: (page: string, files: Record<string, string>) => ferz.runCases(page, files),
  format: (text: string) => ferz.format(text),
  statements: (text: string) => ferz.statements(text),
  betza: (text: string) => ferz.betza(text),
  language: () => ferz.language(),
  named: () => ferz.namedPieces(),
  compare: (one: Spec, other: Spec) => rules(one).compare(rules(other)),
  telling: (one: Spec, other: Spec, milliseconds: number) => rules(one).tellingGame(rules(other), milliseconds),
  perft: (line: Line, depth: number) => at(line).perft(depth),
  think: (line: Line, limits: SearchLimits, id: number) => {
    const best = player(line.spec).search(at(line), limits, (thought: ferz.Thought) => postMessage({ id, thought }));
    return best ?? null;
  },
  lines: (line: Line, count: number, id: number) => lines(line, count, (found) => postMessage({ id, thought: found })),
};

export type Methods = typeof methods;

/** Answers requests of the page as soon as the module has started. */
export function serve(started: Promise<unknown>): void {
  self.addEventListener("message", async (event: MessageEvent<{ id?: number; method: keyof Methods; args: unknown[] }>) => {
    const { id, method, args } = event.data;
    if (id === undefined) return;
    try {
      await started;
      // The time limit of a request begins when its turn has come.
      postMessage({ id, begun: true });
      const act = methods[method] as (...args: unknown[]) => unknown;
      postMessage({ id, value: act(...args, ...(method === "think" || method === "lines" ? [id] : [])) });
    } catch (error) {
      const { message, problems } = error as { message?: string; problems?: unknown };
      // The state of a module that has trapped cannot be trusted.
      const broken = error instanceof WebAssembly.RuntimeError;
      postMessage({ id, error: message ?? String(error), problems, broken });
    }
  });
}
