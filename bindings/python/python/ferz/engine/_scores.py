"""Evaluations of positions, in hundredths of a pawn or as a mate."""

import functools
import math


#: The polynomials of Stockfish 16 for the evaluation of equal chances and its spread, by the number of moves.
_EQUAL = (0.38036525, -2.82015070, 23.17882135, 307.36768407)
_SPREAD = (-2.29434733, 13.27689788, -14.26828904, 63.45318330)


def _stockfish(cp, ply):
    """Returns the permille of wins of the side with an evaluation, by the published model of Stockfish 16."""
    moves = min(240, ply) / 64
    equal, spread = (functools.reduce(lambda sum, one: sum * moves + one, all) for all in (_EQUAL, _SPREAD))
    return int(0.5 + 1000 / (1 + math.exp((equal - min(4000, max(cp * 328 / 100, -4000))) / spread)))


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

    def wdl(self, *, model="sf", ply=30):
        """Returns the chances that a model of chess gives to the evaluation after some plies: `sf` is that of Stockfish,
        and `lichess` that of lichess, which has no draws. A mate wins.
        """
        if model not in ("sf", "lichess"):
            raise ValueError(f"no model `{model}`; there are sf, lichess")
        if self.is_mate():
            is_won = self > Cp(0)
            return Wdl(1000 * is_won, 0, 1000 * (not is_won))
        if model == "lichess":
            wins = round(1000 / (1 + math.exp(-0.00368208 * min(1000, max(self.score(), -1000)))))
            return Wdl(wins, 0, 1000 - wins)
        wins, losses = _stockfish(self.score(), ply), _stockfish(-self.score(), ply)
        return Wdl(wins, 1000 - wins - losses, losses)

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

    def __str__(self):
        return f"{self.cp:+d}" if self.cp else "0"

    def __repr__(self):
        return f"Cp({self})"


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

    def __str__(self):
        return f"#{self.moves:+d}" if self.moves > 0 else f"#-{abs(self.moves)}"

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

    def __str__(self):
        return "#+0"

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

    def wdl(self, *, model="sf", ply=30):
        """Returns the chances that a model of chess gives to the evaluation, as `Score.wdl`."""
        return PovWdl(self.relative.wdl(model=model, ply=ply), self.turn)

    def is_mate(self):
        """Returns true if a mate was found."""
        return self.relative.is_mate()
