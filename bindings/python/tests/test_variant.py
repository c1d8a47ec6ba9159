"""Games by the names of other programs, and the start positions of Chess960 by their numbers."""

import ferz
import ferz.variant
import pytest


def test_a_game_is_found_by_any_of_its_names():
    for name, game in {"standard": "chess", "Three-check": "3check", "crazyhouse": "crazyhouse", "Racing Kings": "racingkings"}.items():
        VariantBoard = ferz.variant.find_variant(name)
        assert VariantBoard().rules.name == game and VariantBoard.starting_fen == ferz.Board(game).fen()
        assert VariantBoard in ferz.variant.VARIANTS
    with pytest.raises(ValueError, match="no game"):
        ferz.variant.find_variant("no such game")
    board, operations = ferz.variant.find_variant("giveaway").from_epd("8/8/8/8/8/8/7p/K7 b - - bm h1=Q;")
    assert board.rules.name == "giveaway" and str(operations["bm"][0]) == "h2h1q"
    assert ferz.variant.find_variant("chess")(chess960=True).rules.name == "chess960"
    assert ferz.variant.find_variant("crazyhouse")(chess960=True).rules.name == "crazyhouse960"
    assert ferz.variant.find_variant("makruk")(chess960=True).rules.name == "makruk"


def test_start_positions_have_the_numbers_of_python_chess():
    chess = pytest.importorskip("chess")
    board = ferz.Board("chess960")
    for number in range(0, 960, 37):
        board.set_chess960_pos(number)
        assert board.board_fen() == chess.Board.from_chess960_pos(number).board_fen()
        assert board.chess960_pos() == number and ferz.Board.from_chess960_pos(number) == board
    board.push("a2a3")
    assert board.chess960_pos() is None
    with pytest.raises(ValueError):
        board.set_chess960_pos(960)
    assert ferz.Board().chess960_pos() == 518
    with pytest.raises(ferz.FenError):
        ferz.Board("tamerlane").set_chess960_pos(518)
