from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any

from . import Rules

def compare(
    game: Rules | str,
    *others: Rules | str,
    each: str | Sequence[str] = (),
    arrays: bool = False,
    switches: Mapping[str, str] | None = None,
    **settings: Any,
) -> Study: ...

class Study:
    rules: dict[str, Rules]
    settings: tuple[int, int, int | None, int, int]
    def __init__(
        self,
        rules: Mapping[str, Rules],
        *,
        number: int = 100,
        seed: int = 1,
        nodes: int = 200,
        random: bool = False,
        opening: int = 4,
        plies: int = 600,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def head(self) -> str: ...
    def play(self, numbers: Iterable[int], *, threads: int = 1) -> list[str]: ...
    def run(
        self,
        *,
        threads: int = 0,
        out: str | PathLike[str] | None = None,
        resume: bool = False,
        progress: Callable[[int, int], Any] | None = None,
    ) -> Summary: ...

class Games:
    numbers: set[int]
    lines: list[str]
    def __init__(self, head: str, path: str | PathLike[str] | None = None, *, resume: bool = False) -> None: ...
    def add(self, lines: Iterable[str]) -> None: ...
    def summary(self) -> Summary: ...
    def __enter__(self) -> Games: ...
    def __exit__(self, *_: object) -> None: ...

class Summary:
    text: str
    file: str | None
    def __init__(self, text: str, file: str | None = None) -> None: ...
    @classmethod
    def read(cls, path: str | PathLike[str]) -> Summary: ...
    @property
    def data(self) -> dict[str, Any]: ...
    @property
    def games(self) -> int: ...
    @property
    def records(self) -> list[dict[str, Any]]: ...
    def csv(self) -> str: ...
    def html(self) -> str: ...
    def write_html(self, path: str | PathLike[str]) -> None: ...
    def write_parquet(self, path: str | PathLike[str]) -> None: ...
