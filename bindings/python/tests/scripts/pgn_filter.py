"""Filters games by their tags and moves, and writes them without comments."""

import io
import sys

import chess.pgn

GAMES = """[Event "Club"]
[Site "Here"]
[Date "2020.02.02"]
[Round "1"]
[White "Adams, A"]
[Black "Baker, B"]
[Result "1-0"]
[WhiteElo "2100"]
[BlackElo "1900"]
[ECO "C60"]

1. e4 {[%clk 0:10:00]} e5 {[%clk 0:09:58]} 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O
Nxe4) 4. Bxc6 $1 dxc6 5. O-O f6 {Solid} 6. d4 exd4 7. Nxd4 c5 1-0

[Event "Club"]
[Site "Here"]
[Date "2020.02.03"]
[Round "2"]
[White "Clark, C"]
[Black "Adams, A"]
[Result "0-1"]
[WhiteElo "?"]
[BlackElo "2100"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Blitz"]
[Site "There"]
[Date "2021.??.??"]
[Round "-"]
[White "Davis, D"]
[Black "Evans, E"]
[Result "1/2-1/2"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Ke7 2. e5 Ke6 3. Ke2 Kxe5 1/2-1/2
"""


def games(text):
    pgn = io.StringIO(text)
    while True:
        game = chess.pgn.read_game(pgn)
        if game is None:
            return
        yield game


def elo(game, color):
    value = game.headers.get(f"{color}Elo", "?")
    return int(value) if value.isdigit() else 0


for game in games(GAMES):
    print(game.headers["White"], game.headers["Black"], game.headers["Result"], elo(game, "White"), game.errors)
    print("  plies", game.end().ply(), "checkmate", game.end().board().is_checkmate(), len(list(game.mainline())))
    print("  ", game.mainline_moves())
strong = [game for game in games(GAMES) if elo(game, "White") > 2000]
exporter = chess.pgn.FileExporter(sys.stdout, comments=False, variations=False)
for game in strong:
    game.accept(exporter)
for game in games(GAMES):
    print(game.accept(chess.pgn.StringExporter(headers=True, columns=40)), end="\n\n")
pgn, offsets = io.StringIO(GAMES), []
while (headers := chess.pgn.read_headers(pgn)) is not None:
    offsets.append((headers["Date"], headers.get("ECO", "?"), dict(headers)["Site"]))
print(offsets)
for game in games(GAMES):
    for node in game.mainline():
        if node.clock() is not None or node.nags or node.comment:
            print(node.ply(), node.san(), node.clock(), node.nags, repr(node.comment), node.turn())
