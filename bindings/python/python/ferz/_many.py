"""Many games at once, as NumPy arrays. Other Python threads continue to run during the computation."""

import os

from . import _ferz


def _numpy():
    try:
        import numpy
    except ImportError as missing:
        raise ImportError("arrays need NumPy: pip install 'ferz[numpy]'") from missing
    return numpy


def _threads(threads):
    if threads < 0:
        raise ValueError(f"the number of threads is 0 or more, not {threads}")
    return threads if threads else os.cpu_count() or 1


def _rules(game):
    return game if isinstance(game, _ferz.Rules) else _ferz.Rules(game)


def observation(board):
    """Returns the position as an array of planes, ranks, and files. `board.rules.planes` describes the planes."""
    numpy = _numpy()
    return numpy.frombuffer(board._planes(), dtype=numpy.uint8).reshape(board.rules.shape)


def mask(board):
    """Returns an array with a one for each legal action of the game, and a zero for each other action."""
    numpy = _numpy()
    most = board.rules.actions
    if most is None:
        raise ValueError(f"{board.rules.name} has no bounded set of actions")
    legal = numpy.zeros(most, dtype=numpy.int8)
    legal[board.legal_actions()] = 1
    return legal


class Playouts:
    """The results of random games, as one array for each property.

    `winners` is 1 if White won, -1 if Black won, and 0 for a draw or a game that was cut off. `plies` is the number
    of plies. `reasons` is the index of the reason in `names`; index 0 stands for a game that was cut off.
    """

    def __init__(self, winners, plies, reasons, names):
        self.winners, self.plies, self.reasons, self.names = winners, plies, reasons, names

    def __len__(self):
        return len(self.winners)

    def counts(self):
        """Returns a dictionary from the reasons to the numbers of games that they ended."""
        numpy = _numpy()
        counts = numpy.bincount(self.reasons, minlength=len(self.names))
        return {name: int(count) for name, count in zip(self.names, counts)}

    def __repr__(self):
        return f"<Playouts of {len(self)} games>"


def playouts(game, count, *, seed=0, plies=1_000, fen=None, threads=1):
    """Plays `count` random games of at most `plies` plies each.

    Game number n has the seed `seed + n`, so the games are the same with any number of threads. `threads=0` uses
    all processors.
    """
    numpy = _numpy()
    settings = (count, seed, plies, _threads(threads))
    winners, lengths, reasons, names = _ferz._playouts(_rules(game), fen, settings)
    return Playouts(
        numpy.frombuffer(winners, dtype=numpy.int8),
        numpy.frombuffer(lengths, dtype=numpy.uint32),
        numpy.frombuffer(reasons, dtype=numpy.uint8),
        names,
    )


def _boards_again(rules, stored, threads):
    boards = Boards(rules, fens=[fen for fen, _ in stored], threads=threads)
    boards._boards.play([moves for _, moves in stored])
    return boards


class Boards:
    """Many games with the same rules.

    `Boards("chess", 256)` starts 256 games, and `Boards(rules, fens=[...])` starts one game from each FEN. The work
    is divided between `threads`.
    """

    #: The action that plays no move, for games that are over.
    NOTHING = 0xFFFF_FFFF

    def __init__(self, game, count=None, *, fens=None, threads=0):
        self.rules = _rules(game)
        if count is not None and count < 0:
            raise ValueError(f"the number of games is 0 or more, not {count}")
        fens = [None] * (1 if count is None else count) if fens is None else list(fens)
        self._boards = _ferz._Boards(self.rules, fens, _threads(threads))

    def __reduce__(self):
        return _boards_again, (self.rules, self._boards.stored(), self._boards.threads)

    def __len__(self):
        return len(self._boards)

    def fen(self, index):
        """Returns the position of a game as FEN."""
        return self._boards.fen(index)

    def outcome(self, index):
        """Returns the outcome of a game, or `None` while it is in progress."""
        return self._boards.outcome(index)

    def reset(self, indices=None):
        """Restarts all games, or the games with the given indices."""
        self._boards.reset(list(range(len(self))) if indices is None else [int(index) for index in indices])

    def observations(self):
        """Returns the positions as an array of games, planes, ranks, and files."""
        numpy = _numpy()
        return numpy.frombuffer(self._boards.planes(), dtype=numpy.uint8).reshape(len(self), *self.rules.shape)

    def masks(self):
        """Returns an array of games and actions, with a one for each legal action."""
        numpy = _numpy()
        return numpy.frombuffer(self._boards.masks(), dtype=numpy.int8).reshape(len(self), self.rules.actions)

    def legal_actions(self):
        """Returns the action numbers of the legal moves of all games, and where those of each game begin.

        The actions of game i are `actions[begin[i]:begin[i + 1]]`.
        """
        numpy = _numpy()
        actions, counts = self._boards.actions()
        begin = numpy.zeros(len(self) + 1, dtype=numpy.int64)
        numpy.cumsum(numpy.frombuffer(counts, dtype=numpy.uint32), out=begin[1:])
        return numpy.frombuffer(actions, dtype=numpy.uint32), begin

    def push(self, actions):
        """Plays one action in every game. `Boards.NOTHING` plays none.

        If any action is illegal, no game changes and `ValueError` is raised.
        """
        numpy = _numpy()
        self._boards.push(numpy.ascontiguousarray(actions, dtype=numpy.uint32).tobytes())

    def results(self):
        """Returns the result of every game: 1 if White won, -1 if Black won, 0 for a draw, and 2 while in
        progress.
        """
        numpy = _numpy()
        return numpy.frombuffer(self._boards.results(), dtype=numpy.int8)

    def turns(self):
        """Returns an array that is true for each game in which White is to move."""
        numpy = _numpy()
        return numpy.frombuffer(self._boards.turns(), dtype=numpy.bool_)

    def __repr__(self):
        return f"<Boards of {len(self)} games of {self.rules.name}>"
