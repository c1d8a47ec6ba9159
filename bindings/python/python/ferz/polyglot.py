"""Opening books of chess in the format of Polyglot.

    >>> import ferz, ferz.polyglot
    >>> with ferz.polyglot.open_reader("book.bin") as book:          # doctest: +SKIP
    ...     for entry in book.find_all(ferz.Board()):
    ...         print(entry.move, entry.weight)

The names are those of `chess.polyglot`. The format has room for boards of 8 by 8 squares and the pieces of chess.
"""

import bisect
import mmap
import os
import random
import struct
from dataclasses import dataclass, field

from . import _ferz

#: The form of an entry: the key of the position, the move, its weight, and a number for learning.
ENTRY_STRUCT = struct.Struct(">QHHI")
_MASK = (1 << 64) - 1
_PIECES = "PNBRQK"


def _isaac64():
    """Yields the numbers of the generator ISAAC-64 of Bob Jenkins with a seed of zeros, in which the format has its keys."""
    state = [0x9E3779B97F4A7C13] * 8

    def mix():
        for at, (shift, is_left) in enumerate(((9, 0), (9, 1), (23, 0), (15, 1), (14, 0), (20, 1), (17, 0), (14, 1))):
            other, last = (at + 5) % 8, (at + 7) % 8
            state[at] = state[at] - state[(at + 4) % 8] & _MASK
            state[other] ^= state[last] << shift & _MASK if is_left else state[last] >> shift
            state[last] = state[last] + state[at] & _MASK
        return state

    for _ in range(4):
        mix()
    memory = [number for _ in range(32) for number in mix()]
    for at in range(0, 256, 8):
        state[:] = [one + other & _MASK for one, other in zip(state, memory[at : at + 8])]
        memory[at : at + 8] = mix()
    a = b = c = 0
    while True:
        c, results = c + 1, []
        b = b + c & _MASK
        for at, old in enumerate(memory[:]):
            a = (~(a ^ a << 21), a ^ a >> 5, a ^ a << 12, a ^ a >> 33)[at % 4]
            a = (a & _MASK) + memory[(at + 128) % 256] & _MASK
            memory[at] = new = memory[old >> 3 & 255] + a + b & _MASK
            b = memory[new >> 11 & 255] + old & _MASK
            results.append(b)
        yield from reversed(results)


#: The numbers from which the key of a position is made: twelve pieces on 64 squares, four castlings, eight files of a
#: pawn that can be captured en passant, and the side to move.
POLYGLOT_RANDOM_ARRAY = [number for number, _ in zip(_isaac64(), range(781))]


#: The numbers of each piece by its symbol in a FEN, for the squares from a1 to h8, rank by rank.
_KEYS = {
    symbol: POLYGLOT_RANDOM_ARRAY[64 * kind : 64 * kind + 64]
    for kind, symbol in enumerate(case for piece in _PIECES for case in (piece.lower(), piece))
}


def zobrist_hash(board):
    """Returns the key of a position in opening books. Raises `ValueError` if the format has no key for the game."""
    key, at = 0, 56
    wrong = board.rules.size != (8, 8)
    # The pieces in hand follow in brackets.
    for symbol in "" if wrong else board.board_fen().partition("[")[0]:
        if symbol == "/":
            at -= 16
        elif symbol.isdigit():
            at += int(symbol)
        elif symbol in _KEYS:
            key ^= _KEYS[symbol][at]
            at += 1
        else:
            wrong = True
            break
    if wrong:
        raise ValueError(f"opening books have positions of chess, not of {board.rules.name}")
    for color, number in ((True, 768), (False, 770)):
        if board.has_kingside_castling_rights(color):
            key ^= POLYGLOT_RANDOM_ARRAY[number]
        if board.has_queenside_castling_rights(color):
            key ^= POLYGLOT_RANDOM_ARRAY[number + 1]
    passed = board.ep_square
    if passed is not None:
        file, rank = board.rules.file_and_rank(passed)
        beside = [(file - 1, rank - (1 if board.turn else -1)), (file + 1, rank - (1 if board.turn else -1))]
        # The file counts only if a pawn stands ready to capture.
        if any(board.rules.file_and_rank(square) in beside for square in board.pieces("P", board.turn)):
            key ^= POLYGLOT_RANDOM_ARRAY[772 + file - 1]
    return key ^ POLYGLOT_RANDOM_ARRAY[780] if board.turn else key


@dataclass(frozen=True)
class Entry:
    """A move of a book: the `key` of its position, the `raw_move`, its `weight`, a number to `learn`, and the `move`."""

    key: int
    raw_move: int
    weight: int
    learn: int
    move: object = field(compare=False)


