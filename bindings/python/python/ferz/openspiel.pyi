import builtins
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel
from numpy import float32, int8
from numpy.typing import NDArray

from . import Board, Rules

class FerzGame(pyspiel.Game):
    rules: Rules
    plies: int
    def __init__(self, params: Mapping[str, Any] | None = None) -> None: ...
    def new_initial_state(self) -> FerzState: ...
    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> FerzObserver: ...

class FerzState(pyspiel.State):
    board: Board
    plies: int
    def __init__(self, game: FerzGame) -> None: ...
    def current_player(self) -> int: ...
    def is_terminal(self) -> bool: ...
    def returns(self) -> Sequence[float]: ...

class FerzObserver:
    is_history: bool
    tensor: NDArray[float32]
    dict: builtins.dict[str, NDArray[float32]]
    def __init__(self, rules: Rules, iig_obs_type: pyspiel.IIGObservationType | None) -> None: ...
    def set_from(self, state: FerzState, player: int) -> None: ...
    def string_from(self, state: FerzState, player: int) -> str: ...

def action_mask(state: FerzState) -> NDArray[int8]: ...
