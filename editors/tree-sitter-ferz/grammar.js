/**
 * @file The language of `.ferz` files, which state the rules of chess variants.
 *
 * `syntax/grammar/variant.pest` and `syntax/src/syntax` of ferz are the model. The words that begin statements come from
 * `../words.json`, which the tests of ferz compare with its vocabulary.
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const { statements } = require("../words.json");

/** Blocks whose lines begin with names instead of keywords. */
const OWN_LINES = ["ending", "entry"];
/** Words that have their own rule below. */
const SPECIAL = ["switch", "under", "add", "change", "remove", ...OWN_LINES];

const unique = (words) => [...new Set(words)].filter((word) => !SPECIAL.includes(word));
const declaring = unique(statements.filter((row) => row.declares ? row.word !== "board" : row.word === "action").map((row) => row.word));
const others = unique(statements.map((row) => row.word)).filter((word) => !declaring.includes(word));
/** Words that begin a statement whose block has its own kind of lines. */
const between = unique(
  statements.filter((row) => row.places.some((place) => OWN_LINES.includes(place))).map((row) => row.word),
);

const keyword = ($, words) => field("keyword", alias(words.length > 1 ? choice(...words) : words[0], $.keyword));
/** What may follow the first word of a statement: items, with commas, `and`, and `or` between them. */
const items = ($) => repeat1(seq(repeat($._joint), $._item));
const end = ($, block) => choice(field("block", block), $._newline, $._end, ";");

/** The rules for statements. Their blocks are either ordinary or have their own kind of lines. */
function statementRules(suffix, block) {
  const own = ($, name) => $[`_${name}${suffix}`];
  return {
    [`_switch${suffix}`]: ($) =>
      seq(
        keyword($, ["switch"]),
        field("name", $._name),
        repeat(seq(repeat($._joint), $._item)),
        end($, alias(own($, "values"), $.values)),
      ),
    [`_values${suffix}`]: ($) =>
      seq("{", repeat(choice(alias(own($, "value"), $.value), $._newline, ";")), "}"),
    [`_value${suffix}`]: ($) =>
      seq(
        field("name", choice(alias($.word, $.name), alias($.number, $.name))),
        optional(field("default", "*")),
        repeat(seq(repeat($._joint), $._item)),
        end($, block($)),
      ),
    [`_under${suffix}`]: ($) =>
      seq(keyword($, ["under"]), field("switch", $._name), optional(items($)), end($, block($))),
  };
}

