from collections.abc import Iterable, Mapping
from typing import Literal

from typing_extensions import Self

from .. import svg as _svg
from ..svg import DEFAULT_COLORS as DEFAULT_COLORS
from ..svg import MARGIN as MARGIN
from ..svg import SQUARE_SIZE as SQUARE_SIZE
from ..svg import SvgWrapper as SvgWrapper
from . import BaseBoard, Color, _Move, _Piece, _Squares

class Arrow:
    """An arrow from square to square, or a circle. Squares are numbers."""

    tail: int
    head: int
    color: str
    def __init__(self, tail: int, head: int, *, color: str = "green") -> None: ...
    @classmethod
    def of(cls, arrow: _svg.Arrow) -> Self: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

def piece(piece: _Piece, size: int | None = None) -> SvgWrapper: ...
def board(
    board: BaseBoard | None = None,
    *,
    orientation: Color = True,
    lastmove: _Move | None = None,
    check: int | None = None,
    arrows: Iterable[Arrow | tuple[int, int]] = (),
    fill: Mapping[int, str] | None = None,
    squares: _Squares | None = (),
    size: int | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] | None = None,
    flipped: bool = False,
    borders: bool = False,
    pieces: Literal["traditional", "pictures", "letters"] = "pictures",
    style: str | None = None,
) -> SvgWrapper: ...
