"""The board has the names of python-chess with the same meaning, in chess, Crazyhouse, Chess960, and Tamerlane Chess."""

import copy
import pickle
import random

import ferz
import pytest

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PINNED = "4k3/4r3/8/8/1b6/8/3PN3/4K3 w - - 0 1"


def test_moves_are_read_and_written_in_algebraic_notation():
    board = ferz.Board()
    assert str(board.push_san("Nf3")) == "g1f3"
    assert str(board.push_text("e5")) == "e7e5"
    assert board.lan("f3e5") == "Nf3xe5"
    board = ferz.Board(KIWIPETE)
    assert str(board.parse("O-O")) == "e1g1" and board.san("e1c1") == "O-O-O"
    assert board.lan("e1g1") == "O-O" and board.lan("a2a3") == "a2-a3"
    with pytest.raises(ferz.IllegalMoveError):
        board.parse_san("Nxf9")
    assert ferz.Board().variation_san(["e4", "e5", "Nf3"]) == "1. e4 e5 2. Nf3"
    # The pawns of Tamerlane Chess are of eleven kinds, and the notation names them.
    assert ferz.Board("tamerlane").san("f3f4") == "{Pk}f4" and str(ferz.Board("tamerlane").parse("{Pk}f4")) == "f3f4"


def test_a_board_answers_who_attacks_what():
    board = ferz.Board(PINNED)
    assert set(board.attackers(ferz.BLACK, "e2")) == {"e7"}
    assert board.is_pinned(ferz.WHITE, "e2") and board.is_pinned(ferz.WHITE, "d2")
    assert ("e2", "e1", "e7") in board.pins(ferz.WHITE)
    assert board.is_attacked_by(ferz.WHITE, "d4") and not board.is_attacked_by(ferz.WHITE, "h8")
    assert set(board.attacks("e2")) == {"c1", "c3", "d4", "f4", "g1", "g3"}
    # The giraffe of Tamerlane Chess leaps over the first squares, and the pawn before the king attacks two squares.
    board = ferz.Board("tamerlane")
    assert set(board.attackers(ferz.WHITE, "f4")) >= {"e3", "g3"}
    assert board.king(ferz.WHITE) == "f2" and board.checkers() == []


def test_the_state_of_a_game_is_asked_as_in_python_chess():
    board = ferz.Board()
    for san in ("f3", "e5", "g4"):
        board.push_san(san)
    assert (board.fullmove_number, board.halfmove_clock, board.turn) == (2, 0, ferz.BLACK)
    assert board.gives_check("Qh4") and not board.gives_check("d5") and not board.is_checkmate()
    board.push_san("Qh4#")
    assert board.is_checkmate() and board.is_check() and board.checkers() == ["h4"]
    assert board.outcome().termination == "checkmate" and board.result() == "0-1" and not board.is_stalemate()
    assert board.root() == ferz.Board() and board.root().move_stack == []
    repeated = ferz.Board()
    for san in 2 * ["Nf3", "Nf6", "Ng1", "Ng8"]:
        repeated.push_san(san)
    assert repeated.is_repetition() and repeated.can_claim_draw() and not ferz.Board().can_claim_draw()
    repeated.pop()
    assert not repeated.is_repetition() and repeated.is_repetition(2)


def test_a_copy_keeps_as_much_of_its_history_as_is_wanted():
    board = ferz.Board()
    for san in ("e4", "e5", "Nf3", "Nc6"):
        board.push_san(san)
    assert [str(move) for move in board.copy(stack=2).move_stack] == ["g1f3", "b8c6"]
    assert board.copy(stack=False).move_stack == [] and board.copy(stack=False) == board == board.copy()
    board.set_fen(KIWIPETE)
    assert board.move_stack == [] and board.fen() == KIWIPETE
    with pytest.raises(ferz.FenError):
        board.set_fen("8/8/8 w")
    assert board.fen() == KIWIPETE


@pytest.mark.parametrize("game", ["chess", "crazyhouse", "tamerlane"])
def test_everything_can_be_pickled_copied_and_hashed(game):
    board = ferz.Board(game)
    for _ in range(4):
        board.push(board.legal_moves[-1])
    piece = next(iter(board.piece_map().values()))
    moves = list(board.legal_moves)
    for value in (board, board.rules, piece, moves, moves[0], board.legal_moves[0], ferz.Outcome(None, "stalemate")):
        for other in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert other == value
            if not isinstance(value, list):
                assert hash(other) == hash(value)
    assert list(pickle.loads(pickle.dumps(board.legal_moves))) == moves
    board.push(pickle.loads(pickle.dumps(moves[0])))
    with pytest.raises(ferz.RulesError) as caught:
        ferz.from_text("bord { grid 8 x 8 }\n")
    problems = caught.value.problems
    assert pickle.loads(pickle.dumps(caught.value)).problems == problems and hash(problems[0])


def test_moves_without_a_board_name_squares():
    assert ferz.Move.from_uci("e7e8q") == ferz.Move("e7", "e8", promotion="Q")
    assert ferz.Move.from_uci("N@e4").drop == "N" and ferz.Move.from_uci("j10k10").to_square == "k10"
    board = ferz.Board()
    board.push(ferz.Move("e2", "e4"))
    assert ferz.Move.from_uci("e7e5") in board.legal_moves
    for text in ("0000", "e2", "", "e2e4!", "O-O"):
        with pytest.raises(ValueError):
            ferz.Move.from_uci(text)


