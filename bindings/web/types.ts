/** A problem in a text, a position, or a move. Every `Error` that is thrown has `problems: Problem[]`. */
export interface Problem {
  code: string;
  severity: "error" | "warning" | "lint";
  message: string;
  help: string | null;
  file: string | null;
  /** The places in the text: the offending words first. Offsets are in bytes of UTF-8; lines and columns count from 1. */
  labels: { start: number; end: number; line: number; column: number; end_line: number; end_column: number; text: string; file?: string }[];
  /** A replacement for the offending words, if it alone fixes the problem. */
  suggestion?: string;
  /** The fixes. If there are several, the author has to choose one. */
  fixes?: Fix[];
}

/** A fix of a problem: edits that belong together and do not overlap. */
export interface Fix {
  title: string;
  /** `certain` if the meaning stays the same or no other text is possible. */
  certainty: "certain" | "guess";
  /** Each replaces a part of the text. The file is that of the problem unless it is named. */
  edits: { start: number; end: number; line: number; column: number; end_line: number; end_column: number; text: string; file?: string }[];
}

/** The options for loading a game: its array, reading, and switches, and the texts of files by path. */
export interface LoadOptions {
  array?: string;
  reading?: string;
  switches?: Record<string, string>;
  files?: Record<string, string>;
  /** The text of a readings file. */
  readings?: string;
}

export interface Cite { source: string; at?: string }
export interface SquareInfo { name: string; x: number; y: number; grid: boolean }
/** A region with the names of its squares, as each side sees it. */
export interface RegionInfo { name: string; other_names: string | null; white: string[]; black: string[] }
export interface BoardInfo { width: number; height: number; checkered: boolean; joins: { files: boolean; ranks: boolean }; squares: SquareInfo[]; regions: RegionInfo[]; text: string; cites: Cite[]; hands: boolean }
export type MarkName = "both" | "quiet" | "capture" | "pass" | "clear" | "hurdle" | "passing";
/** The distance of a square from the piece in files and ranks, and the role of the square in its moves. */
export type Mark = [number, number, MarkName];
export interface Way { notation: string; limits: string; text: string; marks: Mark[] }
/** The files of `data/pictures/` that show a piece: a picture, and a head that stands on it. A marked piece differs from the usual bearer. */
export interface FigureName { name: string; beside: string | null; marked: boolean }
export interface PieceInfo {
  piece: string; stage: string | null; token: string; title: string; royal: boolean; neutral: boolean;
  picture: FigureName | null; other_names: string | null; ways: Way[]; traits: string[]; notes: string[]; cites: Cite[]; file: string; line: number; count: number;
}
export interface SwitchValue { name: string; text: string; cites: string[]; citations: Cite[]; default: boolean }
export interface SwitchInfo { name: string; question: string; values: SwitchValue[]; chosen: string }
export interface Named { name: string; text: string; cites: Cite[] }
export interface ReadingInfo { name: string; title: string; about: string; values: [string, string][]; answers: ReadingAnswer[] }
/** An answer of a reading. `stance` says what the source of the reading gives: this answer, none, or another one. */
export interface ReadingAnswer { switch: string; value: string; stance?: "sourced" | "silent" | "against" }
/** The rule page of a game. */
export interface RulePage {
  name: string; title: string; family: string | null; about: string[]; array: string; arrays: Named[]; reading: string;
  readings: ReadingInfo[];
  /** Which of the answers in force the source of the reading gives, in sentences. */
  stances: string[];
  board: BoardInfo; fen: string; pieces: PieceInfo[];
  sections: { title: string; items: string[] }[]; switches: SwitchInfo[];
  notes: { text: string; cites: Cite[] }[]; history: { text: string; cites: Cite[] }[]; sources: Named[]; file: string;
}
/** A built-in game. */
export interface Card {
  name: string; title: string; family: string; about: string;
  /** Where the game comes from, and the game that it extends. */
  origin?: { region: string; year: number | null; century: string | null; from: string[] }; extends?: string;
  board: BoardInfo; pieces: [string, string, PieceColor][];
  /** The pictures of the pieces, by token. */
  pictures: Record<string, FigureName>;
  arrays: string[]; readings: string[]; switches: number;
}

