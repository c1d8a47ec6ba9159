"""The fields of a position: pieces, side to move, castling rights, en passant square, and counters."""

import functools
import re

from .. import FenError, _chess960, _epd, built_in, load
from ._base import EMPTY_BOARD_FEN, STARTING_BOARD_FEN, BaseBoard
from ._moves import Status
from ._squares import BB_ALL, BB_BACKRANKS, BB_CORNERS, BB_FILES, BB_RANKS, FILE_NAMES, SQUARE_NAMES, SquareSet
from ._squares import mask, msb, popcount, ray, sketch

STARTING_FEN = f"{STARTING_BOARD_FEN} w KQkq - 0 1"
_FEN = re.compile(r"(\S+)(?: ([wb])(?: (-|[KQA-H]{0,2}[kqa-h]{0,2})(?: (-|[a-h][1-8])( \d\+\d)?(?: (\d+)(?: (\d+))?)?)?)?)?")


@functools.lru_cache(1 << 8)
def _started(rules, fen):
    return rules.board(fen, lenient=True)


@functools.lru_cache(None)
def _rules(game, chess960):
    return load(f"{game}960" if chess960 and f"{game}960" in built_in() else game)


class Position(BaseBoard):
    """A position of a game, of which ferz need not accept the fields."""

    aliases = ["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
    uci_variant, xboard_variant, starting_fen = "chess", "normal", STARTING_FEN
    one_king, captures_compulsory, connected_kings = True, False, False
    #: The name of the game and the dialect of the FEN in ferz, and the field of the checks that remain.
    _game, _dialect, _checks = "chess", "ferz", ""

    def __init__(self, fen=STARTING_FEN, *, chess960=False):
        self._chess960 = chess960
        self.set_fen(f"{EMPTY_BOARD_FEN} w - - 0 1" if fen is None else fen)

    rules = property(lambda self: _rules(self._game, self._chess960), doc="The rules of the game in ferz.")
    chess960 = property(lambda self: self._chess960, lambda self, is_chess960: self._shuffle(is_chess960))
    turn = property(lambda self: self._board.turn, lambda self, turn: self._edit(turn=bool(turn)))
    halfmove_clock = property(lambda self: self._board.halfmove_clock, lambda self, half: self._edit(half=half))
    fullmove_number = property(lambda self: self._board.fullmove_number, lambda self, full: self._edit(full=full))

    # The state is the board of ferz, the reason why it is only a sketch of the position, and the castling rights and the en
    # passant square that it does not have, with the number of moves before them. `_earlier` has the states that edits and
    # null moves replaced, each with the number of moves at that time, and true for a null move.

    _state = property(lambda self: (self._board, self._fault, self._fields))

    def _replace(self, board, fault=None, fields=None):
        self._board, self._fault, self._fields = board, fault, fields and (len(self.move_stack), *fields)

    def _playable(self):
        """Returns the board of ferz. Raises `FenError` if ferz has no moves for the position."""
        if self._fault:
            raise self._fault
        return self._board

    def _set(self, placement, turn, rights, ep_square, half, full):
        """Sets up a position. One that ferz does not accept becomes a sketch."""
        side, fault = "w" if turn else "b", None
        board, fields = sketch(placement, side, half, full), (rights, ep_square)
        self._replace(board, fields=fields)
        exact = (self.castling_xfen(), "-" if ep_square is None else SQUARE_NAMES[ep_square])
        for given in dict.fromkeys((exact, (exact[0], "-"), ("-", "-"))):
            try:
                own = self.rules.board(f"{placement} {side} {' '.join(given)}{self._checks} {half} {full}", lenient=True)
                is_exact = given == exact and rights == self.clean_castling_rights()
                return self._replace(own, fields=None if is_exact else fields)
            except FenError as error:
                fault = fault or error
        return self._replace(board, fault, fields)

    def _edit(self, placement=None, *, stack=True, **changes):
        """Replaces parts of the position."""
        now = {"turn": self.turn, "rights": self.castling_rights, "ep_square": self.ep_square}
        now.update(half=self.halfmove_clock, full=self.fullmove_number)
        if stack:
            self._earlier.append((len(self.move_stack), self._state, False))
        else:
            self.clear_stack()
        self._set(placement or self._placement(), **{**now, **changes})

    def _shuffle(self, is_chess960):
        """Changes the rules of castling."""
        self._chess960 = is_chess960
        self._edit()

    _place = lambda self, placement, **changes: self._edit(placement, stack=False, **changes)
    _placement = lambda self: self._board.fen(dialect=self._dialect).split(" ")[0]
    board_fen = lambda self, *, promoted=None: self._placement().split("[")[0]
    _given = lambda self: self._fields if self._fields and self._fields[0] == len(self.move_stack) else None

    def _passed(self):
        given, name = self._given(), self._board.ep_square
        return given[2] if given else name and SQUARE_NAMES.index(name)

    def _rights(self):
        given = self._given()
        return given[1] if given else self._read_castling(self._board.fen().split(" ")[2])

    ep_square = property(_passed, lambda self, square: self._edit(ep_square=square))
    castling_rights = property(_rights, lambda self, rights: self._edit(rights=rights))

    def _read_castling(self, field):
        """Returns the squares of the rooks that a field of a FEN names."""
        rights = 0
        for letter in field.strip("-"):
            color, is_kingside = letter.isupper(), letter in "Kk"
            corner, king = (0 if color else 56) + 7 * is_kingside, self.king(color) or 0
            if letter in "KkQq":
                rooks = SquareSet(self.pieces_mask(4, color) & BB_RANKS[corner >> 3])
                outer = max if is_kingside else min
                rights |= 1 << outer((rook for rook in rooks if (rook > king) == is_kingside), default=corner)
            else:
                rights |= 1 << (corner & 56) + FILE_NAMES.index(letter.lower())
        return rights

    set_castling_fen = lambda self, field: self._edit(rights=self._read_castling(field), stack=False)

    def clean_castling_rights(self):
        kings, rooks, rights = self.kings, self.rooks & self.castling_rights, 0
        for back, own in zip((BB_RANKS[7], BB_RANKS[0]), self.occupied_co):
            if kings & own & back & (BB_ALL if self.chess960 else BB_FILES[4]):
                rights |= rooks & own & back & (BB_ALL if self.chess960 else BB_CORNERS)
        return rights

    def castling_xfen(self, *, is_shredder=False):
        words, clean = "", self.clean_castling_rights()
        for color in (True, False):
            back, king = BB_RANKS[0 if color else 7], self.king(color) or 0
            rooks = self.pieces_mask(4, color) & back
            for rook in reversed(SquareSet(clean & back)):
                outer = rooks >> rook + 1 if rook > king else rooks & (1 << rook) - 1
                letter = FILE_NAMES[rook & 7] if is_shredder or outer else "k" if rook > king else "q"
                words += letter.upper() if color else letter
        return words or "-"

    castling_shredder_fen = lambda self: self.castling_xfen(is_shredder=True)

    def _castles(self, color, is_it):
        king, back = self.king(color), BB_RANKS[0 if color else 7]
        return any(is_it(rook, king) for rook in SquareSet(self.clean_castling_rights() & back))

    has_castling_rights = lambda self, color: self._castles(color, int.__ne__)
    has_kingside_castling_rights = lambda self, color: self._castles(color, int.__gt__)
    has_queenside_castling_rights = lambda self, color: self._castles(color, int.__lt__)

    def set_fen(self, fen):
        found = _FEN.fullmatch(" ".join(fen.split()))
        if not found:
            raise FenError(f"invalid fen: {fen!r}")
        placement, turn, castling, passed, checks, half, full = found.groups(default="")
        self._checks, full = checks or type(self)._checks, max(int(full or 1), 1)
        self.clear_stack()
        try:
            fields = f"{turn or 'w'} {castling or '-'} {passed or '-'}{self._checks} {half or 0} {full}"
            self._replace(_started(self.rules, f"{placement} {fields}").copy())
        except FenError:
            self._replace(sketch(placement))
            square = SQUARE_NAMES.index(passed) if len(passed) > 1 else None
            self._set(placement, turn != "b", self._read_castling(castling), square, int(half or 0), full)

    def _words(self, is_shredder, en_passant):
        """Returns the fields of the FEN."""
        words = self._board.fen(dialect=self._dialect).split(" ")
        if is_shredder or self.chess960 or self._given():
            words[2] = self.castling_xfen(is_shredder=is_shredder)
        is_named = {"fen": self._has_passed, "xfen": self.has_pseudo_legal_en_passant, "legal": self.has_legal_en_passant}
        words[3] = SQUARE_NAMES[self.ep_square] if is_named[en_passant]() else "-"
        return words

    fen = lambda self, *, shredder=False, en_passant="legal", promoted=None: " ".join(self._words(shredder, en_passant))
    shredder_fen = lambda self, *, en_passant="legal", promoted=None: self.fen(shredder=True, en_passant=en_passant)

    def epd(self, *, shredder=False, en_passant="legal", promoted=None, **operations):
        return _epd.joined(self, self._words(shredder, en_passant)[:-2], operations)

    set_epd = lambda self, epd: _epd.read(self, epd, self.set_fen)

    @classmethod
    def from_epd(cls, epd, *, chess960=False):
        board = cls(None, chess960=chess960)
        return board, board.set_epd(epd)

    empty = classmethod(lambda cls, *, chess960=False: cls(None, chess960=chess960))
    from_chess960_pos = classmethod(lambda cls, scharnagl: cls(_chess960.fen(scharnagl), chess960=True))

    def set_chess960_pos(self, scharnagl):
        self._chess960 = True
        self.set_fen(_chess960.fen(scharnagl))

    def chess960_pos(self, *, ignore_turn=False, ignore_castling=False):
        has_rights = ignore_castling or popcount(self.clean_castling_rights()) == 4
        return super().chess960_pos() if has_rights and (self.turn or ignore_turn) else None

    reset, clear = (lambda self: self.set_fen(self.starting_fen)), (lambda self: self.set_fen(EMPTY_BOARD_FEN))

    def clear_stack(self):
        self.move_stack, self._earlier = [], []

    _has_passed = lambda self: self.ep_square is not None

    def has_pseudo_legal_en_passant(self):
        square, pawns = self.ep_square, self.pieces_mask(1, self.turn)
        return square is not None and bool(self.attackers_mask(self.turn, square) & pawns)

    has_legal_en_passant = lambda self: not self._fault and self._has_passed() and self._board.has_legal_en_passant()

    def checkers_mask(self):
        king = self.king(self.turn)
        if self._fault:
            return 0 if king is None else self.attackers_mask(not self.turn, king)
        return mask(self._board.checkers())

    checkers = lambda self: SquareSet(self.checkers_mask())
    is_check = lambda self: bool(self.checkers_mask()) if self._fault else self._board.is_check()

    def was_into_check(self):
        king = SQUARE_NAMES[self.king(not self.turn) or 0] if self._fault else self._board.king(not self.turn)
        return king is not None and self._board.is_attacked_by(self.turn, king)

    def status(self):
        """Returns the faults of the position as flags."""
        king, checkers = self.king(self.turn), list(self.checkers())
        wrong = {"EMPTY": not self.occupied, "TOO_MANY_KINGS": popcount(self.kings) > 2}
        for own, name in zip(self.occupied_co, ("BLACK", "WHITE")):
            wrong[f"NO_{name}_KING"] = not own & self.kings
            wrong[f"TOO_MANY_{name}_PAWNS"] = popcount(own & self.pawns) > 8
            wrong[f"TOO_MANY_{name}_PIECES"] = popcount(own) > 16
        wrong["PAWNS_ON_BACKRANK"] = self.pawns & BB_BACKRANKS
        wrong["BAD_CASTLING_RIGHTS"] = self.castling_rights != self.clean_castling_rights()
        wrong["INVALID_EP_SQUARE"] = self._has_passed() and SQUARE_NAMES[self.ep_square] != self._board.ep_square
        wrong["OPPOSITE_CHECK"], wrong["TOO_MANY_CHECKERS"] = self.was_into_check(), len(checkers) > 2
        lines = (ray(one, other) for one in checkers for other in checkers if one < other)
        wrong["IMPOSSIBLE_CHECK"] = len(checkers) > 2 or any(line >> king & 1 for line in lines)
        return sum((Status[name] for name, is_so in wrong.items() if is_so), Status(0))

    is_valid = lambda self: not self.status()

    def _transformed(self, f, swaps):
        passed = self.ep_square
        passed = None if passed is None else msb(f(1 << passed))
        return {"turn": self.turn != swaps, "rights": f(self.castling_rights), "ep_square": passed}

    _transposition_key = lambda self: self.epd()

    def __eq__(self, other):
        if not hasattr(other, "uci_variant"):
            return NotImplemented
        if getattr(other, "_board", None) == self._board and other.halfmove_clock == self.halfmove_clock:
            return self.fullmove_number == other.fullmove_number and self._given() == other._given()
        return self.uci_variant == other.uci_variant and self.fen() == other.fen()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self):
        return f"{type(self).__name__}({self.fen()!r}{', chess960=True' if self.chess960 else ''})"
