from collections.abc import Iterable, Mapping
from typing import Final, Literal

from . import Board, Color, Move, Piece, Rules

SQUARE_SIZE: Final[int]
MARGIN: Final[int]
GAP: Final[int]
DEFAULT_COLORS: Final[dict[str, str]]

class Arrow:
    tail: str
    head: str
    color: str
    def __init__(self, tail: str, head: str, *, color: str = "green") -> None: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class SvgWrapper(str): ...

def piece(
    piece: Piece | str,
    *,
    game: Rules | str = "chess",
    size: int | None = None,
    pieces: Literal["traditional", "pictures", "letters"] = "pictures",
) -> SvgWrapper: ...
def board(
    board: Board | None = None,
    *,
    orientation: Color = True,
    lastmove: Move | None = None,
    check: str | None = None,
    arrows: Iterable[Arrow | tuple[str, str]] = (),
    fill: Mapping[str, str] | None = None,
    squares: Iterable[str] | None = (),
    size: int | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] | None = None,
    flipped: bool = False,
    borders: bool = False,
    pieces: Literal["traditional", "pictures", "letters"] = "pictures",
    style: str | None = None,
) -> SvgWrapper: ...
