#!/usr/bin/env python3
"""Plays random games with ferz and Fairy-Stockfish, and compares the legal moves of every position.

Needs the Python package `pyffish`, the library of Fairy-Stockfish. Usage:

    tools/cross.py [--ferz PATH] [--positions N] [--seed N] [--uci] [GAME ...]

Without GAME, it plays every game that both programs know by the same name. It prints each position in which the two disagree,
with the moves that led to it, and then ends with exit status 1.

With --uci, ferz runs as an engine, and the two programs exchange only the text of moves: both must list the same texts in every
position, and each plays every move of the other.
"""

import argparse
import json
import random
import re
import subprocess
import sys
from collections import Counter

# The switches of ferz that select Fairy-Stockfish's rules.
SETTINGS = {
    "shatar": {"knight-mate": "loses"},
    "wolf": {
        "pawn.double-step": "squares",
        "sergeant.double-step": "squares",
        "pawn.promotion": "without",
        "sergeant.promotion": "without",
    },
}

# Games of which the sources here have another array than Fairy-Stockfish.
OTHER_ARRAYS = {"chaturanga"}

# Games that Fairy-Stockfish decides by points if they are drawn in ferz.
BY_POINTS = {"janggi"}

LONGEST_GAME = 60

# With --uci, the position is set again, in Fairy-Stockfish's format, after this number of moves.
STRIDE = 6


def ferz(program, *args):
    done = subprocess.run([program, *args], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.strip() or f"ferz {args} ended with {done.returncode}")
    return json.loads(done.stdout)


def ways(moves):
    """Counts the moves for each pair of squares, or for the hand and a square. Promotions are not distinguished."""
    return Counter(way(move) for move in moves)


def way(move):
    if "," in move:
        # A piece that is put on a square after the move: Fairy-Stockfish writes a step, ferz only the square.
        move, then = move.split(",")
        end = re.search(r"[a-z]\d+$", then)
        return way(move) + "," + end[0]
    gate = re.fullmatch(r"([a-z]\d+)[a-z]\d+/\{?\w+\}?([a-z]\d+)", move)
    if gate:
        # A piece that is put where the castling partner stood: Fairy-Stockfish writes that square, then the king's.
        return gate[2] + gate[1]
    place = re.fullmatch(r"([a-z]\d+)@([a-z]\d+).*", move)
    if place:
        # A piece that becomes another one on its square or next to it: Fairy-Stockfish writes a step.
        return place[1] + place[2]
    drop = re.fullmatch(r"\{?\+?([A-Za-z][\w.]*)\}?@([a-z]\d+)(.*)", move)
    if drop:
        return f"{drop[1].upper()}@{drop[2]}"
    plain = re.match(r"([a-z]\d+)[x~]?([a-z]\d+)", move)
    if plain and plain[1] == plain[2] and plain.end() == len(move):
        # A pass: Fairy-Stockfish writes the square of the king twice.
        return "pass"
    return plain[1] + plain[2] if plain else move


def differing(fish, game, start, played, theirs, ours):
    """Returns the moves that only Fairy-Stockfish lists, and those that only ferz lists.

    Fairy-Stockfish lists pawn drops that mate, and counts them as lost. They are left out.
    """
    theirs, ours = ways(theirs), ways(ours)
    mates = lambda move: "@" in move and not fish.legal_moves(game, start, [*played, move])
    only = sorted((theirs - ours).elements()), sorted((ours - theirs).elements())
    return [move for move in only[0] if not mates(move)], only[1]


def twin(move, theirs, ours):
    """Returns the move of ferz that corresponds to a move of Fairy-Stockfish, or None if it is not unique."""
    mine = [own for own in ours if way(own) == way(move)]
    if len(mine) < 2:
        return mine[0] if mine else None
    move = move.split(",")[0]
    if "@" in move and move.startswith("+"):
        # A piece dropped in its promoted form: ferz writes the form after the square.
        longer = [own for own in mine if own != min(mine, key=len)]
        return longer[0] if len(longer) == 1 else None
    suffix = move[len(way(move)):].lower() if "@" not in move else ""
    if suffix in ("", "-"):
        return min(mine, key=len)
    plain = {own: re.sub(r"(/\{?\w+?\}?)[a-z]\d+$", r"\1", own.split(",")[0]) for own in mine}
    bare = {own: text.lower().rstrip("}") for own, text in plain.items()}
    same = [own for own in mine if bare[own].endswith(suffix)]
    longer = [own for own in mine if own != min(mine, key=len)]
    if len(same) == 1:
        return same[0]
    return longer[0] if len(longer) == 1 else None


