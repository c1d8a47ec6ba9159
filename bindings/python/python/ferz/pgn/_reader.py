"""Reads games from PGN.

`read_game` reads one game from a file and leaves the next for the next call. A game ends at the first empty line after
its moves.
"""

import re

from ._headers import Headers
from ._visitors import SKIP, GameBuilder

_TAG = re.compile(r'^\s*\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]\s*$')
_LOOSE_TAG = re.compile(r'^\s*\[\s*(\w+)\s*"(.*)"\s*\]\s*$')
_NUMBER = re.compile(r"\d+(?:\.+|…)|\.+|…")
_NAG = re.compile(r"\$(\d+)")
_TOKEN = re.compile(r"\{([^{}\s]+)\}")
_RESULTS = {"1-0", "0-1", "1/2-1/2", "*", "1/2"}
_SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_SIGNED = re.compile(r"(?P<move>.*?)(?P<signs>[!?]{1,2})$")


def _lines(handle):
    """Reads the lines of one game: those of its tags, and those of its moves."""
    tags, moves, in_comment = [], [], False
    for line in iter(handle.readline, ""):
        line = line.lstrip("\ufeff")
        if not in_comment and line.startswith("%"):
            continue
        if not in_comment and not line.strip():
            if moves:
                break
            continue
        if not moves and _LOOSE_TAG.match(line):
            tags.append(line)
            continue
        moves.append(line)
        in_comment = _is_open(line, in_comment)
    return tags, moves


def _is_open(line, is_open):
    """Returns true if a comment continues after the line."""
    for char in line:
        if is_open:
            is_open = char != "}"
        elif char == ";":
            break
        elif char == "{":
            is_open = True
    return is_open


def _tag(line):
    exact = _TAG.match(line)
    if exact:
        return exact.group(1), re.sub(r"\\(.)", r"\1", exact.group(2))
    loose = _LOOSE_TAG.match(line)
    return loose.group(1), loose.group(2)


class _Words:
    """The words of the moves of a game. `tokens` are the pieces that are written in braces, which else are comments."""

    def __init__(self, text, tokens):
        self.text, self.tokens = text, tokens

    def __iter__(self):
        text, at = self.text, 0
        while at < len(text):
            char = text[at]
            if char.isspace():
                at += 1
            elif char == "{" and not self._piece(at, begins=True):
                end = text.find("}", at)
                end = len(text) if end < 0 else end
                yield "comment", " ".join(text[at + 1 : end].split())
                at = end + 1
            elif char == ";":
                end = text.find("\n", at)
                end = len(text) if end < 0 else end
                yield "comment", text[at + 1 : end].strip()
                at = end
            elif char in "()":
                yield char, char
                at += 1
            elif char == "}":
                at += 1
            elif char == "$":
                nag = _NAG.match(text, at)
                at = nag.end() if nag else at + 1
                if nag:
                    yield "nag", int(nag.group(1))
            else:
                end = self._end(at)
                yield from _parts(text[at:end])
                at = end

    def _piece(self, at, begins=False):
        """Returns the end of the piece in braces at a place, or `None` if the brace opens a comment."""
        found = _TOKEN.match(self.text, at)
        if not found or found.group(1).upper() not in self.tokens:
            return None
        after = self.text[found.end() : found.end() + 1]
        return None if begins and not (after.isalnum() or after in {"@", ":", "-", "x"}) else found.end()

    def _end(self, at):
        """Returns the end of the word that begins at a place."""
        start = at
        while at < len(self.text):
            char = self.text[at]
            if char == "{":
                end = self._piece(at, begins=at == start)
                if end is None:
                    break
                at = end
            elif char.isspace() or char in "();$}":
                break
            else:
                at += 1
        return at


def _parts(word):
    """Divides a word into the number of a move, the move, and its annotation."""
    if word in _RESULTS:
        yield "result", "1/2-1/2" if word == "1/2" else word
        return
    number = _NUMBER.match(word)
    if number:
        word = word[number.end() :]
    if not word or word.isdigit() or word == "e.p.":
        return
    signs = _SIGNS.get(word)
    if signs is not None:
        yield "nag", signs
        return
    signed = _SIGNED.match(word)
    if signed:
        yield "move", signed.group("move")
        yield "nag", _SIGNS[signed.group("signs")]
    else:
        yield "move", word