export type Color = "white" | "black";
export type PieceColor = Color | "neutral";
export interface Outcome { winner: Color | null; reason: string }
export interface Stands { square: string; token: string; title: string; piece: string; color: PieceColor; royal: boolean }
export interface Held { token: string; title: string; count: number }
/** A legal move: its text, its squares, and its choice. */
export interface Offer {
  text: string; from: string | null; to: string | null;
  verb: "go" | "castle" | "place" | "exchange" | "drop" | "pass";
  choice: string | null; token: string | null; captures: string[];
}
/** A position for display. `hands` holds White's hand, then Black's. */
export interface View {
  fen: string; turn: Color; check: boolean; outcome: (Outcome & { text: string }) | null;
  /** The ends of the game that the player to move may claim. */
  claims: (Outcome & { text: string })[];
  pieces: Stands[]; hands: [Held[], Held[]]; last: string[]; status: string[]; moves: Offer[];
}
export interface Reason { text: string; file?: string; line?: number; cites?: string[]; citations?: Cite[] }
export interface Explanation { mv: string; legal: boolean; reasons: Reason[] }

/** A record of a game. `game` is a built-in game, or that of the rule file `file`. `fen` is the first position. */
export interface GameRecord extends RecordedLine {
  game: string; file?: string; array: string; reading: string; switches?: Record<string, string>;
  tags: Record<string, string>;
  result: "1-0" | "0-1" | "1/2-1/2" | "*"; termination: string | null; fen: string;
}
/** The moves of a record or a variation, up to the first illegal one. `comments` stand before the first move. */
export interface RecordedLine { comments?: string[]; moves: RecordedMove[] }
/** A move with the position after it. `marks` are numbers in the PGN standard, and `variations` replace the move. */
export interface RecordedMove { move: string; san: string; fen: string; comments?: string[]; marks?: number[]; variations?: RecordedLine[] }
/** The games of a text whose rules and first positions could be read, and the problems of the text. */
export interface Records { games: GameRecord[]; problems: Problem[] }
/** The text of a game in a text of several games, with its tags. */
export interface DividedRecord { text: string; tags: Record<string, string> }
/** A record to write, such as a `GameRecord`. The tags for the rules, the position, and the result need not be given. */
export interface RecordDraft extends LineDraft { tags?: Record<string, string>; result?: string; termination?: string | null; fen?: string }
export interface LineDraft { comments?: string[]; moves: MoveDraft[] }
export interface MoveDraft { move: string; comments?: string[]; marks?: number[]; variations?: LineDraft[] }
/** A record as PGN, and the problems of the moves that are not in it. */
export interface WrittenRecord { pgn: string; problems: Problem[] }
/** A position as it is set up: `hands` as in the brackets of a FEN, and `rest` as its fields after the side to move. */
export interface PositionParts { pieces: { square: string; token: string; color: PieceColor }[]; hands: string; turn: Color; rest: string }

/** The limits of a search. `time` is in milliseconds, and `level` is from 1 to 10. */
export interface SearchLimits { level?: number; depth?: number; nodes?: number; time?: number; seed?: number }
export interface Thought { depth: number; score: number | null; mate: number | null; nodes: number; time: number; line: string[] }

export interface Comparison {
  rules: { what: string; name: string; a: Reason | null; b: Reason | null }[];
  pieces: { piece: string; a: string; b: string; only_a: [number, number][]; only_b: [number, number][]; both: [number, number][] }[];
}
export interface TellingGame {
  moves: string[]; fen: string; shortest: boolean; only_a: string[]; only_b: string[]; standing_a?: string; standing_b?: string;
}
export interface Notation { notation: string; name: string | null; text: string; marks: Mark[] }
export interface NamedPiece { names: string[]; notation: string; from: string }
export interface Language { words: { text: string; form: string; section: string; places: string[] }[]; inner: string[] }
/** A part of a text: the offsets of its start and its end, in UTF-16 code units. */
export type Place = [number, number];
/** A part of a statement. Its text has no quotation marks, and its items are those between its brackets. */
export interface StatementItem {
  kind: "word" | "number" | "text" | "notation" | "list" | "marks" | "group" | "symbol";
  text: string; place: Place; items: StatementItem[];
}
/** A row of a drawing, with the mark of each square. */
export interface DrawnRow { rank: number; place: Place; squares: { mark: string; place: Place }[] }
/** A statement of a text. `place` is that of its items, and `whole` includes its block. */
export interface Statement {
  items: StatementItem[]; place: Place; whole: Place;
  block: { place: Place; statements: Statement[]; rows: DrawnRow[] } | null;
}
/** The results of a page of cases. */
export interface CaseReport {
  problems: Problem[];
  cases: {
    name: string; line: number;
    questions: {
      head: string; line: number; status: "passed" | "failed" | "pending" | "accepted" | "broken"; reading?: string; problem?: string;
      expected?: string[]; actual?: string[]; missing?: string[]; extra?: string[];
    }[];
  }[];
}
