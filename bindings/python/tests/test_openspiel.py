"""Tests of games for OpenSpiel."""

import random

import ferz
import pytest

pyspiel = pytest.importorskip("pyspiel")

import ferz.openspiel  # noqa: E402, F401

SMALL = [game for game in ferz.built_in() if (ferz.Rules(game).actions or 12_000) < 12_000]


@pytest.mark.parametrize("game", ["chess", "xiangqi", "makruk"] + SMALL[::12])
def test_openspiel_simulates_it(game):
    loaded = pyspiel.load_game(f"python_ferz(game={game},plies=40)")
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", ["chess", "tamerlane"])
def test_states_follow_the_board(game):
    loaded = pyspiel.load_game("python_ferz", {"game": game, "plies": 30})
    state, board, chance = loaded.new_initial_state(), ferz.Board(game), random.Random(game)
    while not state.is_terminal():
        assert state.legal_actions() == sorted(board.legal_actions())
        action = chance.choice(state.legal_actions())
        assert state.action_to_string(action) == str(board.act(action))
        state.apply_action(action)
        board.push_action(action)
        assert str(state) == board.fen()
    assert sum(state.returns()) == 0


def test_playthroughs_repeat():
    from open_spiel.python.algorithms import generate_playthrough

    name = "python_ferz(game=chess,plies=5)"
    actions = []
    state, chance = pyspiel.load_game(name).new_initial_state(), random.Random(1)
    while not state.is_terminal():
        actions.append(chance.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    one, two = (generate_playthrough.playthrough(name, actions) for _ in range(2))
    assert one == two and "IsTerminal() = True" in one
