#!/usr/bin/env python3
"""Imports every section of a `variants.ini` and compares the legal moves with Fairy-Stockfish's in random games.

Needs the Python package `pyffish`, the library of Fairy-Stockfish. Usage:

    tools/fairy_import.py FILE.ini [--ferz PATH] [--positions N] [--seed N] [--keep FOLDER] [--table] [--besides OTHER.ini] [--text]
        [SECTION ...]

A section is equal if both list the same moves in every position, refused if a rule file cannot express it, and different
otherwise. The exit status is 1 if a section is different. With --table, the result is a table in Markdown. With --besides,
sections that another file has in the same words are left out. With --text, both must list the same texts of moves, and ferz
reads the positions and the moves of Fairy-Stockfish as they are.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter

from cross import LONGEST_GAME, STRIDE, Engine, twin, way


class Imported(Engine):
    """A rule file as an engine, with moves in the notation of Fairy-Stockfish."""

    def __init__(self, program, path):
        self.process = subprocess.Popen([program, "engine", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("uci")
        self.until("uciok")

    def texts(self, start, played):
        """Returns the texts of the legal moves of a position in the format of Fairy-Stockfish, or None after the end of the game."""
        self.send(f"position fen {start}" + (" moves " + " ".join(played) if played else ""))
        self.send("isready")
        said = [line for line in self.until("readyok")[:-1] if "take long to list" not in line]
        if any("the game is over" in line for line in said):
            return None
        if said:
            raise RuntimeError(f"refused {start} moves {' '.join(played)}: {' '.join(said)}")
        self.send("go perft 1")
        return [line.split(": ")[0] for line in self.until("Nodes searched") if line.endswith(": 1") and not line.startswith("Nodes ")]

    def moves_after(self, played):
        """Returns the texts of the legal moves, or None if the game was over before the last move."""
        self.send("position startpos" + (" moves " + " ".join(played) if played else ""))
        self.send("isready")
        said = [line for line in self.until("readyok")[:-1] if "take long to list" not in line]
        if any("the game is over" in line for line in said):
            return None
        if said:
            raise RuntimeError(f"refused after {' '.join(played)}: {' '.join(said)}")
        self.send("go perft 1")
        return [line.split(": ")[0] for line in self.until("Nodes searched") if line.endswith(": 1") and not line.startswith("Nodes ")]


def ended(fish, name, start, played):
    return fish.is_immediate_game_end(name, start, played)[0]


def drawn(fish, name, start, played):
    """Returns true if the game is drawn. The two programs claim draws differently."""
    over, _ = fish.is_optional_game_end(name, start, played)
    return over


def compare(fish, program, path, name, wanted, chance):
    """Returns the number of positions and the first difference."""
    start, engine, seen = fish.start_fen(name), Imported(program, path), 0
    try:
        while seen < wanted:
            played, own_played = [], []
            for _ in range(LONGEST_GAME):
                over = ended(fish, name, start, played)
                theirs = [] if over else fish.legal_moves(name, start, played)
                try:
                    ours = engine.moves_after(own_played)
                except RuntimeError as problem:
                    return seen, str(problem)
                # A game that is drawn goes on there until someone claims it.
                if ours is None and drawn(fish, name, start, played[:-1]):
                    break
                if ours is None:
                    return seen, f"after {' '.join(played[:-1])}: the game is over only here"
                if played and not ours and theirs and drawn(fish, name, start, played):
                    break
                seen += 1
                only = differing(fish, name, start, played, theirs, ours)
                if only:
                    fen = fish.get_fen(name, start, played)
                    return seen, f"{' '.join(played) or 'start'} | {fen} | only there: {only[0]} | only here: {only[1]}"
                if not theirs or seen >= wanted:
                    break
                move = chance.choice(theirs)
                plain = stated(move, name)
                own = plain if plain in ours else twin(plain, theirs, ours)
                castling = [other for other in ours if castles(other, plain)] if own is None else []
                own = castling[0] if len(castling) == 1 else own
                if own is None:
                    break
                played.append(move)
                own_played.append(own)
    finally:
        engine.quit()
    return seen, None


def compare_texts(fish, program, path, name, wanted, chance):
    """Compares the texts of moves, and returns the number of positions and the first difference."""
    start, engine, seen = fish.start_fen(name), Imported(program, path), 0
    try:
        while seen < wanted:
            # Setting an earlier position is faster than sending all moves from the start again.
            since = (start, [])
            for _ in range(LONGEST_GAME):
                # A position does not show an ending by the move that led to it.
                if ended(fish, name, *since) and not since[1]:
                    break
                theirs = [] if ended(fish, name, *since) else fish.legal_moves(name, *since)
                try:
                    ours = engine.texts(*since)
                except RuntimeError as problem:
                    return seen, str(problem)
                if ours is None or not ours and theirs and drawn(fish, name, *since):
                    break
                mates = lambda move: "@" in move and not fish.legal_moves(name, since[0], [*since[1], move])
                there, own = sorted(set(theirs) - set(ours)), sorted(set(ours) - set(theirs))
                there = [move for move in there if not mates(move)]
                if there or own:
                    return seen, f"{fish.get_fen(name, *since)} | only there: {there} | only here: {own}"
                seen += 1
                if not theirs or seen >= wanted:
                    break
                since[1].append(chance.choice([move for move in theirs if move in ours] or theirs))
                if len(since[1]) == STRIDE:
                    since = (fish.get_fen(name, *since), [])
    finally:
        engine.quit()
    return seen, None


def differing(fish, name, start, played, theirs, ours):
    """Returns the moves of one side only, or None."""
    theirs, ours = Counter(way(stated(move, name)) for move in theirs), Counter(way(move) for move in ours)
    for move in list(ours - theirs):
        # Castling as the squares of king and partner.
        same = [other for other in theirs - ours if castles(move, other)]
        if len(same) == 1:
            ours[same[0]] += ours.pop(move)
    several = [move for move in theirs if theirs[move] > ours[move] == 1]
    if several and "blastOnCapture = true" in name_options(name):
        # A piece that explodes where it is promoted is one move here, and several there.
        theirs.subtract({move: theirs[move] - 1 for move in several})
    mates = lambda move: "@" in move and not fish.legal_moves(name, start, [*played, move])
    only = [move for move in (theirs - ours).elements() if not mates(move)], list((ours - theirs).elements())
    return None if only == ([], []) else only


def stated(move, name):
    """Returns a move of Fairy-Stockfish without the square of a wall that its player does not choose."""
    step, options = move.split(",")[0], name_options(name)
    squares = re.fullmatch(r"([a-z]\d+)([a-z]\d+).*", step)
    moves = squares and squares[1] != squares[2]
    is_fixed = "wallingRule = past" in options or "wallOrMove = true" in options and moves
    return step if is_fixed else move


def castles(move, other):
    one, two = (re.fullmatch(r"([a-z]\d+)([a-z])(\d+)", text) for text in (move, other))
    # A piece whose move ends on its own square passes.
    moves = one and two and all(part[1] != part[2] + part[3] and part[1][1:] == part[3] for part in (one, two))
    return bool(moves and one[1] == two[1] and (one[2] > one[1][0]) == (two[2] > two[1][0]))


def built_in():
    """Returns the options of the variants that Fairy-Stockfish contains."""
    text = (pathlib.Path(__file__).parent.parent / "data" / "fairy-stockfish.ini").read_text(encoding="utf-8")
    return dict(re.findall(r"^\[(\S+)\]\n((?:[^\[\n].*\n|\n)*)", text, flags=re.M))


OPTIONS, BUILT_IN = {}, built_in()


def name_options(name):
    """Returns the text of a section and of those from which it inherits."""
    text, parent = OPTIONS.get(name.removeprefix("own-")) or (BUILT_IN.get(name, ""), None)
    inherited = BUILT_IN.get(parent, "") if parent == name else name_options(parent) if parent else ""
    return text + inherited


def read_options(text):
    for part in re.split(r"^(?=\[)", text, flags=re.M):
        head = re.match(r"\[([^\]:]+):?([^\]]*)\]", part)
        if head:
            OPTIONS[head[1]] = (part, head[2] or None)


def lines_of(text):
    """Returns the parent and the options of each section, without comments and blanks."""
    found = {}
    for part in re.split(r"^(?=\[)", text, flags=re.M):
        head = re.match(r"\[([^\]:]+):?([^\]]*)\]", part)
        if head:
            options = [re.sub(r"\s+", "", line) for line in part.splitlines()[1:] if line.strip() and line.strip()[0] not in "#;"]
            found[head[1].strip()] = head[2].strip(), sorted(options)
    return found


def renamed(text, taken):
    """Returns the text with new names for sections whose names are taken, and the new names: no variant is defined twice."""
    names = {}

    def head(match):
        name, parent = match[1].strip(), match[2].strip()
        parent = names.get(parent, parent)
        names[name] = f"own-{name}" if name in taken or name in names else name
        return f"[{names[name]}:{parent}]" if parent else f"[{names[name]}]"

    return re.sub(r"^\[([^\]:]+):?([^\]]*)\]", head, text, flags=re.M), names


def imported(program, ini, section, folder):
    """Returns the path of the rule file, or the reasons of a refusal."""
    command = [program, "import", ini, section, "--json", "--force", "--output", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = json.loads(done.stdout)
    if "problems" in said and "file" not in said:
        return None, "; ".join(dict.fromkeys(problem["message"] for problem in said["problems"]))
    return said["file"], None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("sections", nargs="*")
    parser.add_argument("--ferz", default="target/release/ferz", help="the program")
    parser.add_argument("--positions", type=int, default=500, help="how many positions of each section")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="the folder for the rule files")
    parser.add_argument("--besides", help="a file whose sections are left out")
    parser.add_argument("--text", action="store_true", help="compare the texts of moves")
    parser.add_argument("--table", action="store_true", help="print a table in Markdown")
    args = parser.parse_intermixed_args()
    try:
        import pyffish as fish
    except ImportError:
        print("skipped: the Python package pyffish is not installed (pip install pyffish)")
        return 0
    text = pathlib.Path(args.file).read_text(encoding="utf-8", errors="replace")
    read_options(text)
    there = renamed(text, set(fish.variants()))
    fish.load_variant_config(there[0])
    names = [line[1:].split("]")[0].split(":")[0].strip() for line in text.splitlines() if line.startswith("[")]
    if args.besides:
        own, known = lines_of(text), lines_of(pathlib.Path(args.besides).read_text(encoding="utf-8", errors="replace"))
        names = [name for name in names if own.get(name) != known.get(name)]
    folder = args.keep or tempfile.mkdtemp()
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    counts = Counter()
    if args.table:
        print("| section | positions | result |\n|---|---|---|")
    for name in args.sections or names:
        path, refusal = imported(args.ferz, args.file, name, folder)
        if path is None:
            kind, seen, words = "refused", 0, refusal
        else:
            try:
                chance = random.Random(f"{args.seed} {name}")
                seen, differs = (compare_texts if args.text else compare)(fish, args.ferz, path, there[1][name], args.positions, chance)
            except (RuntimeError, ValueError) as problem:
                seen, differs = 0, str(problem)
            kind, words = ("equal", "equal") if differs is None else ("different", f"different: {differs}")
        counts[kind] += 1
        if kind == "refused":
            words = f"refused: {words}"
        print(f"| `{name}` | {seen or '-'} | {words} |" if args.table else f"{name}: {seen} positions, {words}", flush=True)
    print("\n" + (", ".join(f"{number} {kind}" for kind, number in counts.items()) or "no sections"))
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