def _move(raw, board):
    """Returns the move of an entry. Castling is a move of the king to its rook, which a board understands."""
    squares = ["abcdefgh"[raw >> shift & 7] + str((raw >> shift + 3 & 7) + 1) for shift in (6, 0)]
    kind = raw >> 12 & 7
    move = _ferz.Move(*squares, promotion="NBRQ"[kind - 1] if 1 <= kind <= 4 else None)
    return move if board is None else board.parse_uci(move.uci())


class MemoryMappedReader:
    """A book on disk. It is a sequence of entries, sorted by their keys."""

    def __init__(self, filename):
        self.file = open(filename, "rb")
        size = os.fstat(self.file.fileno()).st_size
        if size % ENTRY_STRUCT.size:
            self.file.close()
            raise ValueError(f"{os.fspath(filename)} is no opening book: its size is no multiple of {ENTRY_STRUCT.size}")
        # An empty file cannot be mapped.
        self.map = mmap.mmap(self.file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""

    def close(self):
        """Closes the book."""
        if self.map:
            self.map.close()
        self.file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.close()

    def __len__(self):
        return len(self.map) // ENTRY_STRUCT.size

    def _entry(self, at, board=None):
        key, raw, weight, learn = ENTRY_STRUCT.unpack_from(self.map, at * ENTRY_STRUCT.size)
        return Entry(key, raw, weight, learn, _move(raw, board))

    def __getitem__(self, at):
        if at < 0:
            at += len(self)
        if not 0 <= at < len(self):
            raise IndexError("no such entry")
        return self._entry(at)

    def __iter__(self):
        return (self._entry(at) for at in range(len(self)))

    def __contains__(self, entry):
        return any(entry == found for found in self.find_all(entry.key, minimum_weight=0))

    def find_all(self, board, *, minimum_weight=1, exclude_moves=()):
        """Yields the entries for a board, or for the key of a position. Moves that are not legal on the board are left
        out.
        """
        key = board if isinstance(board, int) else zobrist_hash(board)
        begin = bisect.bisect_left(_Keys(self), key)
        for at in range(begin, len(self)):
            found, _raw, weight, _learn = ENTRY_STRUCT.unpack_from(self.map, at * ENTRY_STRUCT.size)
            if found != key:
                return
            if weight < minimum_weight:
                continue
            try:
                entry = self._entry(at, None if isinstance(board, int) else board)
            except ValueError:
                continue
            if entry.move not in exclude_moves:
                yield entry

    def find(self, board, *, minimum_weight=1, exclude_moves=()):
        """Returns the entry with the greatest weight. Raises `IndexError` if there is none."""
        found = self.get(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        if found is None:
            raise IndexError("the book has no move for this position")
        return found

    def get(self, board, default=None, *, minimum_weight=1, exclude_moves=()):
        """Returns the entry with the greatest weight, or `default` if there is none."""
        found = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        return max(found, key=lambda entry: entry.weight, default=default)

    def choice(self, board, *, minimum_weight=1, exclude_moves=(), random=random):
        """Returns any entry. Raises `IndexError` if there is none."""
        return self._choice(board, minimum_weight, exclude_moves, random, lambda _entry: 1)

    def weighted_choice(self, board, *, exclude_moves=(), random=random):
        """Returns any entry, more often one with a greater weight. Raises `IndexError` if there is none."""
        return self._choice(board, 1, exclude_moves, random, lambda entry: entry.weight)

    def _choice(self, board, minimum_weight, exclude_moves, random, weight):
        found = list(self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves))
        if not found:
            raise IndexError("the book has no move for this position")
        return random.choices(found, weights=[weight(entry) for entry in found])[0]

    def __repr__(self):
        return f"<MemoryMappedReader of {len(self)} entries>"


class _Keys:
    """The keys of a book, as a sequence."""

    def __init__(self, reader):
        self.reader = reader

    def __len__(self):
        return len(self.reader)

    def __getitem__(self, at):
        return ENTRY_STRUCT.unpack_from(self.reader.map, at * ENTRY_STRUCT.size)[0]


def open_reader(path):
    """Opens a book. Raises `OSError` if the file cannot be read, and `ValueError` if it is no book."""
    return MemoryMappedReader(path)


__all__ = ["ENTRY_STRUCT", "POLYGLOT_RANDOM_ARRAY", "Entry", "MemoryMappedReader", "open_reader", "zobrist_hash"]
