"""A program that uses the package with types, which mypy and pyright check. It is not run."""

import io

import ferz
import ferz.bitboard
import ferz.engine
import ferz.pgn
import ferz.polyglot
import ferz.svg
import ferz.variant


def play(board: ferz.Board) -> list[str]:
    move: ferz.Move = board.push_san("e4")
    attackers: list[str] = board.attackers(ferz.WHITE, "d5")
    texts: list[str] = [one.uci() for one in board.legal_moves]
    found = board.search(depth=1)
    score: int = found.score
    outcome = board.outcome()
    reason: str = "" if outcome is None else outcome.reason
    return [*attackers, *texts, str(score), reason, str(move)]


def records() -> ferz.Move | None:
    game = ferz.pgn.read_game(io.StringIO("1. e4 e5"))
    assert game is not None
    node = game.next()
    return None if node is None else node.move


async def engines(board: ferz.Board) -> ferz.Move | None:
    with ferz.engine.SimpleEngine.popen_uci(["ferz", "engine"]) as simple:
        first = simple.play(board, ferz.engine.Limit(time=1)).move
    _, engine = await ferz.engine.popen_uci(["ferz", "engine"])
    with await engine.analysis(board) as analysis:
        async for info in analysis:
            print(info.get("depth"))
    await engine.quit()
    return first


def pictures(board: ferz.Board) -> str:
    return ferz.svg.board(board, arrows=[("e2", "e4")], fill={"e5": "red"})


def games() -> ferz.Board:
    board, _operations = ferz.variant.find_variant("chess").from_epd("8/8/8/8/8/8/8/K1k5 w - -")
    for problem in ferz.check("mine.ferz"):
        print(problem.places[0].line, problem.message)
    return board


def squares(board: ferz.Board) -> ferz.Move | None:
    bits = ferz.bitboard.Bitboards(board.rules)
    taken: ferz.bitboard.SquareSet = bits.SquareSet(board.occupied & bits.BB_RANK_MASKS["e1"])
    print(len(taken), list(taken), board.result(claim_draw=True))
    with ferz.polyglot.open_reader("book.bin") as book:
        entry = book.get(board)
        return None if entry is None else entry.move
