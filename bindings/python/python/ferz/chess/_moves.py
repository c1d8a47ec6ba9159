"""Pieces, moves, and outcomes."""

import dataclasses
import enum
import functools

from .. import IllegalMoveError
from ._squares import SQUARE_NAMES, pictures

PIECE_TYPES = PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = [1, 2, 3, 4, 5, 6]
PIECE_SYMBOLS = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
piece_symbol, piece_name = PIECE_SYMBOLS.__getitem__, PIECE_NAMES.__getitem__
UNICODE_PIECE_SYMBOLS = dict(zip("RrNnBbQqKkPp", "♖♜♘♞♗♝♕♛♔♚♙♟"))


class InvalidMoveError(IllegalMoveError):
    """The text is no move."""


class AmbiguousMoveError(IllegalMoveError):
    """Several legal moves have this text."""


class Termination(enum.Enum):
    """The reason why a game ended."""

    CHECKMATE, STALEMATE, INSUFFICIENT_MATERIAL, SEVENTYFIVE_MOVES, FIVEFOLD_REPETITION = range(1, 6)
    FIFTY_MOVES, THREEFOLD_REPETITION, VARIANT_WIN, VARIANT_LOSS, VARIANT_DRAW = range(6, 11)


_STATUS = """NO_WHITE_KING NO_BLACK_KING TOO_MANY_KINGS TOO_MANY_WHITE_PAWNS TOO_MANY_BLACK_PAWNS PAWNS_ON_BACKRANK
TOO_MANY_WHITE_PIECES TOO_MANY_BLACK_PIECES BAD_CASTLING_RIGHTS INVALID_EP_SQUARE OPPOSITE_CHECK EMPTY RACE_CHECK
RACE_OVER RACE_MATERIAL TOO_MANY_CHECKERS IMPOSSIBLE_CHECK""".split()

_FLAGS = [("VALID", 0), *((name, 1 << bit) for bit, name in enumerate(_STATUS))]
Status = enum.IntFlag("Status", _FLAGS)  # type: ignore[misc]


@dataclasses.dataclass
class Outcome:
    """The outcome of a finished game."""

    termination: Termination
    winner: "bool | None"

    def result(self):
        return {True: "1-0", False: "0-1", None: "1/2-1/2"}[self.winner]


class Piece:
    """A piece with its type and color."""

    __slots__ = ("color", "piece_type")

    def __init__(self, piece_type, color):
        self.piece_type, self.color = piece_type, color

    def symbol(self):
        letter = PIECE_SYMBOLS[self.piece_type]
        return letter.upper() if self.color else letter

    __str__ = symbol
    from_symbol = classmethod(lambda cls, symbol: cls(PIECE_SYMBOLS.index(symbol.lower()), symbol.isupper()))
    _repr_svg_ = lambda self: pictures().piece(self, size=45)

    def unicode_symbol(self, *, invert_color=False):
        symbol = self.symbol()
        return UNICODE_PIECE_SYMBOLS[symbol.swapcase() if invert_color else symbol]

    def __eq__(self, other):
        try:
            return self.piece_type == other.piece_type and self.color == other.color
        except AttributeError:
            return NotImplemented

    def __hash__(self):
        return self.piece_type + (-1 if self.color else 5)

    def __repr__(self):
        return f"Piece.from_symbol({self.symbol()!r})"


class Move:
    """A move from a square to a square, which can promote a pawn or drop a piece.

    It is equal to a move of python-chess with the same parts.
    """

    __slots__ = ("_listed", "drop", "from_square", "promotion", "to_square")

    def __init__(self, from_square, to_square, promotion=None, drop=None, _listed=None):
        self.from_square, self.to_square, self.promotion, self.drop = from_square, to_square, promotion, drop
        # The legal move in ferz, if a board listed it. A program can change the promotion of a move.
        self._listed = _listed

    @classmethod
    def from_uci(cls, uci):
        """Reads a move such as `e7e8q`, `Q@e4`, or `0000`. Raises `InvalidMoveError` for other texts."""
        return cls(*parts(uci))

    null = classmethod(lambda cls: cls(0, 0))
    uci = __str__ = lambda self: text(self)
    xboard = lambda self: text(self) if self else "@@@@"
    _parts = lambda self: (self.from_square, self.to_square, self.promotion, self.drop)
    __bool__ = lambda self: bool(self.from_square or self.to_square or self.promotion or self.drop)

    def __hash__(self):
        return hash(self._parts())

    def __reduce__(self):
        return Move, self._parts()

    def __eq__(self, other):
        try:
            return self._parts() == (other.from_square, other.to_square, other.promotion, other.drop)
        except AttributeError:
            return NotImplemented

    def __repr__(self):
        return f"Move.from_uci({text(self)!r})"


def listed(own):
    """Returns the move of a legal move in ferz."""
    return Move(*parts(own.text), own)


def own_of(move):
    """Returns the legal move in ferz of a move that a board listed, or `None`."""
    own = getattr(move, "_listed", None)
    return own if own is not None and own.text == text(move) else None


def text(move):
    """Returns a move, also one of python-chess, in the notation of UCI."""
    if move.drop:
        return f"{PIECE_SYMBOLS[move.drop].upper()}@{SQUARE_NAMES[move.to_square]}"
    if move.from_square == move.to_square:
        return "0000"
    squares = SQUARE_NAMES[move.from_square] + SQUARE_NAMES[move.to_square]
    return squares + PIECE_SYMBOLS[move.promotion] if move.promotion else squares


@functools.lru_cache(1 << 13)
def parts(uci):
    """Returns the parts of a move from its text. Raises `InvalidMoveError`."""
    if uci == "0000":
        return 0, 0, None, None
    try:
        if uci[1:2] == "@" and len(uci) == 4:
            from_square = to_square = SQUARE_NAMES.index(uci[2:])
            drop, promotion = PIECE_SYMBOLS.index(uci[0].lower()), None
        else:
            drop, from_square, to_square = None, SQUARE_NAMES.index(uci[:2]), SQUARE_NAMES.index(uci[2:4])
            # Crazyhouse has `{qp}` for a queen that was a pawn.
            promotion = uci[5:6] if uci[4:5] == "{" else uci[4:]
            promotion = PIECE_SYMBOLS.index(promotion) if promotion else None
        return from_square, to_square, promotion, drop
    except ValueError:
        raise InvalidMoveError(f"invalid uci: {uci!r}") from None
