from collections.abc import Iterable, Iterator
from os import PathLike
from random import Random
from typing import Any

from ..polyglot import ENTRY_STRUCT as ENTRY_STRUCT
from ..polyglot import POLYGLOT_RANDOM_ARRAY as POLYGLOT_RANDOM_ARRAY
from . import BaseBoard, Move, _Move

class Entry:
    key: int
    raw_move: int
    weight: int
    learn: int
    move: Move
    __match_args__ = ("key", "raw_move", "weight", "learn", "move")
    def __init__(self, key: int, raw_move: int, weight: int, learn: int, move: Move) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class MemoryMappedReader:
    """A book on disk, as a sequence of entries."""

    def __init__(self, filename: str | PathLike[str]) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> MemoryMappedReader: ...
    def __exit__(self, *_error: object) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, at: int) -> Entry: ...
    def __iter__(self) -> Iterator[Entry]: ...
    def __contains__(self, entry: Entry) -> bool: ...
    def find_all(
        self, board: BaseBoard | int, *, minimum_weight: int = 1, exclude_moves: Iterable[_Move] = ()
    ) -> Iterator[Entry]: ...
    def find(
        self, board: BaseBoard | int, *, minimum_weight: int = 1, exclude_moves: Iterable[_Move] = ()
    ) -> Entry: ...
    def get(
        self,
        board: BaseBoard | int,
        default: Entry | None = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Iterable[_Move] = (),
    ) -> Entry | None: ...
    def choice(
        self,
        board: BaseBoard | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Iterable[_Move] = (),
        random: Random | Any = ...,
    ) -> Entry: ...
    def weighted_choice(
        self, board: BaseBoard | int, *, exclude_moves: Iterable[_Move] = (), random: Random | Any = ...
    ) -> Entry: ...

open_reader = MemoryMappedReader

def zobrist_hash(board: BaseBoard) -> int: ...
