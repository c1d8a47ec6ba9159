"""A plugin of pytest: `pytest my-game.ferz` checks the game, and each case of `cases/*.md` is a test.

A file `NAME.ferz` has the test `check`, which fails for an error, a warning, or a lint, and the test `moves` if a file
`NAME.moves` lies beside it: the counts of moves from the start, one for each line, such as `perft 3 8902`. The option
`--ferz-write-moves` writes these files.
"""

import difflib
import os

import pytest

#: The depth to which `--ferz-write-moves` counts the moves of a game.
DEPTH = 2


def pytest_addoption(parser):
    """Adds the option `--ferz-write-moves`."""
    group = parser.getgroup("ferz", "games of chess")
    group.addoption("--ferz-write-moves", action="store_true", help="write the snapshots of moves of the games tested")


def pytest_collect_file(file_path, parent):
    """Collects games, and pages of cases in a folder `cases` that have the game that they are about."""
    if file_path.suffix == ".ferz":
        return GameFile.from_parent(parent, path=file_path)
    if file_path.suffix == ".md" and file_path.parent.name == "cases" and "```game" in file_path.read_text(encoding="utf-8"):
        return CasePage.from_parent(parent, path=file_path)
    return None


class GameFile(pytest.File):
    """A file that defines a game."""

    def collect(self):
        """Yields the tests of the game."""
        yield CheckItem.from_parent(self, name="check")
        if self.path.with_suffix(".moves").exists() or self.config.getoption("--ferz-write-moves"):
            yield MovesItem.from_parent(self, name="moves")


class _Failure(Exception):
    """A failure that is shown as its text."""


class _Item(pytest.Item):
    def repr_failure(self, excinfo):
        """Shows a failure without the lines of this plugin."""
        if isinstance(excinfo.value, _Failure):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    line = 0

    def reportinfo(self):
        """Names the file and the line of the test."""
        return self.path, self.line, f"{self.path.name}: {self.name}"


class CheckItem(_Item):
    """The test that a game has no problems."""

    def runtest(self):
        """Checks the game."""
        import ferz

        found = ferz.check(os.path.relpath(self.path))
        if found:
            raise _Failure("\n\n".join(problem.text for problem in found))


class MovesItem(_Item):
    """The test that the numbers of moves of a game are those of its snapshot."""

    def runtest(self):
        """Counts the moves."""
        import ferz

        board, snapshot = ferz.Board(str(self.path)), self.path.with_suffix(".moves")
        if self.config.getoption("--ferz-write-moves"):
            lines = [f"perft {depth} {board.perft(depth)}" for depth in range(1, DEPTH + 1)]
            snapshot.write_text("\n".join(lines) + "\n", encoding="utf-8")
            return
        expected = snapshot.read_text(encoding="utf-8").split("\n")
        expected = [line for line in expected if line.strip() and not line.startswith("#")]
        actual = []
        for line in expected:
            word, depth, _count = line.split()
            if word != "perft":
                raise _Failure(f"{snapshot.name}: `{line}` is not a count of moves such as `perft 3 8902`")
            actual.append(f"perft {depth} {board.perft(int(depth))}")
        if actual != expected:
            raise _Failure(_difference(expected, actual))


def _difference(expected, actual):
    lines = difflib.unified_diff(expected, actual, "the page", "the rules", lineterm="", n=max(len(expected), 3))
    return "\n".join(line for line in lines if not line.startswith("@@"))


class CasePage(pytest.File):
    """A page of cases."""

    def collect(self):
        """Yields a test for each case, and one for the problems of the page if there are any."""
        import ferz

        report = ferz.run_cases(os.path.relpath(self.path))
        if report.problems:
            yield PageItem.from_parent(self, name="page", problems=report.problems)
        seen = {}
        for case in report.cases:
            name = case["name"]
            seen[name] = seen.get(name, 0) + 1
            name = name if seen[name] == 1 else f"{name} ({seen[name]})"
            yield CaseItem.from_parent(self, name=name, case=case)


class PageItem(_Item):
    """The test that a page can be read."""

    def __init__(self, *, problems, **others):
        super().__init__(**others)
        self.problems = problems

    def runtest(self):
        """Fails with the problems."""
        raise _Failure("\n".join(problem["message"] for problem in self.problems))


class CaseItem(_Item):
    """The test that the rules answer the questions of a case as its page does."""

    def __init__(self, *, case, **others):
        super().__init__(**others)
        self.case = case
        self.line = case["line"] - 1

    def runtest(self):
        """Compares the answers."""
        wrong = [self._wrong(question) for question in self.case["questions"] if question["status"] != "passed"]
        if wrong:
            raise _Failure("\n\n".join(wrong))

    def _wrong(self, question):
        reading = f" (reading {question['reading']})" if question.get("reading") else ""
        head = f"{self.path.name}:{question['line']}: {question['head']}{reading}"
        if question["status"] == "broken":
            return f"{head}\n{question.get('problem', 'the question cannot be answered')}"
        if question["status"] == "pending":
            return f"{head}\nthe page has no answer; the rules say:\n" + "\n".join(question.get("actual", []))
        return f"{head}\n" + _difference(question.get("expected", []), question.get("actual", []))
