#!/usr/bin/env python3
"""Reads public files of games with ferz, and checks that it can replay what python-chess and Fairy-Stockfish can.

Needs the Python packages `chess` and `pyffish`. Usage:

    tools/records.py [--ferz PATH] [--refused] FOLDER ...

ferz must read every game that one of the two can replay completely. The table has a row for each file. With `--refused`, the program
also lists the games that ferz rejects, each with the first error. The exit status is 1 if there are any.

The files are not part of this project. They are in `data/pgn` of github.com/niklasf/python-chess, in `testing/gamefiles` and
`learn` of github.com/pychess/pychess, and in `tests/pgn` of github.com/fairy-stockfish/Fairy-Stockfish.
"""

import argparse
import io
import json
import logging
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import chess.pgn
import pyffish

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)

# The games that python-chess does not know, by the value of the tag `Variant` in lowercase without spaces.
FAIRY = {"seirawan": ("seirawan", False), "seirawan960": ("seirawan", True), "sittuyin": ("sittuyin", False)}

RESULTS = {"1-0", "0-1", "1/2-1/2", "1/2", "*"}


def decoded(data):
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def games(text):
    """Returns the games of a text. A tag after moves begins a new game."""
    begun, moves, found = 0, False, []
    at, depth = 0, 0
    for line in text.splitlines(keepends=True):
        is_tag = depth == 0 and re.match(r"\s*\[\s*[A-Za-z0-9_]+\s*\"", line)
        if is_tag and moves:
            found.append(text[begun:at])
            begun, moves = at, False
        elif line.strip() and not is_tag and not line.startswith("%"):
            moves = True
            for c in line:
                if c == "{":
                    depth = 1
                elif c == "}":
                    depth = 0
                elif c == ";" and depth == 0:
                    break
        at += len(line)
    if text[begun:].strip():
        found.append(text[begun:])
    return found


def tags(game):
    return dict(re.findall(r"^\s*\[\s*(\w+)\s*\"([^\"]*)\"", game, re.M))


def words(game):
    """Returns the moves of a game without comments and variations."""
    body = re.sub(r"^\s*\[\s*\w+\s*\"[^\"]*\"\s*\]\s*$", "", game, flags=re.M)
    body = re.sub(r"\{[^}]*\}|;[^\n]*|\$\d+", " ", body)
    while re.search(r"\([^()]*\)", body):
        body = re.sub(r"\([^()]*\)", " ", body)
    for word in body.split():
        word = re.sub(r"^\d+\.+", "", word).rstrip("+#!?")
        if word and word not in RESULTS and not re.fullmatch(r"\d+\.*", word):
            yield word


def by_python_chess(game):
    read = chess.pgn.read_game(io.StringIO(game))
    if read is None or read.errors:
        return False
    # Moves in variations are read as well; python-chess notes an error for those that are illegal.
    return any(True for _ in read.mainline_moves()) and read.board().is_valid()


def pieces(fen):
    """Returns the letters of the pieces by square, without marks for promoted pieces."""
    board, ranks = {}, fen.split("[")[0].split()[0].split("/")
    for down, rank in enumerate(ranks):
        file = 0
        for run, letter in re.findall(r"(\d+)|\+?([A-Za-z])~?", rank):
            if letter:
                board["abcdefghijkl"[file] + str(len(ranks) - down)] = letter.upper()
            file += int(run) if run else 1
    return board


def by_fairy(game, variant, is_960):
    own = tags(game)
    here, played = own.get("FEN") or pyffish.start_fen(variant), 0
    for word in words(game):
        legal = pyffish.legal_moves(variant, here, [], is_960)
        plain = lambda san: re.sub(r"[+#x=]", "", san)
        # The target and the piece identify most moves.
        legal = [mv for mv in legal if "O" in word or re.sub(r"[a-z]$", "", mv[2:])[-2:] in word]
        if "O" not in word and "@" not in word:
            board, letter = pieces(here), word[0] if word[0].isupper() else "P"
            legal = [mv for mv in legal if board.get(mv[:2]) == letter]
        found = [mv for mv in legal if plain(pyffish.get_san(variant, here, mv, is_960)) == plain(word)]
        if len(found) != 1:
            return False
        here, played = pyffish.get_fen(variant, here, found, is_960), played + 1
    return played > 0


def is_replayed(game):
    variant = re.sub(r"[^a-z0-9]", "", tags(game).get("Variant", "").lower())
    try:
        return by_fairy(game, *FAIRY[variant]) if variant in FAIRY else by_python_chess(game)
    except (ValueError, KeyError, IndexError, AssertionError):
        # python-chess raises an error at a variation before the first move.
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--ferz", default="ferz")
    parser.add_argument("--refused", action="store_true")
    args = parser.parse_args()
    print("| file | games | replayed by others | read by ferz | with warnings |")
    print("|---|---|---|---|---|")
    total, refused_all = Counter(), []
    for folder in args.folders:
        for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            is_record = path.suffix == ".pgn" or path.parent.name == "pgn"
            if not path.is_file() or not is_record or "lang" in path.parts:
                continue
            data = path.read_bytes()
            text = decoded(data)
            all_games = games(text)
            with tempfile.TemporaryDirectory() as place:
                names = []
                for number, game in enumerate(all_games):
                    name = f"{place}/{number:05}.pgn"
                    # The bytes of the file, except for the byte order mark.
                    is_utf8 = not data or text.encode("utf-8") in data
                    Path(name).write_bytes(game.encode("utf-8" if is_utf8 else "latin-1"))
                    names.append(name)
                done = subprocess.run([args.ferz, "check", "--json", *names], capture_output=True, text=True, check=False)
                try:
                    problems = json.loads(done.stdout)
                except json.JSONDecodeError:
                    sys.exit(f"{path}: ferz ended with {done.returncode}: {done.stderr[:2000]}")
            errors, warned = {}, set()
            for problem in problems:
                number = int(Path(problem["file"]).stem)
                if problem["severity"] == "error":
                    errors.setdefault(number, problem)
                else:
                    warned.add(number)
            replayed = [number for number, game in enumerate(all_games) if is_replayed(game)]
            read = [number for number in replayed if number not in errors]
            for number in replayed:
                if number in errors:
                    refused_all.append((path.name, number + 1, errors[number]))
            row = [len(all_games), len(replayed), len(read), len(warned - set(errors))]
            total.update(dict(enumerate(row)))
            print(f"| {path.name} | " + " | ".join(map(str, row)) + " |", flush=True)
    print("| **all** | " + " | ".join(str(total[at]) for at in range(4)) + " |")
    if args.refused:
        for name, number, problem in refused_all:
            labels = problem.get("labels") or [{}]
            print(f"{name} game {number}: {problem['code']} line {labels[0].get('line')}: {problem['message']}")
    return 1 if refused_all else 0


if __name__ == "__main__":
    sys.exit(main())
