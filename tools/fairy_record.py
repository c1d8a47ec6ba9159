#!/usr/bin/env python3
"""Records random games of the sections of a `variants.ini` that Fairy-Stockfish and ferz play alike.

Needs the Python package `pyffish`, the library of Fairy-Stockfish. Usage:

    tools/fairy_record.py FILE.ini [--ferz PATH] [--games N] [--seed N] [SECTION ...]

Each line that it prints is a game: the section, the number of legal moves of each position with the move that follows, and the
winner, `draw`, or `-` for a game that goes on. Fairy-Stockfish counts the moves and names the winner. Games that end are
preferred. The exit status is 1 if the two programs disagree.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import fairy_import
from cross import twin

LONGEST = 24


def said(program, path, played):
    """Returns the legal moves of ferz and the outcome."""
    after = ["--after", " ".join(played)] if played else []
    done = subprocess.run([program, "moves", path, *after, "--json"], capture_output=True, text=True, check=False)
    if not done.stdout:
        raise RuntimeError(f"refused after {' '.join(played)}: {done.stderr}")
    state = json.loads(done.stdout)
    return state["moves"], state["outcome"]


def winner(value, played):
    """Returns the winner, if the value is that of the player to move."""
    if value == 0:
        return "draw"
    return "white" if (value > 0) == (len(played) % 2 == 0) else "black"


def ending(fish, name, start, played):
    """Returns the winner in Fairy-Stockfish, or None if the game goes on, and true if a player must claim the result."""
    over, value = fish.is_immediate_game_end(name, start, played)
    if not over and not fish.legal_moves(name, start, played):
        over, value = True, fish.game_result(name, start, played)
    claimed, claim = (False, 0) if over or not played else fish.is_optional_game_end(name, start, played)
    if not over and not claimed:
        return None, False
    return winner(value if over else claim, played), claimed


def played_game(fish, program, path, name, chance):
    """Returns the parts of a line after the section."""
    start, played, own, steps = fish.start_fen(name), [], [], []
    while True:
        ours, outcome = said(program, path, own)
        result, claimed = ending(fish, name, start, played)
        here = outcome and (outcome.get("winner") or "draw")
        if result != here:
            raise RuntimeError(f"after {' '.join(own)}: {result} there, {here} here")
        theirs = [] if result else fish.legal_moves(name, start, played)
        only = None if claimed else fairy_import.differing(fish, name, start, played, theirs, ours)
        if only:
            raise RuntimeError(f"after {' '.join(own)}: only there {only[0]}, only here {only[1]}")
        steps.append(str(len(theirs)))
        if result or len(played) == LONGEST or len(theirs) != len(ours):
            return " ".join(steps), result or "-"
        fen = fish.get_fen(name, start, played)
        notable = [move for move in theirs if re.search(r"O-O|x|[@/,]", fish.get_san(name, fen, move))]
        move = chance.choice(notable if notable and chance.random() < 0.4 else theirs)
        plain = fairy_import.stated(move, name)
        mine = plain if plain in ours else twin(plain, theirs, ours)
        if mine is None:
            castling = [other for other in ours if fairy_import.castles(other, plain)]
            mine = castling[0] if len(castling) == 1 else None
        if mine is None:
            return " ".join(steps), "-"
        steps.append(mine)
        played.append(move)
        own.append(mine)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("sections", nargs="*")
    parser.add_argument("--ferz", default="target/release/ferz", help="the program")
    parser.add_argument("--games", type=int, default=2, help="how many games of each section")
    parser.add_argument("--tries", type=int, default=4, help="how many games to play for them")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_intermixed_args()
    try:
        import pyffish as fish
    except ImportError:
        print("skipped: the Python package pyffish is not installed (pip install pyffish)")
        return 0
    text = pathlib.Path(args.file).read_text(encoding="utf-8")
    fairy_import.read_options(text)
    renamed, names = fairy_import.renamed(text, set(fish.variants()))
    fish.load_variant_config(renamed)
    folder, failed = tempfile.mkdtemp(), False
    for section in args.sections or names:
        path, refusal = fairy_import.imported(args.ferz, args.file, section, folder)
        if path is None:
            print(f"{section}: refused: {refusal}", file=sys.stderr)
            failed = True
            continue
        chance, found = random.Random(f"{args.seed} {section}"), []
        try:
            for _ in range(args.tries):
                found.append(played_game(fish, args.ferz, path, names[section], chance))
        except RuntimeError as problem:
            print(f"{section}: {problem}", file=sys.stderr)
            failed = True
        found.sort(key=lambda game: (game[1] == "-", len(game[0]) if game[1] != "-" else -len(game[0])))
        for steps, result in found[: args.games]:
            print(f"{section} | {steps} | {result}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
