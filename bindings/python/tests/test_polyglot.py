"""Opening books of chess: the keys are those of the format, and the moves of a book are read."""

import random

import ferz
import ferz.polyglot as polyglot
import pytest


def written(path, entries):
    lines = [polyglot.ENTRY_STRUCT.pack(*entry) for entry in sorted(entries)]
    path.write_bytes(b"".join(lines))
    return path


def raw(uci):
    places = ["abcdefgh".index(uci[at]) + 8 * (int(uci[at + 1]) - 1) for at in (0, 2)]
    return places[0] << 6 | places[1] | " nbrq".index(uci[4:5] or " ") << 12


def test_keys_are_those_of_the_format():
    # The keys that the description of the format gives.
    board = ferz.Board()
    keys = [0x463B96181691FC9C, 0x823C9B50FD114196, 0x0756B94461C50FB0, 0x662FAFB965DB29D4, 0x22A48B5A8E47FF78]
    for key, move in zip(keys, ["e2e4", "d7d5", "e4e5", "f7f5", "e1e2"]):
        assert polyglot.zobrist_hash(board) == key
        board.push(move)
    assert polyglot.zobrist_hash(board) == 0x652A607CA3F242C1
    with pytest.raises(ValueError, match="tamerlane"):
        polyglot.zobrist_hash(ferz.Board("tamerlane"))


def test_keys_are_those_of_python_chess():
    pytest.importorskip("chess")
    import chess.polyglot

    assert polyglot.POLYGLOT_RANDOM_ARRAY == list(chess.polyglot.POLYGLOT_RANDOM_ARRAY)
    chooser, theirs, ours = random.Random(4), chess.Board(), ferz.Board()
    for _ in range(60):
        assert polyglot.zobrist_hash(ours) == chess.polyglot.zobrist_hash(theirs)
        move = chooser.choice(list(theirs.legal_moves))
        theirs.push(move)
        ours.push_uci(move.uci())


def test_a_book_is_read(tmp_path):
    start, castling = ferz.Board(), ferz.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    key = polyglot.zobrist_hash(start)
    entries = [(key, raw("e2e4"), 3, 7), (key, raw("d2d4"), 9, 0), (key, raw("e2e5"), 20, 0), (key, raw("a2a3"), 0, 0)]
    entries += [(polyglot.zobrist_hash(castling), raw("e1h1"), 1, 0)]
    promoting = ferz.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    entries += [(polyglot.zobrist_hash(promoting), raw("a7a8q"), 1, 0)]
    with polyglot.open_reader(written(tmp_path / "book.bin", entries)) as book:
        assert len(book) == len(list(book)) == 6 and book[-1].weight in (0, 1, 3, 9, 20)
        # A move that is not legal, and one without a weight, are left out.
        assert [str(entry.move) for entry in book.find_all(start)] == ["d2d4", "e2e4"]
        assert [str(entry.move) for entry in book.find_all(start, minimum_weight=0)][0] == "a2a3"
        assert (str(book.find(start).move), book.find(start).weight) == ("d2d4", 9)
        assert str(book.get(start, exclude_moves=[ferz.Move("d2", "d4")]).move) == "e2e4"
        assert castling.san(book.find(castling).move) == "O-O"
        assert promoting.san(book.find(promoting).move) == "a8=Q"
        # By a key alone, a move of the king to its rook is understood by the board.
        assert castling.san(next(book.find_all(polyglot.zobrist_hash(castling))).move) == "O-O"
        assert {str(book.weighted_choice(start, random=random.Random(seed)).move) for seed in range(9)} == {"d2d4", "e2e4"}
        start.push("e2e4")
        assert book.get(start) is None
        with pytest.raises(IndexError):
            book.find(start)
        with pytest.raises(IndexError):
            book.choice(start)
    assert len(polyglot.open_reader(written(tmp_path / "empty.bin", []))) == 0
    (tmp_path / "bad.bin").write_bytes(b"12345")
    with pytest.raises(ValueError, match="no opening book"):
        polyglot.open_reader(tmp_path / "bad.bin")
    with pytest.raises(OSError):
        polyglot.open_reader(tmp_path / "missing.bin")
