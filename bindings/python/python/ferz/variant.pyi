from typing import Any

from . import Board

__all__ = ["VARIANTS", "Variant", "find_variant"]

class Variant:
    game: str
    def __init__(self, game: str) -> None: ...
    def __call__(self, fen: str | None = None, *, chess960: bool = False) -> Board: ...
    def from_epd(self, epd: str, *, chess960: bool = False) -> tuple[Board, dict[str, Any]]: ...
    @property
    def starting_fen(self) -> str: ...
    @property
    def title(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

VARIANTS: list[Variant]
AntichessBoard: Variant
AtomicBoard: Variant
CrazyhouseBoard: Variant
GiveawayBoard: Variant
HordeBoard: Variant
KingOfTheHillBoard: Variant
RacingKingsBoard: Variant
SuicideBoard: Variant
ThreeCheckBoard: Variant

def find_variant(name: str) -> Variant: ...
