// Writes the generated parts of the editors' grammars: the TextMate grammar of the extension, and the words
// inside statements in the queries of the tree-sitter grammar. The tests of ferz compare `words.json` with its vocabulary.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const { statements, inner } = JSON.parse(readFileSync(join(here, "words.json"), "utf8"));
const unique = (words) => [...new Set(words)].sort();

// Words inside statements: those of the table, and those in the forms of statements.
const ofForm = (form) =>
  [...form.replace(/"[^"]*"|`[^`]*`/g, "").matchAll(/(?<![\w-])[a-z][a-z-]+(?![\w-])/g)].slice(1).map(([word]) => word);
const inside = unique([...inner, ...statements.flatMap((row) => ofForm(row.form)), "becomes", "draw", "loss", "win"]);
const keywords = unique(statements.map((row) => row.word));
const declaring = unique(statements.filter((row) => row.declares && row.word !== "board").map((row) => row.word));
const either = (words) => [...words].sort((a, b) => b.length - a.length).join("|");

const WORD = "[\\p{L}0-9+_{][\\p{L}\\p{M}0-9_+'{}-]*(?:\\.[\\p{L}\\p{M}0-9_+'{}-]+)*";
const END = "(?![\\p{L}0-9_+'-])";
const grammar = {
  $schema: "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
  comment: "Written by editors/generate.mjs from editors/words.json",
  name: "Ferz",
  scopeName: "source.ferz",
  fileTypes: ["ferz"],
  patterns: [{ include: "#statement" }],
  repository: {
    statement: {
      patterns: [
        { include: "#comment" },
        { include: "#row" },
        { include: "#declaration" },
        { include: "#answer" },
        { include: "#keyword" },
        { include: "#line" },
        { include: "#items" },
      ],
    },
    comment: {
      patterns: [
        {
          match: "(#)\\s*(allow)\\s+([a-z-]+)(.*)$",
          name: "comment.line.number-sign.ferz",
          captures: { 2: { name: "keyword.other.allow.ferz" }, 3: { name: "constant.other.code.ferz" } },
        },
        { match: "#.*$", name: "comment.line.number-sign.ferz" },
      ],
    },
    row: {
      begin: "(?:^|(?<=\\{))\\s*([0-9]+)\\s*(\\|)",
      beginCaptures: {
        1: { name: "constant.numeric.rank.ferz" },
        2: { name: "punctuation.separator.row.ferz" },
      },
      end: "(?=[#;}])|$",
      name: "meta.row.ferz",
      patterns: [
        { match: "\\|", name: "punctuation.separator.row.ferz" },
        { match: "[.*](?=\\s|$|\\|)", name: "comment.square.empty.ferz" },
        { match: "\\{[^\\s{}|]+\\}|[^\\s|#;{}\"`]+", name: "entity.name.tag.token.ferz" },
      ],
    },
    declaration: {
      match: `(?:^|(?<=[{};]))\\s*(?:(add|change|remove)\\s+)?(${either(declaring)})${END}\\s+(${WORD})`,
      captures: {
        1: { name: "keyword.control.amend.ferz" },
        2: { name: "keyword.control.ferz" },
        3: { name: "entity.name.type.ferz" },
      },
    },
    // An answer of a switch: a name, the mark of the default, and a text. No statement has this form.
    answer: {
      match: `(?:^|(?<=[{};]))\\s*(?:(${WORD})(\\*)|(?!(?:${either(keywords)})${END})(${WORD}))\\s+(?=")`,
      captures: {
        1: { name: "constant.other.answer.ferz" },
        2: { name: "keyword.operator.default.ferz" },
        3: { name: "constant.other.answer.ferz" },
      },
    },
    keyword: {
      match: `(?:^|(?<=[{};]))\\s*(?:(add|change|remove)\\s+)?(${either(keywords)})${END}`,
      captures: { 1: { name: "keyword.control.amend.ferz" }, 2: { name: "keyword.control.ferz" } },
    },
    line: {
      match: `(?:^|(?<=[{};]))\\s*(${WORD})(?=\\s*:)`,
      captures: { 1: { name: "entity.name.label.ferz" } },
    },
    items: {
      patterns: [
        { include: "#comment" },
        { begin: '"', end: '"|$', name: "string.quoted.double.ferz" },
        { include: "#notation" },
        {
          match: "(\\[)((?:\\s*[A-Z][A-Za-z0-9.-]*)+)\\s*(\\])",
          captures: {
            1: { name: "punctuation.definition.marks.ferz" },
            2: { name: "entity.other.attribute-name.mark.ferz" },
            3: { name: "punctuation.definition.marks.ferz" },
          },
        },
        { match: `(?<![\\p{L}0-9_+'.-])[0-9]+${END}`, name: "constant.numeric.ferz" },
        { match: `(?<![\\p{L}0-9_+'.-])(?:${either(inside)})${END}(?!\\.[\\p{L}0-9])`, name: "keyword.operator.word.ferz" },
        { match: "<=|>=|\\.\\.|[=:*<>]", name: "keyword.operator.ferz" },
        { match: WORD, name: "variable.other.ferz" },
      ],
    },
    notation: {
      begin: "`",
      end: "`|$",
      name: "string.other.notation.ferz",
      patterns: [
        { match: "[0-9]+|\\{[0-9]+\\.\\.[0-9]*\\}", name: "constant.numeric.range.ferz" },
        { match: "\\([0-9]+,[0-9]+\\)|[A-Z][XY]*", name: "entity.name.function.atom.ferz" },
        { match: "(?:[a-z]|\\([a-z]*\\))+", name: "storage.modifier.ferz" },
        { match: "[-?\\[\\]']", name: "keyword.operator.leg.ferz" },
      ],
    },
  },
};
writeFileSync(join(here, "vscode/syntaxes/ferz.tmLanguage.json"), `${JSON.stringify(grammar, null, 2)}\n`);

const rows = inside.filter((word) => word !== "and" && word !== "or").reduce((lines, word) => {
  const last = lines.at(-1);
  if (last.length + word.length > 95) lines.push(`    "${word}"`);
  else lines[lines.length - 1] = `${last} "${word}"`;
  return lines;
}, ["   "]);
const query = join(here, "tree-sitter-ferz/queries/highlights.scm");
const text = readFileSync(query, "utf8");
writeFileSync(query, text.replace(/(\(\(word\) @keyword\n {2}\(#any-of\? @keyword\n)[^)]*(\)\))/, `$1${rows.join("\n")}$2`));

const mode = join(here, "emacs/ferz-mode.el");
const list = (words) => {
  const lines = words.reduce((lines, word) => {
    const last = lines.at(-1);
    if (last.length + word.length > 90) lines.push(`    "${word}"`);
    else lines[lines.length - 1] = last ? `${last} "${word}"` : `"${word}"`;
    return lines;
  }, [""]);
  return lines.join("\n");
};
const fill = (text, name, words) =>
  text.replace(new RegExp(`(\\(defconst ${name}\\n {2}'\\()[^)]*`), `$1${list(words)}`);
writeFileSync(mode, fill(fill(readFileSync(mode, "utf8"), "ferz-statements", keywords), "ferz-words", inside));
