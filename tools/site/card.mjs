// The language card: all forms of the language on one page, from the table that a test compares with the language, and from the tables
// of its reference.
import { escape, highlighted } from "./page.mjs";
import { read } from "./places.mjs";

const BLOCKS = {
  top: "The game",
  board: "In board { }",
  piece: "In piece, family, and stage { }",
  action: "In action { }",
  royalty: "In royalty { }",
  entry: "In entry { }",
  array: "In array { }",
  source: "In source { }",
};

/** Parts of statements, each with the heading of its table in the reference. */
const PARTS = [
  ["SQUARES", "## Regions"],
  ["PIECES", "## Naming pieces in rules"],
  ["CONDITION", "## Conditions"],
  ["CONSEQUENCE", "## Arriving"],
  ["PROPERTY of a move", "## Restrictions"],
];

/** A whole game, which the build checks. */
export const EXAMPLE = `variant duel "The Duel"
board { grid 6 x 6; black is white mirrored }
region far-rank = rank 6
piece king K \`K\` royal
piece rook R \`R\`
piece pawn P \`fmWfcF\` {
  arriving at far-rank: becomes rook
}
ending { checkmate: loss; stalemate: draw }
array start {
  2 | P P P P P P
  1 | R . . K . R
}
`;

/** The letters of the notation of moves. */
const NOTATION = [
  ["W F D N A H C Z G", "leap to (1,0) (1,1) (2,0) (2,1) (2,2) (3,0) (3,1) (3,2) (3,3)"],
  ["R B Q K", "rook, bishop, and queen slide; K is WF"],
  ["m c", "only moves, only captures"],
  ["f b l r", "forward, backward, left, right"],
  ["n p g", "blocked on the way, jumping over one piece, jumping and stopping behind it"],
  ["W3 F2", "slides at most this many squares"],
  ["[F-W-W-R]", "one part after another, outward"],
  ["i", "only the first move of the piece"],
];

/** Returns the forms in the first column of the table below a heading of the reference. */
function forms(heading) {
  const [, text] = read("docs/book/language.md").split(`\n${heading}\n`);
  const [, table] = /\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(text.split(/\n##? /)[0]);
  return table.trim().split("\n").map((row) => [...row.split(" | ")[0].matchAll(/`([^`]+)`/g)].map(([, form]) => `<code>${escape(form.replaceAll("\\|", "|"))}</code>`).join(", "));
}

const table = (rows) => `<table class="forms">${rows.map((row) => `<tr><td>${row}</td></tr>`).join("")}</table>`;

/** Returns the body of the card. */
export function card() {
  const { statements } = JSON.parse(read("editors/words.json"));
  const lost = statements.find(({ places }) => !BLOCKS[places[0]]);
  if (lost) throw new Error(`the card has no part for ${lost.form} in ${lost.places[0]}`);
  const inside = (block) => statements.filter(({ places }) => places[0] === block).map(({ form }) => `<code>${escape(form)}</code>`);
  const section = (title, rows) => `<section><h2>${escape(title)}</h2>${table(rows)}</section>`;
  const blocks = Object.entries(BLOCKS).map(([block, title]) => section(title, inside(block)));
  const parts = PARTS.map(([title, heading]) => section(title, forms(heading)));
  const letters = NOTATION.map(([sign, text]) => `<tr><td><code>${escape(sign)}</code></td><td>${escape(text)}</td></tr>`).join("");
  return `<div class="sheet"><h1>The language card</h1>
<p>Words in capitals are yours, <code>[...]</code> is optional, and <code>|</code> separates choices. A statement ends with its line or with <code>;</code>. <code>#</code> starts a comment. Any rule may end with marks of its sources, as in <code>[T4]</code>. <a href="book/language.html">The language</a> explains every form.</p>
<div class="parts"><section><h2>A whole game</h2><pre tabindex="0"><code>${highlighted(EXAMPLE)}</code></pre></section>
${blocks.join("\n")}
${parts.join("\n")}
<section><h2>Moves</h2><div class="wide" role="region" aria-label="Letters of moves" tabindex="0"><table>${letters}</table></div>
<p><a href="book/notation.html">The notation of moves</a> shows every letter on a board.</p></section></div></div>`;
}