module.exports = grammar({
  name: "ferz",

  externals: ($) => [$._newline, $._end, $._error],
  extras: ($) => [/[\s\uFEFF]/, $.comment],
  word: ($) => $.word,

  rules: {
    source_file: ($) => repeat(choice($._statement, $._newline, ";")),

    _statement: ($) =>
      choice(
        alias($._switch_, $.switch),
        alias($._under_, $.under),
        $.amendment,
        $.declaration,
        $.statement,
        alias($._lines_statement, $.statement),
        $.line,
      ),

    amendment: ($) =>
      seq(
        keyword($, ["add", "change", "remove"]),
        choice($._statement, field("block", $.block)),
      ),

    // A statement that gives a name, such as `piece NAME`.
    declaration: ($) =>
      seq(
        keyword($, declaring),
        optional(seq(field("name", $._name), repeat(seq(repeat($._joint), $._item)))),
        end($, $.block),
      ),

    statement: ($) => seq(keyword($, others), optional(items($)), end($, $.block)),

    _lines_statement: ($) =>
      seq(keyword($, OWN_LINES), optional(items($)), end($, alias($._lines, $.block))),

    // A line that does not begin with a keyword, such as an ending with its name.
    line: ($) =>
      seq(
        choice(field("name", choice(alias($.word, $.name), alias($.number, $.name))), $.notation),
        optional(items($)),
        end($, $.block),
      ),

    block: ($) => seq("{", repeat(choice($._statement, $.row, $._newline, ";")), "}"),

    // The block of `ending` or `entry`.
    _lines: ($) =>
      seq(
        "{",
        repeat(
          choice(
            alias($._switch_lines, $.switch),
            alias($._under_lines, $.under),
            alias($._statement_lines, $.statement),
            alias($._line_lines, $.line),
            $._newline,
            ";",
          ),
        ),
        "}",
      ),
    _statement_lines: ($) => seq(keyword($, between), optional(items($)), end($, alias($._lines, $.block))),
    _line_lines: ($) =>
      seq(field("name", choice(alias($.word, $.name), alias($.number, $.name))), optional(items($)), end($, alias($._lines, $.block))),

    ...statementRules("_", ($) => $.block),
    ...statementRules("_lines", ($) => alias($._lines, $.block)),

    // A row of a drawing: `3 | R . K`.
    row: ($) =>
      seq(
        field("rank", alias($.number, $.rank)),
        "|",
        repeat($.square),
        optional("|"),
        choice($._newline, $._end, ";"),
      ),
    square: () => token(/(\{[^\s{}|]+\}|[^\s|#;{}"`])+/),

    _name: ($) => prec(1, alias($.word, $.name)),

    _item: ($) =>
      choice($.word, $.number, $.string, $.notation, $.list, $.marks, $.group, $.operator),
    _joint: () => choice(",", "and", "or"),

    // Keys of sources, such as `[T4 A6]`.
    marks: ($) => seq("[", repeat1($.key), "]"),
    list: ($) =>
      seq(
        "[",
        optional(
          choice(
            // A list of words that look like keys has commas.
            seq(repeat1($.key), choice($._joint, $._list_item), repeat(choice($.key, $._joint, $._list_item))),
            seq(choice($._joint, $._list_item), repeat(choice($.key, $._joint, $._list_item))),
          ),
        ),
        "]",
      ),
    _list_item: ($) =>
      choice($.word, $.number, $.string, $.notation, $.list, $.marks, $.group, $.operator),
    group: ($) => seq("(", repeat(choice($._item, $._joint)), ")"),
    operator: () => prec(-1, choice("=", ":", "*", "..", "<", ">", "<=", ">=")),

    // If tokens have the same length, the first is taken, so keys and numbers are not words.
    key: () => token(/[A-Z][A-Za-z0-9.-]*/),
    number: () => token(/[0-9]+/),
    // Braces without spaces contain the parameter of a family: `P{x}`.
    word: () => {
      const hole = "\\{\\p{L}[\\p{L}0-9_-]*\\}";
      const joint = `([\\p{L}\\p{M}0-9_+'-]|${hole})`;
      return token(new RegExp(`([\\p{L}0-9+_]|${hole})(${joint}|\\.${joint})*`, "u"));
    },
    // An unclosed text ends with its line.
    string: () => token(/"[^"\r\n]*"?/),
    comment: () => token(/#[^\r\n]*/),

    // Moves in Betza's notation, between backquotes; see `lang/grammar/betza.pest`.
    notation: ($) => seq("`", repeat($._part), token.immediate("`")),
    _part: ($) =>
      choice($.modifiers, $.atom, $.coordinates, $.range, $.legs, $.exempt, alias($._stray, $.other)),
    legs: ($) =>
      seq(token.immediate("["), repeat(choice($._part, $.step)), token.immediate("]")),
    modifiers: () => token.immediate(/([a-z]|\([a-z]*\))+/),
    atom: () => token.immediate(/[A-Z][XY]*/),
    coordinates: () => token.immediate(/\([0-9]+,[0-9]+\)/),
    range: () => token.immediate(/[0-9]+|\{[0-9]+\.\.[0-9]*\}/),
    step: () => token.immediate(/[-?]/),
    exempt: () => token.immediate("'"),
    _stray: () => token.immediate(prec(-1, /[^`\r\n\[\]]/)),
  },
});
