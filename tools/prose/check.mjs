// Checks the spelling and grammar of the pages with Harper: `npm ci && npm run check`, or `node check.mjs PAGE...`.
//
// `words.txt` has the words that no dictionary knows. A rule of Harper that does not fit technical pages is in `OFF`,
// with the reason. `terms.toml` is for the words that this project has replaced: `tests/suite/prose.rs` reads it.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Dialect, LocalLinter } from 'harper.js'
import { slimBinary } from 'harper.js/slimBinary'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')

const OFF = [
  // Text after code or a colon is taken for the beginning of a sentence.
  'SentenceCapitalization',
  // Headings are sentences here.
  'UseTitleCase',
  // Three dots are syntax.
  'UseEllipsisCharacter',
  // Units and keys are abbreviated.
  'ExpandMemoryShorthands',
  'ExpandTimeShorthands',
  'ExpandControl',
  // `lower case`, `en passant`, a leg that ends: words that Harper joins, splits, or writes otherwise.
  'CompoundNouns',
  'DisjointPrefixes',
  'HopHope',
  'MergeWords',
  'OrthographicConsistency',
  'SplitWords',
  // The letters of notation are lower case.
  'CapitalizePersonalPronouns',
  // It takes any three nouns for a list, `uncited` for a slip, and `an ending` for a mass noun.
  'MassNouns',
  'MissingTo',
  'OneOfTheSingular',
  'OxfordComma',
  'PronounInflectionBe',
  'PronounVerbAgreement',
  'WrongNegative',
  // They take nouns for verbs, and `and also` for a doubled word.
  'AvoidAndAlso',
  'MissingPreposition',
  'NounVerbConfusion',
  'PhrasalVerbAsCompoundNoun',
]

/** A "word" that is a square, a letter, a file, or a number with a unit. */
const isNoWord = (text) => text.length < 3 || /\d/.test(text)

/** Blanks out what is not English, and keeps the length of every line. */
function english(page) {
  let fence
  return page.split('\n').map((line) => {
    const ticks = /^\s*(`{3,})/.exec(line)?.[1]
    const inside = fence !== undefined
    if (ticks && (!inside || line.trim() === fence)) fence = inside ? undefined : ticks
    // The first line of a page about a code is the code.
    const isCode = inside || ticks || /^# [a-z0-9-]+$/.test(line)
    return isCode ? '' : line.replace(/[\w-]+\.pgn/g, '')
  }).join('\n')
}

function pages() {
  const all = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  // Cases and their claims are lists of squares and names; pages of switches are generated from rule files, and the pages
  // of the Python package from its docstrings.
  return all.trim().split('\n').filter((name) => !/^variants\/|^docs\/book\/switches\/|^bindings\/python\/docs\//.test(name))
}

const linter = new LocalLinter({ binary: slimBinary, dialect: Dialect.American })
await linter.setup()
await linter.setLintConfig({ ...(await linter.getLintConfig()), ...Object.fromEntries(OFF.map((rule) => [rule, false])) })
await linter.importWords(readFileSync(join(here, 'words.txt'), 'utf8').split('\n').filter((word) => word && !word.startsWith('#')))

const names = process.argv.length > 2 ? process.argv.slice(2) : pages()
let found = 0
for (const name of names) {
  const text = english(readFileSync(process.argv.length > 2 ? name : join(root, name), 'utf8'))
  const lints = await linter.organizedLints(text, { language: 'markdown' })
  for (const [rule, list] of Object.entries(lints)) {
    for (const lint of list) {
      if (rule === 'SpellCheck' && isNoWord(lint.get_problem_text())) continue
      const line = [...text].slice(0, lint.span().start).filter((c) => c === '\n').length + 1
      const instead = lint.suggestions().map((one) => one.get_replacement_text()).filter(Boolean).slice(0, 3)
      const hint = instead.length ? ` (${instead.join(', ')})` : ''
      const problem = lint.get_problem_text().replace(/\s+/g, ' ').slice(0, 80)
      console.log(`${name}:${line}: \`${problem}\`: ${lint.message()}${hint} [${rule}]`)
      found += 1
    }
  }
}
console.log(`${names.length} pages, ${found} problems`)
process.exitCode = found ? 1 : 0
