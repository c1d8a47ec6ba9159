from collections.abc import Iterable, Iterator
from os import PathLike
from random import Random
from struct import Struct
from typing import Any, Final

from . import Board, Move

__all__ = ["ENTRY_STRUCT", "POLYGLOT_RANDOM_ARRAY", "Entry", "MemoryMappedReader", "open_reader", "zobrist_hash"]

ENTRY_STRUCT: Final[Struct]
POLYGLOT_RANDOM_ARRAY: Final[list[int]]

def zobrist_hash(board: Board) -> int: ...

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
    file: Any
    map: Any
    def __init__(self, filename: str | PathLike[str]) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> MemoryMappedReader: ...
    def __exit__(self, *_error: object) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, at: int) -> Entry: ...
    def __iter__(self) -> Iterator[Entry]: ...
    def __contains__(self, entry: Entry) -> bool: ...
    def find_all(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Iterable[Move] = ()
    ) -> Iterator[Entry]: ...
    def find(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Iterable[Move] = ()
    ) -> Entry: ...
    def get(
        self,
        board: Board | int,
        default: Entry | None = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Iterable[Move] = (),
    ) -> Entry | None: ...
    def choice(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Iterable[Move] = (),
        random: Random | Any = ...,
    ) -> Entry: ...
    def weighted_choice(
        self, board: Board | int, *, exclude_moves: Iterable[Move] = (), random: Random | Any = ...
    ) -> Entry: ...

def open_reader(path: str | PathLike[str]) -> MemoryMappedReader: ...
