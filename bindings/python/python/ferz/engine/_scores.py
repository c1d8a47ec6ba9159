"""Evaluations of positions, in hundredths of a pawn or as a mate."""

import functools


@functools.total_ordering
class Score:
    """An evaluation from the view of one side. The scores are ordered: `Mate(-1) < Cp(0) < Mate(3) < Mate(1)`."""

    def score(self, *, mate_score=None):
        """Returns the hundredths of a pawn. For a mate, returns `mate_score` less its distance, or `None` if `mate_score` is not given."""
        raise NotImplementedError

    def mate(self):
        """Returns the number of moves to the mate, negative for the side that is mated, or `None`."""
        raise NotImplementedError

    def is_mate(self):
        """Returns true if a mate was found."""
        return self.mate() is not None

    def _order(self):
        raise NotImplementedError

    def __neg__(self):
        raise NotImplementedError

    def __eq__(self, other):
        return self._order() == other._order() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other):
        return self._order() < other._order() if isinstance(other, Score) else NotImplemented

    def __hash__(self):
        return hash(self._order())


class Cp(Score):
    """An evaluation in hundredths of a pawn."""

    def __init__(self, cp):
        self.cp = cp

    def score(self, *, mate_score=None):
        """Returns the hundredths of a pawn."""
        return self.cp

    def mate(self):
        """Returns `None`."""
        return None

    def _order(self):
        return (0, self.cp)

    def __neg__(self):
        return Cp(-self.cp)

    def __repr__(self):
        return f"Cp({self.cp:+d})" if self.cp else "Cp(0)"


class Mate(Score):
    """A mate in `moves` moves, negative if the side is mated. `Mate(0)` means that the side is already mated."""

    def __init__(self, moves):
        self.moves = moves

    def score(self, *, mate_score=None):
        """Returns `mate_score` less the distance, or `None` if `mate_score` is not given."""
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def mate(self):
        """Returns the number of moves."""
        return self.moves

    def _order(self):
        return (1, -self.moves) if self.moves > 0 else (-1, -self.moves)

    def __neg__(self):
        return Mate(-self.moves) if self.moves else MateGiven

    def __repr__(self):
        return f"Mate({self.moves:+d})" if self.moves else "Mate(0)"


class _MateGiven(Score):
    def score(self, *, mate_score=None):
        """Returns `mate_score`."""
        return mate_score

    def mate(self):
        """Returns 0."""
        return 0

    def _order(self):
        return (2, 0)

    def __neg__(self):
        return Mate(0)

    def __repr__(self):
        return "MateGiven"


#: The evaluation of a side that has mated the other.
MateGiven = _MateGiven()


class Wdl:
    """The chances of one side as the numbers of `wins`, `draws`, and `losses` among their `total`."""

    def __init__(self, wins, draws, losses):
        self.wins, self.draws, self.losses = wins, draws, losses

    def total(self):
        """Returns the sum, which is 1000 for most programs."""
        return self.wins + self.draws + self.losses

    def winning_chance(self):
        """Returns the share of wins."""
        return self.wins / self.total()

    def drawing_chance(self):
        """Returns the share of draws."""
        return self.draws / self.total()

    def losing_chance(self):
        """Returns the share of losses."""
        return self.losses / self.total()

    def expectation(self):
        """Returns the expected result: 1 for a win, and 0 for a loss."""
        return (self.wins + 0.5 * self.draws) / self.total()

    def __iter__(self):
        return iter((self.wins, self.draws, self.losses))

    def __neg__(self):
        return Wdl(self.losses, self.draws, self.wins)

    def __eq__(self, other):
        return tuple(self) == tuple(other) if isinstance(other, Wdl) else NotImplemented

    def __hash__(self):
        return hash(tuple(self))

    def __repr__(self):
        return f"Wdl(wins={self.wins}, draws={self.draws}, losses={self.losses})"


class _Pov:
    """A value together with the side from whose view it is given."""

    def __init__(self, relative, turn):
        self.relative, self.turn = relative, turn

    def pov(self, color):
        """Returns the value from the view of a side."""
        return self.relative if self.turn == color else -self.relative

    def white(self):
        """Returns the value from the view of White."""
        return self.pov(True)

    def black(self):
        """Returns the value from the view of Black."""
        return self.pov(False)

    def __eq__(self, other):
        return self.white() == other.white() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self):
        return hash(self.white())

    def __repr__(self):
        return f"{type(self).__name__}({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


class PovWdl(_Pov):
    """Chances together with the side from whose view they are given."""


class PovScore(_Pov):
    """An evaluation together with the side from whose view it is given."""

    def is_mate(self):
        """Returns true if a mate was found."""
        return self.relative.is_mate()
