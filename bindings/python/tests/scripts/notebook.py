"""What a notebook shows: pictures of boards, sets of squares, and pieces."""

import chess
import chess.svg

board = chess.Board("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")
print(board.unicode(borders=True))
print(board.unicode(invert_color=True, orientation=chess.BLACK, empty_square="."))
print(board.attackers(chess.WHITE, chess.F7))
print(chess.svg.board(board, size=350, lastmove=chess.Move.from_uci("h5f7"), check=board.king(chess.BLACK)))
