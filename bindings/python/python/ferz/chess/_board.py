"""The moves of a position, and the endings of a game."""

import functools
import re
from operator import itemgetter

from .. import IllegalMoveError, RulesError, from_text
from ._moves import AmbiguousMoveError, InvalidMoveError, Move, Outcome, Termination, listed, own_of, parts, text
from ._position import Position
from ._squares import BB_ALL, BB_BACKRANKS

_NULL = ("--", "0000", "Z0", "@@@@", "null", "pass")
_SAN = re.compile(r"([KQRBN]?[a-h]?[1-8]?[-x]?[a-h][1-8](=?[nbrqkNBRQK])?|O-O(-O)?|0-0(-0)?|[PNBRQ]?@[a-h][1-8])[+#]?")
_CASTLING = {"e1h1": "e1g1", "e1a1": "e1c1", "e8h8": "e8g8", "e8a8": "e8c8"}
#: The rules that end a game in ferz, while python-chess plays on.
_AUTOMATIC = dict.fromkeys(("dead-position", "same-bishops"), Termination.INSUFFICIENT_MATERIAL)
_AUTOMATIC["seventy-five-moves"] = Termination.SEVENTYFIVE_MOVES
_AUTOMATIC["fivefold-repetition"] = Termination.FIVEFOLD_REPETITION
_ENDINGS = {"checkmate": Termination.CHECKMATE, "stalemate": Termination.STALEMATE, **_AUTOMATIC}


@functools.lru_cache(None)
def _endless(game):
    """Returns the rules of a game without the endings after which python-chess plays on."""
    source, removed = 'variant endless "Endless" extends {}\n\nchange ending {{\n{}}}\n', ""
    for rule in _AUTOMATIC:
        try:
            from_text(source.format(game, f"  remove {rule}\n"))
            removed += f"  remove {rule}\n"
        except RulesError:
            continue
    return from_text(source.format(game, removed))


# Methods that are alike.


def _absent(name):
    def refuse(self, *_arguments, **_options):
        raise NotImplementedError(f"ferz.chess has no {name}; board.to_chess() is a board of python-chess")

    return refuse


def _asking(name):
    return lambda self, move: bool(move) and self._ask(name, move)


def _reading(name, notation):
    return lambda self, words: self._read(name, notation, words)


def _pushing(name):
    def push(self, words):
        move = getattr(self, name)(words)
        self.push(move)
        return move

    return push


def _ending(*endings):
    return lambda self: (outcome := self.outcome()) is not None and outcome.termination in endings


class LegalMoveGenerator:
    """The legal moves of a board, in the order of python-chess."""

    def __init__(self, board):
        self.board = board

    count = lambda self: len(self.board._moves())
    __bool__ = lambda self: self.count() > 0
    __iter__ = lambda self: self.board.generate_legal_moves()
    __contains__ = lambda self, move: self.board.is_legal(move)

    def __repr__(self):
        return f"<LegalMoveGenerator at {id(self):#x} ({', '.join(map(self.board.san, self))})>"


