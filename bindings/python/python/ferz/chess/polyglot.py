"""Opening books: `ferz.polyglot` with boards and moves of `ferz.chess`."""

import dataclasses

from .. import polyglot
from ..polyglot import ENTRY_STRUCT, POLYGLOT_RANDOM_ARRAY, Entry  # noqa: F401
from ._moves import listed


class MemoryMappedReader(polyglot.MemoryMappedReader):
    """A book on disk, as a sequence of entries."""

    def _entry(self, at, board=None):
        entry = super()._entry(at, board)
        return dataclasses.replace(entry, move=listed(entry.move))

    find_all = lambda self, board, **options: polyglot.MemoryMappedReader.find_all(self, getattr(board, "_board", board), **options)


open_reader, zobrist_hash = MemoryMappedReader, lambda board: polyglot.zobrist_hash(board._board)
