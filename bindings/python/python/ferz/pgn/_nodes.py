"""The tree of a game: its moves, comments, annotations, and variations."""

import math
import re

from ..engine._scores import Cp, Mate, PovScore
from ..svg import Arrow
from ._headers import Headers
from ._visitors import SKIP, GameBuilder, StringExporter

_CLOCK = re.compile(r"\s*\[%clk\s+(\d+):(\d+):(\d+(?:\.\d*)?)\]\s*")
_EMT = re.compile(r"\s*\[%emt\s+(\d+):(\d+):(\d+(?:\.\d*)?)\]\s*")
_ARROWS = re.compile(r"\s*\[%(?:cal|csl)\s+([^\]]*)\]\s*")
_MARK = re.compile(r"([GRYB])([a-z]+\d+)([a-z]+\d+)?")
_COLORS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
_EVAL = re.compile(r"\s*\[%eval\s+(?:#([+-]?\d+)|([+-]?\d+(?:\.\d*)?))(?:,(\d+))?\]\s*")


def _seconds(found):
    """Returns the time of a match in seconds."""
    return int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3])


def _time(seconds):
    """Returns a time in seconds as it is written in a comment, such as `0:05:00`."""
    if not math.isfinite(seconds):
        raise ValueError(f"a time is a finite number of seconds, not {seconds}")
    minutes, rest = divmod(max(seconds, 0), 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours}:{minutes:02}:{f'{rest:06.3f}'.rstrip('0').rstrip('.'):>02}"


class Mainline:
    """The nodes or the moves after a node, as far as the first variation leads. It can be iterated many times."""

    def __init__(self, start, of):
        self._start, self._of = start, of

    def __iter__(self):
        node = self._start
        while node.variations:
            node = node.variations[0]
            yield self._of(node)

    def __reversed__(self):
        return iter(list(self)[::-1])

    def accept(self, visitor):
        """Lets a visitor visit the moves of the line, without variations. Returns the result of the visitor."""
        board = self._start.board()
        for node in Mainline(self._start, lambda node: node):
            node._visit(visitor, board)
        visitor.end_game()
        return visitor.result()

    def __bool__(self):
        return bool(self._start.variations)

    def __str__(self):
        return self._start.board().variation_san(node.move for node in Mainline(self._start, lambda node: node))

    def __repr__(self):
        return f"<Mainline at {id(self):#x} ({self})>"


