"""Plays random games to their end, also by claims, and counts the outcomes."""

import random
from collections import Counter

import chess

random.seed(20)
terminations, lengths = Counter(), []
for number in range(12):
    board = chess.Board() if number < 8 else chess.Board("8/8/4k3/8/8/3KBN2/8/8 w - - 0 1")
    while not board.is_game_over(claim_draw=True):
        board.push(random.choice(list(board.legal_moves)))
        if len(board.move_stack) % 50 == 0:
            print(number, board.fen(), board.halfmove_clock, board.is_repetition(2))
    outcome = board.outcome(claim_draw=True)
    terminations[outcome.termination.name] += 1
    lengths.append(len(board.move_stack))
    print(number, outcome, outcome.result(), board.result(), board.fen())
print(terminations, lengths)
# After a draw that is not claimed, and after insufficient material, the moves go on.
board = chess.Board("8/8/4k3/8/8/3K4/8/8 w - - 0 1")
print(board.is_game_over(), board.outcome(), list(board.legal_moves))
for _ in range(20):
    board.push(random.choice(list(board.legal_moves)))
print(board.fen(), board.result(), board.is_insufficient_material(), board.is_stalemate())
board = chess.Board()
for _ in range(5):
    for uci in ("g1f3", "g8f6", "f3g1", "f6g8"):
        board.push_uci(uci)
        print(board.can_claim_threefold_repetition(), board.is_repetition(3), board.is_fivefold_repetition(), end=" ")
print(board.outcome(), board.outcome(claim_draw=True), board.can_claim_draw())
board = chess.Board("4k3/8/8/8/8/8/8/4K2R w - - 98 80")
for uci in ("h1h2", "e8d8"):
    print(board.can_claim_fifty_moves(), board.is_fifty_moves(), board.outcome(claim_draw=True))
    board.push_uci(uci)
print(board.can_claim_fifty_moves(), board.outcome(claim_draw=True), board.is_seventyfive_moves())
