from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

from .study import Summary

def study(
    games: Sequence[str],
    *,
    choice: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    unit: int = 32,
    retries: int = 8,
    progress: Callable[[int, int], Any] | None = None,
) -> Summary: ...
def perft(game: str, depth: int, *, fen: str | None = None, retries: int = 8) -> int: ...
def main() -> int: ...
