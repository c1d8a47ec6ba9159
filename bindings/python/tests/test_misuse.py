"""Wrong arguments, broken programs, and interrupts end in an exception of Python: never in a panic, never in a hang."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import ferz
import ferz.engine
import ferz.pgn
import pytest
from ferz.engine import Cp, EngineError, Limit, Mate, PovScore, SimpleEngine

FERZ = [sys.executable, "-m", "ferz", "engine"]


def interrupted(work):
    """Returns the seconds after which an interrupt ends the work."""
    # A shell lets programs in the background ignore interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    return time.monotonic() - begun


@pytest.mark.skipif(sys.platform == "win32", reason="a signal is sent")
def test_an_interrupt_ends_what_takes_long():
    board = ferz.Board()
    for work in (lambda: board.perft(12), lambda: board.perft(12, threads=2), lambda: board.search(time=60), lambda: board.search(depth=99)):
        assert interrupted(work) < 10
    assert interrupted(lambda: ferz._ferz._playouts(board.rules, None, (10**9, 0, 20, 1))) < 10
    assert board.search(nodes=100).best in board.legal_moves


def test_a_board_can_be_used_while_another_thread_searches():
    board = ferz.Board()
    thread = threading.Thread(target=lambda: board.search(time=0.5))
    thread.start()
    time.sleep(0.1)
    assert board.copy() == board and board.san("e2e4") == "e4"
    board.push("e2e4")
    thread.join()
    assert board.peek().uci() == "e2e4"


def test_counting_divides_the_work_alike():
    board = ferz.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    assert [board.perft(depth) for depth in range(5)] == [1, 48, 2039, 97862, 4085603]
    assert board.perft(4, threads=3) == 4085603
    # Repetitions do not end the game in perft.
    board = ferz.Board()
    for move in 3 * ["g1f3", "g8f6", "f3g1", "f6g8"] + ["g1f3", "g8f6", "f3g1"]:
        board.push(move)
    assert board.perft(4) == ferz.Board("chess", board.fen()).perft(4)


def test_sizes_out_of_range_are_errors():
    for wrong in (lambda: ferz.Boards("chess", -1), lambda: ferz.playouts("chess", 1, threads=-1)):
        pytest.importorskip("numpy")
        with pytest.raises(ValueError):
            wrong()
    assert ferz.Board().perft(2, threads=10**6) == 400
    for wrong in (lambda: ferz.Board().perft(-1), lambda: ferz.Board().perft(10**30), lambda: ferz.Board().search(nodes=-1)):
        with pytest.raises(OverflowError):
            wrong()


def test_many_threads_are_few_threads():
    pytest.importorskip("numpy")
    assert len(ferz.playouts("chess", 5_000, threads=100_000, plies=1)) == 5_000
    empty = ferz.Boards("chess", 0)
    assert empty.masks().shape == (0, empty.rules.actions) and len(empty.legal_actions()[0]) == 0


def test_a_path_names_a_game(tmp_path):
    path = pathlib.Path(tmp_path / "mine.ferz")
    path.write_text('variant mine "Mine" extends chess\n')
    assert ferz.Board(path).rules == ferz.load(path) == ferz.Rules(str(path))
    for wrong in (None, 5, object()):
        with pytest.raises(TypeError):
            ferz.Rules(wrong)


def test_a_name_of_python_chess_says_what_to_write():
    for name, hint in {"E4": "'e4'", "KNIGHT": "'N'", "SQUARES": "rules.squares", "SquareSet": "bitboard", "nothing": "nothing"}.items():
        with pytest.raises(AttributeError, match=hint):
            getattr(ferz, name)
    assert not hasattr(ferz, "A1")


def test_pieces_are_those_of_python_chess():
    knight = ferz.Board().piece_at("b8")
    assert knight == ferz.Piece("N", ferz.BLACK) == ferz.Piece.from_symbol("n") and hash(knight) == hash(ferz.Piece("N", ferz.BLACK))
    assert ferz.Piece.from_symbol("Vz") == ferz.Piece("Vz", ferz.WHITE) and ferz.Piece.from_symbol("vz").color == ferz.BLACK
    assert ferz.Board().explain(ferz.Move("e2", "e4")).legal


def test_draws_are_claimed_as_in_python_chess():
    board = ferz.Board("8/8/4k3/8/8/3QK3/8/8 w - - 99 80")
    board.push_san("Qd4")
    assert not board.is_game_over() and board.outcome() is None and board.result() == "*"
    assert board.can_claim_fifty_moves() and not board.can_claim_threefold_repetition() and board.is_game_over(claim_draw=True)
    assert board.outcome(claim_draw=True).winner is None and board.result(claim_draw=True) == "1/2-1/2"
    assert ferz.Board("8/8/4k3/8/8/4K3/8/8 w - - 0 1").is_insufficient_material() and not board.is_insufficient_material()


def test_a_long_game_has_no_limit_of_depth():
    node = ferz.pgn.Game()
    for number in range(3_000):
        node = node.add_variation(ferz.Move.from_uci(("g1f3", "g8f6", "f3g1", "f6g8")[number % 4]))
    assert node.ply() == 3_000 and node.is_mainline()


def test_comments_hold_evaluations_times_and_arrows():
    node = ferz.pgn.Game().add_variation(ferz.Move("e2", "e4"))
    for score in (PovScore(Cp(-25), ferz.WHITE), PovScore(Mate(3), ferz.BLACK)):
        node.set_eval(score, 12)
        assert node.eval() == score and node.eval_depth() == 12
    node.set_emt(61.5)
    node.set_arrows([("e2", "e4"), ferz.svg.Arrow("d5", "d5", color="red")])
    assert {arrow.head: arrow.color for arrow in node.arrows()} == {"e4": "green", "d5": "red"} and node.emt() == 61.5
    assert "[%cal Ge2e4]" in node.comment and "[%csl Rd5]" in node.comment
    for clear in (node.set_eval, node.set_emt):
        clear(None)
    node.set_arrows([])
    assert node.comment == ""
    with pytest.raises(ValueError):
        node.set_clock(float("inf"))


FLOOD = "import time\nwhile True: print('info string x', flush=True)"


def test_a_program_that_never_stops_writing_is_an_error():
    with pytest.raises(EngineError, match="in time"):
        SimpleEngine.popen_uci([sys.executable, "-c", FLOOD], timeout=0.5)
    # A program of the first version of XBoard need not answer at once.
    engine = SimpleEngine.popen_xboard([sys.executable, "-c", FLOOD], timeout=0.5)
    with pytest.raises(EngineError, match="in time"):
        engine.play(ferz.Board(), Limit(time=0.1))
    engine.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is needed")
def test_a_program_whose_child_stays_is_closed():
    begun = time.monotonic()
    with pytest.raises(EngineError):
        SimpleEngine.popen_uci(["sh", "-c", "sleep 20; true"], timeout=0.3)
    assert time.monotonic() - begun < 15


def test_threads_take_turns_with_a_program():
    # The program answers each search with the move of its own board after a while.
    script = SCRIPT.replace('if line.startswith("go"):', 'if line.startswith("position"): move = "e7e5" if " b " in line else "e2e4"\n    if line.startswith("go"):')
    script = script.replace("bestmove e2e4", 'bestmove " + move + "').replace("pv e2e4", "pv a2a3")
    black, found = ferz.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), []
    with SimpleEngine.popen_uci([sys.executable, "-c", script], timeout=60) as engine:
        play = lambda board: found.extend((board.turn, str(engine.play(board, Limit(nodes=1)).move)) for _ in range(20))
        threads = [threading.Thread(target=play, args=(board,)) for board in (ferz.Board(), black)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
    assert len(found) == 40 and set(found) == {(ferz.WHITE, "e2e4"), (ferz.BLACK, "e7e5")}


def test_a_search_without_an_end_is_an_error():
    for wrong, error in (([], ValueError), (None, TypeError), ("/nowhere/engine", OSError), (pathlib.Path("/nowhere"), OSError)):
        with pytest.raises(error):
            SimpleEngine.popen_uci(wrong)
    with SimpleEngine.popen_uci(FERZ, timeout=60) as engine:
        with pytest.raises(TypeError):
            engine.play(ferz.Board(), None)
        with pytest.raises(ValueError):
            engine.analyse(ferz.Board(), Limit())
        played = engine.play(ferz.Board(), Limit(depth=1), info=ferz.engine.INFO_ALL)
        assert played.move in ferz.Board().legal_moves
        assert all(isinstance(option.default, int) for option in engine.options.values() if option.type in ("spin", "check"))


SCRIPT = """
import sys
print("id name x\\nuciok", flush=True)
for line in sys.stdin:
    if line.startswith("isready"): print("readyok", flush=True)
    if line.startswith("go"): print("info depth 3 score cp x nodes 5 wdl 100 800 100 pv e2e4\\ninfo score mate 2 wdl 1 2\\nbestmove e2e4", flush=True)
    if line.startswith("quit"): break
"""


def test_chances_are_those_of_the_program():
    with SimpleEngine.popen_uci([sys.executable, "-c", SCRIPT], timeout=60) as engine:
        info = engine.analyse(ferz.Board(), Limit(depth=1))
    assert (info["wdl"].white().expectation(), info["wdl"].black().wins, info["score"].relative) == (0.5, 100, Mate(2))


def test_an_exit_is_not_held_up():
    code = "import ferz, threading\nthreading.Thread(target=lambda: ferz.Board().search(time=30), daemon=True).start()\n"
    code += "import time; time.sleep(0.3); print('end')"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (run.returncode, run.stdout) == (0, "end\n")
