#!/usr/bin/env python3
"""Exports games for Fairy-Stockfish, and plays each in parallel with the original.

Needs the Python package `pyffish`, and for the check of the files the program `fairy-stockfish`. Usage:

    tools/fairy_export.py [--ferz PATH] [--positions N] [--table] [GAME ...]

Without GAME, every built-in game is exported. Fairy-Stockfish reads the file, and ferz plays its own rules as an engine: both must
list the same moves in every position. Then the file is imported again, and `ferz diff` must find no difference from the original.
With --table, the results are printed as a table in Markdown. The exit status is 1 if an exported game differs.
"""

import argparse
import contextlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from cross import LONGEST_GAME, Engine, ferz, play


# Games whose pieces have other letters in the file than in ferz, so that only the squares of moves are compared.
BY_SQUARES = {"chigorin", "kyotoshogi", "mansindam", "micro"}


def export(program, game):
    """Returns the text of the file, or the problems."""
    said = ferz(program, "export", game, "--to", "fairy-stockfish", "--json")
    return said["text"], said["left_out"]


@contextlib.contextmanager
def captured():
    """Collects what the library prints to standard error."""
    with tempfile.TemporaryFile("w+") as file:
        kept = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            yield file
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def faults(fish, text):
    """Returns the complaints of Fairy-Stockfish about the file."""
    with captured() as file:
        fish.load_variant_config(text)
        file.seek(0)
        said = file.read()
    program = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")
    if program:
        with tempfile.NamedTemporaryFile("w", suffix=".ini") as file:
            file.write(text)
            file.flush()
            done = subprocess.run([program, "check", file.name], capture_output=True, text=True, check=False)
            said += done.stdout + done.stderr
    ordinary = ("Parsing variant", "Fairy-Stockfish", "Variant '", "Invalid option: ")
    faults = [line for line in said.splitlines() if line.strip() and not line.startswith(ordinary)]
    # An old program does not know the newest options. The table says which options there are, and pieces follow from them.
    unknown = re.findall(r"Invalid option: (\w+)", said)
    strange = [f"Invalid option: {option}" for option in unknown if not is_option(option)]
    return strange if unknown else faults


def is_option(name):
    """Returns true if Fairy-Stockfish has an option with this name."""
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "..", "data", "fairy-stockfish.toml"), encoding="utf-8") as file:
        known = set(re.findall(r'^(?:name|option) = "(.*)"', file.read(), re.M))
    pieces = re.fullmatch(r"mobilityRegion(?:White|Black)(\w+)", name)
    bare = pieces[1][0].lower() + pieces[1][1:] if pieces else name
    return bare in known or re.sub(r"(White|Black)$", "", bare) in known or re.fullmatch(r"customPiece\d+", bare) is not None


def compare(fish, program, game, section, chance, wanted, free):
    """Compares up to this number of positions. Returns the number and the first difference. With `free`, castling is written as in Chess960."""
    start, engine, seen = fish.start_fen(section), Engine(program, game), 0
    while seen < wanted:
        played, fen = [], start
        for _ in range(LONGEST_GAME):
            over, _ = fish.is_immediate_game_end(section, fen, [])
            theirs = [] if over else fish.legal_moves(section, fen, [], free)
            try:
                ours = engine.moves(start, played)
            except RuntimeError as problem:
                return seen, str(problem)
            if not theirs or not ours:
                # A drawn game goes on in Fairy-Stockfish until somebody claims the draw.
                if theirs and not drawn(program, game, played):
                    return seen, f"after {' '.join(played)}: only Fairy-Stockfish has moves"
                if ours:
                    return seen + 1, f"after {' '.join(played)}: only ferz has moves"
                seen += 1
                break
            seen += 1
            only = [sorted(set(theirs) - set(ours)), sorted(set(ours) - set(theirs))]
            only[0] = [move for move in only[0] if "@" not in move or fish.legal_moves(section, fen, [move], free)]
            if only[0] or only[1]:
                return seen, f"after {' '.join(played) or 'the start'} in {fen}: only Fairy-Stockfish {only[0]}, only ferz {only[1]}"
            move = chance.choice([move for move in theirs if move in ours])
            played.append(move)
            fen = fish.get_fen(section, fen, [move], free)
    engine.quit()
    return seen, None


def comes_back(program, game, text):
    """Imports the file, and returns the first difference from the game, or None."""
    with tempfile.TemporaryDirectory() as folder:
        ini, rules = os.path.join(folder, "game.ini"), os.path.join(folder, "back.ferz")
        with open(ini, "w", encoding="utf-8") as file:
            file.write(text)
        section = re.search(r"^\[([^:\]]*)", text, re.M)[1]
        ferz(program, "import", ini, section, "--output", rules, "--json")
        said = ferz(program, "diff", game, rules, "--budget", "1", "--json")
    found = [f"{rule['what']} {rule['name']}" for rule in said["rules"]] + [f"piece {piece['piece']}" for piece in said["pieces"]]
    return f"after import: {found[0]}" if found else None


def drawn(program, game, played):
    """Returns true if ferz reports a draw."""
    moves = " ".join(played)
    said = ferz(program, "moves", game, "--style", "fairy-stockfish", *(["--after", moves] if moves else []), "--json")
    return said["outcome"] is not None and said["outcome"].get("winner") is None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", default="target/release/ferz", help="the program")
    parser.add_argument("--exporter", help="the program that writes the files, if it is another one")
    parser.add_argument("--positions", type=int, default=500, help="how many positions of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", action="store_true", help="print a table in Markdown")
    parser.add_argument("games", nargs="*")
    args = parser.parse_intermixed_args()
    try:
        import pyffish as fish
    except ImportError:
        print("skipped: the Python package pyffish is not installed (pip install pyffish)")
        return 0
    games = args.games or [game["name"] for game in ferz(args.ferz, "list", "--json")]
    failed, rows = 0, []
    for game in games:
        text, left_out = export(args.exporter or args.ferz, game)
        if text is None:
            reasons = list(dict.fromkeys(f"{one['labels'][0]['text']}: {one['message'].split(': ', 1)[1]}" for one in left_out))
            rows.append((game, "refused", "; ".join(reasons)))
        else:
            section = re.search(r"^\[([^:\]]*)", text, re.M)[1]
            said = faults(fish, text)
            if said:
                seen, differs = 0, said[0]
            elif game in BY_SQUARES:
                seen, differs = play(fish, args.ferz, game, random.Random(f"{args.seed} {game}"), args.positions, section)
            else:
                seen, differs = compare(fish, args.ferz, game, section, random.Random(f"{args.seed} {game}"), args.positions, "chess960 = true" in text)
            differs = differs or comes_back(args.exporter or args.ferz, game, text)
            rows.append((game, "equal" if differs is None else "DIFFERS", f"{seen} positions" if differs is None else differs))
            failed += differs is not None
        print(": ".join(rows[-1]), file=sys.stderr if args.table else sys.stdout, flush=True)
    if args.table:
        print("| game | export | positions, or rules in the way |\n|---|---|---|")
        for game, verdict, words in rows:
            print(f"| `{game}` | {verdict} | {words.replace('|', '')} |")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
