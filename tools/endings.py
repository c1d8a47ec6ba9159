#!/usr/bin/env python3
"""Compares the ends of games with other programs: which games are over, who has won, and which draws can be claimed.

Needs the Python packages `ferz` and `chess`, or `pyffish` with --fairy. Usage:

    tools/endings.py [--fairy] [--config FILE] [--positions N] [--seed N] [GAME ...]

The positions are near the end: few pieces on random squares, and the moves from there, which often go back and forth. Without
GAME, it compares the variants of Lichess with python-chess, and with --fairy some other games with Fairy-Stockfish. For a
game that Fairy-Stockfish does not build in, --config names its file `variants.ini`. The tool prints the first differences of each game, and then ends with exit status 1.
"""

import argparse
import random
import re
import sys

# The maximum number of moves from a placement.
LONGEST_LINE = 20

# The number of differences that are printed for each game.
SHOWN = 5

# The tokens of the pieces that are placed beside the kings. A token that is listed twice occurs more often.
LICHESS = {
    "chess": "NNBBRQP",
    "antichess": "KNNBBRQP",
    "atomic": "NNBBRQP",
    "crazyhouse": "NBRQP",
    "kingofthehill": "NNBBRQP",
    "3check": "NNBBRQP",
    "horde": "PPPPNBRQ",
    "racingkings": "NNBBRQ",
}
FAIRY = [
    "almost", "amazon", "berolina", "capablanca", "chancellor", "chigorin", "coregal", "gardner", "gustav3", "janus", "losalamos",
    "omicron", "shako", "tencubed", "torpedo",
]

# Lichess draws these games at 100 quiet plies, and crazyhouse at no number of them. In python-chess, all are as in chess.
DRAWN_AT_100 = {"antichess", "atomic", "kingofthehill", "3check", "horde", "racingkings"}
WITHOUT_CLOCK = {"crazyhouse"}

# The number of ranks on which kings and pawns are not promoted. On the others, they cannot stand as themselves.
HOME_RANKS = {"chak": 4}

# The squares d4, e4, d5, and e5 in python-chess.
HILL = {27, 28, 35, 36}


def placement(choice, pieces, size, holes=(), home=None):
    """Returns the ranks of a FEN with these pieces on random squares, pawns not on the last ranks. Kings and pawns stand on
    the first `home` ranks of their side."""
    width, height = size
    squares = {hole: "*" for hole in holes}
    for piece in pieces:
        ranks = range(1, height - 1) if piece in "Pp" else range(height)
        if home and piece in "KkPp":
            ranks = [rank for rank in ranks if (rank if piece.isupper() else height - 1 - rank) < home]
        kings = [square for square, other in squares.items() if other == "K" and piece == "k"]
        touches_king = lambda file, rank: any(abs(file - x) < 2 and abs(rank - y) < 2 for x, y in kings)
        squares[choice.choice([
            (file, rank) for file in range(width) for rank in ranks
            if (file, rank) not in squares and not touches_king(file, rank)
        ])] = piece

    def row(rank):
        texts = [squares.get((file, rank), " ") for file in range(width)]
        runs = "".join(texts).split(" ")
        text, empty = "", 0
        for number, run in enumerate(runs):
            empty += number > 0
            if run:
                text, empty = text + (str(empty) if empty else "") + run, 0
        return text + (str(empty) if empty else "")

    return "/".join(row(rank) for rank in reversed(range(height)))


def some_pieces(choice, tokens, maximum):
    return [choice.choice([token, token.lower()]) for token in choice.choices(tokens, k=choice.randint(0, maximum))]


def color(winner):
    return None if winner is None else ("white" if winner else "black")


def quiet_plies(choice):
    return choice.choice([0, 0, 0, 0, 60, 97, 98, 99, 100, 101, 147, 148, 149, 150])


class PythonChess:
    """A line of moves in python-chess and in ferz."""

    def __init__(self, ferz, name):
        import chess
        import chess.variant

        self.name, self.termination = name, chess.Termination
        self.theirs = chess.variant.find_variant(name)()
        self.ours = ferz.Board(name)

    def fen(self, choice):
        kings = {"antichess": [], "horde": ["k"]}.get(self.name, ["K", "k"])
        pieces = kings + some_pieces(choice, LICHESS[self.name], 4)
        if self.name in ("antichess", "horde"):
            # A player without pieces has lost already.
            pieces += ["P", "n"] if self.name == "antichess" else ["P"]
        # No piece leaves the game in crazyhouse.
        pieces += ["R", "n"] if self.name == "crazyhouse" else []
        held = f"[{''.join(some_pieces(choice, 'NBP', 1))}]" if self.name == "crazyhouse" else ""
        checks = f"{choice.randint(1, 3)}+{choice.randint(1, 3)} " if self.name == "3check" else ""
        return f"{placement(choice, pieces, (8, 8))}{held} {choice.choice('wb')} - - {checks}{quiet_plies(choice)} 100"

    def start(self, fen):
        """Sets a position, and returns False if no game leads to it."""
        self.theirs.set_fen(fen)
        if self.theirs.was_into_check() or not self.theirs.is_valid() and self.name != "horde":
            return False
        if self.name == "kingofthehill" and self.theirs.king(self.theirs.turn) in HILL:
            return False
        self.ours.set_fen(fen)
        return True

    def moves(self):
        return [move.uci() for move in self.theirs.legal_moves]

    def push(self, move):
        self.theirs.push_uci(move)
        self.ours.push_uci(move)

    def end(self):
        """Returns if the game is over, its winner, and the draws that can be claimed, as the other program has it."""
        board = self.theirs
        outcome = board.outcome()
        if outcome and outcome.termination is self.termination.SEVENTYFIVE_MOVES and self.name in WITHOUT_CLOCK:
            outcome = None
        if outcome:
            winner = outcome.winner
            return (True, color(winner), frozenset())
        if board.halfmove_clock >= 100 and self.name in DRAWN_AT_100:
            return (True, None, frozenset())
        claims = {"fifty-moves": board.halfmove_clock >= 100 and self.name not in WITHOUT_CLOCK, "repetition": board.is_repetition(3)}
        return (False, None, frozenset(claim for claim, can_claim in claims.items() if can_claim))

    def own_end(self):
        """Returns the same for ferz."""
        outcome = self.ours.outcome()
        claims = frozenset() if outcome else frozenset(claim.reason for claim in self.ours.claims())
        return (outcome is not None, color(outcome.winner) if outcome else None, claims)


