"""Tools for authors of games: problems of a text, differences between two games, cases, and games of other programs."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path

from . import _ferz


def check(source):
    """Checks a game under every array, reading, and value of a switch.

    `source` is the path of a file or the text of a game; a text has several lines. Returns a list of `Problem`s, which
    is empty if there are none. A file that cannot be read is a problem, too.
    """
    source = os.fspath(source)
    if "\n" in source:
        return _ferz._check("", source)
    return _ferz._check(source, None)


def explain(game, move, fen=None):
    """Explains why a move is legal or illegal in a position of a game, by default the first. Returns an `Explanation`."""
    return _rules(game).board(fen, lenient=fen is not None).explain(str(move))


def _rules(game):
    return game if isinstance(game, _ferz.Rules) else _ferz.Rules(os.fspath(game))


@dataclass(frozen=True)
class Difference:
    """The differences between two games.

    `rules` lists the rules that differ, each a dictionary with the sort (`what`), the `name`, and the rule in each game
    (`a`, `b`; `None` if one lacks it). `pieces` lists the pieces that move differently. `game` is a sequence of moves
    from the start after which the games differ, or `None` if none was found in time. The fields are those of
    `ferz diff --json`.
    """

    rules: list = field(default_factory=list)
    pieces: list = field(default_factory=list)
    game: "dict | None" = None

    def __bool__(self):
        return bool(self.rules or self.pieces)

    def __hash__(self):
        return hash(str(self))

    def __str__(self):
        lines = []
        for rule in self.rules:
            lines.append(f"{rule['what']} {rule['name']}")
            for sign, side in (("-", "a"), ("+", "b")):
                if rule[side] is not None:
                    lines.append(f"  {sign} {rule[side]['text']}")
        lines += [f"piece {piece['piece']}: {piece['a']} and {piece['b']}" for piece in self.pieces]
        return "\n".join(lines) or "no differences"


def diff(one, other, *, seconds=0.0):
    """Compares two games, each given as `Rules`, a name, or a path. Returns a `Difference`.

    With `seconds`, searches that long for a game that shows a difference.
    """
    one, other = _rules(one), _rules(other)
    found = json.loads(_ferz._compare(one, other))
    game = _ferz._telling_game(one, other, seconds) if seconds > 0 else None
    return Difference(found["rules"], found["pieces"], None if game is None else json.loads(game))


@dataclass(frozen=True)
class CaseReport:
    """The report on a page of cases: its `problems`, and its `cases` with their questions.

    A case has a `name`, a `line`, and `questions`. A question has a `head`, a `line`, a `status` (`passed`, `failed`,
    `pending`, or `broken`), and the `expected` and the `actual` answer. The fields are those of `ferz test --json`.
    """

    page: str
    problems: list = field(default_factory=list)
    cases: list = field(default_factory=list)

    def __hash__(self):
        return hash((self.page, len(self.problems), len(self.cases)))

    @property
    def has_passed(self):
        """True if the page has no problems and every answer is as expected."""
        return not self.problems and all(
            question["status"] == "passed" for case in self.cases for question in case["questions"]
        )


def run_cases(page):
    """Runs the cases of a Markdown file. Returns a `CaseReport`.

    A page in a folder `cases` can name the games of the files beside that folder; `mine` is the game of `mine.ferz`.
    """
    path = Path(page)
    folder = path.parent.parent if path.parent.name == "cases" else path.parent
    texts = []
    for file in sorted([*folder.glob("*.ferz"), *folder.glob("*.toml"), *path.parent.glob("*.ferz")]):
        text = file.read_text(encoding="utf-8", errors="replace")
        texts += [(name, text) for name in {file.name, str(file), os.path.relpath(file)}]
    report = json.loads(_ferz._run_cases(str(path), path.read_text(encoding="utf-8"), texts))
    return CaseReport(str(path), report["problems"], report["cases"])


@dataclass(frozen=True)
class Import:
    """A game of another program as a rule file: its `name`, its `text`, the `omissions`, and other `files`.

    An omission is a rule that is not in the text: its `name` and `value` there, the `reason`, and `differs`, which is
    true if the games differ for that reason. The fields are those of `ferz import --json`. If the text is an export of a
    game that extends your own files, `files` has their texts by their names.
    """

    name: str
    text: str
    omissions: list = field(default_factory=list)
    files: dict = field(default_factory=dict)


def import_game(text, section=None, *, format="fairy-stockfish", file=None, approximate=False):
    """Translates a game of another program to a rule file. Returns an `Import`, whose text `from_text` loads.

    `text` is a file of the form `variants.ini`, of which `section` names the game. It may be left out if there is only
    one. With `format="interactive-diagram"`, it is a page, and with `format="xboard"` the lines `setup` and `piece` of
    an engine. `file` is the name of the source in the rule file and in messages.

    A rule that no rule file can express raises `RulesError`. With `approximate`, such rules are left out and are among the
    omissions.
    """
    if format == "fairy-stockfish" and section is None:
        names = _ferz.sections(text)
        if len(names) != 1:
            raise ValueError(f"the file has {len(names)} sections; which one is the game?")
        section = names[0]
    usual = {"interactive-diagram": "diagram.html", "xboard": "engine.txt"}
    file = usual.get(format, "variants.ini") if file is None else os.fspath(file)
    found = json.loads(_ferz._import((format, file), text, section or "", approximate))
    return Import(found["name"], found["text"], found["omissions"], found.get("files", {}))
