"""Studies: many games with each of several sets of rules, and their statistics.

    >>> import ferz.study
    >>> summary = ferz.study.compare("shatranj", number=20, random=True).run()
    >>> summary.games
    20

A game depends only on the rules, the settings, and its number. Therefore, the same seed gives the same games with any
number of threads, on any machine, and in `ferz study` on the command line.
"""

import json
import os
from pathlib import Path

from . import _ferz


def _rules(game, **choice):
    if isinstance(game, _ferz.Rules):
        return game
    return _ferz.Rules(game, **choice)


def compare(game, *others, each=(), arrays=False, switches=None, **settings):
    """Creates a study of one game with all its readings, or of several games.

    `each` names switches whose values are compared instead of the readings. `arrays=True` compares the arrays. The
    settings are those of `Study`.
    """
    chosen = dict(switches or {})
    if others:
        games = [game, *others]
        names = [one if isinstance(one, str) else repr(one) for one in games]
        return Study({name: _rules(one, switches=chosen) for name, one in zip(names, games)}, **settings)
    if not isinstance(game, str):
        return Study({game.reading: game}, **settings)
    whole = _rules(game, switches=chosen)
    rules = {}
    for switch in [each] if isinstance(each, str) else each:
        if switch not in whole.switches:
            raise ValueError(f"{game} has no switch `{switch}`")
        for value in whole.values(switch):
            rules[f"{switch}={value}"] = _rules(game, switches={**chosen, switch: value})
    if arrays:
        rules.update({array: _rules(game, array=array, switches=chosen) for array in whole.arrays})
    if not rules:
        rules[whole.reading] = whole
        if "@" not in game:
            rules.update({one: _rules(game, reading=one, switches=chosen) for one in whole.readings})
    return Study(rules, **settings)


class Study:
    """A study: many games with each of several sets of rules. `rules` is a dictionary from names to `Rules`.

    With each set of rules, `number` games are played. Both sides search `nodes` positions for each move, or play at
    random if `random` is true. The first `opening` plies are random. A game is cut off after `plies`.
    """

    def __init__(self, rules, *, number=100, seed=1, nodes=200, random=False, opening=4, plies=600):
        self.rules = dict(rules)
        self.settings = (number, seed, None if random else nodes, opening, plies)
        self._study = _ferz._Study(list(self.rules.items()), self.settings)

    def __len__(self):
        return len(self._study)

    @property
    def head(self):
        """The first line of a file of games, which describes the study."""
        return self._study.head()

    def play(self, numbers, *, threads=1):
        """Plays the games with these numbers and returns their lines."""
        return self._study.play([int(number) for number in numbers], threads or os.cpu_count() or 1)

    def run(self, *, threads=0, out=None, resume=False, progress=None):
        """Plays all games and returns their summary.

        With `out`, each game is written to that file as soon as it and its neighbors have been played. With `resume`,
        the games that are already in the file are not played again. `progress` is called with the number of games
        played and the total number.
        """
        threads = threads or os.cpu_count() or 1
        with Games(self.head, out, resume=resume) as games:
            missing = [number for number in range(len(self)) if number not in games.numbers]
            size = threads * (64 if self.settings[2] is None else 4)
            for begin in range(0, len(missing), size):
                games.add(self.play(missing[begin : begin + size], threads=threads))
                if progress is not None:
                    progress(len(self) - len(missing) + min(begin + size, len(missing)), len(self))
            return games.summary()

    def __reduce__(self):
        number, seed, nodes, opening, plies = self.settings
        settings = dict(number=number, seed=seed, nodes=nodes, random=nodes is None, opening=opening, plies=plies)
        return _again, (self.rules, settings)


def _again(rules, settings):
    return Study(rules, **settings)