class GameNode:
    """A position of a game with the moves that follow it.

    `parent` is the node before it, or `None` for the game itself. `move` is the move that leads to it. `variations`
    lists the nodes after it; the first belongs to the main line. `comment`, `starting_comment` (before the first move
    of a variation), and `nags` annotate the move.
    """

    parent = None
    move = None
    #: The class of the main lines. `ferz.chess` has classes of its own for nodes and main lines.
    _Mainline = Mainline
    _Child: "type"

    def __init__(self, *, comment=""):
        self.variations, self.comment, self.starting_comment, self.nags = [], comment, "", set()

    def board(self):
        """Returns a board with the position and all moves that lead to it."""
        moves, node = [], self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        board = node.board()
        for move in reversed(moves):
            board.push(move)
        return board

    def ply(self):
        """Returns the number of moves that lead to the node."""
        ply, node = 0, self
        while node.parent is not None:
            ply, node = ply + 1, node.parent
        return ply

    def turn(self):
        """Returns the side to move."""
        return self.board().turn

    def game(self):
        """Returns the game, which is the root of the tree."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def end(self):
        """Returns the last node of the main line from here."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self):
        """Returns true if no move follows."""
        return not self.variations

    def starts_variation(self):
        """Returns true if the node is the first of a variation."""
        return self.parent is not None and self.parent.variations[0] is not self

    def is_mainline(self):
        """Returns true if the node belongs to the main line of the game."""
        node = self
        while node.parent is not None and node.is_main_variation():
            node = node.parent
        return node.parent is None

    def is_main_variation(self):
        """Returns true if the node is the first variation of its parent."""
        return self.parent is None or self.parent.variations[0] is self

    def next(self):
        """Returns the next node of the main line, or `None`."""
        return self.variations[0] if self.variations else None

    def variation(self, move):
        """Returns the child with a move, or with a number. Raises `KeyError` if there is none."""
        for number, node in enumerate(self.variations):
            if move == number or move is node or move == node.move or move == str(node.move):
                return node
        raise KeyError(move)

    __getitem__ = variation

    def has_variation(self, move):
        """Returns true if there is a child with a move."""
        try:
            return bool(self.variation(move))
        except KeyError:
            return False

    __contains__ = has_variation

    def __bool__(self):
        return True

    def add_variation(self, move, *, comment="", starting_comment="", nags=()):
        """Adds a child with a move, and returns it. The move is not verified."""
        return self._Child(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(self, move, *, comment="", nags=()):
        """Adds a child with a move as the main variation, and returns it."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.promote_to_main(move)
        return node

    def add_line(self, moves, *, comment="", starting_comment="", nags=()):
        """Adds a sequence of moves, and returns the last node."""
        node = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comment = f"{node.comment} {comment}".strip()
        node.nags.update(nags)
        return node

    def promote_to_main(self, move):
        """Makes a child the main variation."""
        self._move_to(move, lambda at: 0)

    def promote(self, move):
        """Moves a child one place toward the main variation."""
        self._move_to(move, lambda at: max(at - 1, 0))

    def demote(self, move):
        """Moves a child one place away from the main variation."""
        self._move_to(move, lambda at: at + 1)

    def _move_to(self, move, place):
        node = self.variation(move)
        at = self.variations.index(node)
        self.variations.insert(place(at), self.variations.pop(at))

    def remove_variation(self, move):
        """Removes a child."""
        self.variations.remove(self.variation(move))

    def mainline(self):
        """Returns the nodes of the main line after this one."""
        return self._Mainline(self, lambda node: node)

    def mainline_moves(self):
        """Returns the moves of the main line after this node."""
        return self._Mainline(self, lambda node: node.move)

    def clock(self):
        """Returns the time left on the clock of the player in seconds, as the comment `[%clk 0:05:00]` says, or `None`."""
        found = _CLOCK.search(self.comment)
        return _seconds(found) if found else None

    def set_clock(self, seconds):
        """Writes the time left into the comment, or removes it if `seconds` is `None`."""
        self._annotate(_CLOCK, "" if seconds is None else f"[%clk {_time(seconds)}]")

    def emt(self):
        """Returns the time that the move took in seconds, as the comment `[%emt 0:00:05]` says, or `None`."""
        found = _EMT.search(self.comment)
        return _seconds(found) if found else None

    def set_emt(self, seconds):
        """Writes the time that the move took into the comment, or removes it if `seconds` is `None`."""
        self._annotate(_EMT, "" if seconds is None else f"[%emt {_time(seconds)}]")

    def eval(self):
        """Returns the evaluation of the comment `[%eval 0.5]` or `[%eval #3]` as a `ferz.engine.PovScore`, or `None`."""
        found = _EVAL.search(self.comment)
        if not found:
            return None
        return PovScore(Mate(int(found[1])) if found[1] else Cp(round(float(found[2]) * 100)), True)

    def eval_depth(self):
        """Returns the depth of the evaluation, as the comment `[%eval 0.5,18]` says, or `None`."""
        found = _EVAL.search(self.comment)
        return int(found[3]) if found and found[3] else None

    def set_eval(self, score, depth=None):
        """Writes a `ferz.engine.PovScore` into the comment, or removes it if `score` is `None`."""
        text = ""
        if score is not None:
            white = score.white()
            text = f"#{white.mate()}" if white.is_mate() else f"{white.score() / 100:.2f}"
            text = f"[%eval {text}{'' if depth is None else f',{depth}'}]"
        self._annotate(_EVAL, text)

    def arrows(self):
        """Returns the arrows and marked squares of the comment, such as `[%cal Ge2e4]` and `[%csl Rd4]`, as
        `ferz.svg.Arrow`s.
        """
        marks = [mark.strip() for found in _ARROWS.finditer(self.comment) for mark in found[1].split(",")]
        read = [_MARK.fullmatch(mark) for mark in marks]
        return [Arrow(mark[2], mark[3] or mark[2], color=_COLORS[mark[1]]) for mark in read if mark]

    def set_arrows(self, arrows):
        """Writes arrows into the comment, each an `Arrow` or a pair of squares."""
        arrows = [arrow if isinstance(arrow, Arrow) else Arrow(*arrow) for arrow in arrows]
        letters = {color: letter for letter, color in _COLORS.items()}
        marks = {"csl": [], "cal": []}
        for arrow in arrows:
            letter = letters.get(arrow.color, "G")
            is_square = arrow.tail == arrow.head
            marks["csl" if is_square else "cal"].append(letter + arrow.tail + ("" if is_square else arrow.head))
        self._annotate(_ARROWS, " ".join(f"[%{kind} {','.join(all)}]" for kind, all in marks.items() if all))

    def _annotate(self, pattern, text):
        self.comment = " ".join(part for part in (text, pattern.sub(" ", self.comment).strip()) if part)

    def accept(self, visitor):
        """Lets a visitor visit the moves from here, as a game without tags. Returns the result of the visitor."""
        if visitor.begin_game() is not SKIP:
            board = self.board()
            visitor.visit_board(board)
            self._accept(visitor, board)
            visitor.visit_result("*")
        visitor.end_game()
        return visitor.result()

    def _accept(self, visitor, board):
        """Lets a visitor visit the moves after this node. The board is as before at the end."""
        node, played = self, 0
        while node.variations:
            main, *others = node.variations
            main._visit(visitor, board)
            if others:
                board.pop()
                for other in others:
                    if visitor.begin_variation() is not SKIP:
                        other._visit(visitor, board)
                        other._accept(visitor, board)
                        board.pop()
                    visitor.end_variation()
                board.push(main.move)
            node, played = main, played + 1
        for _ in range(played):
            board.pop()

    def __str__(self):
        return self.accept(StringExporter(columns=None))


class ChildNode(GameNode):
    """A node that a move leads to."""

    def __init__(self, parent, move, *, comment="", starting_comment="", nags=()):
        super().__init__(comment=comment)
        self.parent, self.move, self.starting_comment = parent, move, starting_comment
        self.nags.update(nags)
        parent.variations.append(self)

    def san(self):
        """Returns the move in algebraic notation."""
        return self.parent.board().san(self.move)

    def uci(self):
        """Returns the move in the notation of UCI."""
        return self.parent.board().uci(self.move)

    def _visit(self, visitor, board):
        """Lets a visitor visit the move, and plays it."""
        if self.starting_comment:
            visitor.visit_comment(self.starting_comment)
        visitor.visit_move(board, self.move)
        board.push(self.move)
        visitor.visit_board(board)
        for nag in sorted(self.nags):
            visitor.visit_nag(nag)
        if self.comment:
            visitor.visit_comment(self.comment)

    def __repr__(self):
        board = self.parent.board()
        number = f"{board.fullmove_number}{'. ' if board.turn else '...'}"
        return f"<{type(self).__name__} at {id(self):#x} ({number}{board.san(self.move)} ...)>"


GameNode._Child = ChildNode


class Game(GameNode):
    """A game: the root of a tree of moves, with `headers` and the `errors` with which it was read."""

    _Headers = Headers

    def __init__(self, headers=None):
        super().__init__()
        self.headers = self._Headers(headers)
        self.errors = []

    def board(self):
        """Returns the board before the first move. Raises `RulesError` or `FenError` if the tags select none."""
        return self.headers.board()

    def setup(self, board):
        """Sets the tags that select the rules and the first position: those of a board, or a FEN of the same rules."""
        root = self.headers.rules().board(board, lenient=True) if isinstance(board, str) else board.copy(stack=False)
        tags = _tags(root)
        for name in ("Variant", "RuleFile", "Array", "Reading", "Switches", "FEN", "SetUp"):
            if name in tags:
                self.headers[name] = tags[name]
            else:
                self.headers.pop(name, None)

    @classmethod
    def from_board(cls, board):
        """Returns a game with the moves of a board."""
        game = cls()
        game.setup(board.root())
        game.add_line(board.move_stack)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls):
        """Returns an empty game without the seven tags."""
        return cls(headers={})

    @classmethod
    def builder(cls):
        """Returns a visitor that builds games of this class."""
        return GameBuilder(cls)

    def accept(self, visitor):
        """Lets a visitor visit the tags and the moves. Returns the result of the visitor."""
        if visitor.begin_game() is not SKIP:
            visitor.begin_headers()
            for name, value in self.headers.items():
                visitor.visit_header(name, value)
            if visitor.end_headers() is not SKIP:
                board = self.board()
                visitor.visit_board(board)
                if self.comment:
                    visitor.visit_comment(self.comment)
                self._accept(visitor, board)
                visitor.visit_result(self.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def __repr__(self):
        white, black, date = (self.headers.get(name, "?") for name in ("White", "Black", "Date"))
        site = f" at {self.headers['Site']!r}" if "Site" in self.headers else ""
        return f"<{type(self).__name__} at {id(self):#x} ({white!r} vs. {black!r}, {date!r}{site})>"


def _tags(board):
    """Returns the tags with which ferz writes a game that begins with the position of a board."""
    import io

    from ._reader import read_headers

    return read_headers(io.StringIO(board.pgn()))
