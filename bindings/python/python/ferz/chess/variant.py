"""Boards of the variants of python-chess, by its names."""

from .. import game_called
from ._board import Board
from ._moves import PIECE_SYMBOLS
from ._position import STARTING_FEN

VARIANTS = [Board]


def _variant(name, title, uci, xboard=None, fen=STARTING_FEN, parent=Board):
    """Creates the class of a variant."""

    def start(self, fen=fen, *, chess960=False):
        parent.__init__(self, fen, chess960=chess960)

    names = {"aliases": [title], "uci_variant": uci, "xboard_variant": xboard or uci, "starting_fen": fen, "_game": uci}
    about = {"__doc__": f"A position of {title}.", "__module__": __name__, "__init__": start}
    VARIANTS.append(type(name, (parent,), {**names, **about}))
    return VARIANTS[-1]


class _Checks(Board):
    """A position of a game in which the checks that remain are a field of the FEN."""

    _dialect, _checks = "fairy-stockfish", " 3+3"

    #: The checks that each side can still give: those of Black, then those of White.
    remaining_checks = property(lambda self: [int(number) for number in self._words(False, "fen")[4].split("+")[::-1]])

    def _set(self, *position, **fields):
        if not self._fault:
            self._checks = " " + "+".join(map(str, reversed(self.remaining_checks)))
        super()._set(*position, **fields)


class CrazyhousePocket(str):
    """The pieces that a side has in hand, as letters."""

    def count(self, piece_type):
        return super().count(PIECE_SYMBOLS[piece_type])

    def __repr__(self):
        return f"CrazyhousePocket({str(self)!r})"


class _Pockets(Board):
    """A position of a game with pieces in hand."""

    _dialect = "fairy-stockfish"
    _tokens = {**Board._tokens, **{kind: [letter, f"{letter}p"] for kind, letter in zip((2, 3, 4, 5), "NBRQ")}}

    @property
    def pockets(self):
        """The pieces in hand: those of Black, then those of White. They are copies."""
        hands = (self._board.hand(color) for color in (False, True))
        return [CrazyhousePocket("".join(token.lower() * count for token, count in hand.items())) for hand in hands]


_HORDE = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
SuicideBoard = _variant("SuicideBoard", "Suicide", "suicide")
GiveawayBoard = _variant("GiveawayBoard", "Giveaway", "giveaway")
AntichessBoard = _variant("AntichessBoard", "Antichess", "antichess", "giveaway", STARTING_FEN.replace("KQkq", "-"))
AtomicBoard = _variant("AtomicBoard", "Atomic", "atomic")
KingOfTheHillBoard = _variant("KingOfTheHillBoard", "King of the Hill", "kingofthehill")
RacingKingsBoard = _variant("RacingKingsBoard", "Racing Kings", "racingkings", fen="8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1")
HordeBoard = _variant("HordeBoard", "Horde", "horde", fen=_HORDE)
ThreeCheckBoard = _variant("ThreeCheckBoard", "Three-check", "3check", fen=STARTING_FEN.replace("- 0", "- 3+3 0"), parent=_Checks)
CrazyhouseBoard = _variant("CrazyhouseBoard", "Crazyhouse", "crazyhouse", fen=STARTING_FEN.replace(" w", "[] w"), parent=_Pockets)


def find_variant(name):
    """Returns the class of the boards of a variant by one of its names. Raises `ValueError` if there is none."""
    for board in VARIANTS:
        if name.lower() in (*map(str.lower, board.aliases), board.uci_variant) or game_called(name) == board._game:
            return board
    raise ValueError(f"unsupported variant: {name}")
