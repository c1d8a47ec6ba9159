"""Many games at once, as NumPy arrays. The Python threads of a program run on while this works."""

import os

from . import _ferz


def _numpy():
    try:
        import numpy
    except ImportError as missing:
        raise ImportError("arrays need NumPy: pip install 'ferz[numpy]'") from missing
    return numpy


def _threads(threads):
    return threads if threads else os.cpu_count() or 1


def _rules(game):
    return game if isinstance(game, _ferz.Rules) else _ferz.Rules(game)


def observation(board):
    """The position as an array of planes, ranks and files; `board.rules.planes` says what each plane shows."""
    numpy = _numpy()
    return numpy.frombuffer(board._planes(), dtype=numpy.uint8).reshape(board.rules.shape)


def mask(board):
    """For every action of the game a one if it is legal now, and a zero otherwise."""
    numpy = _numpy()
    most = board.rules.actions
    if most is None:
        raise ValueError(f"{board.rules.name} has no bounded set of actions")
    legal = numpy.zeros(most, dtype=numpy.int8)
    legal[board.legal_actions()] = 1
    return legal


class Playouts:
    """How games at random went: `winners` (1 White, -1 Black, 0 a draw or cut off), `plies`, `reasons` (a number for each game), and
    `names`, the names of the reasons; reason 0 is a game cut off at the limit of plies."""

    def __init__(self, winners, plies, reasons, names):
        self.winners, self.plies, self.reasons, self.names = winners, plies, reasons, names

    def __len__(self):
        return len(self.winners)

    def counts(self):
        """How many games ended by each reason."""
        numpy = _numpy()
        counts = numpy.bincount(self.reasons, minlength=len(self.names))
        return {name: int(count) for name, count in zip(self.names, counts)}

    def __repr__(self):
        return f"<Playouts of {len(self)} games>"


def playouts(game, count, *, seed=0, plies=1_000, fen=None, threads=1):
    """Plays so many games at random, each for at most `plies`. Game number n has the seed `seed + n`, so that the games are the same on any
    number of threads; `threads=0` uses all processors."""
    numpy = _numpy()
    settings = (count, seed, plies, _threads(threads))
    winners, lengths, reasons, names = _ferz._playouts(_rules(game), fen, settings)
    return Playouts(
        numpy.frombuffer(winners, dtype=numpy.int8),
        numpy.frombuffer(lengths, dtype=numpy.uint32),
        numpy.frombuffer(reasons, dtype=numpy.uint8),
        names,
    )


class Boards:
    """Many games of the same rules, played side by side.

    `Boards("chess", 256)` begins 256 games; `Boards(rules, fens=[...])` begins one from each FEN. The work is shared between `threads`.
    """

    #: The action that plays nothing, for games that are over.
    NOTHING = 0xFFFF_FFFF

    def __init__(self, game, count=None, *, fens=None, threads=0):
        self.rules = _rules(game)
        fens = [None] * (1 if count is None else count) if fens is None else list(fens)
        self._boards = _ferz._Boards(self.rules, fens, _threads(threads))

    def __len__(self):
        return len(self._boards)

    def fen(self, index):
        """The position of a game as a FEN."""
        return self._boards.fen(index)

    def outcome(self, index):
        """How a game ended; `None` while it goes on."""
        return self._boards.outcome(index)

    def reset(self, indices=None):
        """Begins all games again, or some of them."""
        self._boards.reset(list(range(len(self))) if indices is None else [int(index) for index in indices])

    def observations(self):
        """An array of games, planes, ranks and files."""
        numpy = _numpy()
        return numpy.frombuffer(self._boards.planes(), dtype=numpy.uint8).reshape(len(self), *self.rules.shape)

    def masks(self):
        """An array of games and actions: one where the action is legal."""
        numpy = _numpy()
        return numpy.frombuffer(self._boards.masks(), dtype=numpy.int8).reshape(len(self), -1)

    def legal_actions(self):
        """The numbers of the legal moves of all games, one after the other, and where those of each game begin: game i has
        `actions[begin[i]:begin[i + 1]]`."""
        numpy = _numpy()
        actions, counts = self._boards.actions()
        begin = numpy.zeros(len(self) + 1, dtype=numpy.int64)
        numpy.cumsum(numpy.frombuffer(counts, dtype=numpy.uint32), out=begin[1:])
        return numpy.frombuffer(actions, dtype=numpy.uint32), begin

    def push(self, actions):
        """Plays an action in every game; `Boards.NOTHING` plays none. If one of them is not legal, nothing is played and `ValueError` is raised."""
        numpy = _numpy()
        self._boards.push(numpy.ascontiguousarray(actions, dtype=numpy.uint32).tobytes())

    def results(self):
        """For every game 1 if White has won, -1 if Black has, 0 if it is drawn, and 2 if it goes on."""
        numpy = _numpy()
        return numpy.frombuffer(self._boards.results(), dtype=numpy.int8)

    def turns(self):
        """For every game whether White is to move."""
        numpy = _numpy()
        return numpy.frombuffer(self._boards.turns(), dtype=numpy.bool_)

    def __repr__(self):
        return f"<Boards of {len(self)} games of {self.rules.name}>"
