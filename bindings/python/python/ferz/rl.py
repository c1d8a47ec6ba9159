"""Games as environments of PettingZoo: `env("tamerlane")` is an AEC environment with two agents.

Needs the extra `rl`. An observation is a dictionary with the planes of the position (`observation`) and the legal
actions (`action_mask`). The action numbers are those of `Board.action`, which are the same in every position of a
game.
"""

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import Board, Rules, mask, observation

AGENTS = ("white", "black")


def env(game="chess", *, plies=1_000, render_mode=None):
    """Creates the environment of a game. It rejects illegal actions and calls in the wrong order."""
    made = raw_env(game, plies=plies, render_mode=render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):
    """A game without the wrappers of `env`.

    After `plies` moves, the game is truncated, with a reward of 0 for both agents. Raises `ValueError` if the actions
    of the game are not bounded.
    """

    metadata = {"render_modes": ["ansi", "svg"], "name": "ferz_v0", "is_parallelizable": False, "render_fps": 2}

    def __init__(self, game="chess", *, plies=1_000, render_mode=None):
        super().__init__()
        self.rules = game if isinstance(game, Rules) else Rules(game)
        if self.rules.actions is None:
            raise ValueError(f"{self.rules.name} has no bounded set of actions")
        self.plies = plies
        self.render_mode = render_mode
        self.board = Board(self.rules)
        self.possible_agents = list(AGENTS)
        self.agents = []
        layout = spaces.Box(low=0, high=255, shape=self.rules.shape, dtype=numpy.uint8)
        legal = spaces.Box(low=0, high=1, shape=(self.rules.actions,), dtype=numpy.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": layout, "action_mask": legal}) for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(self.rules.actions) for agent in AGENTS}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def observe(self, agent):
        is_next = agent == self._mover() and not self._over()
        legal = mask(self.board) if is_next else numpy.zeros(self.rules.actions, dtype=numpy.int8)
        return {"observation": observation(self.board).copy(), "action_mask": legal}

    def reset(self, seed=None, options=None):
        self.board.reset()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self._played = 0
        self.agent_selection = self._mover()

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        self._cumulative_rewards[agent] = 0
        self.board.push_action(int(action))
        self._played += 1
        self._clear_rewards()
        outcome = self.board.outcome()
        if outcome is not None:
            for name, white in zip(AGENTS, (True, False)):
                self.rewards[name] = 0 if outcome.winner is None else 1 if outcome.winner == white else -1
            self.terminations = dict.fromkeys(AGENTS, True)
            self.infos = {name: {"reason": outcome.reason} for name in AGENTS}
        elif self._played >= self.plies or not self.board.legal_moves:
            self.truncations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()
        self.agent_selection = self._mover() if not self._over() else self._other(agent)
        return None

    def render(self):
        if self.render_mode is None:
            return None
        return self.board.svg() if self.render_mode == "svg" else str(self.board)

    def close(self):
        pass

    def _mover(self):
        return AGENTS[0] if self.board.turn else AGENTS[1]

    def _other(self, agent):
        return AGENTS[1] if agent == AGENTS[0] else AGENTS[0]

    def _over(self):
        return any(self.terminations.values()) or any(self.truncations.values())
