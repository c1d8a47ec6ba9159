/** The requests that a worker answers. All computation runs here, and not in the page. */
import * as ferz from "../../bindings/web/pkg/ferz.js";
import type { LoadOptions, SearchLimits } from "../../bindings/web/pkg/ferz.js";

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

let searcher: { key: string; player: ferz.Searcher } | undefined;

const methods = {
  ready: () => true,
  cards: () => ferz.cards(),
  source: (name: string) => ferz.source(name) ?? null,
  page: (spec: Spec) => rules(spec).page(),
  texts: (spec: Spec) => rules(spec).texts(),
  view: (line: Line) => at(line).view(),
  /** Returns the side to move at the beginning of a line and after each of its moves, up to the first illegal one. */
  turns: ({ moves, ...line }: Line) => {
    const turns = [at({ ...line, moves: [] }).turn];
    for (let count = 1; count <= moves.length; count += 1) {
      try {
        turns.push(at({ ...line, moves: moves.slice(0, count) }).turn);
      } catch {
        break;
      }
    }
    return turns;
  },
  /** Plays a move, and returns its canonical text and the position after it. */
  play: (line: Line, text: string) => {
    const game = at(line);
    const written = game.play(text);
    return { written, view: game.view() };
  },
  explain: (line: Line, text: string) => at(line).explain(text),
  standing: (line: Line) => at(line).standing(),
  svg: (line: Line) => at(line).svg(),
  check: (path: string, files: Record<string, string>) => ferz.check(path, { files }),
  glance: (path: string, files: Record<string, string>) => ferz.glance(path, { files }),
  cases: (page: string, files: Record<string, string>) => ferz.runCases(page, files),
  format: (text: string) => ferz.format(text),
  betza: (text: string) => ferz.betza(text),
  language: () => ferz.language(),
  named: () => ferz.namedPieces(),
  errorPage: (code: string) => ferz.errorPage(code) ?? null,
  compare: (one: Spec, other: Spec) => rules(one).compare(rules(other)),
  telling: (one: Spec, other: Spec, milliseconds: number) => rules(one).tellingGame(rules(other), milliseconds),
  perft: (line: Line, depth: number) => at(line).perft(depth),
  think: (line: Line, limits: SearchLimits, id: number) => {
    const game = at(line);
    const key = JSON.stringify(line.spec);
    if (searcher?.key !== key) {
      searcher?.player.free();
      searcher = { key, player: new ferz.Searcher(rules(line.spec), 16) };
    }
    const best = searcher.player.search(game, limits, (thought: ferz.Thought) => postMessage({ id, thought }));
    return best ?? null;
  },
};

export type Methods = typeof methods;

/** Answers requests of the page as soon as the module has started. */
export function serve(started: Promise<unknown>): void {
  // The time limit of a request begins when the module is ready.
  started.then(() => postMessage({ started: true }), () => undefined);
  self.addEventListener("message", async (event: MessageEvent<{ id?: number; method: keyof Methods; args: unknown[] }>) => {
    const { id, method, args } = event.data;
    if (id === undefined) return;
    try {
      await started;
      const act = methods[method] as (...args: unknown[]) => unknown;
      postMessage({ id, value: act(...args, ...(method === "think" ? [id] : [])) });
    } catch (error) {
      const { message, problems } = error as { message?: string; problems?: unknown };
      // The state of a module that has trapped cannot be trusted.
      const broken = error instanceof WebAssembly.RuntimeError;
      postMessage({ id, error: message ?? String(error), problems, broken });
    }
  });
}
