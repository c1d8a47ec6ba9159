"""The page `from-python-chess.md` lists each public name of python-chess, and what it calls the same exists."""

import fnmatch
import inspect
import re
from pathlib import Path

import ferz
import ferz.engine
import ferz.pgn
import ferz.polyglot
import ferz.svg
import ferz.variant
import pytest

PAGE = Path(__file__).parents[3] / "docs/book/from-python-chess.md"

#: What python-chess sets when a board is created, so that its class does not list it.
FIELDS = """turn castling_rights fullmove_number halfmove_clock promoted chess960 ep_square move_stack pawns knights bishops
rooks queens kings occupied occupied_co""".split()


def sections():
    """Returns the names of each section, with the text of the second column."""
    found, section = {}, None
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = found.setdefault(line[3:], {})
        elif line.startswith("| `") and section is not None:
            names, same = re.split(r"(?<!\\)\|", line)[1:3]
            section.update({name: same.strip() for name in re.findall(r"`([^`]+)`", names)})
    return found


def public(value):
    return {name for name in dir(value) if not name.startswith("_")}


def names_of(module):
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and name != "annotations"
        and not inspect.ismodule(value)
        and getattr(value, "__module__", module.__name__) != "typing"
        and not (inspect.isclass(value) and value.__module__ != module.__name__)
    }


def test_every_name_of_python_chess_is_listed():
    chess = pytest.importorskip("chess")
    if tuple(map(int, chess.__version__.split(".")[:2])) > (1, 11):
        pytest.skip(f"the page lists the names of python-chess up to 1.11, and this is {chess.__version__}")
    import chess.engine
    import chess.gaviota
    import chess.pgn
    import chess.polyglot
    import chess.svg
    import chess.syzygy
    import chess.variant

    node = public(chess.pgn.Game) | public(chess.pgn.ChildNode)
    wanted = {
        "chess": names_of(chess),
        "chess.Board": public(chess.Board) | set(FIELDS),
        "chess.Move, chess.Piece, chess.Outcome": public(chess.Move) | public(chess.Piece) | public(chess.Outcome),
        "chess.pgn": names_of(chess.pgn) | (node - {"san", "uci", "parent", "move"}),
        "chess.engine": names_of(chess.engine) | public(chess.engine.SimpleEngine),
        "chess.svg": names_of(chess.svg),
        "chess.variant": names_of(chess.variant),
        "chess.polyglot": names_of(chess.polyglot),
        "chess.syzygy": names_of(chess.syzygy),
        "chess.gaviota": names_of(chess.gaviota),
    }
    listed = sections()
    assert set(wanted) <= set(listed)
    for section, names in wanted.items():
        missing = [name for name in sorted(names) if not any(fnmatch.fnmatchcase(name, one) for one in listed[section])]
        assert not missing, f"{section}: {missing}"


def test_what_is_called_the_same_exists():
    board, game = ferz.Board(), ferz.pgn.Game()
    owners = {
        "chess": [ferz],
        "chess.Board": [board],
        "chess.Move, chess.Piece, chess.Outcome": [board.legal_moves[0], board.piece_at("e1"), ferz.Outcome(None, "")],
        "chess.pgn": [ferz.pgn, game, game.add_variation(board.legal_moves[0])],
        "chess.engine": [ferz.engine, ferz.engine.SimpleEngine],
        "chess.svg": [ferz.svg],
        "chess.variant": [ferz.variant],
        "chess.polyglot": [ferz.polyglot],
    }
    for section, names in sections().items():
        same = [name for name, said in names.items() if said == "same"]
        missing = [name for name in same if not any(hasattr(owner, name) for owner in owners.get(section, []))]
        assert not missing, f"{section}: {missing}"
