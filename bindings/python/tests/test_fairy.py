"""Random games beside Fairy-Stockfish, whose Python package is pyffish.

FERZ_CROSS_GAMES=50 plays so many of each shared game instead of one; FERZ_CROSS_ONLY names games.
"""

import importlib.util
import os
import random
from pathlib import Path

import ferz
import pytest

fish = pytest.importorskip("pyffish")

TOOL = Path(__file__).parents[3] / "tools" / "cross.py"
spec = importlib.util.spec_from_file_location("cross", TOOL)
cross = importlib.util.module_from_spec(spec)
spec.loader.exec_module(cross)

GAMES = int(os.environ.get("FERZ_CROSS_GAMES", "1"))
LONGEST = 60 if GAMES > 1 else 16
ONLY = os.environ.get("FERZ_CROSS_ONLY", "").split()
SHARED = ONLY or sorted(set(ferz.built_in()) & set(fish.variants()) - cross.OTHER_ARRAYS)


@pytest.mark.parametrize("game", SHARED)
def test_random_games_agree_with_fairy_stockfish(game):
    rules, start = ferz.Rules(game, switches=cross.SETTINGS.get(game)), fish.start_fen(game)
    for seed in range(GAMES):
        chance = random.Random(f"{seed} {game}")
        board, played = rules.board(), []
        for _ in range(LONGEST):
            over, _ = fish.is_immediate_game_end(game, start, played)
            theirs = [] if over else fish.legal_moves(game, start, played)
            ours = [str(move) for move in board.legal_moves]
            outcome = board.outcome()
            # Draws by counting and by repetition must be claimed in Fairy-Stockfish, so it still has moves.
            if outcome is not None and outcome.winner is None and theirs:
                break
            only = cross.differing(fish, game, start, played, theirs, ours)
            assert only == ([], []), f"{' '.join(played)}: {board.fen()}"
            if not theirs:
                result = fish.game_result(game, start, played)
                sign = 0 if outcome is None or outcome.winner is None else 1 if outcome.winner == board.turn else -1
                # Fairy-Stockfish gives the result for the side to move.
                by_points = game in cross.BY_POINTS and sign == 0
                assert by_points or (result > 0) - (result < 0) == sign, f"{board.fen()} {outcome} {result}"
                break
            move = chance.choice(theirs)
            own = cross.twin(move, theirs, ours)
            if own is None:
                break
            played.append(move)
            board.push(own)