def play(fish, program, game, chance, wanted, section=None):
    """Compares up to this number of positions, and returns the number compared and the first difference.

    Fairy-Stockfish may know the game by another name, `section`.
    """
    section = section or game
    start = fish.start_fen(section)
    setting = [word for pair in SETTINGS.get(game, {}).items() for word in ("--set", "=".join(pair))]
    seen = 0
    while seen < wanted:
        played, ours_played = [], []
        for _ in range(LONGEST_GAME):
            after = ["--after", " ".join(ours_played)] if ours_played else []
            said = ferz(program, "moves", game, *setting, *after, "--json")
            over, _ = fish.is_immediate_game_end(section, start, played)
            theirs = [] if over else fish.legal_moves(section, start, played)
            ours = said["moves"]
            # Draws by move count and by repetition are not compared.
            drawn = said["outcome"] is not None and said["outcome"].get("winner") is None
            if drawn and theirs:
                break
            seen += 1
            only = differing(fish, section, start, played, theirs, ours)
            if only != ([], []):
                return seen, f"{' '.join(played) or 'start'}\n  FEN {said['fen']}\n  only Fairy-Stockfish: {only[0]}\n  only ferz: {only[1]}\n  ferz says: {said['outcome']}"
            if not theirs:
                break
            move = chance.choice(theirs)
            own = twin(move, theirs, ours)
            if own is None:
                break
            played.append(move)
            ours_played.append(own)
    return seen, None


class Engine:
    """ferz as a UCI engine."""

    def __init__(self, program, game):
        setting = [word for pair in SETTINGS.get(game, {}).items() for word in ("--set", "=".join(pair))]
        command = [program, "engine", game, *setting]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("uci")
        self.until("uciok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, begin):
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the engine has ended")
            lines.append(line.rstrip("\n"))
            if line.startswith(begin):
                return lines

    def moves(self, start, played):
        """Returns the texts of the legal moves. Raises an error that names the move if ferz rejects one."""
        # All commands are sent at once, so that the programs wait for each other only once.
        moves = " moves " + " ".join(played) if played else ""
        self.send(f"position fen {start}{moves}\nisready\ngo perft 1")
        said = self.until("readyok")[:-1]
        if said:
            raise RuntimeError(f"refused after {' '.join(played)}: {' '.join(said)}")
        return [line.split(": ")[0] for line in self.until("Nodes searched") if line.endswith(": 1") and not line.startswith("Nodes ")]

    def quit(self):
        self.send("quit")
        self.process.wait()


def play_by_text(fish, program, game, chance, wanted):
    """Plays this number of plies with texts of moves only, and returns the number played and the first difference."""
    start, engine, seen = fish.start_fen(game), Engine(program, game), 0
    while seen < wanted:
        # Setting an earlier position is faster than sending all moves from the start again. Most of the time is spent in
        # the library, which sets the position anew in every call.
        played, since = [], (start, [])
        for _ in range(LONGEST_GAME):
            # A game that has ended has no moves.
            theirs = fish.legal_moves(game, *since)
            try:
                ours = engine.moves(*since)
            except RuntimeError as problem:
                return seen, str(problem)
            # Draws are not compared, and a game can be over while there are moves.
            if not theirs or not ours:
                break
            seen += 1
            only_theirs, only_ours = sorted(set(theirs) - set(ours)), sorted(set(ours) - set(theirs))
            mates = lambda move: "@" in move and not fish.legal_moves(game, since[0], [*since[1], move])
            only_theirs = [move for move in only_theirs if not mates(move)]
            if only_theirs or only_ours:
                fen = fish.get_fen(game, *since)
                return seen, f"{' '.join(played) or 'start'}\n  FEN {fen}\n  only Fairy-Stockfish: {only_theirs}\n  only ferz: {only_ours}"
            # Fairy-Stockfish also lists the drops that mate with a pawn.
            move = chance.choice(ours)
            played.append(move)
            since[1].append(move)
            if len(since[1]) == STRIDE:
                since = (fish.get_fen(game, *since), [])
    engine.quit()
    return seen, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", default="target/release/ferz", help="the program")
    parser.add_argument("--positions", type=int, default=2000, help="number of positions of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--uci", action="store_true", help="compare the texts of moves with ferz as an engine")
    parser.add_argument("games", nargs="*")
    args = parser.parse_args()
    try:
        import pyffish as fish
    except ImportError:
        print("skipped: the Python package pyffish is not installed (pip install pyffish)")
        return 0
    known = [game["name"] for game in ferz(args.ferz, "list", "--json")]
    shared = args.games or [game for game in known if game in fish.variants()]
    failed = 0
    for game in shared:
        chance = random.Random(f"{args.seed} {game}")
        try:
            seen, differs = (play_by_text if args.uci else play)(fish, args.ferz, game, chance, args.positions)
        except RuntimeError as problem:
            seen, differs = 0, str(problem)
        print(f"{game}: {seen} positions{'' if differs is None else ', and then ' + differs}", flush=True)
        failed += differs is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