class Fairy:
    """A line of moves in Fairy-Stockfish and in ferz. It does not distinguish draws that end the game from claims."""

    def __init__(self, ferz, name):
        import pyffish

        self.fish, self.name = pyffish, name
        self.ours = ferz.Board(name)
        self.size = self.ours.rules.size
        rows = pyffish.start_fen(name).split()[0].split("[")[0].split("/")[: self.size[1]]
        # One character for each square.
        rows = [re.sub(r"\d+", lambda run: "." * int(run[0]), row.replace("+", "").replace("~", "")) for row in rows]
        self.holes = [(file, rank) for rank, row in enumerate(reversed(rows)) for file, char in enumerate(row) if char == "*"]
        self.tokens = sorted({char for row in rows for char in row if char.isalpha() and char not in "Kk"})
        # A FEN without the cells off the board leaves them as at the start.
        self.cells = "".join(f" {name}=-" for name in re.findall(r" ([a-z]\d+)=", self.ours.fen()))

    def fen(self, choice):
        pieces = ["K", "k"] + choice.choices(self.tokens, k=choice.randint(0, 4))
        ranks = placement(choice, pieces, self.size, self.holes, HOME_RANKS.get(self.name))
        return f"{ranks} {choice.choice('wb')} - - {quiet_plies(choice)} 100"

    def start(self, fen):
        """Sets a position, and returns False if no game leads to it."""
        from ferz import FenError

        self.since, self.played = fen, []
        if self.fish.validate_fen(fen, self.name) != self.fish.FEN_OK:
            return False
        try:
            self.ours.set_fen(fen + self.cells)
        except FenError:
            return False
        return True

    def moves(self):
        return self.fish.legal_moves(self.name, self.since, self.played)

    def push(self, move):
        self.played.append(move)
        self.ours.push_uci(move, dialect="fairy-stockfish")

    def end(self):
        """Returns if the game is over, and its winner, as the other program has it."""
        fish, line = self.fish, (self.name, self.since, self.played)
        turn = "white" if (self.since.split()[1] == "w") == (len(self.played) % 2 == 0) else "black"
        other = {"white": "black", "black": "white"}[turn]
        over, value = fish.is_immediate_game_end(*line)
        if not over and not fish.legal_moves(*line):
            over, value = True, fish.game_result(*line)
        if not over:
            over, value = fish.is_optional_game_end(*line)
        if not over:
            over, value = all(fish.has_insufficient_material(*line)), 0
        return (over, None if not over or value == 0 else (turn if value > 0 else other))

    def own_end(self):
        """Returns the same for ferz."""
        outcome = self.ours.outcome(claim_draw=True)
        return (outcome is not None, color(outcome.winner) if outcome else None)


def compare(line, choice, wanted):
    """Compares up to this number of positions, and returns the number compared and the differences."""
    seen, over, differences = 0, 0, {}
    while seen < wanted:
        fen = line.fen(choice)
        if not line.start(fen):
            continue
        played = []
        while True:
            theirs, ours = line.end(), line.own_end()
            seen += 1
            over += theirs[0]
            if theirs != ours:
                about = f"{fen} {' '.join(played)}\n    other {theirs}\n    ferz  {ours} {line.ours.outcome(claim_draw=True)}"
                differences.setdefault((theirs, ours), about)
                break
            moves = line.moves()
            if theirs[0] or len(played) >= LONGEST_LINE or seen >= wanted or not moves:
                break
            # A move back repeats positions.
            back = [move for move in moves if len(played) > 1 and move == played[-2][2:4] + played[-2][:2]]
            move = back[0] if back and choice.random() < 0.7 else choice.choice(moves)
            line.push(move)
            played.append(move)
    return seen, over, list(differences.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fairy", action="store_true", help="compare with Fairy-Stockfish instead of python-chess")
    parser.add_argument("--positions", type=int, default=2000, help="number of positions of each game")
    parser.add_argument("--config", help="file `variants.ini` of Fairy-Stockfish")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    kind, names, package = (Fairy, FAIRY, "pyffish") if args.fairy else (PythonChess, list(LICHESS), "chess")
    try:
        import ferz

        __import__(package)
    except ImportError:
        print(f"skipped: needs the Python packages ferz and {package}")
        return 0
    if args.config:
        import pyffish

        with open(args.config, encoding="utf-8") as file:
            pyffish.load_variant_config(file.read())
    failed = 0
    for name in args.names or names:
        choice = random.Random(f"{args.seed} {name}")
        seen, over, differences = compare(kind(ferz, name), choice, args.positions)
        print(f"{name}: {seen} positions, {over} of them ends, {len(differences)} kinds of differences", flush=True)
        for difference in differences[:SHOWN]:
            print(f"  {difference}", flush=True)
        failed += bool(differences)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
