"""An engine: iterative deepening with alpha-beta, a hash table, null moves, and quiescence."""

import chess

VALUES = [0, 100, 320, 330, 500, 900, 0]
CENTER = [min(file, 7 - file) + min(rank, 7 - rank) for rank in range(8) for file in range(8)]
nodes, table = 0, {}


def evaluate(board):
    score = 0
    for square, piece in board.piece_map().items():
        value = VALUES[piece.piece_type] + 5 * CENTER[square]
        if piece.piece_type == chess.PAWN:
            rank = chess.square_rank(square if piece.color else chess.square_mirror(square))
            value += 4 * rank
        score += value if piece.color == board.turn else -value
    return score


def victim(board, move):
    if board.is_en_passant(move):
        return VALUES[chess.PAWN]
    captured = board.piece_at(move.to_square)
    return VALUES[captured.piece_type] if captured else 0


def ordered(board, first=None):
    moves = list(board.legal_moves)
    moves.sort(key=lambda move: (move == first, victim(board, move), move.promotion or 0), reverse=True)
    return moves


def quiesce(board, alpha, beta):
    global nodes
    nodes += 1
    stand = evaluate(board)
    if stand >= beta:
        return beta
    alpha = max(alpha, stand)
    for move in sorted(board.generate_legal_captures(), key=lambda move: victim(board, move), reverse=True):
        board.push(move)
        score = -quiesce(board, -beta, -alpha)
        board.pop()
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha


def search(board, depth, alpha, beta, can_pass=True):
    global nodes
    nodes += 1
    if board.is_checkmate():
        return -20_000 - depth, None
    if board.is_stalemate() or board.is_insufficient_material() or board.is_repetition(2):
        return 0, None
    if depth <= 0:
        return quiesce(board, alpha, beta), None
    if can_pass and depth > 2 and not board.is_check():
        board.push(chess.Move.null())
        score = -search(board, depth - 3, -beta, -beta + 1, False)[0]
        board.pop()
        if score >= beta:
            return beta, None
    key, best = board._transposition_key(), None
    for move in ordered(board, table.get(key)):
        board.push(move)
        score = -search(board, depth - 1, -beta, -alpha)[0]
        board.pop()
        if score > alpha:
            alpha, best = score, move
            if score >= beta:
                break
    if best:
        table[key] = best
    return alpha, best


for fen in (
    "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4",
    "6k1/5ppp/8/8/3r4/8/4RPPP/6K1 w - - 0 1",
    "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
):
    board = chess.Board(fen)
    table.clear()
    for depth in (1, 2, 3):
        nodes = 0
        score, move = search(board, depth, -30_000, 30_000)
        print(depth, score, board.san(move) if move else None, nodes)
    line = []
    while (move := table.get(board._transposition_key())) and len(line) < 3 and board.is_legal(move):
        line.append(board.san_and_push(move) if hasattr(board, "san_and_push") else board._algebraic_and_push(move))
    print(" ".join(line), board.fen())
