"""Visitors of games: what a reader calls while it reads, and what a game calls while it is written."""

import logging
import types

LOGGER = logging.getLogger("ferz.pgn")


class SkipType:
    """The type of `SKIP`."""


#: What a visitor returns from `begin_game`, `end_headers`, or `begin_variation` to skip what follows.
SKIP = SkipType()


class BaseVisitor:
    """The base class of visitors, such as `BaseVisitor[int]` for a result that is a number. Each method does nothing, and can be overridden.

    A reader or `Game.accept` calls `begin_game`, `begin_headers`, `visit_header` for each tag, and `end_headers`. Then
    it calls `visit_board` with the position before the first move, and for each move `visit_move` with the board before
    it and `visit_board` with the board after it. Comments, annotations, and variations come in the order of the text.
    At last it calls `visit_result`, `end_game`, and `result`.
    """

    def __class_getitem__(cls, result):
        return types.GenericAlias(cls, result)

    def begin_game(self):
        """Called first. `SKIP` skips the game."""

    def begin_headers(self):
        """Called before the tags. It can return `Headers`, in which the reader stores the tags."""

    def visit_header(self, tagname, tagvalue):
        """Called for each tag."""

    def end_headers(self):
        """Called after the tags. `SKIP` skips the moves."""

    def begin_parse_san(self, board, san):
        """Called by a reader before each move. `SKIP` skips the rest of its variation."""

    def parse_san(self, board, san):
        """Returns the move of a text. Raises `ValueError` if there is none."""
        return board.parse_san(san)

    def visit_move(self, board, move):
        """Called for each move, with the board before it."""

    def visit_board(self, board):
        """Called with the first position and after each move. The board must not be changed."""

    def visit_comment(self, comment):
        """Called for each comment."""

    def visit_nag(self, nag):
        """Called for the number of each annotation."""

    def begin_variation(self):
        """Called at the beginning of a variation, which replaces the last move. `SKIP` skips it."""

    def end_variation(self):
        """Called at the end of a variation."""

    def visit_result(self, result):
        """Called with the result at the end of the moves."""

    def end_game(self):
        """Called last."""

    def result(self):
        """Returns the result of the visit."""
        return True

    def handle_error(self, error):
        """Called by a reader with an exception for a move or a tag that cannot be read. Raises it by default."""
        raise error


class BoardBuilder(BaseVisitor):
    """A visitor whose result is the board after the last move of the main line."""

    def begin_game(self):
        """Begins a game."""
        self.skip = 0
        self.board = None

    def begin_variation(self):
        """Skips the variations."""
        return SKIP

    def visit_board(self, board):
        """Keeps the board."""
        self.board = board

    def result(self):
        """Returns the board."""
        return self.board


class GameBuilder(BaseVisitor):
    """A visitor that builds a `Game`. Errors are logged and collected in `Game.errors`."""

    def __init__(self, Game=None):
        if Game is None:
            from ._nodes import Game
        self._make = Game

    def begin_game(self):
        """Begins an empty game."""
        self.game = self._make()
        self.nodes = [self.game]
        self.starting_comment = ""
        self.in_variation = False

    def begin_headers(self):
        """Returns the headers of the game."""
        self.game.headers.clear()
        return self.game.headers

    def visit_header(self, tagname, tagvalue):
        """Adds a tag."""
        self.game.headers[tagname] = tagvalue

    def end_headers(self):
        """Adds the tags that every game has."""
        for name, value in type(self.game.headers)().items():
            self.game.headers.setdefault(name, value)

    def visit_move(self, board, move):
        """Adds a move."""
        self.nodes[-1] = self.nodes[-1].add_variation(move, starting_comment=self.starting_comment)
        self.starting_comment, self.in_variation = "", True

    def visit_comment(self, comment):
        """Adds a comment to the move before it, or to the variation that it begins."""
        node = self.nodes[-1]
        if self.in_variation or len(self.nodes) == 1:
            node.comment = f"{node.comment} {comment}".strip()
        else:
            self.starting_comment = f"{self.starting_comment} {comment}".strip()

    def visit_nag(self, nag):
        """Adds an annotation to the last move."""
        self.nodes[-1].nags.add(nag)

    def begin_variation(self):
        """Goes back to the position before the last move."""
        parent = self.nodes[-1].parent
        if parent is None:
            return SKIP
        self.nodes.append(parent)
        self.in_variation = False
        return None

    def end_variation(self):
        """Returns to the line from which the variation departs."""
        self.nodes.pop()
        self.in_variation = True

    def visit_result(self, result):
        """Sets the result, if the tags do not say it."""
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def handle_error(self, error):
        """Logs the error and adds it to the errors of the game."""
        LOGGER.error("%s while reading %r", error, self.game)
        self.game.errors.append(error)

    def result(self):
        """Returns the game."""
        return self.game


