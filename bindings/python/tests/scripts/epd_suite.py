"""Runs a test suite: a search of two plies looks for the best moves of each position."""

import sys

import chess

SUITE = r"""
1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - bm d5; id "BK.02";
2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - bm f5; id "BK.03";
rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - bm e6; id "BK.04";
6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id "mate"; c0 "mate in one"; acd 2;
r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; am Bd5; id "scholar";
"""
VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900}


def evaluate(board):
    if board.is_checkmate():
        return -10_000
    score = sum(
        value * (len(board.pieces(kind, board.turn)) - len(board.pieces(kind, not board.turn))) for kind, value in VALUES.items()
    )
    return score + board.legal_moves.count()


def search(board, depth):
    if depth == 0 or board.is_game_over():
        return evaluate(board), None
    best = (-100_000, None)
    for move in board.legal_moves:
        board.push(move)
        score = -search(board, depth - 1)[0]
        board.pop()
        if score > best[0]:
            best = (score, move)
    return best


solved = total = 0
for line in SUITE.strip().splitlines():
    board, operations = chess.Board.from_epd(line)
    score, move = search(board, 1 if "BK" in operations["id"] else 2)
    wanted = operations["bm"]
    is_solved = move in wanted and move not in operations.get("am", [])
    solved, total = solved + is_solved, total + 1
    print(operations["id"], board.san(move), score, [board.san(one) for one in wanted], "+" if is_solved else "-")
    print("   ", board.epd(bm=move, id=operations["id"], ce=score, hmvc=board.halfmove_clock, fmvn=board.fullmove_number))
    print("   ", sorted(operations), operations.get("acd"), operations.get("c0"))
print(solved, "of", total, file=sys.stdout)
