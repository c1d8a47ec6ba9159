"""Studies attacks, pins, and lines with sets of squares."""

import chess

board = chess.Board("r1b1k2r/ppp2ppp/2n2n2/3q4/1b1P4/2N2N2/PP3PPP/R1BQKB1R w KQkq - 2 8")
for color in chess.COLORS:
    for square in chess.SQUARES:
        piece = board.piece_at(square)
        if piece and board.is_pinned(color, square) and piece.color == color:
            print(chess.COLOR_NAMES[color], piece, chess.square_name(square), board.pin(color, square), sep=" ")
            print(board.pin(color, square))
attacked = chess.SquareSet()
for square in chess.scan_forward(board.occupied_co[chess.WHITE]):
    attacked |= board.attacks(square)
print(attacked, len(attacked), chess.E4 in attacked, repr(attacked & chess.BB_RANK_4), repr(~attacked))
loose = [chess.square_name(square) for square in chess.SquareSet(board.occupied_co[chess.BLACK]) - attacked]
print(loose, [chess.square_name(square) for square in chess.SquareSet.between(chess.D1, chess.D5)])
print(board.checkers(), board.is_check(), board.attackers(chess.BLACK, chess.D4).tolist().count(True))
print(chess.SquareSet.ray(chess.E1, chess.B4), hex(chess.between(chess.A1, chess.H8)), chess.ray(chess.A1, chess.B3))
rook = chess.BB_RANK_ATTACKS[chess.D4][board.occupied & chess.BB_RANK_MASKS[chess.D4]]
print(repr(chess.SquareSet(rook)), [hex(chess.BB_KNIGHT_ATTACKS[square]) for square in (chess.A1, chess.E4)])
print(hex(chess.BB_PAWN_ATTACKS[chess.WHITE][chess.E2]), hex(chess.BB_KING_ATTACKS[chess.H8]))
squares = chess.SquareSet([chess.A1, chess.C3, chess.H8])
squares.add(chess.B2)
squares.discard(chess.A1)
print(squares.pop(), list(squares), squares.mirror(), squares.issubset(chess.BB_ALL), squares == 1 << chess.C3 | 1 << chess.H8)
print([chess.square_name(square) for square in reversed(squares)], sorted(squares | {chess.D5}), bool(squares))
print(chess.square_distance(chess.A1, chess.H7), chess.square_manhattan_distance(chess.A1, chess.H7), chess.square_knight_distance(chess.A1, chess.H8))
print(chess.popcount(board.occupied), chess.msb(board.kings), chess.lsb(board.kings), hex(chess.flip_vertical(board.pawns)))
