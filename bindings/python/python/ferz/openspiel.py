"""Games for OpenSpiel. `import ferz.openspiel` registers the game `python_ferz`, as in
`pyspiel.load_game("python_ferz(game=tamerlane)")`.

Needs the extra `rl`. The parameter `plies` limits the length of a game, and a game that is cut off is a draw. A rule
file is given by its path.
"""

import numpy
import pyspiel

from . import Board, Rules, mask, observation

_DEFAULTS = {"game": "chess", "plies": 1_000}

_TYPE = pyspiel.GameType(
    short_name="python_ferz",
    long_name="A game of ferz",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class FerzGame(pyspiel.Game):
    """A game with a limit of plies. Raises `ValueError` if its actions are not bounded."""

    def __init__(self, params=None):
        params = {**_DEFAULTS, **(params or {})}
        self.rules = Rules(params["game"])
        self.plies = int(params["plies"])
        if self.rules.actions is None:
            raise ValueError(f"{self.rules.name} has no bounded set of actions")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.plies,
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self):
        return FerzState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return FerzObserver(self.rules, iig_obs_type)


class FerzState(pyspiel.State):
    """A position. Player 0 is White, and player 1 is Black."""

    def __init__(self, game):
        super().__init__(game)
        self.board = Board(game.rules)
        self.plies = game.plies

    def _is_over(self):
        return self.board.ply() >= self.plies or self.board.is_game_over() or not self.board.legal_moves

    def current_player(self):
        if self._is_over():
            return pyspiel.PlayerId.TERMINAL
        return 0 if self.board.turn else 1

    def _legal_actions(self, player):
        return sorted(self.board.legal_actions())

    def _apply_action(self, action):
        self.board.push_action(action)

    def _action_to_string(self, player, action):
        try:
            return str(self.board.act(action))
        except ValueError:
            return f"action {action}"

    def is_terminal(self):
        return self._is_over()

    def returns(self):
        outcome = self.board.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner else [-1.0, 1.0]

    def __str__(self):
        return self.board.fen()


class FerzObserver:
    """The observation of both players, which is the whole position."""

    def __init__(self, rules, iig_obs_type):
        self.is_history = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor = numpy.zeros(int(numpy.prod(rules.shape)), numpy.float32)
        self.dict = {"observation": self.tensor.reshape(rules.shape)}

    def set_from(self, state, player):
        self.dict["observation"][:] = observation(state.board)

    def string_from(self, state, player):
        if self.is_history:
            return " ".join(str(move) for move in state.board.move_stack)
        return state.board.fen()


def action_mask(state):
    """Returns a list with a one for each legal action of the game, and a zero for each other action."""
    return mask(state.board)


pyspiel.register_game(_TYPE, FerzGame)
