from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from enum import IntFlag
from os import PathLike
from typing import Any, Final, Generic, Literal, Protocol as _Protocol, TypedDict, overload

from typing_extensions import Self, TypeVar

from .. import Color, Move

_M = TypeVar("_M", default=Move)
_M_co = TypeVar("_M_co", covariant=True)

class _Board(_Protocol[_M_co]):
    """A board of `ferz` or of `ferz.chess`."""

    @property
    def turn(self) -> bool: ...
    def pop(self) -> _M_co: ...
    def fen(self) -> str: ...

__all__ = [
    "INFO_ALL",
    "INFO_BASIC",
    "INFO_CURRLINE",
    "INFO_NONE",
    "INFO_PV",
    "INFO_REFUTATION",
    "INFO_SCORE",
    "AnalysisComplete",
    "AnalysisResult",
    "Cp",
    "EngineError",
    "EngineTerminatedError",
    "EventLoopPolicy",
    "Info",
    "InfoDict",
    "Limit",
    "Mate",
    "MateGiven",
    "Option",
    "PlayResult",
    "PovScore",
    "PovWdl",
    "Protocol",
    "Score",
    "SimpleAnalysisResult",
    "SimpleEngine",
    "Wdl",
    "popen_uci",
    "popen_xboard",
]

class EngineError(RuntimeError): ...
class EngineTerminatedError(EngineError): ...
class AnalysisComplete(Exception): ...

class Score:
    def score(self, *, mate_score: int | None = None) -> int | None: ...
    def mate(self) -> int | None: ...
    def is_mate(self) -> bool: ...
    def wdl(self, *, model: Literal["sf", "lichess"] = "sf", ply: int = 30) -> Wdl: ...
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
    def wdl(self, *, model: Literal["sf", "lichess"] = "sf", ply: int = 30) -> PovWdl: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Wdl:
    wins: int
    draws: int
    losses: int
    def __init__(self, wins: int, draws: int, losses: int) -> None: ...
    def total(self) -> int: ...
    def winning_chance(self) -> float: ...
    def drawing_chance(self) -> float: ...
    def losing_chance(self) -> float: ...
    def expectation(self) -> float: ...
    def __iter__(self) -> Iterator[int]: ...
    def __neg__(self) -> Wdl: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class PovWdl:
    relative: Wdl
    turn: Color
    def __init__(self, relative: Wdl, turn: Color) -> None: ...
    def pov(self, color: Color) -> Wdl: ...
    def white(self) -> Wdl: ...
    def black(self) -> Wdl: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Info(IntFlag):
    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = 31

INFO_NONE: Final[int]
INFO_BASIC: Final[int]
INFO_SCORE: Final[int]
INFO_PV: Final[int]
INFO_REFUTATION: Final[int]
INFO_CURRLINE: Final[int]
INFO_ALL: Final[int]

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
    def __hash__(self) -> int: ...

class InfoDict(TypedDict, Generic[_M], total=False):
    score: PovScore
    wdl: PovWdl
    pv: list[_M]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    multipv: int
    hashfull: int
    tbhits: int
    currmovenumber: int
    cpuload: int
    lowerbound: bool
    upperbound: bool
    string: str

class PlayResult(Generic[_M]):
    move: _M | None
    ponder: _M | None
    info: InfoDict[_M]
    draw_offered: bool
    resigned: bool
    __match_args__ = ("move", "ponder", "info", "draw_offered", "resigned")
    def __init__(
        self,
        move: _M | None,
        ponder: _M | None = None,
        info: InfoDict[_M] = ...,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

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
        cls, command: str | PathLike[str] | Sequence[str], *, timeout: float | None = 10.0, setpgrp: bool = False, **popen: Any
    ) -> SimpleEngine: ...
    @classmethod
    def popen_xboard(
        cls, command: str | PathLike[str] | Sequence[str], *, timeout: float | None = 10.0, setpgrp: bool = False, **popen: Any
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
        board: _Board[_M],
        limit: Limit,
        *,
        game: object = None,
        info: int = ...,
        root_moves: Iterable[_M] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> PlayResult[_M]: ...
    @overload
    def analyse(
        self,
        board: _Board[_M],
        limit: Limit,
        *,
        multipv: None = None,
        game: object = None,
        info: int = ...,
        root_moves: Iterable[_M] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> InfoDict[_M]: ...
    @overload
    def analyse(
        self,
        board: _Board[_M],
        limit: Limit,
        *,
        multipv: int,
        game: object = None,
        info: int = ...,
        root_moves: Iterable[_M] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> list[InfoDict[_M]]: ...
    def analysis(
        self,
        board: _Board[_M],
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: int = ...,
        root_moves: Iterable[_M] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> SimpleAnalysisResult[_M]: ...
    def quit(self) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> SimpleEngine: ...
    def __exit__(self, *_error: object) -> None: ...

class SimpleAnalysisResult(Generic[_M]):
    def __init__(self, engine: SimpleEngine, board: _Board[_M], limit: Limit | None) -> None: ...
    @property
    def info(self) -> InfoDict[_M]: ...
    @property
    def multipv(self) -> list[InfoDict[_M]]: ...
    def get(self) -> InfoDict[_M]: ...
    def __iter__(self) -> Iterator[InfoDict[_M]]: ...
    def __next__(self) -> InfoDict[_M]: ...
    def stop(self) -> None: ...
    def wait(self, *, stop: bool = False) -> PlayResult[_M]: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_error: object) -> None: ...

class Protocol:
    def __init__(self, engine: SimpleEngine) -> None: ...
    @property
    def id(self) -> dict[str, str]: ...
    @property
    def options(self) -> dict[str, Option]: ...
    @property
    def returncode(self) -> int | None: ...
    async def configure(self, options: Mapping[str, Any]) -> None: ...
    async def ping(self) -> None: ...
    async def play(self, board: _Board[_M], limit: Limit, **options: Any) -> PlayResult[_M]: ...
    @overload
    async def analyse(
        self, board: _Board[_M], limit: Limit, *, multipv: None = None, **options: Any
    ) -> InfoDict[_M]: ...
    @overload
    async def analyse(
        self, board: _Board[_M], limit: Limit, *, multipv: int, **options: Any
    ) -> list[InfoDict[_M]]: ...
    async def analysis(
        self, board: _Board[_M], limit: Limit | None = None, **options: Any
    ) -> AnalysisResult[_M]: ...
    async def quit(self) -> None: ...
    def close(self) -> None: ...

class AnalysisResult(Generic[_M]):
    def __init__(self, protocol: Protocol, analysis: SimpleAnalysisResult[_M]) -> None: ...
    @property
    def info(self) -> InfoDict[_M]: ...
    @property
    def multipv(self) -> list[InfoDict[_M]]: ...
    async def get(self) -> InfoDict[_M]: ...
    def __aiter__(self) -> AsyncIterator[InfoDict[_M]]: ...
    async def __anext__(self) -> InfoDict[_M]: ...
    def stop(self) -> None: ...
    async def wait(self) -> PlayResult[_M]: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_error: object) -> None: ...

def EventLoopPolicy() -> Any: ...
async def popen_uci(command: str | PathLike[str] | Sequence[str], **options: Any) -> tuple[Any, Protocol]: ...
async def popen_xboard(command: str | PathLike[str] | Sequence[str], **options: Any) -> tuple[Any, Protocol]: ...
