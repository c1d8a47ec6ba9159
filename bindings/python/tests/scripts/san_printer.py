"""Prints a game in several notations."""

import chess

MOVES = "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 g7g6 c1e3 f8g7 f2f3 e8g8 d1d2 b8c6 e1c1 d6d5 e4d5 f6d5 d4c6 b7c6 e3d4 e7e5 d4c5 c8e6 c3e4 f8e8 h2h4 h7h6 g2g4 d5f4 d2d8 a8d8 d1d8 e8d8"
PROMOTION = "8/P6k/8/8/8/8/p6K/8 w - - 0 1"

board, moves = chess.Board(), [chess.Move.from_uci(text) for text in MOVES.split()]
print(board.variation_san(moves))
print(board.variation_san(moves[:4]), "/", board.variation_san([]))
for move in moves:
    print(f"{board.fullmove_number}{'.' if board.turn else '...'}", board.san(move), board.lan(move), board.uci(move), board.xboard(move), end="; ")
    print(board.is_capture(move), board.is_castling(move), board.is_zeroing(move), board.gives_check(move), board.is_kingside_castling(move))
    board.push(move)
print(board.root().variation_san(board.move_stack[:6]), board.ply(), board.halfmove_clock)
board.pop()
print(board.copy(stack=3).move_stack, board.variation_san(list(board.legal_moves)[:1]))
board = chess.Board(PROMOTION)
print([board.san(move) for move in board.legal_moves], board.parse_san("a8=N"), board.parse_uci("a7a8q"))
for text in ("Nf3", "a8", "hello", "Kh3"):
    try:
        print(text, board.parse_san(text))
    except ValueError as error:
        print(text, type(error).__name__, error)
for text in ("a7a8", "a7", "h2h3"):
    try:
        print(text, board.push_uci(text))
    except ValueError as error:
        print(text, type(error).__name__)
