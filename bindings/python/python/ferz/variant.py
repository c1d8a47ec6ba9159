"""Games by the names that other programs have for them.

    >>> import ferz.variant
    >>> VariantBoard = ferz.variant.find_variant("Three-check")
    >>> VariantBoard().rules.name
    '3check'

The names are those of `chess.variant`. A `Variant` takes the place of a class of boards: it is called to create a board,
and has the methods that create one in another way.
"""

from . import _ferz


class Variant:
    """A game, as a factory of its boards. `game` is its name in ferz."""

    def __init__(self, game):
        self.game = game

    def __call__(self, fen=None, *, chess960=False):
        """Creates a board with the start position or the position of a FEN.

        `chess960` selects the game with shuffled pieces and its castling, if there is one.
        """
        return _ferz.Board(self._game(chess960), fen)

    def from_epd(self, epd, *, chess960=False):
        """Returns the board of an EPD and a dictionary of its operations."""
        return _ferz.Board.from_epd(epd, self._game(chess960))

    def _game(self, chess960):
        shuffled = f"{self.game}960"
        return shuffled if chess960 and shuffled in _ferz.built_in() else self.game

    @property
    def starting_fen(self):
        """The start position as FEN."""
        return _ferz.Board(self.game).fen()

    @property
    def title(self):
        """The name of the game to show to readers."""
        return _ferz.Rules(self.game).title

    def __eq__(self, other):
        return isinstance(other, Variant) and self.game == other.game

    def __hash__(self):
        return hash(self.game)

    def __repr__(self):
        return f"Variant({self.game!r})"


#: All built-in games.
VARIANTS = [Variant(game) for game in _ferz.built_in()]

AntichessBoard = Variant("antichess")
AtomicBoard = Variant("atomic")
CrazyhouseBoard = Variant("crazyhouse")
GiveawayBoard = Variant("giveaway")
HordeBoard = Variant("horde")
KingOfTheHillBoard = Variant("kingofthehill")
RacingKingsBoard = Variant("racingkings")
SuicideBoard = Variant("suicide")
ThreeCheckBoard = Variant("3check")


def find_variant(name):
    """Returns the game that other programs or ferz call by this name. Raises `ValueError` if there is none."""
    game = _ferz.game_called(name) or (name if name in _ferz.built_in() else None)
    if game is None:
        raise ValueError(f"no game `{name}`")
    return Variant(game)


__all__ = ["VARIANTS", "Variant", "find_variant"]