class _Reading:
    """Reads the moves of one game for a visitor."""

    def __init__(self, visitor, board):
        self.visitor, self.boards = visitor, [board]
        #: The number of parentheses that are open in a part that is skipped, or 0 if nothing is skipped.
        self.skipped = 0
        #: True if a move of the part that is skipped could not be read.
        self.in_error = False
        self.result = None

    def read(self, text):
        """Reads all moves, up to the result."""
        tokens = {token.upper() for token in self.boards[0].rules.tokens if len(token) > 1}
        for kind, value in _Words(text, tokens):
            if self.skipped:
                self._skip(kind, value)
            elif kind == "(":
                self._begin()
            elif kind == ")":
                if len(self.boards) > 1:
                    self.boards.pop()
                    self.visitor.end_variation()
            elif kind == "move":
                self._move(value)
            elif kind == "comment":
                self.visitor.visit_comment(value)
            elif kind == "nag":
                self.visitor.visit_nag(value)
            elif kind == "result" and len(self.boards) == 1:
                self.result = value
                break
        while len(self.boards) > 1:
            self.boards.pop()
            self.visitor.end_variation()

    def _begin(self):
        board = self.boards[-1]
        if not board.move_stack or self.visitor.begin_variation() is SKIP:
            self.skipped = 1
            return
        board = board.copy()
        board.pop()
        self.boards.append(board)

    def _skip(self, kind, value):
        """Passes over what does not count. The end of a variation in which a move was wrong ends it, too."""
        if kind == "(":
            self.skipped += 1
        elif kind == ")":
            self.skipped -= 1
            if self.skipped == 0 and self.in_error:
                self.in_error = False
                if len(self.boards) > 1:
                    self.boards.pop()
                    self.visitor.end_variation()
        elif kind == "result" and self.in_error and len(self.boards) == 1 and self.skipped == 1:
            self.result = value

    def _move(self, san):
        visitor, board = self.visitor, self.boards[-1]
        if visitor.begin_parse_san(board, san) is SKIP:
            self.skipped, self.in_error = 1, True
            return
        try:
            move = visitor.parse_san(board, san)
        except ValueError as error:
            self.skipped, self.in_error = 1, True
            visitor.handle_error(error)
            return
        visitor.visit_move(board, move)
        board.push(move)
        visitor.visit_board(board)


def read_game(handle, *, Visitor=GameBuilder):
    """Reads the next game of a file, which is opened as text. Returns `None` at the end of the file.

    `Visitor` is a class or a function that returns a visitor; the result is that of the visitor, by default a `Game`.
    A move that cannot be read ends its variation, and is passed to `handle_error`; a `Game` collects it in `errors`.
    """
    return _read(handle, Visitor, Headers)


def _read(handle, Visitor, make_headers):
    tags, moves = _lines(handle)
    if not tags and not moves:
        return None
    visitor = Visitor()
    if visitor.begin_game() is not SKIP:
        _visit(visitor, tags, moves, make_headers({}))
    visitor.end_game()
    return visitor.result()


def _visit(visitor, tags, moves, headers):
    kept = visitor.begin_headers()
    # The rules and the first position depend on the tags, even if the visitor does not keep them.
    for line in tags:
        name, value = _tag(line)
        headers[name] = value
        visitor.visit_header(name, value)
    if kept is not None:
        headers = kept
    if visitor.end_headers() is SKIP:
        return
    try:
        reading = _Reading(visitor, headers.board())
    except ValueError as error:
        visitor.handle_error(error)
        return
    visitor.visit_board(reading.boards[0])
    reading.read("".join(moves))
    visitor.visit_result(reading.result or headers.get("Result", "*"))


def read_headers(handle):
    """Reads the tags of the next game of a file, and skips its moves. Returns `None` at the end of the file."""
    return read_game(handle, Visitor=Headers.builder)


def skip_game(handle):
    """Skips the next game of a file. Returns true if there was one."""
    tags, moves = _lines(handle)
    return bool(tags or moves)
