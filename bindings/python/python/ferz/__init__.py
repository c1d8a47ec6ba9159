"""The rules of chess variants: load, play, search, count, and study any game that a `.ferz` file describes.

    >>> import ferz
    >>> board = ferz.Board("tamerlane")
    >>> board.push("f3f4")
    >>> len(board.legal_moves)
    24
    >>> print(board.explain("a8a5"))            # doctest: +SKIP

The interface resembles that of python-chess, and works with every built-in game and with your own files.
"""

from . import study
from ._authoring import CaseReport, Difference, Import, check, diff, explain, import_game, run_cases
from ._errors import FenError, FerzError, IllegalMoveError, RulesError
from ._ferz import (
    Board,
    Details,
    Explanation,
    LegalMoves,
    Move,
    Outcome,
    Piece,
    Place,
    Problem,
    ProblemFix,
    Reason,
    Rules,
    SearchResult,
    __version__,
    betza,
    built_in,
    dialects,
    format,
    game_called,
    sections,
)
from ._many import Boards, Playouts, mask, observation, playouts

Color = bool
WHITE = True
BLACK = False
COLORS = [WHITE, BLACK]
COLOR_NAMES = ["black", "white"]

#: The start position of chess as FEN.
STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def load(game, *, array=None, reading=None, switches=None, readings=None):
    """Loads a built-in game or a file, given as `NAME[/ARRAY][@READING]`. Raises `RulesError`."""
    return Rules(game, array=array, reading=reading, switches=switches, readings=readings)


def from_text(text, *, array=None, reading=None, switches=None, readings=None):
    """Loads the game that a text defines. Raises `RulesError`."""
    return Rules.from_text(text, array=array, reading=reading, switches=switches, readings=readings)


def __getattr__(name):
    from ._elsewhere import missing

    raise missing(name)


__all__ = [
    "BLACK",
    "COLORS",
    "COLOR_NAMES",
    "STARTING_FEN",
    "WHITE",
    "Board",
    "Boards",
    "CaseReport",
    "Details",
    "Difference",
    "Explanation",
    "FenError",
    "FerzError",
    "IllegalMoveError",
    "Import",
    "LegalMoves",
    "Move",
    "Outcome",
    "Piece",
    "Place",
    "Playouts",
    "Problem",
    "ProblemFix",
    "Reason",
    "Rules",
    "RulesError",
    "SearchResult",
    "__version__",
    "betza",
    "built_in",
    "check",
    "dialects",
    "diff",
    "explain",
    "format",
    "game_called",
    "from_text",
    "import_game",
    "load",
    "mask",
    "observation",
    "playouts",
    "run_cases",
    "sections",
    "study",
]