class StringExporter(BaseVisitor):
    """A visitor whose result is the text of a game. `columns` is the width of its lines, or `None` for one line."""

    #: The separator of parentheses and what they enclose.
    _gap = ""

    def __init__(self, *, columns=80, headers=True, comments=True, variations=True):
        self.columns, self.headers, self.comments, self.variations = columns, headers, comments, variations
        self.lines, self.line, self.depth, self.must_number = [], "", 0, True
        self.has_headers = False

    def _write(self, word, glue=False):
        """Adds a word to the line. With `glue`, no blank separates it from the word before it."""
        for part in [word] if glue or self._gap else word.split(" "):
            blank = "" if glue or not self.line else self._gap if self.line.endswith("(") else " "
            if self.columns is not None and self.line and len(self.line + blank + part + self._gap) > self.columns:
                self._end_line()
                blank = ""
            self.line += blank + part

    def _end_line(self):
        if self.line:
            self._put(self.line)
        self.line = ""

    def _put(self, line):
        self.lines.append(line.rstrip())

    def visit_header(self, tagname, tagvalue):
        """Writes a tag."""
        if self.headers:
            self.has_headers = True
            escaped = tagvalue.replace("\\", "\\\\").replace('"', '\\"')
            self._put(f'[{tagname} "{escaped}"]')

    def end_headers(self):
        """Separates the tags from the moves."""
        if self.has_headers:
            self._put("")

    def visit_move(self, board, move):
        """Writes a move, with its number if it needs one."""
        if board.turn or self.must_number:
            self._write(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        self._write(board.san(move))
        self.must_number = False

    def visit_comment(self, comment):
        """Writes a comment."""
        if self.comments:
            self._write("{ " + comment.replace("}", "").strip() + " }")
            self.must_number = True

    def visit_nag(self, nag):
        """Writes an annotation."""
        if self.comments:
            self._write(f"${nag}")

    def begin_variation(self):
        """Opens a parenthesis."""
        if not self.variations:
            return SKIP
        self._write("(")
        self.must_number = True
        return None

    def end_variation(self):
        """Closes the parenthesis."""
        if self.variations:
            self._write(")", glue=not self._gap)
            self.must_number = True

    def visit_result(self, result):
        """Writes the result."""
        self._write(result)

    def end_game(self):
        """Ends the last line."""
        self._end_line()

    def result(self):
        """Returns the text."""
        return "\n".join(self.lines).rstrip()

    def __str__(self):
        return self.result()


class FileExporter(StringExporter):
    """A visitor that writes a game to a file, followed by an empty line. Its result is the number of characters."""

    def __init__(self, handle, *, columns=80, headers=True, comments=True, variations=True):
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle, self.written = handle, 0

    def begin_game(self):
        """Begins to count the characters."""
        self.written = 0

    def _put(self, line):
        self.written += self.handle.write(line.rstrip() + "\n")

    def end_game(self):
        """Writes an empty line after the game."""
        self._end_line()
        self._put("")

    def result(self):
        """Returns the number of characters."""
        return self.written

    def __repr__(self):
        return f"<FileExporter of {self.handle!r}>"

    __str__ = __repr__
