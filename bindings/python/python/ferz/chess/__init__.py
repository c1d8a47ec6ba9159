"""The interface of python-chess: numbers for squares and pieces, and boards of chess and its variants.

    >>> import ferz.chess as chess
    >>> board = chess.Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> board.piece_at(chess.E4)
    Piece.from_symbol('P')

The page "Keep `import chess`" of the docs lists what differs. `Board.from_chess` and `Board.to_chess` exchange boards
with python-chess, and each method takes its moves.
"""

import importlib

from .. import BLACK, COLOR_NAMES, COLORS, STARTING_FEN, WHITE, Color  # noqa: F401
from . import _moves, _squares
from ._base import STARTING_BOARD_FEN, BaseBoard  # noqa: F401
from ._board import Board, LegalMoveGenerator  # noqa: F401

_SUBMODULES = ("engine", "gaviota", "pgn", "polyglot", "svg", "syzygy", "variant")
_INTERNAL = "NAMED bitboard dataclasses drawn enum from_text functools listed mask own_of parts pictures placement re sketch table text".split()
_STATUS = {f"STATUS_{name}": status for name, status in _moves.Status.__members__.items()}
for _names in (_squares.NAMED, vars(_squares), vars(_moves), _STATUS):
    globals().update({name: value for name, value in _names.items() if not name.startswith("_") and name not in _INTERNAL})


def __getattr__(name):
    if name in _SUBMODULES:
        return importlib.import_module(f"{__name__}.{name}")
    table = _squares.table(name)
    if table is None:
        raise AttributeError(f"module 'ferz.chess' has no attribute {name!r}")
    return table
