"""The examples of the documentation of python-chess have the same results with `ferz.chess`.

The examples are those of the installed package: its description and its docstrings. With PYTHON_CHESS, the folder of its
source, those of its pages are run, too, and those that read its data.
"""

import ast
import doctest
import importlib
import importlib.metadata
import os
import sys
from pathlib import Path

import pytest

chess = pytest.importorskip("chess")
SOURCE = os.environ.get("PYTHON_CHESS")
MODULES = ["engine", "gaviota", "pgn", "polyglot", "svg", "syzygy", "variant"]
#: The examples with other results: the place, and the beginning of the example.
CAUSES = {
    "need endgame tables": [
        ("README", "tablebase"),
        ("docs/variant.rst", "tables"),
        ("gaviota.probe_dtm", "with"),
        ("gaviota.probe_wdl", "with"),
        ("syzygy.probe_dtz", "with"),
        ("syzygy.probe_wdl", "with"),
    ],
    "do not work with python-chess, either": [
        ("docs/variant.rst", "type(board).starting_fen"),
        ("engine.wdl", "Cp("),
        ("pgn.FileExporter", "game.accept"),
        ("pgn.handle_error", "class"),
        ("pgn.handle_error", "def"),
        ("pgn.handle_error", "pass"),
        ("pgn.handle_error", "game = chess.pgn.read_game(pgn, Visitor"),
        ("pgn.read_headers", "for offset"),
        ("polyglot.open_reader", "with"),
    ],
    "need Stockfish": [("README", "engine"), ("docs/variant.rst", "engine"), ("docs/variant.rst", "result = engine")],
    "push a move that is not legal": [("README", "board.push(Nf3)"), ("README", "board.pop()")],
}


def texts():
    """Yields the names and texts of all places with examples."""
    yield "README", importlib.metadata.metadata("chess").get_payload() or importlib.metadata.metadata("chess")["Description"]
    if SOURCE:
        yield from ((name, (Path(SOURCE) / name).read_text(encoding="utf-8")) for name in ("docs/pgn.rst", "docs/variant.rst"))
    for path in sorted(Path(chess.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                text = ast.get_docstring(node) or ""
                if ">>>" in text:
                    yield f"{path.stem}.{getattr(node, 'name', '')}", text


class Runner(doctest.DocTestRunner):
    """Runs examples, and lists those with another result."""

    def __init__(self):
        super().__init__(optionflags=doctest.ELLIPSIS, verbose=False)
        self.failed = []

    def report_failure(self, out, test, example, got):
        self.failed.append((test.name, example.source.strip()))

    def report_unexpected_exception(self, out, test, example, exc_info):
        self.failed.append((test.name, example.source.strip()))


@pytest.fixture
def as_chess(monkeypatch, tmp_path):
    """Lets `import chess` import `ferz.chess`."""
    for name in MODULES:
        monkeypatch.setitem(sys.modules, f"chess.{name}", importlib.import_module(f"ferz.chess.{name}"))
    monkeypatch.setitem(sys.modules, "chess", sys.modules["ferz.chess"])
    monkeypatch.chdir(SOURCE or tmp_path)


def test_examples_have_the_results_of_python_chess(as_chess):
    runner, count, reads_data = Runner(), 0, set()
    for name, text in texts():
        # The names of a module are known to its docstrings.
        module = name.split(".")[0]
        names = dict(vars(importlib.import_module(f"chess.{module}"))) if module in MODULES else {}
        test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
        # A picture for a notebook is not compared.
        test.examples = [one for one in test.examples if (one.source, one.want) != ("board\n", "")]
        count += len(test.examples)
        if "data/" in text:
            reads_data.add(name)
        runner.run(test, clear_globs=False)
    known = [place for places in CAUSES.values() for place in places]
    other = [(name, source) for name, source in runner.failed if not any(name == at and source.startswith(one) for at, one in known)]
    if SOURCE:
        assert not other
        assert count - len(runner.failed) >= 170
    else:
        assert not [one for one in other if one[0] not in reads_data]
    print(f"{count - len(runner.failed)} of {count} examples")
