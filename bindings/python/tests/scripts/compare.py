"""Compares, copies, edits, and mirrors boards."""

import copy
import pickle

import chess

one, other = chess.Board(), chess.Board()
one.push_san("e4")
print(one == other, one != other, one == chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"))
other.push_san("e4")
print(one == other, one.fen() == other.fen(), one.epd(), copy.copy(one) == one, copy.deepcopy(one).move_stack == one.move_stack)
print(one.copy(stack=False).move_stack, one.root() == chess.Board(), pickle.loads(pickle.dumps(list(one.legal_moves)))[:3])
one.push(chess.Move.null())
print(one.fen(), one.peek(), one.pop(), one.turn)
print(one.mirror().fen(), one.transform(chess.flip_horizontal).board_fen(), one.mirror().mirror() == one)
board = chess.Board(None)
print(board.fen(), board.king(chess.WHITE), board == chess.Board.empty())
for square, symbol in ((chess.E1, "K"), (chess.E8, "k"), (chess.A7, "P"), (chess.H1, "R")):
    board.set_piece_at(square, chess.Piece.from_symbol(symbol))
board.castling_rights = chess.BB_H1
print(board.fen(), board.status() == chess.STATUS_VALID, [move.uci() for move in board.legal_moves])
board.turn = chess.BLACK
print(board.fen(), board.is_check(), board.legal_moves.count())
print(board.remove_piece_at(chess.A7), board.remove_piece_at(chess.A7), board.piece_map())
board.set_piece_map({chess.E1: chess.Piece(chess.KING, True), chess.D3: chess.Piece(chess.QUEEN, False), chess.E8: chess.Piece.from_symbol("k")})
board.halfmove_clock, board.fullmove_number = 7, 30
print(board.fen(), board, sep="\n")
board.clear()
board.set_board_fen("4k3/8/8/8/8/8/8/4K2R")
board.set_castling_fen("K")
print(board.fen(), board.has_kingside_castling_rights(chess.WHITE), board.shredder_fen())
board = chess.Board.from_chess960_pos(4)
print(board, repr(board), board.chess960_pos(), board.shredder_fen())
board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
castled = board.copy()
castled.push(board.find_move(chess.E1, chess.G1))
print(castled.fen(), list(board.generate_castling_moves()), hash(chess.Move.from_uci("e2e4")) == hash(chess.Move(12, 28)))
print(sorted({move.to_square for move in board.generate_legal_moves(from_mask=chess.BB_E1)}), chess.Move.from_uci("a7a8q").promotion)
