"""Games in PGN: reading, writing, comments, annotations, and variations, for every game of ferz.

    >>> import io
    >>> import ferz.pgn
    >>> game = ferz.pgn.read_game(io.StringIO('[Variant "Shatranj"]\\n\\n1. Nf3 {a knight} Nf6 (1... Nc6) *\\n'))
    >>> game.headers["Variant"], game.next().comment, len(game.next().variations)
    ('Shatranj', 'a knight', 2)
    >>> print(game.mainline_moves())
    1. Nf3 Nf6

The names are those of `chess.pgn`. The tags `Variant`, `RuleFile`, `Array`, `Reading`, and `Switches` select the rules,
as in the records that ferz writes.
"""

from ._headers import TAG_ROSTER, Headers, HeadersBuilder
from ._nodes import ChildNode, Game, GameNode, Mainline
from ._reader import read_game, read_headers, skip_game
from ._visitors import (
    SKIP,
    BaseVisitor,
    BoardBuilder,
    FileExporter,
    GameBuilder,
    SkipType,
    StringExporter,
)

#: The numbers of the usual annotations.
NAG_NULL = 0
NAG_GOOD_MOVE = 1
NAG_MISTAKE = 2
NAG_BRILLIANT_MOVE = 3
NAG_BLUNDER = 4
NAG_SPECULATIVE_MOVE = 5
NAG_DUBIOUS_MOVE = 6
NAG_FORCED_MOVE = 7
NAG_SINGULAR_MOVE = 8
NAG_WORST_MOVE = 9
NAG_DRAWISH_POSITION = 10
NAG_QUIET_POSITION = 11
NAG_ACTIVE_POSITION = 12
NAG_UNCLEAR_POSITION = 13
NAG_WHITE_SLIGHT_ADVANTAGE = 14
NAG_BLACK_SLIGHT_ADVANTAGE = 15
NAG_WHITE_MODERATE_ADVANTAGE = 16
NAG_BLACK_MODERATE_ADVANTAGE = 17
NAG_WHITE_DECISIVE_ADVANTAGE = 18
NAG_BLACK_DECISIVE_ADVANTAGE = 19
NAG_WHITE_ZUGZWANG = 22
NAG_BLACK_ZUGZWANG = 23
NAG_NOVELTY = 146

__all__ = [
    "SKIP",
    "TAG_ROSTER",
    "BaseVisitor",
    "BoardBuilder",
    "ChildNode",
    "FileExporter",
    "Game",
    "GameBuilder",
    "GameNode",
    "Headers",
    "HeadersBuilder",
    "Mainline",
    "SkipType",
    "StringExporter",
    "read_game",
    "read_headers",
    "skip_game",
    *(name for name in dir() if name.startswith("NAG_")),
]
