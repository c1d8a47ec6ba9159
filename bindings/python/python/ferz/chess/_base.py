"""A board with pieces, which need not be a position of a game."""

from .. import FenError, _chess960
from ._moves import PIECE_TYPES, Piece
from ._squares import BB_ALL, SQUARE_NAMES, SquareSet, drawn, flip_vertical, mask, msb, pictures, placement, ray, sketch

STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
EMPTY_BOARD_FEN = "8/8/8/8/8/8/8/8"
#: The types of the pieces by the letters of their tokens.
TYPES = dict(zip("PNBRQK", PIECE_TYPES))


def _pieces(kind):
    return property(lambda self: self._kind(kind))


class BaseBoard:
    """A board with pieces. It answers questions about attacks; only a `Board` has moves."""

    #: The tokens of a piece by the number of its type. In Crazyhouse, promoted pieces have tokens of their own.
    _tokens = {kind: [letter] for letter, kind in TYPES.items()}

    def __init__(self, board_fen=STARTING_BOARD_FEN):
        self._place(board_fen or EMPTY_BOARD_FEN)

    def _place(self, placement, **_fields):
        """Sets the pieces of a FEN. Raises `FenError`."""
        self._board = sketch(placement)

    def _kind(self, piece_type, color=None):
        token, *others = self._tokens[piece_type]
        return self._board.pieces_mask(token, color) | sum(self._board.pieces_mask(other, color) for other in others)

    pawns, knights, bishops, rooks, queens, kings = map(_pieces, PIECE_TYPES)
    occupied = property(lambda self: self._board.occupied)
    occupied_co = property(lambda self: list(self._board.occupied_co))
    promoted = property(lambda self: sum(self._board.pieces_mask(token) for all in self._tokens.values() for token in all[1:]))

    pieces_mask = lambda self, piece_type, color: self._kind(piece_type, bool(color))
    pieces = lambda self, piece_type, color: SquareSet(self._kind(piece_type, bool(color)))

    def piece_at(self, square):
        piece = self._board.piece_at(SQUARE_NAMES[square])
        return piece and Piece(TYPES[piece.token[0]], piece.color)

    def piece_type_at(self, square):
        token = self._board.piece_type_at(SQUARE_NAMES[square])
        return token and TYPES[token[0]]

    color_at = lambda self, square: self._board.color_at(SQUARE_NAMES[square])

    def piece_map(self, *, mask=BB_ALL):
        pieces = self._board.piece_map()
        return {
            square: Piece(TYPES[piece.token[0]], piece.color)
            for square in reversed(range(64))
            if mask >> square & 1 and (piece := pieces.get(SQUARE_NAMES[square]))
        }

    def king(self, color):
        kings = self._board.pieces_mask("K", bool(color))
        return msb(kings) if kings else None

    attacks_mask = lambda self, square: mask(self._board.attacks(SQUARE_NAMES[square]))
    attacks = lambda self, square: SquareSet(self.attacks_mask(square))
    attackers_mask = lambda self, color, square: mask(self._board.attackers(bool(color), SQUARE_NAMES[square]))
    attackers = lambda self, color, square: SquareSet(self.attackers_mask(color, square))
    is_attacked_by = lambda self, color, square: self._board.is_attacked_by(bool(color), SQUARE_NAMES[square])

    def pin_mask(self, color, square):
        pins = {pinned: king for pinned, king, _ in self._board.pins(bool(color))}
        king = pins.get(SQUARE_NAMES[square])
        return ray(square, SQUARE_NAMES.index(king)) if king else BB_ALL

    pin = lambda self, color, square: SquareSet(self.pin_mask(color, square))
    is_pinned = lambda self, color, square: self.pin_mask(color, square) != BB_ALL
    board_fen = lambda self, *, promoted=False: self._board.board_fen()

    def set_board_fen(self, fen):
        if " " in fen:
            raise FenError(f"expected position part of fen, got multiple parts: {fen!r}")
        self._place(fen)

    set_piece_map = lambda self, pieces: self._place(placement(pieces))

    def set_piece_at(self, square, piece, promoted=False):
        pieces = self.piece_map()
        pieces.pop(square, None)
        self.set_piece_map({**pieces, square: piece} if piece else pieces)

    def remove_piece_at(self, square):
        piece = self.piece_at(square)
        self.set_piece_at(square, None)
        return piece

    clear_board, reset_board = (lambda self: self._place(EMPTY_BOARD_FEN)), (lambda self: self._place(STARTING_BOARD_FEN))
    set_chess960_pos = lambda self, scharnagl: self._place(_chess960.fen(scharnagl).split(" ")[0])

    def chess960_pos(self):
        fen = self.board_fen()
        return next((number for number in range(960) if _chess960.fen(number).startswith(fen + " ")), None)

    empty = classmethod(lambda cls: cls(None))
    from_chess960_pos = classmethod(lambda cls, scharnagl: cls(_chess960.fen(scharnagl).split(" ")[0]))

    def _transform(self, f, swaps):
        """Moves the pieces as a function moves the squares of a bitboard, and can swap the colors."""
        moved = {msb(f(1 << at)): Piece(piece.piece_type, piece.color != swaps) for at, piece in self.piece_map().items()}
        self._place(placement(moved), **self._transformed(f, swaps))

    def _transformed(self, f, swaps):
        """Returns the other parts of the position after a transformation."""
        return {}

    def _after(self, change, *arguments):
        board = self.copy()
        getattr(board, change)(*arguments)
        return board

    apply_transform = lambda self, f: self._transform(f, False)
    apply_mirror = lambda self: self._transform(flip_vertical, True)
    transform, mirror = (lambda self, f: self._after("apply_transform", f)), (lambda self: self._after("apply_mirror"))
    copy = lambda self: type(self)(self.board_fen())
    __copy__, __deepcopy__ = (lambda self: self.copy()), (lambda self, memo: self.copy())

    def __eq__(self, other):
        return self.board_fen() == other.board_fen() if hasattr(other, "board_fen") else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __str__(self):
        pieces = self.piece_map()
        return drawn(lambda square: pieces[square].symbol() if square in pieces else ".")

    def unicode(self, *, invert_color=False, borders=False, empty_square="⭘", orientation=True):
        pieces, rows, line = self.piece_map(), [], "  " + "-" * 17
        for rank in reversed(range(8)) if orientation else range(8):
            squares = [8 * rank + file for file in (range(8) if orientation else reversed(range(8)))]
            row = (pieces[one].unicode_symbol(invert_color=invert_color) if one in pieces else empty_square for one in squares)
            rows.append(f"{line}\n{rank + 1} |{'|'.join(row)}|" if borders else " ".join(row))
        files = " ".join("abcdefgh" if orientation else "hgfedcba")
        return "\n".join([*rows, line, f"   {files}"] if borders else rows)

    def __repr__(self):
        return f"{type(self).__name__}({self.board_fen()!r})"

    _repr_svg_ = lambda self: pictures().board(self, size=390)
