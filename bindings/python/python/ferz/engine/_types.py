"""The data that are sent to a program and received from it."""

import enum
from dataclasses import dataclass, field


class EngineError(RuntimeError):
    """A program refused a command, or violated its protocol."""


class EngineTerminatedError(EngineError):
    """A program ended."""


class AnalysisComplete(Exception):
    """An analysis has ended, so there is no further information."""


class Info(enum.IntFlag):
    """The information that a caller wants, as in python-chess. Here all information is kept."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


INFO_NONE = Info.NONE
INFO_BASIC = Info.BASIC
INFO_SCORE = Info.SCORE
INFO_PV = Info.PV
INFO_REFUTATION = Info.REFUTATION
INFO_CURRLINE = Info.CURRLINE
INFO_ALL = Info.ALL


@dataclass(unsafe_hash=True)
class Limit:
    """The limits of a search, which ends at the first limit that it reaches. Clocks are in seconds."""

    time: "float | None" = None
    depth: "int | None" = None
    nodes: "int | None" = None
    mate: "int | None" = None
    white_clock: "float | None" = None
    black_clock: "float | None" = None
    white_inc: "float | None" = None
    black_inc: "float | None" = None
    remaining_moves: "int | None" = None


#: Information about a search: a dictionary with `depth`, `seldepth`, `nodes`, `nps`, `time` (seconds), `score`
#: (`PovScore`), `wdl` (`PovWdl`), `pv` (a list of moves), `multipv`, `hashfull`, and `string`, as far as the program says
#: it.
InfoDict = dict


@dataclass
class PlayResult:
    """The answer of a program: its `move`, the `ponder` move that it expects, and the `info` of its search.

    `move` is `None` if it resigns or has none.
    """

    move: object
    ponder: object = None
    info: dict = field(default_factory=dict)
    draw_offered: bool = False
    resigned: bool = False

    def __hash__(self):
        return hash((self.move, self.ponder, self.draw_offered, self.resigned))


@dataclass(frozen=True)
class Option:
    """An option of a program: its `name`, `type`, and `default` value, the limits `min` and `max`, and the values `var`."""

    name: str
    type: str
    default: object = None
    min: "int | None" = None
    max: "int | None" = None
    var: tuple = ()

    def parse(self, value):
        """Returns a value as the program reads it. Raises `EngineError` if the option does not have this value."""
        if self.type == "check":
            return "true" if value in (True, "true", 1) else "false"
        if self.type == "spin":
            number = int(value)
            if self.min is not None and number < self.min or self.max is not None and number > self.max:
                raise EngineError(f"the option {self.name} is from {self.min} to {self.max}, not {number}")
            return str(number)
        if self.type == "combo" and self.var and str(value) not in self.var:
            raise EngineError(f"the option {self.name} is one of {', '.join(self.var)}, not {value}")
        return "" if value is None else str(value)