def test_rules_are_compiled_again_only_if_a_file_has_changed(tmp_path):
    file = tmp_path / "mine.ferz"
    file.write_text('variant mine "Mine" extends chess\n')
    first = ferz.Rules(str(file))
    assert first.title == "Mine"
    file.write_text('variant mine "Other" extends chess\n')
    assert ferz.Rules(str(file)).title == "Other"
    (tmp_path / "base.ferz").write_text('variant base "Base" extends chess\n')
    file.write_text('variant mine "Mine" extends "base.ferz"\n')
    try:
        board = ferz.Board(str(file))
    except ferz.RulesError:
        return
    assert board.rules.title == "Mine"
    (tmp_path / "base.ferz").unlink()
    with pytest.raises(ferz.RulesError):
        ferz.Board(str(file))


def test_epd():
    board, operations = ferz.Board.from_epd('r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5 d4; id "x";')
    assert [str(move) for move in operations["bm"]] == ["f1b5", "d2d4"] and operations["id"] == "x"
    assert board.epd(bm=operations["bm"], c0=3).endswith("KQkq - bm Bb5 d4; c0 3;")
    for name in ("tamerlane", "crazyhouse", "3check", "xiangqi", "duck"):
        board = ferz.Board(name)
        move = board.legal_moves[3]
        board.push(move)
        board.push(board.legal_moves[1])
        move = board.legal_moves[0]
        again, operations = ferz.Board.from_epd(board.epd(bm=[move], id="a name", hmvc=board.halfmove_clock, fmvn=2), name)
        assert again == board and operations["bm"] == [move] and operations["id"] == "a name"
        assert ferz.Board.from_epd(board.fen(), name)[0] == board
    # Other programs write the checks that remain in one field.
    for text in ("1+1", "+2+2", "1+1 5 9", '1+1 id "x"; bm Ra7'):
        board, operations = ferz.Board.from_epd(f"4k3/8/8/8/8/8/8/R3K3 w Q - {text}", "3check")
        assert "checks=wb" in board.fen() and len(operations) == 2 * ("id" in text)


def random_boards(other, ours, plies, seed):
    chooser = random.Random(seed)
    for _ in range(plies):
        if other.is_game_over(claim_draw=False) or ours.is_game_over():
            return
        yield other, ours
        move = chooser.choice(sorted(other.legal_moves, key=str))
        ours.push_uci(other.uci(move))
        other.push(move)


def squares(chess, names):
    return chess.SquareSet(chess.parse_square(name) for name in names)


@pytest.mark.parametrize("game", ["chess", "crazyhouse", "chess960"])
def test_answers_are_those_of_python_chess(game):
    chess = pytest.importorskip("chess")
    import chess.variant

    for seed in range(2):
        if game == "crazyhouse":
            other, ours = chess.variant.CrazyhouseBoard(), ferz.Board("crazyhouse")
        elif game == "chess960":
            other = chess.Board.from_chess960_pos(100 + seed)
            ours = ferz.Board("chess960", other.fen())
        else:
            other, ours = chess.Board(), ferz.Board()
        for other, ours in random_boards(other, ours, 30, seed):
            # python-chess leaves out the letter of a pawn that is dropped.
            theirs = ["P" * (text[0] == "@") + text for text in map(other.san, other.legal_moves)]
            assert sorted(theirs) == sorted(map(ours.san, ours.legal_moves))
            assert (other.is_check(), other.is_checkmate(), other.is_stalemate()) == (
                ours.is_check(),
                ours.is_checkmate(),
                ours.is_stalemate(),
            )
            assert (other.halfmove_clock, other.fullmove_number, other.turn) == (
                ours.halfmove_clock,
                ours.fullmove_number,
                ours.turn,
            )
            assert other.checkers() == squares(chess, ours.checkers())
            square = chess.SQUARES[(7 * seed + 11 * ours.ply()) % 64]
            name = chess.square_name(square)
            for color in chess.COLORS:
                assert other.attackers(color, square) == squares(chess, ours.attackers(color, name))
                assert other.has_castling_rights(color) == ours.has_castling_rights(color)
                assert other.king(color) == chess.parse_square(ours.king(color))
                pinned = {one for one, piece in other.piece_map().items() if piece.color == color and other.is_pinned(color, one)}
                assert pinned == {chess.parse_square(one) for one, _, _ in ours.pins(color)}
            if other.piece_at(square):
                assert other.attacks(square) == squares(chess, ours.attacks(name))
            move = min(other.legal_moves, key=str)
            text = other.uci(move)
            own = ours.parse_uci(text)
            assert other.gives_check(move) == ours.gives_check(own)
            assert other.is_capture(move) == ours.is_capture(own)
            assert other.is_en_passant(move) == ours.is_en_passant(own)
            assert other.is_castling(move) == ours.is_castling(own)
            assert other.lan(move) == ours.lan(own)[move.drop == chess.PAWN :] and ours.uci(own) == text
