"""Tests of environments for PettingZoo. FERZ_ALL=1 gives every game as many cycles as PettingZoo's own tests."""

import os
import warnings

import ferz
import numpy
import pytest

pytest.importorskip("pettingzoo")

from ferz import rl  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

ALL = os.environ.get("FERZ_ALL")
#: Masks with hundreds of thousands of actions take long to check.
LARGE = 50_000


@pytest.mark.parametrize("game", [game for game in ferz.built_in() if ferz.Rules(game).actions])
def test_every_game_is_an_environment(game):
    large = ferz.Rules(game).actions > LARGE
    cycles = 1_000 if ALL else 3 if large else 12
    plies = 200 if ALL else 4 if large else 10
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(rl.env(game, plies=plies), num_cycles=cycles)
        if ALL or not large:
            seed_test(lambda: rl.env(game, plies=plies), num_cycles=cycles)


def test_winning_is_rewarded():
    env = rl.env("chess")
    env.reset(seed=1)
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        env.step(env.unwrapped.board.action(text))
    assert env.unwrapped.rewards == {"white": -1, "black": 1}
    assert all(env.unwrapped.terminations.values())
    assert env.infos["white"]["reason"] == "checkmate"


def test_the_limit_of_plies_truncates():
    env = rl.env("chess", plies=3)
    env.reset(seed=1)
    while not any(env.unwrapped.truncations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(numpy.flatnonzero(mask)[0]))
    assert env.unwrapped.board.ply() == 3 and not any(env.unwrapped.rewards.values())
