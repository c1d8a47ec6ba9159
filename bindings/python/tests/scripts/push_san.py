"""Plays a game that is given as text, and prints the board after each move."""

import chess

board = chess.Board()
for san in "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#".split():
    move = board.push_san(san)
    print(board.fullmove_number, san, move, repr(move), chess.square_name(move.to_square))
    print(board)
print(board.outcome(), board.result(), board.is_checkmate(), board.legal_moves.count())
print(board.move_stack, board.peek().uci())
while board.move_stack:
    print(board.pop(), board.fen())
print(repr(board), list(board.legal_moves))
