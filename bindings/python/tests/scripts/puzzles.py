"""Looks for puzzles in random games: mates in one, hanging queens, and forks of knights."""

import random

import chess


def mates(board):
    for move in board.legal_moves:
        board.push(move)
        is_mate = board.is_checkmate()
        board.pop()
        if is_mate:
            yield move


def forks(board):
    for move in board.legal_moves:
        if board.piece_type_at(move.from_square) != chess.KNIGHT:
            continue
        color = board.turn
        board.push(move)
        targets = [board.piece_at(square) for square in board.attacks(move.to_square)]
        board.pop()
        valuable = [piece for piece in targets if piece and piece.color != color and piece.piece_type >= chess.ROOK]
        if len(valuable) > 1:
            yield move, sorted(piece.symbol() for piece in valuable)


def hanging(board):
    for square in board.pieces(chess.QUEEN, not board.turn):
        if board.attackers(board.turn, square) and not board.attackers(not board.turn, square):
            yield chess.square_name(square)


random.seed(7)
puzzles = []
for number in range(12):
    board = chess.Board()
    while not board.is_game_over() and len(board.move_stack) < 90:
        solutions = list(mates(board))
        if len(solutions) == 1:
            puzzles.append((board.fen(), board.san(solutions[0])))
        for move, pieces in forks(board):
            puzzles.append((board.fen(), f"{board.san(move)} forks {' '.join(pieces)}"))
        puzzles.extend((board.fen(), f"queen on {name}") for name in hanging(board))
        board.push(random.choice(list(board.legal_moves)))
for fen, solution in puzzles:
    board = chess.Board(fen)
    print("White" if board.turn else "Black", fen, solution)
print(len(puzzles))
