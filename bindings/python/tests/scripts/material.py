"""Counts material, pawn structure, and mobility during a game."""

from collections import Counter

import chess

NAMES = {kind: chess.piece_name(kind) for kind in chess.PIECE_TYPES}
VALUES = dict(zip(chess.PIECE_TYPES, (1, 3, 3, 5, 9, 0)))
GAME = "d4 d5 c4 dxc4 e4 e5 Nf3 exd4 Bxc4 Nc6 O-O Be6 Bxe6 fxe6 Qb3 Qd7 Qxb7 Rb8 Qa6 Nf6 Nbd2 Bb4 Qd3 O-O a3 Bxd2 Bxd2 e5"


def material(board, color):
    return sum(VALUES[kind] * len(board.pieces(kind, color)) for kind in chess.PIECE_TYPES)


board = chess.Board()
for san in GAME.split():
    board.push_san(san)
    own, other = material(board, chess.WHITE), material(board, chess.BLACK)
    doubled = sum(chess.popcount(board.pawns & board.occupied_co[chess.WHITE] & file) > 1 for file in chess.BB_FILES)
    print(f"{san:6} {own} {other} {own - other:+d} {doubled} {board.legal_moves.count()}")
counts = Counter(piece.symbol() for piece in board.piece_map().values())
print(sorted(counts.items()))
print([(chess.square_name(square), str(piece)) for square, piece in board.piece_map().items()])
for color in (chess.WHITE, chess.BLACK):
    for kind in chess.PIECE_TYPES:
        squares = board.pieces(kind, color)
        print(chess.COLOR_NAMES[color], NAMES[kind], len(squares), [chess.square_name(square) for square in squares], int(squares))
isolated = [
    chess.square_name(square)
    for square in board.pieces(chess.PAWN, chess.WHITE)
    if not any(
        board.pieces_mask(chess.PAWN, chess.WHITE) & chess.BB_FILES[file]
        for file in (chess.square_file(square) - 1, chess.square_file(square) + 1)
        if 0 <= file < 8
    )
]
light = chess.SquareSet(chess.BB_LIGHT_SQUARES) & board.bishops
print(isolated, list(light), board.king(chess.WHITE), board.has_castling_rights(chess.WHITE), hex(board.castling_rights))
print({chess.Piece(chess.KNIGHT, chess.WHITE): 1}[chess.Piece.from_symbol("N")], chess.Piece.from_symbol("q").unicode_symbol())
