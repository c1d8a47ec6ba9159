"""Counts the sequences of moves from some positions, and divides the counts by the first move."""

import chess


def perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


POSITIONS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
]
for fen in POSITIONS:
    board = chess.Board(fen)
    print(board.epd(), [perft(board, depth) for depth in (1, 2, 3)])
    for move in board.legal_moves:
        board.push(move)
        print("  ", move.uci(), perft(board, 1))
        board.pop()