class Games:
    """The games of a study, and the file to which they are appended."""

    def __init__(self, head, path=None, *, resume=False):
        self.path = None if path is None else Path(path)
        self.lines, self.numbers, self._file = [head], set(), None
        if self.path is None:
            return
        if resume and self.path.exists():
            text = self.path.read_text(encoding="utf-8")
            lines = text.splitlines()
            if not lines or json.loads(lines[0]) != json.loads(head):
                raise ValueError(f"the games in {self.path} are not those of this study")
            for line in lines[1:]:
                self._know(line)
            self._file = self.path.open("a", encoding="utf-8")
            if not text.endswith("\n"):
                self._file.write("\n")
            return
        self._file = self.path.open("x", encoding="utf-8")
        self._file.write(head + "\n")
        self._file.flush()

    def _know(self, line):
        try:
            number = json.loads(line)["n"]
        except (ValueError, KeyError, TypeError):
            # The line is incomplete.
            return False
        is_new = number not in self.numbers
        if is_new:
            self.numbers.add(number)
            self.lines.append(line)
        return is_new

    def add(self, lines):
        """Adds the lines of games. Games that are already present are skipped."""
        new = [line for line in lines if self._know(line)]
        if self._file is not None and new:
            self._file.write("".join(line + "\n" for line in new))
            self._file.flush()
            os.fsync(self._file.fileno())

    def summary(self):
        """Returns the summary of the games so far."""
        return Summary("\n".join(self.lines), None if self.path is None else self.path.name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._file is not None:
            self._file.close()


class Summary:
    """The summary of a study. `str(summary)` is a table, and a notebook shows a page with plots."""

    def __init__(self, text, file=None):
        self.text, self.file = text, file
        self._summary = _ferz._Summary(text)

    def __reduce__(self):
        return Summary, (self.text, self.file)

    def __eq__(self, other):
        return isinstance(other, Summary) and (self.text, self.file) == (other.text, other.file)

    def __hash__(self):
        return hash((self.text, self.file))

    @classmethod
    def read(cls, path):
        """Summarizes a file of games written by `Study.run` or `ferz study --output`."""
        path = Path(path)
        return cls(path.read_text(encoding="utf-8"), path.name)

    @property
    def data(self):
        """The summary as a dictionary, as `ferz study --json` prints it."""
        return json.loads(self._summary.json())

    @property
    def games(self):
        """The number of games."""
        return self.data["games"]

    @property
    def records(self):
        """The games as dictionaries, in the order of their numbers."""
        games = {}
        for line in self.text.splitlines()[1:]:
            try:
                game = json.loads(line)
            except ValueError:
                continue
            games.setdefault(game["n"], game)
        return [games[number] for number in sorted(games)]

    def csv(self):
        """Returns the summary as comma-separated values."""
        return self._summary.csv()

    def html(self):
        """Returns the summary as a self-contained HTML page with plots."""
        return self._summary.html(self.file)

    def write_html(self, path):
        """Writes the HTML page to a file."""
        Path(path).write_text(self.html(), encoding="utf-8")

    def write_parquet(self, path):
        """Writes the games to a Parquet file, one row for each game. Needs the extra `study`."""
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as missing:
            raise ImportError("Parquet needs pyarrow: pip install 'ferz[study]'") from missing
        names = [side["name"] for side in self.data["head"]["of"]]
        rows = [{"rules": names[game["of"]], "reason": None, **game} for game in self.records]
        # Seeds and similar numbers need all 64 bits.
        types = {"n": pyarrow.uint64(), "seed": pyarrow.uint64(), "choices": pyarrow.uint64()}
        keys = list(rows[0]) if rows else []
        columns = {key: pyarrow.array([row[key] for row in rows], type=types.get(key)) for key in keys}
        pyarrow.parquet.write_table(pyarrow.table(columns), path)

    def _repr_html_(self):
        page = self.html()
        begin, end = page.index("<style>"), page.index("</style>") + len("</style>")
        # The head of the page is omitted.
        return "<div>" + page[end:] + "</div>" if begin < end else page

    def __str__(self):
        return str(self._summary)

    def __repr__(self):
        return f"<Summary of {self.games} games>"
