"""Sets of squares as the bits of numbers, for boards of any shape.

    >>> import ferz, ferz.bitboard
    >>> chess = ferz.bitboard.Bitboards("chess")
    >>> board = ferz.Board()
    >>> rank = chess.BB_RANK_ATTACKS["d1"][board.occupied & chess.BB_RANK_MASKS["d1"]]
    >>> sorted(chess.SquareSet(rank))
    ['c1', 'e1']

Bit n is the square n of `board.rules.squares`. `Board.occupied`, `occupied_co`, and `pieces_mask` are such numbers.
"""

from collections.abc import MutableSet

from . import _ferz


class SquareSet(MutableSet):
    """A set of squares, made from the bits of a number or from names.

    Its methods take other sets, lists of names, or numbers: `squares & 0xFF`. A set is equal to the number of its bits.
    """

    def __init__(self, squares=(), *, names=None):
        self.names = _ferz.Rules("chess").squares if names is None else names
        self.mask = self._bits(squares)

    def _bits(self, squares):
        """Returns squares as the bits of a number."""
        if hasattr(squares, "__index__"):
            return int(squares) & ((1 << len(self.names)) - 1)
        mask = 0
        for square in squares:
            mask |= self._bit(square)
        return mask

    def _bit(self, square):
        if square not in self.names:
            raise ValueError(f"the board has no square `{square}`")
        return 1 << self.names.index(square)

    def _with(self, mask):
        """Returns a set of the same board."""
        other = object.__new__(type(self))
        other.names, other.mask = self.names, mask
        return other

    def _from_iterable(self, squares):
        return self._with(self._bits(squares))

    def __contains__(self, square):
        return square in self.names and bool(self.mask >> self.names.index(square) & 1)

    def __iter__(self):
        rest = self.mask
        while rest:
            yield self.names[(rest & -rest).bit_length() - 1]
            rest &= rest - 1

    def __reversed__(self):
        rest = self.mask
        while rest:
            last = rest.bit_length() - 1
            yield self.names[last]
            rest ^= 1 << last

    def __len__(self):
        return bin(self.mask).count("1")

    def __bool__(self):
        return bool(self.mask)

    def __int__(self):
        return self.mask

    __index__ = __int__

    def __eq__(self, other):
        try:
            return self.mask == self._bits(other)
        except (TypeError, ValueError):
            return NotImplemented

    __hash__ = None

    def __invert__(self):
        return self._with(~self.mask & ((1 << len(self.names)) - 1))

    def __lshift__(self, by):
        return self._with(self.mask << by & ((1 << len(self.names)) - 1))

    def __rshift__(self, by):
        return self._with(self.mask >> by)

    def carry_rippler(self):
        """Yields all subsets as numbers, from the empty set to this set."""
        subset = 0
        while True:
            yield subset
            subset = subset - self.mask & self.mask
            if not subset:
                return

    def add(self, square):
        """Adds a square."""
        self.mask |= self._bit(square)

    def discard(self, square):
        """Removes a square, if it is in the set."""
        self.mask &= ~self._bit(square)

    def pop(self):
        """Removes the first square and returns it. Raises `KeyError` if the set is empty."""
        for square in self:
            self.mask &= self.mask - 1
            return square
        raise KeyError("the set is empty")

    def clear(self):
        """Removes all squares."""
        self.mask = 0

    def copy(self):
        """Returns a copy."""
        return self._with(self.mask)

    def tolist(self):
        """Returns one truth value for each square of the board."""
        return [bool(self.mask >> place & 1) for place in range(len(self.names))]

    def isdisjoint(self, other):
        """Returns true if the sets have no square in common."""
        return not self.mask & self._bits(other)

    def issubset(self, other):
        """Returns true if the other set has all squares of this set."""
        return not self.mask & ~self._bits(other)

    def issuperset(self, other):
        """Returns true if this set has all squares of the other set."""
        return not self._bits(other) & ~self.mask

    def update(self, *others):
        """Adds the squares of other sets."""
        for other in others:
            self.mask |= self._bits(other)

    def intersection_update(self, *others):
        """Keeps the squares that all sets have."""
        for other in others:
            self.mask &= self._bits(other)

    def difference_update(self, other):
        """Removes the squares of another set."""
        self.mask &= ~self._bits(other)

    def symmetric_difference_update(self, other):
        """Keeps the squares that exactly one of the sets has."""
        self.mask ^= self._bits(other)

    def union(self, *others):
        """Returns the squares of any of the sets."""
        result = self.copy()
        result.update(*others)
        return result

    def intersection(self, *others):
        """Returns the squares that all sets have."""
        result = self.copy()
        result.intersection_update(*others)
        return result

    def difference(self, other):
        """Returns the squares that the other set does not have."""
        return self._with(self.mask & ~self._bits(other))

    def symmetric_difference(self, other):
        """Returns the squares that exactly one of the sets has."""
        return self._with(self.mask ^ self._bits(other))

    __or__ = __ror__ = union
    __and__ = __rand__ = intersection
    __sub__ = difference
    __xor__ = __rxor__ = symmetric_difference

    def __rsub__(self, other):
        return self._with(self._bits(other) & ~self.mask)

    def __ior__(self, other):
        self.update(other)
        return self

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

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
        lines = {"RANK": ((1, 0), (-1, 0)), "FILE": ((0, 1), (0, -1)), "DIAG": ((1, 1), (-1, -1), (1, -1), (-1, 1))}
        for name, steps in lines.items():
            rays = {square: [self._ray(place, step) for step in steps] for square, place in places.items()}
            masks = {square: sum(sum(ray) for ray in all) for square, all in rays.items()}
            setattr(self, f"BB_{name}_MASKS", masks)
            setattr(self, f"BB_{name}_ATTACKS", _Lines(rays))
        # The rays of a square in opposite directions, for `ray`.
        self._lines = [steps[at : at + 2] for steps in lines.values() for at in range(0, len(steps), 2)]

    def _ray(self, place, step):
        """Returns the bits of the squares from a place in a direction."""
        bits = []
        while place in self._at:
            place = (place[0] + step[0], place[1] + step[1])
            if place in self._at:
                bits.append(self._at[place])
        return bits

    def ray(self, one, other):
        """Returns the squares of the line on which both squares are, from edge to edge, or none."""
        place, bit = self.rules.file_and_rank(one), self.BB_SQUARES[other]
        for steps in self._lines:
            line = [bit for step in steps for bit in self._ray(place, step)]
            if bit in line:
                return self.SquareSet(sum(line) | self.BB_SQUARES[one])
        return self.SquareSet()

    def between(self, one, other):
        """Returns the squares between two squares of a line, or none."""
        place, bit = self.rules.file_and_rank(one), self.BB_SQUARES[other]
        for step in (step for steps in self._lines for step in steps):
            ray = self._ray(place, step)
            if bit in ray:
                return self.SquareSet(sum(ray[: ray.index(bit)]))
        return self.SquareSet()

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
