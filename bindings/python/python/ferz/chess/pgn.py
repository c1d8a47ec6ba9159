"""Records: `ferz.pgn` with boards and moves of `ferz.chess`."""

from .. import pgn
from ..pgn import *  # noqa: F403
from ..pgn import SKIP, BaseVisitor
from ..pgn._reader import _read
from ._board import Board
from .svg import Arrow, _named
from .variant import find_variant


class Headers(pgn.Headers):
    """The tags of a game of chess or one of its variants."""

    is_chess960 = lambda self: self.get("Variant", "").lower() in ("chess960", "fischerandom", "fischerrandom")
    variant = lambda self: find_variant("chess" if self.is_chess960() else self.get("Variant", "chess"))

    builder = classmethod(pgn.HeadersBuilder)

    def __iter__(self):
        first = [name for name in pgn.TAG_ROSTER if name in self._values]
        return iter(first + [name for name in self._values if name not in pgn.TAG_ROSTER])

    def board(self):
        kind = self.variant()
        return kind(self.get("FEN", kind.starting_fen), chess960=self.is_chess960())

class StringExporter(pgn.StringExporter):
    """A visitor whose result is the text of a game, in the form of python-chess."""

    _gap = " "


class FileExporter(pgn.FileExporter):
    """A visitor that writes a game to a file, in the form of python-chess."""

    _gap = " "


class Mainline(pgn.Mainline):
    """The nodes or the moves after a node, as far as the first variation leads."""

    def __str__(self):
        return self.accept(StringExporter(columns=None))

    def __repr__(self):
        return f"<Mainline at {id(self):#x} ({self.accept(StringExporter(columns=None, comments=False))})>"


class GameNode(pgn.GameNode):
    """A position of a game with the moves that follow it."""

    _Mainline = Mainline

    ply = lambda self: self.game().board().ply() + pgn.GameNode.ply(self)

    arrows = lambda self: list(map(Arrow.of, pgn.GameNode.arrows(self)))
    set_arrows = lambda self, arrows: pgn.GameNode.set_arrows(self, map(_named, arrows))

    __str__ = lambda self: self.accept(StringExporter(columns=None))


class ChildNode(GameNode, pgn.ChildNode):
    """A node that a move leads to."""

    def accept(self, visitor):
        board = self.parent.board()
        self._visit(visitor, board)
        self._accept(visitor, board)
        visitor.end_game()
        return visitor.result()


GameNode._Child = ChildNode


class Game(GameNode, pgn.Game):
    """A game: the root of a tree of moves, with `headers` and the `errors` with which it was read."""

    _Headers = Headers
    accept = pgn.Game.accept

    def setup(self, board):
        board = board if hasattr(board, "fen") else Board(board)
        tags = {"FEN": board.fen(), "SetUp": "1"} if board.fen() != board.starting_fen else {}
        if board.uci_variant != "chess" or board.chess960:
            tags["Variant"] = board.aliases[0] if board.uci_variant != "chess" else "Chess960"
        for name in ("FEN", "SetUp", "Variant"):
            self.headers.pop(name, None)
        self.headers.update(tags)

    builder = classmethod(lambda cls: GameBuilder(cls))


class GameBuilder(pgn.GameBuilder):
    """A visitor that builds a `Game`."""

    def __init__(self, Game=Game):
        super().__init__(Game)


def read_game(handle, *, Visitor=GameBuilder):
    """Reads the next game of a file. Returns `None` at its end."""
    return _read(handle, Visitor, Headers)


def read_headers(handle):
    return read_game(handle, Visitor=Headers.builder)
