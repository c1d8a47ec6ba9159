from collections.abc import Iterable, Iterator, Set
from typing import Any

from . import Rules

__all__ = ["Bitboards", "SquareSet"]

class SquareSet(Set[str]):
    names: list[str]
    mask: int
    def __init__(self, squares: int | Iterable[str] = (), *, names: list[str] | None = None) -> None: ...
    def __contains__(self, square: object) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __hash__(self) -> int: ...

class Bitboards:
    rules: Rules
    SQUARES: list[str]
    SQUARE_NAMES: list[str]
    BB_SQUARES: dict[str, int]
    BB_EMPTY: int
    BB_ALL: int
    BB_RANK_MASKS: dict[str, int]
    BB_FILE_MASKS: dict[str, int]
    BB_DIAG_MASKS: dict[str, int]
    BB_RANK_ATTACKS: Any
    BB_FILE_ATTACKS: Any
    BB_DIAG_ATTACKS: Any
    def __init__(self, game: str | Rules = "chess") -> None: ...
    def SquareSet(self, squares: int | Iterable[str] = ()) -> SquareSet: ...
    def __getattr__(self, name: str) -> str: ...
