#!/usr/bin/env python3
"""Plays matches between ferz and other programs, and records the games. A stopped match can be resumed.

    tools/match.py GAME OPPONENT [--games N] [--time MS] [--their-time MS] [--records FILE] [--ferz PATH]
                              [--promotes LETTER] [--resign N]

OPPONENT is the path of a UCI engine, or `play:PATH` for an older ferz that has only `ferz play`. Each opening is a few random moves
after which ferz evaluates the position as about equal, and is played twice, with the colors exchanged. A `ferz play` process that
receives the moves of both sides is the referee. Every game is a line of JSON in the records, and a match continues after the last one. A game with an illegal move is a fault of the match
and no point: it is counted apart, and the exit status is 1. The last line has the points with their interval of 95 %.
"""

import argparse
import json
import math
import pathlib
import queue
import random
import re
import subprocess
import sys
import threading
import time

# A longer game is a draw.
LONGEST = 400
# With --resign, the number of moves for which ferz must consider the game decided.
PATIENCE = 6
OPENING = 6
BALANCED = 120


class Session:
    """`ferz play` through a pipe."""

    def __init__(self, program, game, *args):
        command = [program, "play", game, *args]
        self.pipe = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.answer = self.read()

    def read(self):
        text = b""
        while not re.search(rb"(?:^|\n)(white|black|over)> $", text):
            part = self.pipe.stdout.read1(65536)
            if not part:
                break
            text += part
        return text.decode()

    def send(self, line):
        self.pipe.stdin.write(line.encode() + b"\n")
        self.pipe.stdin.flush()
        self.answer = self.read()
        return self.answer

    def close(self):
        self.pipe.kill()
        self.pipe.wait()


class Referee(Session):
    def legal(self):
        lines = self.send("moves").split("\n")[1:-1]
        return [move for line in lines for move in line.split() if line.startswith("  ")]

    @property
    def over(self):
        return self.answer.endswith("over> ")

    def result(self):
        text = self.answer.lower()
        return "1-0" if "white wins" in text else "0-1" if "black wins" in text else "1/2-1/2"


class Uci:
    """A UCI engine."""

    def __init__(self, program, game, options):
        command = [program, "engine"] if pathlib.Path(program).name.startswith("ferz") else [program]
        self.pipe = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.name = pathlib.Path(program).name
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.send("uci")
        self.until("uciok")
        for name, value in {"UCI_Variant": game, **options}.items():
            self.send(f"setoption name {name} value {value}")
        self.send("isready")
        self.until("readyok")
        self.score = 0

    def send(self, line):
        self.pipe.stdin.write(line + "\n")
        self.pipe.stdin.flush()

    def listen(self):
        for line in self.pipe.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def until(self, word, patience=60):
        while True:
            try:
                line = self.lines.get(timeout=patience)
            except queue.Empty:
                return None
            if line is None:
                raise RuntimeError(f"{self.name} has ended")
            score = re.search(r"score (cp|mate) (-?\d+)", line)
            if score:
                self.score = int(score[2]) if score[1] == "cp" else 10_000 * (1 if int(score[2]) > 0 else -1)
            if line.split()[:1] == [word]:
                return line.split()

    def new(self):
        self.send("ucinewgame")
        self.send("isready")
        self.until("readyok")

    def move(self, moves, limit):
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.send(f"go {limit}")
        found = self.until("bestmove", patience=5)
        return found[1] if found else None

    def close(self):
        self.pipe.kill()
        self.pipe.wait()


def way(move):
    drop = re.fullmatch(r"\{?\+?([A-Za-z][\w.]*)\}?@([a-z]\d+)(.*)", move)
    if drop:
        return f"{drop[1].upper()}@{drop[2]}"
    plain = re.match(r"([a-z]\d+)[x~]?([a-z]\d+)", move)
    return plain[1] + plain[2] if plain else move


def twin(move, ours):
    """Returns the legal move that the text of another program denotes, or None if it is not unique."""
    if move in ours:
        return move
    mine = [own for own in ours if way(own) == way(move)]
    suffix = move[len(way(move)):].lower().strip("=")
    promoted = lambda own: own[len(way(own)):].lower().strip("{}=")
    if suffix and len(mine) > 1:
        mine = [own for own in mine if promoted(own) == suffix] or [own for own in mine if promoted(own).startswith(suffix)]
    return min(mine, key=len, default=None)


def named(move, before, after, letter):
    """Returns the move in the format of programs that always write what a piece becomes, even without a choice."""
    pieces = lambda fen: sorted(filter(str.isalpha, re.sub(r"\[.*", "", fen.split()[0])))
    gone, come = list(pieces(before)), list(pieces(after))
    for piece in pieces(before):
        if piece in come:
            come.remove(piece)
            gone.remove(piece)
    return move + (letter or come[0].lower()) if come and re.fullmatch(r"([a-z]\d+){2}", move) else move


def opening(args, judge, dice):
    """Returns random moves that lead to a position that is about equal."""
    while True:
        referee, moves = Referee(args.ferz, args.game), []
        for _ in range(OPENING):
            legal = referee.legal()
            if not legal:
                break
            moves.append(dice.choice(legal))
            referee.send(moves[-1])
        over = referee.over
        referee.close()
        if not over and len(moves) == OPENING:
            judge.move(moves, "nodes 20000")
            if abs(judge.score) <= BALANCED:
                return moves


