"""Builds an opening book in the format of Polyglot from games, and reads it."""

import collections
import io
import os
import tempfile

import chess
import chess.pgn
import chess.polyglot

GAMES = """
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0

[Result "0-1"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 0-1

[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 1/2-1/2

[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 1-0

[Result "*"]

1. e4 e6 2. e5 d5 3. exd6 Bxd6 4. d4 *
"""


class Tree:
    def __init__(self):
        self.moves = collections.defaultdict(collections.Counter)

    def add(self, game, plies=10):
        board = game.board()
        weight = {"1-0": 2, "1/2-1/2": 1}.get(game.headers["Result"], 1)
        for move in list(game.mainline_moves())[:plies]:
            self.moves[chess.polyglot.zobrist_hash(board)][move] += weight
            board.push(move)

    def write(self, path):
        entries = []
        for key, moves in self.moves.items():
            for move, weight in moves.items():
                to_square = move.to_square
                # Castling is a move to the rook.
                if (move.from_square, to_square) == (chess.E1, chess.G1):
                    to_square = chess.H1
                elif (move.from_square, to_square) == (chess.E8, chess.G8):
                    to_square = chess.H8
                promotion = move.promotion - 1 if move.promotion else 0
                entries.append((key, promotion << 12 | move.from_square << 6 | to_square, weight, 0))
        with open(path, "wb") as file:
            for entry in sorted(entries, key=lambda entry: (entry[0], -entry[2], entry[1])):
                file.write(chess.polyglot.ENTRY_STRUCT.pack(*entry))
        return len(entries)


tree, pgn = Tree(), io.StringIO(GAMES)
while (game := chess.pgn.read_game(pgn)) is not None:
    tree.add(game)
path = os.path.join(tempfile.mkdtemp(), "book.bin")
print(tree.write(path), "entries", os.path.getsize(path), "bytes")
with chess.polyglot.open_reader(path) as reader:
    board = chess.Board()
    while True:
        entries = list(reader.find_all(board))
        print(f"{chess.polyglot.zobrist_hash(board):016x}", [(entry.move.uci(), entry.weight) for entry in entries])
        if not entries:
            break
        entry = reader.find(board)
        print(board.fullmove_number, board.san(entry.move), entry.weight, entry.learn)
        board.push(entry.move)
    print(len(reader), reader.get(board), board.fen())
