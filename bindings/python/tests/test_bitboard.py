"""Bitboards of any game, with the names of python-chess."""

import random

import ferz
import pytest
from ferz.bitboard import Bitboards

#: The citadels of Tamerlane Chess, which are off the grid.
BESIDE = {"l2", "z9"}


def test_a_set_has_the_squares_of_its_bits():
    chess, board = Bitboards("chess"), ferz.Board()
    knights = chess.SquareSet(board.pieces_mask("N", ferz.WHITE))
    assert set(knights) == {"b1", "g1"} and len(knights) == 2 and chess.B1 in knights and "a1" not in knights
    assert list(knights & chess.SquareSet(board.attackers(ferz.WHITE, "f3"))) == ["g1"]
    assert int(chess.SquareSet(["a1", "a1"])) == chess.BB_SQUARES["a1"] and knights <= chess.SquareSet(chess.BB_ALL)
    assert board.occupied == board.occupied_co[ferz.WHITE] | board.occupied_co[ferz.BLACK]
    assert board.pieces_mask("N") == board.pieces_mask("N", ferz.WHITE) | board.pieces_mask("N", ferz.BLACK)
    with pytest.raises(AttributeError):
        chess.Z9


@pytest.mark.parametrize("game", ["chess", "crazyhouse", "tamerlane"])
def test_lines_are_the_attacks_of_rooks_and_bishops(game):
    """In each game of the list, the rook is `R`; the bishop of Tamerlane Chess moves two squares at least."""
    bits, board, chooser = Bitboards(game), ferz.Board(game), random.Random(3)
    for _ in range(60):
        for square in board.pieces("R", ferz.WHITE):
            ranks, files = (board.occupied & masks[square] for masks in (bits.BB_RANK_MASKS, bits.BB_FILE_MASKS))
            reached = bits.BB_RANK_ATTACKS[square][ranks] | bits.BB_FILE_ATTACKS[square][files]
            assert set(bits.SquareSet(reached)) == set(board.attacks(square)) - BESIDE
        for square in board.pieces("B", ferz.WHITE) if game != "tamerlane" else []:
            reached = bits.BB_DIAG_ATTACKS[square][board.occupied & bits.BB_DIAG_MASKS[square]]
            assert set(bits.SquareSet(reached)) == set(board.attacks(square))
        if board.is_game_over():
            return
        board.push(chooser.choice(list(board.legal_moves)))
