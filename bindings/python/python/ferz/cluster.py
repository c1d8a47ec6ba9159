"""Studies and perft on many machines, by Ray: `python -m ferz.cluster study tamerlane --address auto`.

Needs the extra `cluster`. The work is divided into units that depend only on the rules, the settings, and some
numbers. If a machine is lost, Ray repeats its unit elsewhere. The results are exactly those of one machine. Without
`--address`, a cluster is started on this machine. A rule file is given by a path that all machines can read.
"""

import argparse
import sys
from pathlib import Path

from . import Board, Rules
from . import study as _study


def _ray():
    try:
        import ray
    except ImportError as missing:
        raise ImportError("a cluster needs Ray: pip install 'ferz[cluster]'") from missing
    return ray


#: The studies that a worker has prepared, so it compiles their rules only once.
_known = {}


def _unit(make, settings, numbers):
    """Plays the games of one unit. The study depends only on `make` and `settings`."""
    key = repr((make, sorted(settings.items())))
    if key not in _known:
        _known[key] = _study.compare(*make["games"], **make["choice"], **settings)
    return _known[key].play(numbers)


def _finished(ray, tasks):
    """Yields the result of each task as soon as it is complete."""
    waiting = list(tasks)
    while waiting:
        done, waiting = ray.wait(waiting)
        yield from ray.get(done)


def study(games, *, choice=None, settings=None, out=None, resume=False, unit=32, retries=8, progress=None):
    """Plays a study on the cluster to which Ray is connected, and returns its summary.

    The summary is byte for byte that of `ferz.study` with the same settings. `out` and `resume` have the same meaning
    as in `Study.run`: games in the file are not played again, even if the program that wrote them was killed.
    """
    ray = _ray()
    make, settings = {"games": tuple(games), "choice": dict(choice or {})}, dict(settings or {})
    whole = _study.compare(*make["games"], **make["choice"], **settings)
    remote = ray.remote(max_retries=retries)(_unit)
    with _study.Games(whole.head, out, resume=resume) as file:
        missing = [number for number in range(len(whole)) if number not in file.numbers]
        parts = [missing[begin : begin + unit] for begin in range(0, len(missing), unit)]
        tasks = [remote.remote(make, settings, numbers) for numbers in parts]
        for lines in _finished(ray, tasks):
            file.add(lines)
            if progress is not None:
                progress(len(file.numbers), len(whole))
        return file.summary()


def _count(game, fen, moves, depth):
    board = Board(Rules(game), fen)
    for move in moves:
        board.push(move)
    return board.perft(depth)


def perft(game, depth, *, fen=None, retries=8):
    """Counts move sequences on the cluster. There is a unit for each pair of plies at the start."""
    ray = _ray()
    if depth < 3:
        return _count(game, fen, [], depth)
    remote = ray.remote(max_retries=retries)(_count)
    board, units = Board(Rules(game), fen), []
    for first in board.legal_moves:
        board.push(first)
        units.extend((str(first), str(second)) for second in board.legal_moves)
        board.pop()
    return sum(_finished(ray, [remote.remote(game, fen, unit, depth - 2) for unit in units]))


def _arguments():
    parser = argparse.ArgumentParser(prog="python -m ferz.cluster", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("study", help="play many games by each of several rules")
    one.add_argument("games", nargs="+", metavar="GAME")
    one.add_argument("--each", type=lambda text: text.split(","), default=[], metavar="SWITCH,...")
    one.add_argument("--arrays", action="store_true")
    one.add_argument("--number", type=int, default=100, help="games by each of the rules")
    one.add_argument("--nodes", type=int, default=200, help="positions searched for each move")
    one.add_argument("--random", action="store_true", help="play moves at random")
    one.add_argument("--opening", type=int, default=4, help="random plies at the start")
    one.add_argument("--plies", type=int, default=600, help="where games are cut off")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--unit", type=int, default=32, help="games in a unit of work")
    one.add_argument("--out", help="the file of games")
    one.add_argument("--resume", action="store_true", help="go on with the file of games")
    one.add_argument("--html", help="write a page with plots")
    one.add_argument("--csv", help="write the summary as comma-separated values")
    count = commands.add_parser("perft", help="count the sequences of legal moves")
    count.add_argument("game", metavar="GAME")
    count.add_argument("--depth", type=int, required=True)
    count.add_argument("--fen")
    for command in (one, count):
        command.add_argument("--address", help="the cluster, such as `auto`; without it, this machine")
    return parser.parse_args()


def _shown(done, all_games):
    if sys.stderr.isatty():
        print(f"\rgames: {done} of {all_games} ", end="", file=sys.stderr, flush=True)


def main():
    args = _arguments()
    ray = _ray()
    ray.init(address=args.address, log_to_driver=False, include_dashboard=False if args.address is None else None)
    if args.command == "perft":
        print(perft(args.game, args.depth, fen=args.fen))
        return 0
    names = ("number", "seed", "nodes", "random", "opening", "plies")
    settings = {name: getattr(args, name) for name in names}
    choice = {"each": args.each, "arrays": args.arrays}
    found = study(
        args.games,
        choice=choice,
        settings=settings,
        out=args.out,
        resume=args.resume,
        unit=args.unit,
        progress=_shown,
    )
    if args.html:
        found.write_html(args.html)
    if args.csv:
        Path(args.csv).write_text(found.csv(), encoding="utf-8")
    print(found, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
