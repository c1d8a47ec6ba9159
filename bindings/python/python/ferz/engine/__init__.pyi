from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .. import Board, Color, Move

__all__ = [
    "AnalysisComplete",
    "Cp",
    "EngineError",
    "EngineTerminatedError",
    "InfoDict",
    "Limit",
    "Mate",
    "MateGiven",
    "Option",
    "PlayResult",
    "PovScore",
    "Score",
    "SimpleAnalysisResult",
    "SimpleEngine",
]

class EngineError(RuntimeError): ...
class EngineTerminatedError(EngineError): ...
class AnalysisComplete(Exception): ...

class Score:
    def score(self, *, mate_score: int | None = None) -> int | None: ...
    def mate(self) -> int | None: ...
    def is_mate(self) -> bool: ...
    def __neg__(self) -> Score: ...
    def __lt__(self, other: object) -> bool: ...
    def __le__(self, other: object) -> bool: ...
    def __gt__(self, other: object) -> bool: ...
    def __ge__(self, other: object) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Cp(Score):
    cp: int
    def __init__(self, cp: int) -> None: ...

class Mate(Score):
    moves: int
    def __init__(self, moves: int) -> None: ...

MateGiven: Score

class PovScore:
    relative: Score
    turn: Color
    def __init__(self, relative: Score, turn: Color) -> None: ...
    def pov(self, color: Color) -> Score: ...
    def white(self) -> Score: ...
    def black(self) -> Score: ...
    def is_mate(self) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Limit:
    time: float | None
    depth: int | None
    nodes: int | None
    mate: int | None
    white_clock: float | None
    black_clock: float | None
    white_inc: float | None
    black_inc: float | None
    remaining_moves: int | None
    __match_args__ = (
        "time",
        "depth",
        "nodes",
        "mate",
        "white_clock",
        "black_clock",
        "white_inc",
        "black_inc",
        "remaining_moves",
    )
    def __init__(
        self,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        mate: int | None = None,
        white_clock: float | None = None,
        black_clock: float | None = None,
        white_inc: float | None = None,
        black_inc: float | None = None,
        remaining_moves: int | None = None,
    ) -> None: ...
    def __eq__(self, other: object) -> bool: ...

InfoDict = dict[str, Any]

class PlayResult:
    move: Move | None
    ponder: Move | None
    info: InfoDict
    draw_offered: bool
    resigned: bool
    __match_args__ = ("move", "ponder", "info", "draw_offered", "resigned")
    def __init__(
        self,
        move: Move | None,
        ponder: Move | None = None,
        info: InfoDict = ...,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None: ...
    def __eq__(self, other: object) -> bool: ...

class Option:
    name: str
    type: str
    default: Any
    min: int | None
    max: int | None
    var: tuple[str, ...]
    __match_args__ = ("name", "type", "default", "min", "max", "var")
    def __init__(
        self,
        name: str,
        type: str,
        default: Any = None,
        min: int | None = None,
        max: int | None = None,
        var: tuple[str, ...] = (),
    ) -> None: ...
    def parse(self, value: Any) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class SimpleEngine:
    process: Any
    protocol: Any
    def __init__(self, process: Any, protocol: Any) -> None: ...
    @classmethod
    def popen_uci(
        cls, command: str | Sequence[str], *, timeout: float | None = 10.0, setpgrp: bool = False, **popen: Any
    ) -> SimpleEngine: ...
    @classmethod
    def popen_xboard(
        cls, command: str | Sequence[str], *, timeout: float | None = 10.0, setpgrp: bool = False, **popen: Any
    ) -> SimpleEngine: ...
    @property
    def id(self) -> dict[str, str]: ...
    @property
    def options(self) -> dict[str, Option]: ...
    @property
    def timeout(self) -> float | None: ...
    @timeout.setter
    def timeout(self, seconds: float | None) -> None: ...
    @property
    def returncode(self) -> int | None: ...
    def configure(self, options: Mapping[str, Any]) -> None: ...
    def ping(self) -> None: ...
    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> PlayResult: ...
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Any: ...
    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> SimpleAnalysisResult: ...
    def quit(self) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> SimpleEngine: ...
    def __exit__(self, *_error: object) -> None: ...

class SimpleAnalysisResult:
    multipv: list[InfoDict]
    def __init__(self, engine: SimpleEngine, board: Board, limit: Limit | None) -> None: ...
    @property
    def info(self) -> InfoDict: ...
    def get(self) -> InfoDict: ...
    def __iter__(self) -> Iterator[InfoDict]: ...
    def __next__(self) -> InfoDict: ...
    def stop(self) -> None: ...
    def wait(self, *, stop: bool = False) -> PlayResult: ...
    def __enter__(self) -> SimpleAnalysisResult: ...
    def __exit__(self, *_error: object) -> None: ...
