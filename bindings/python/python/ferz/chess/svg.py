"""Pictures of boards and pieces: `ferz.svg` with the numbers of squares."""

from .. import Move as OwnMove
from .. import svg
from ..svg import DEFAULT_COLORS, MARGIN, SQUARE_SIZE, SvgWrapper  # noqa: F401
from ._base import BaseBoard
from ._squares import SQUARE_NAMES, parse_square


class Arrow(svg.Arrow):
    """An arrow from square to square, or a circle. Squares are numbers."""

    of = classmethod(lambda cls, arrow: cls(parse_square(arrow.tail), parse_square(arrow.head), color=arrow.color))


def _named(arrow):
    arrow = arrow if hasattr(arrow, "tail") else Arrow(*arrow)
    return svg.Arrow(SQUARE_NAMES[arrow.tail], SQUARE_NAMES[arrow.head], color=arrow.color)


def piece(piece, size=None):
    return svg.piece(piece.symbol(), size=size)


def board(board=None, *, orientation=True, lastmove=None, check=None, arrows=(), fill=None, squares=(), **look):
    """Returns a picture of a board. `look` has the further options of `ferz.svg.board`."""
    name = SQUARE_NAMES.__getitem__
    return svg.board(
        (BaseBoard.empty() if board is None else board)._board,
        orientation=orientation,
        lastmove=lastmove and OwnMove(name(lastmove.from_square), name(lastmove.to_square)),
        check=None if check is None else name(check),
        arrows=map(_named, arrows),
        fill={name(square): color for square, color in (fill or {}).items()},
        squares=map(name, squares or ()),
        **look,
    )
