"""Sets of squares as the bits of numbers, for boards of any shape.

    >>> import ferz, ferz.bitboard
    >>> chess = ferz.bitboard.Bitboards("chess")
    >>> board = ferz.Board()
    >>> rank = chess.BB_RANK_ATTACKS["d1"][board.occupied & chess.BB_RANK_MASKS["d1"]]
    >>> sorted(chess.SquareSet(rank))
    ['c1', 'e1']

Bit n is the square n of `board.rules.squares`. `Board.occupied`, `occupied_co`, and `pieces_mask` are such numbers.
"""

from collections.abc import Set

from . import _ferz


class SquareSet(Set):
    """A set of squares, made from the bits of a number or from names."""

    def __init__(self, squares=(), *, names=None):
        self.names = _ferz.Rules("chess").squares if names is None else names
        if isinstance(squares, int):
            self.mask = squares & ((1 << len(self.names)) - 1)
        else:
            squares = set(squares)
            if not squares <= set(self.names):
                raise ValueError(f"the board has no square `{min(squares - set(self.names))}`")
            self.mask = sum(1 << self.names.index(square) for square in squares)

    def _from_iterable(self, squares):
        return SquareSet(squares, names=self.names)

    def __contains__(self, square):
        return square in self.names and bool(self.mask >> self.names.index(square) & 1)

    def __iter__(self):
        return (name for place, name in enumerate(self.names) if self.mask >> place & 1)

    def __len__(self):
        return bin(self.mask).count("1")

    def __int__(self):
        return self.mask

    __index__ = __int__

    def __hash__(self):
        return self._hash()

    def __repr__(self):
        return f"SquareSet({list(self)})"

    __str__ = __repr__


class _Lines:
    """The squares that a piece reaches along lines, by its square and the occupied squares."""

    def __init__(self, rays, occupied=None):
        self._rays, self._occupied = rays, occupied

    def __getitem__(self, key):
        if self._occupied is None:
            return _Lines(self._rays[key], True)
        reached = 0
        for ray in self._rays:
            for bit in ray:
                reached |= bit
                if bit & key:
                    break
        return reached


class Bitboards:
    """The bitboards of a game, with the names of python-chess.

    `BB_SQUARES` is the bit of each square. `BB_RANK_MASKS`, `BB_FILE_MASKS`, and `BB_DIAG_MASKS` are the other squares on
    the lines through a square, and `BB_RANK_ATTACKS[square][occupied]` and so on are the squares that a piece reaches
    along these lines. A square such as `E4` is the name `"e4"`. Lines end at holes, and do not lead to squares off the
    grid.
    """

    def __init__(self, game="chess"):
        self.rules = game if isinstance(game, _ferz.Rules) else _ferz.Rules(game)
        self.SQUARES = self.SQUARE_NAMES = self.rules.squares
        self.BB_SQUARES = {square: 1 << place for place, square in enumerate(self.SQUARES)}
        self.BB_EMPTY, self.BB_ALL = 0, (1 << len(self.SQUARES)) - 1
        width, height = self.rules.size
        places = {square: self.rules.file_and_rank(square) for square in self.SQUARES}
        self._at = {
            (file, rank): self.BB_SQUARES[square]
            for square, (file, rank) in places.items()
            if 1 <= file <= width and 1 <= rank <= height
        }
        lines = {"RANK": ((1, 0), (-1, 0)), "FILE": ((0, 1), (0, -1)), "DIAG": ((1, 1), (1, -1), (-1, 1), (-1, -1))}
        for name, steps in lines.items():
            rays = {square: [self._ray(place, step) for step in steps] for square, place in places.items()}
            masks = {square: sum(sum(ray) for ray in all) for square, all in rays.items()}
            setattr(self, f"BB_{name}_MASKS", masks)
            setattr(self, f"BB_{name}_ATTACKS", _Lines(rays))

    def _ray(self, place, step):
        """Returns the bits of the squares from a place in a direction."""
        bits = []
        while place in self._at:
            place = (place[0] + step[0], place[1] + step[1])
            if place in self._at:
                bits.append(self._at[place])
        return bits

    def SquareSet(self, squares=()):
        """Returns the set of the squares of a number or with names."""
        return SquareSet(squares, names=self.SQUARES)

    def __getattr__(self, name):
        if name.isupper() and name.lower() in self.__dict__.get("BB_SQUARES", ()):
            return name.lower()
        raise AttributeError(f"the bitboards of {self.rules.name} have no {name!r}")

    def __repr__(self):
        return f"Bitboards({self.rules.name!r})"


__all__ = ["Bitboards", "SquareSet"]
