from collections.abc import Mapping
from typing import Any, Final

from gymnasium import spaces
from numpy import int8, uint8
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from . import Board, Rules

AGENTS: Final[tuple[str, str]]

def env(
    game: Rules | str = "chess",
    *,
    plies: int = 1_000,
    render_mode: str | None = None,
) -> OrderEnforcingWrapper: ...

class raw_env(AECEnv):
    metadata: dict[str, Any]
    rules: Rules
    board: Board
    plies: int
    render_mode: str | None
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    observation_spaces: dict[str, spaces.Dict]
    action_spaces: dict[str, spaces.Discrete]
    def __init__(
        self,
        game: Rules | str = "chess",
        *,
        plies: int = 1_000,
        render_mode: str | None = None,
    ) -> None: ...
    def observation_space(self, agent: str) -> spaces.Dict: ...
    def action_space(self, agent: str) -> spaces.Discrete: ...
    def observe(self, agent: str) -> dict[str, NDArray[uint8] | NDArray[int8]]: ...
    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None: ...
    def step(self, action: int | None) -> None: ...
    def render(self) -> str | None: ...
    def close(self) -> None: ...
