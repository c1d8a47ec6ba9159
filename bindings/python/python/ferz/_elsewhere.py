"""Hints for readers who look for a name of python-chess that ferz does not have."""

import re

_HINTS = [
    (r"[A-H][1-8]", "a square is its name, such as {lower!r}"),
    (r"SQUARES|SQUARE_NAMES", "`board.rules.squares` lists the squares of a game"),
    (r"parse_square|square_name|square|FILE_NAMES|RANK_NAMES", "a square is its name, such as 'e4'"),
    (r"square_file|square_rank", "`board.rules.file_and_rank(square)` returns both, counted from 1"),
    (r"square_\w+|SQUARES_180", "a board can have any shape"),
    (r"PAWN|KNIGHT|BISHOP|ROOK|QUEEN|KING", "a kind of piece is its token, such as 'N'; `board.rules.tokens` lists them"),
    (r"PIECE_\w+|piece_(symbol|name)", "`board.rules.tokens` lists the pieces of a game"),
    (r"BB_\w+|SquareSet", "`ferz.bitboard.Bitboards(game)` has the bitboards of a game"),
    (r"BaseBoard|Status|STATUS_\w+|Termination|\w*LegalMoveGenerator", "ferz has no such concept"),
    (r"InvalidMoveError|AmbiguousMoveError", "`IllegalMoveError` is raised, whose `code` tells them apart"),
]


def missing(name):
    """Returns the error for a name that the package does not have."""
    text = f"module 'ferz' has no attribute {name!r}"
    for pattern, hint in _HINTS:
        if re.fullmatch(pattern, name):
            hint = hint.format(lower=name.lower())
            return AttributeError(f"{text}: {hint} (see the page \"From python-chess\" of the docs; `ferz.chess` has all names)")
    return AttributeError(text)
