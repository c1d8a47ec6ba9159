"""Programs that play chess, by the protocols UCI and XBoard.

    >>> import ferz, ferz.engine
    >>> with ferz.engine.SimpleEngine.popen_uci("stockfish") as engine:          # doctest: +SKIP
    ...     engine.play(ferz.Board(), ferz.engine.Limit(time=0.1)).move

The names are those of `chess.engine`. `popen_uci` and `popen_xboard` are for programs with `asyncio`. `python -m ferz engine`, Stockfish,
and Fairy-Stockfish are among the programs that it was tried with. A game other than chess is set as `UCI_Variant` or
`variant`, by the name that the program lists.
"""

from ._async import AnalysisResult, EventLoopPolicy, Protocol, popen_uci, popen_xboard
from ._scores import Cp, Mate, MateGiven, PovScore, PovWdl, Score, Wdl
from ._simple import SimpleAnalysisResult, SimpleEngine
from ._types import (
    INFO_ALL,
    INFO_BASIC,
    INFO_CURRLINE,
    INFO_NONE,
    INFO_PV,
    INFO_REFUTATION,
    INFO_SCORE,
    AnalysisComplete,
    EngineError,
    EngineTerminatedError,
    Info,
    InfoDict,
    Limit,
    Option,
    PlayResult,
)

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