class Board(Position):
    """A position of chess with the moves that lead to it, whose methods mean what they mean in python-chess.

    A position that ferz does not accept, such as one without kings, answers questions about its pieces. Questions about
    its moves raise `FenError`.
    """

    legal_moves, pseudo_legal_moves = property(LegalMoveGenerator), property(_absent("pseudo_legal_moves"))

    def _moves(self):
        """Returns the legal moves of ferz."""
        moves = self._playable().legal_moves
        return self._board.legal_moves if not len(moves) and self._resume() else moves

    def _resume(self):
        """Continues after an ending that ends a game in ferz alone. Returns false if there is none."""
        outcome = self._board.outcome()
        if self._board.rules.name == "endless" or not outcome or outcome.reason not in _AUTOMATIC:
            return False
        self._board = self._again()
        return True

    def _again(self):
        """Returns a board of ferz with the moves that this board shows, which does not end as python-chess does not."""
        start = self._board.copy()
        count = len(self.move_stack) - (self._earlier[-1][0] if self._earlier else 0)
        moves = [start.pop().text for _ in range(count)]
        board = _endless(self.rules.name).board(start.fen(), lenient=True)
        for move in reversed(moves):
            board.push(move)
        return board

    def _own(self, move):
        """Returns a move, also one of python-chess, as ferz reads it."""
        own = own_of(move)
        if own is None:
            own = text(move)
            if own in _CASTLING and not self.chess960 and self._board.piece_type_at(own[:2]) == "K":
                own = _CASTLING[own]
        return own

    def _ask(self, method, move):
        """Returns the answer of a method of ferz about a legal move."""
        own = self._own(move)
        try:
            return getattr(self._playable(), method)(own)
        except IllegalMoveError:
            if self._resume():
                return getattr(self._board, method)(own)
            raise

    def generate_legal_moves(self, from_mask=BB_ALL, to_mask=BB_ALL):
        """Yields the legal moves between squares of two sets, in the order of python-chess."""
        moves, places, board = list(self._moves()), [], self._board
        pawns, kings, pieces = board.pieces_mask("P"), board.pieces_mask("K"), board.occupied_co[board.turn]
        passed, is_check = self.ep_square, board.is_check()
        for at, own in enumerate(moves):
            fields = parts(own.text)
            start, end, promotion, drop = fields
            place = (63 - start) * 64 + 63 - end
            # Pieces come first, from the last square to the first. Castling, captures of pawns, their single and double
            # steps, captures en passant, and drops follow. In check, the king comes before the other pieces.
            if drop:
                place = 60_000 + 64 * drop - end
            elif pawns >> start & 1:
                step = abs(start - end)
                if step in (8, 16):
                    place = 15_000 + 1_000 * step - end
                else:
                    place += 50_000 if end == passed else 10_000
            elif kings >> start & 1 and is_check:
                place -= 10_000
            elif kings >> start & 1 and (abs((start & 7) - (end & 7)) > 1 or pieces >> end & 1):
                place = 5_000 - end
            if from_mask >> start & 1 and to_mask >> end & 1:
                places.append((place * 8 - (promotion or 0), at, fields))
        places.sort(key=itemgetter(0))
        return (Move(*fields, moves[at]) for _, at, fields in places)

    def generate_legal_captures(self, from_mask=BB_ALL, to_mask=BB_ALL):
        targets = self.occupied_co[not self.turn] | (0 if self.ep_square is None else 1 << self.ep_square)
        return filter(self.is_capture, self.generate_legal_moves(from_mask, to_mask & targets))

    def generate_castling_moves(self, from_mask=BB_ALL, to_mask=BB_ALL):
        return filter(self.is_castling, self.generate_legal_moves(from_mask & self.kings, to_mask))

    def generate_legal_ep(self, from_mask=BB_ALL, to_mask=BB_ALL):
        return filter(self.is_en_passant, self.generate_legal_moves(from_mask & self.pawns, to_mask))

    def is_legal(self, move):
        own = self._own(move)
        return (own if isinstance(own, str) else own.text) in self._moves()

    def find_move(self, from_square, to_square, promotion=None):
        is_last = BB_BACKRANKS >> to_square & 1 and self.piece_type_at(from_square) == 1
        move = Move(from_square, to_square, promotion or (5 if is_last else None))
        if not self.is_legal(move):
            raise IllegalMoveError(f"no matching legal move for {move.uci()} in {self.fen()}")
        return Move(*parts(self._own(move)))

    def push(self, move):
        """Plays a legal move or a null move. Raises `IllegalMoveError` for others."""
        if move:
            self._ask("push", move)
            self.move_stack.append(move if isinstance(move, Move) else Move(*parts(text(move))))
            return
        state, placement, turn, rights = self._state, self._placement(), self.turn, self.castling_rights
        half, full = self.halfmove_clock + 1, self.fullmove_number + (not turn)
        self.move_stack.append(Move.null())
        self._earlier.append((len(self.move_stack), state, True))
        self._set(placement, not turn, rights, None, half, full)

    def pop(self):
        move, is_null = self.move_stack.pop(), False
        while self._earlier and self._earlier[-1][0] > len(self.move_stack):
            _, (self._board, self._fault, self._fields), is_null = self._earlier.pop()
        if not is_null:
            self._board.pop()
        return move

    peek = lambda self: self.move_stack[-1]
    ply = lambda self: 2 * (self.fullmove_number - 1) + (not self.turn)

    def root(self):
        board = self.copy()
        while board.move_stack:
            board.pop()
        return board

    def copy(self, *, stack=True):
        length = len(self.move_stack)
        cut = length - (length if stack is True else min(int(stack), length))

        def copied(board, fault, fields):
            return board.copy(), fault, (fields[0] - cut, *fields[1:]) if fields and fields[0] >= cut else None

        other = object.__new__(type(self))
        vars(other).update(vars(self), move_stack=self.move_stack[cut:])
        other._board, other._fault, other._fields = copied(*self._state)
        other._earlier = [(at - cut, copied(*state), is_null) for at, state, is_null in self._earlier if at > cut]
        return other

    # Texts of moves.

    def _read(self, method, notation, words):
        """Returns the move of a text, by a method of ferz."""
        if words in _NULL:
            return Move.null()
        if notation == "uci":
            parts(words)
        elif notation == "san" and not _SAN.fullmatch(words):
            raise InvalidMoveError(f"invalid san: {words!r}")
        try:
            return listed(getattr(self._playable(), method)(words))
        except IllegalMoveError as error:
            if self._resume():
                return self._read(method, notation, words)
            if error.code == "move-ambiguous":
                raise AmbiguousMoveError(f"ambiguous {notation}: {words!r} in {self.fen()}") from error
            raise IllegalMoveError(f"illegal {notation}: {words!r} in {self.fen()}") from error

    parse_san, parse_uci, parse_xboard = map(_reading, ("parse_san", "parse_uci", "parse_san"), ("san", "uci", "xboard"))
    push_san, push_uci, push_xboard = map(_pushing, ("parse_san", "parse_uci", "parse_xboard"))

    # The letter of a dropped pawn is left out.
    san = lambda self, move: self._ask("san", move).removeprefix("P") if move else "--"
    lan = lambda self, move: self._ask("lan", move).removeprefix("P") if move else "--"

    def san_and_push(self, move):
        san = self.san(move)
        self.push(move)
        return san

    uci = lambda self, move, *, chess960=None: str(self._own(move))

    def xboard(self, move, chess960=None):
        return self.san(move).rstrip("+#") if self.chess960 and self.is_castling(move) else text(move) if move else "@@@@"

    def variation_san(self, variation):
        board, words = self.copy(stack=False), []
        for move in variation:
            number = f"{board.fullmove_number}. " if board.turn else "" if words else f"{board.fullmove_number}..."
            words.append(number + board.san_and_push(move))
        return " ".join(words)

    # These methods read and write the notations of other programs for `ferz.engine`.
    parse = lambda self, words, *, dialect=None: listed(self._playable().parse(words, dialect=dialect))
    text = lambda self, move, *, dialect="uci": self._playable().text(self._own(move), dialect=dialect)

    is_capture, is_zeroing, gives_check = map(_asking, ("is_capture", "is_zeroing", "gives_check"))
    is_castling, is_en_passant = map(_asking, ("is_castling", "is_en_passant"))
    is_kingside_castling, is_queenside_castling = map(_asking, ("is_kingside_castling", "is_queenside_castling"))

    def is_irreversible(self, move):
        is_lost = self._after("push", move).clean_castling_rights() != self.clean_castling_rights()
        return is_lost or self.is_zeroing(move) or self.has_legal_en_passant()

    gives_checkmate = lambda self, move: self.san(move).endswith("#")

    # Endings.

    is_checkmate = lambda self: self._playable().is_checkmate()
    is_stalemate = lambda self: not len(self._moves()) and self._board.is_stalemate()

    def is_insufficient_material(self):
        own = self._playable()
        return (self.rules.board(own.fen(), lenient=True) if own.rules.name == "endless" else own).is_insufficient_material()

    is_seventyfive_moves = lambda self: self.halfmove_clock >= 150 and bool(self.legal_moves)
    is_fifty_moves = lambda self: self.halfmove_clock >= 100 and bool(self.legal_moves)

    def is_repetition(self, count=3):
        # A copy without moves still has them in ferz.
        return self._board.is_repetition(count) and self._again().is_repetition(count)

    is_fivefold_repetition = lambda self: self.is_repetition(5)
    can_claim_draw = lambda self: self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def _leads_to(self, answer, is_quiet=False):
        """Returns true if the answer is true now or after a legal move."""
        moves = (move for move in self.legal_moves if not (is_quiet and self.is_zeroing(move)))
        return answer(self) or any(answer(self._after("push", move)) for move in moves)

    can_claim_fifty_moves = lambda self: self.halfmove_clock >= 99 and self._leads_to(Board.is_fifty_moves, True)
    can_claim_threefold_repetition = lambda self: len(self.move_stack) >= 7 and self._leads_to(Board.is_repetition)

    def outcome(self, *, claim_draw=False):
        own = self._playable().outcome()
        if not own:
            tests = _PLAYED_ON[: None if claim_draw else 3][0 if self._board.rules.name == "endless" else 3 :]
            return next((Outcome(end, None) for has_ended, end in tests if has_ended(self)), None)
        end = _ENDINGS.get(own.reason)
        if end is None or own.winner is not None and end is not Termination.CHECKMATE:
            won = Termination.VARIANT_WIN if own.winner is self.turn else Termination.VARIANT_LOSS
            end = Termination.VARIANT_DRAW if own.winner is None else won
        return Outcome(end, own.winner)

    is_game_over = lambda self, *, claim_draw=False: self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw=False):
        return outcome.result() if (outcome := self.outcome(claim_draw=claim_draw)) else "*"

    is_variant_end = _ending(*list(Termination)[7:])
    is_variant_win, is_variant_loss, is_variant_draw = map(_ending, list(Termination)[7:])

    @classmethod
    def from_chess(cls, board):
        """Returns a board of python-chess, of any of its games, with its moves."""
        from .variant import find_variant

        own = find_variant(board.uci_variant)(board.root().fen(en_passant="fen"), chess960=board.chess960)
        for move in board.move_stack:
            own.push(move)
        return own

    def to_chess(self):
        """Returns the board as one of python-chess, with its moves."""
        import chess.variant

        fen, kind = self.root().fen(en_passant="fen"), chess.variant.find_variant(self.uci_variant)
        board = kind(fen, chess960=self.chess960)
        for move in self.move_stack:
            board.push(chess.Move.from_uci(text(move)))
        return board


#: The endings that a board tests itself: those after which the game continues here, and those that are claimed.
_TESTS = (Board.is_insufficient_material, Board.is_seventyfive_moves, Board.is_fivefold_repetition)
_CLAIMS = (Board.can_claim_fifty_moves, Board.can_claim_threefold_repetition)
_PLAYED_ON = list(zip((*_TESTS, *_CLAIMS), list(Termination)[2:7]))
for _name in """generate_pseudo_legal_moves generate_pseudo_legal_captures generate_pseudo_legal_ep is_pseudo_legal
is_into_check has_insufficient_material has_chess960_castling_rights""".split():
    setattr(Board, _name, _absent(_name))
