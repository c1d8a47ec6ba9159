"""Says what is wrong with positions."""

import chess

FENS = """
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
8/8/8/8/8/8/8/8 w - - 0 1
4k3/8/8/8/8/8/8/8 w - - 0 1
kk6/8/8/8/8/8/8/KK6 w - - 0 1
4k2P/8/8/8/8/8/8/4K3 w - - 0 1
4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1
4k3/8/8/8/8/8/8/4K3 w - e6 0 1
4k2Q/8/8/8/8/8/8/4K3 w - - 0 1
4k3/8/8/4r3/8/8/8/r3K2r w - - 0 1
rnbqkbnr/pppppppp/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2
4k3/8/8/8/8/8/8/4K3
""".strip().splitlines()
for fen in FENS:
    board = chess.Board(fen)
    status = board.status()
    print(fen, board.is_valid(), [flag.name for flag in chess.Status if flag.value and status & flag])
    print("   ", board.fen(), board.fen(en_passant="fen"), board.castling_xfen(), board.ep_square, sep=" | ")
for fen in ("", "hello", "9/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 x - - 0 1", "8/8/8/8/8/8/8/7x w - - 0 1"):
    try:
        print(chess.Board(fen))
    except ValueError as error:
        print(repr(fen), "is wrong:", error)