def play(args, ferz, other, moves, ferz_is_white):
    """Plays a game, and returns its result, the reason, and its moves."""
    referee = Referee(args.ferz, args.game)
    position = lambda: referee.send("fen").split("\n")[1].strip()
    theirs, moves, opening, decided = [], [], moves, 0
    for move in opening:
        before = position()
        referee.send(move)
        moves.append(move)
        theirs.append(named(move, before, position(), args.promotes))
    while not referee.over and len(moves) < LONGEST:
        white = len(moves) % 2 == 0
        if white == ferz_is_white:
            begun = time.time()
            move = ferz.move(moves, f"movetime {args.time}")
            if time.time() - begun > args.time / 1000 + 1:
                print("ferz took long", file=sys.stderr)
            # The number of successive moves for which ferz considers the game decided, positive if it wins.
            sign = (ferz.score > args.resign) - (ferz.score < -args.resign) if args.resign else 0
            decided = decided + sign if decided * sign > 0 else sign
            if abs(decided) == PATIENCE:
                referee.close()
                return ("1-0" if white == (decided > 0) else "0-1"), "resigned", moves
            own = move
        elif other is None:
            fen = position()
            side = "--white" if white else "--black"
            command = [args.opponent[5:], "play", args.game, "--fen", fen, side, "engine", "--plies", "1", "--seed", str(len(moves))]
            text = subprocess.run(command, input="quit\n", capture_output=True, text=True, check=False).stdout
            found = re.search(r"(?:White|Black) plays (\S+)", text)
            move = own = found[1] if found else ""
        else:
            move = other.move(theirs, f"movetime {args.their_time}")
            if move is None:
                # The game is over by the opponent's rules. ferz moves for it until the game is over by its own.
                move = ferz.move(moves, f"movetime {args.time}")
            own = twin(move, referee.legal())
            if own is None:
                referee.close()
                return "*", f"illegal move {move} of the opponent", moves
        before = position() if not referee.over else ""
        answer = referee.send(own)
        if "plays" not in answer:
            print("illegal", own, answer[:300], before, file=sys.stderr)
            referee.close()
            return "*", f"illegal move {own}", moves
        moves.append(own)
        theirs.append(move if move != own or referee.over else named(move, before, position(), args.promotes))
    result = referee.result() if referee.over else "1/2-1/2"
    reason = referee.answer.strip().split("\n")[-2] if referee.over else "too long"
    referee.close()
    return result, reason, moves


def summary(done):
    """Returns the points with their interval of 95 %, and the number of faults."""
    points = [game["points"] for game in done if game["points"] is not None]
    faults = len(done) - len(points)
    tally = " ".join(f"{sign}{points.count(score)}" for sign, score in (("+", 1), ("=", 0.5), ("-", 0)))
    mean = sum(points) / max(len(points), 1)
    half = 1.96 * math.sqrt(sum((point - mean) ** 2 for point in points)) / max(len(points), 1)
    return f"{tally}, {100 * mean:.1f} % ± {100 * half:.1f} of {len(points)}" + (f", {faults} FAULTS" if faults else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("opponent")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=int, default=100)
    parser.add_argument("--their-time", type=int)
    parser.add_argument("--their-variant")
    parser.add_argument("--resign", type=int, default=0, metavar="N", help="end a game in which ferz's score is at least N centipawns for either side")
    parser.add_argument("--promotes", metavar="LETTER", help="the opponent's letter for the piece that pawns become, if it differs from ferz's")
    parser.add_argument("--records")
    parser.add_argument("--ferz", default="target/release/ferz")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.their_time = args.their_time or args.time
    name = re.sub(r"\W+", "-", pathlib.Path(args.opponent).name)
    args.records = args.records or f"target/matches/{args.game.replace('/', '-')}-{name}.jsonl"
    records = pathlib.Path(args.records)
    records.parent.mkdir(parents=True, exist_ok=True)
    done = [json.loads(line) for line in records.read_text().splitlines()] if records.exists() else []
    ferz = Uci(args.ferz, args.game, {})
    other = None if args.opponent.startswith("play:") else Uci(args.opponent, args.their_variant or args.game, {})
    for number in range(len(done), args.games):
        dice = random.Random(f"{args.seed} {args.game} {number // 2}")
        start = opening(args, ferz, dice)
        for player in filter(None, [ferz, other]):
            player.new()
        white = number % 2 == 0
        result, reason, moves = play(args, ferz, other, start, white)
        points = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}.get(result)
        done.append({"white": "ferz" if white else name, "result": result, "reason": reason,
                     "points": points if white or points is None else 1 - points, "moves": " ".join(moves)})
        with records.open("a") as file:
            file.write(json.dumps(done[-1]) + "\n")
        print(f"{args.game} {name}: {summary(done)}  ({reason}, {len(moves)} plies)", flush=True)
    for player in filter(None, [ferz, other]):
        player.close()
    return any(game["points"] is None for game in done)


if __name__ == "__main__":
    sys.exit(main())
