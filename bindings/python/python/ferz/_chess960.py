"""The start positions of Chess960 by their numbers from 0 to 959, in the numbering of Reinhard Scharnagl."""

from itertools import combinations

#: The places of the two knights among the five free files, in the order of the numbering.
_KNIGHTS = list(combinations(range(5), 2))


def _row(number):
    """Returns the pieces of the first rank in upper case."""
    if not 0 <= number < 960:
        raise ValueError(f"the start positions of Chess960 have the numbers 0 to 959, not {number}")
    row = [""] * 8
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    row[2 * light + 1] = row[2 * dark] = "B"

    def free():
        return [file for file, piece in enumerate(row) if not piece]

    row[free()[queen]] = "Q"
    for file in [free()[place] for place in _KNIGHTS[knights]]:
        row[file] = "N"
    for file, piece in zip(free(), "RKR"):
        row[file] = piece
    return "".join(row)


def fen(number):
    """Returns the FEN of the start position with this number. Raises `ValueError` if there is none."""
    row = _row(number)
    return f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1"


def number(board):
    """Returns the number of the start position on a board, or `None` if it is none."""
    own = board.board_fen()
    row = own.rsplit("/", 1)[-1]
    if own != f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row}" or not board.turn:
        return None
    if not all(board.has_castling_rights(color) for color in (True, False)):
        return None
    return next((number for number in range(960) if _row(number) == row), None)
