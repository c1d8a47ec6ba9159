"""The numbers of the squares from `A1` (0) to `H8` (63), bitboards, and sets of squares."""

import functools
import re

from .. import bitboard, from_text

Square = Bitboard = PieceType = int
FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")
SQUARES = list(range(64))
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
SQUARES_180 = [square ^ 56 for square in SQUARES]
BB_EMPTY, BB_ALL = 0, 0xFFFF_FFFF_FFFF_FFFF
BB_SQUARES = [1 << square for square in SQUARES]
BB_FILES = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_RANKS = [0xFF << 8 * rank for rank in range(8)]
BB_CORNERS, BB_CENTER, BB_BACKRANKS = 0x8100_0000_0000_0081, 0x0000_0018_1800_0000, BB_RANKS[0] | BB_RANKS[7]
BB_LIGHT_SQUARES, BB_DARK_SQUARES = 0x55AA_55AA_55AA_55AA, 0xAA55_AA55_AA55_AA55
#: `A1`, `BB_A1`, `BB_FILE_A`, `BB_RANK_1`, and so on.
NAMED = {name.upper(): square for square, name in enumerate(SQUARE_NAMES)}
NAMED |= {f"BB_{name}": 1 << square for name, square in NAMED.items()}
NAMED |= {f"BB_FILE_{name.upper()}": BB_FILES[file] for file, name in enumerate(FILE_NAMES)}
NAMED |= {f"BB_RANK_{name}": BB_RANKS[rank] for rank, name in enumerate(RANK_NAMES)}


parse_square, square_name = SQUARE_NAMES.index, SQUARE_NAMES.__getitem__
square, square_mirror = (lambda file_index, rank_index: rank_index * 8 + file_index), (lambda square: square ^ 56)
square_file, square_rank = (lambda square: square & 7), (lambda square: square >> 3)


def _steps(a, b):
    """Returns the numbers of files and ranks between two squares."""
    return abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))


square_distance, square_manhattan_distance = (lambda a, b: max(_steps(a, b))), (lambda a, b: sum(_steps(a, b)))


@functools.lru_cache(None)
def square_knight_distance(a, b):
    reached, distance = {a}, 0
    while b not in reached:
        reached = {to for square in reached for to in SQUARES if sorted(_steps(square, to)) == [1, 2]}
        distance += 1
    return distance


lsb, msb = (lambda bb: (bb & -bb).bit_length() - 1), (lambda bb: bb.bit_length() - 1)
scan_forward, scan_reversed = (lambda bb: iter(SquareSet(bb))), (lambda bb: reversed(SquareSet(bb)))
popcount, flip_vertical = (lambda bb: bin(bb).count("1")), (lambda bb: int.from_bytes(int(bb).to_bytes(8, "big"), "little"))


def _moved(to):
    return lambda bb: sum(1 << to(square) for square in SquareSet(bb))


flip_horizontal = _moved(lambda square: square ^ 7)
flip_diagonal = _moved(lambda square: square % 8 * 8 + square // 8)
flip_anti_diagonal = _moved(lambda square: 63 - (square % 8 * 8 + square // 8))


@functools.lru_cache(None)
def _bits():
    return bitboard.Bitboards("chess")


@functools.lru_cache(None)
def ray(a, b):
    return int(_bits().ray(SQUARE_NAMES[a], SQUARE_NAMES[b]))


@functools.lru_cache(None)
def between(a, b):
    return int(_bits().between(SQUARE_NAMES[a], SQUARE_NAMES[b]))


def mask(names):
    """Returns the squares with these names as a bitboard."""
    return sum(1 << SQUARE_NAMES.index(name) for name in names)


def placement(pieces):
    """Returns the first field of a FEN for pieces by their squares."""
    symbols = (str(pieces.get(8 * rank + file, "1")) for rank in reversed(range(8)) for file in range(8))
    text = re.sub(r"(.{8})(?=.)", r"\1/", "".join(symbols))
    return re.sub("1+", lambda found: str(len(found[0])), text)


@functools.lru_cache(None)
def _without_royals():
    return from_text('variant board "Board" extends antichess\n')


def sketch(pieces, turn="w", half=0, full=1):
    """Returns a board with any pieces on it, given as in a FEN: that of a game whose kings are no royals."""
    return _without_royals().board(f"{pieces.split('[')[0].replace('~', '')} {turn} - - {half} {full}", lenient=True)


def _attacks(letter):
    """Returns the squares that a piece attacks on the empty board, by its square."""
    return [mask(sketch(placement({square: letter})).attacks(name)) for square, name in enumerate(SQUARE_NAMES)]


@functools.lru_cache(None)
def table(name):
    """Returns a table of attacks by its name in python-chess, such as `BB_KNIGHT_ATTACKS`, or `None`."""
    if name in ("BB_KNIGHT_ATTACKS", "BB_KING_ATTACKS"):
        return _attacks("N" if name[4] == "N" else "K")
    if name == "BB_PAWN_ATTACKS":
        return [_attacks("p"), _attacks("P")]
    if name == "BB_RAYS":
        return [[ray(a, b) for b in SQUARES] for a in SQUARES]
    lines = getattr(_bits(), name, None) if re.fullmatch("BB_(DIAG|FILE|RANK)_(MASKS|ATTACKS)", name) else None
    return lines and [lines[square] for square in SQUARE_NAMES]


class SquareSet(bitboard.SquareSet):
    """A set of squares, made from a bitboard or from squares."""

    names = SQUARES  # type: ignore[assignment]

    def __init__(self, squares=BB_EMPTY):
        self.mask = squares & BB_ALL if type(squares) is int else self._bits(squares)

    def _with(self, mask):
        other = object.__new__(type(self))
        other.mask = mask
        return other

    mirror = lambda self: self._with(flip_vertical(self.mask))
    ray = classmethod(lambda cls, a, b: cls(ray(a, b)))
    between = classmethod(lambda cls, a, b: cls(between(a, b)))
    from_square = classmethod(lambda cls, square: cls(1 << square))
    _repr_svg_ = lambda self: pictures().board(squares=self, size=390)

    def __repr__(self):
        digits = f"{self.mask:016x}"
        return f"SquareSet(0x{'_'.join(digits[at : at + 4] for at in range(0, 16, 4))})"

    def __str__(self):
        return drawn(lambda square: "1" if square in self else ".")


def pictures():
    """Returns the module that draws, which most programs do not need."""
    from . import svg

    return svg


def drawn(symbol):
    """Returns the symbols of the squares in rows, as White sees them."""
    return "\n".join(" ".join(symbol(8 * rank + file) for file in range(8)) for rank in reversed(range(8)))
