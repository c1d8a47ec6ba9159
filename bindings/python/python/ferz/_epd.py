"""EPD: positions with operations such as `bm` (the best moves) and `id`."""

import functools
import re
from itertools import takewhile

#: The operations whose operands are moves of the position.
_MOVES = {"bm", "am"}
#: The operations whose operands are a sequence of moves from the position.
_LINES = {"pv"}
_OPERATION = re.compile(r'\s*([A-Za-z]\w*)((?:\s+(?:"[^"]*"|[^\s;"]+))*)\s*(?:;|$)')
#: A field of a FEN that stands after its counters, such as `swap=wb` or, as other programs write it, `+1+2`.
_FIELD = re.compile(r"[a-z][a-z-]*=\S*$|\+\d+\+\d+$")
#: The checks that remain, which other programs write before the counters.
_CHECKS = re.compile(r"\d+\+\d+$")
_OPERAND = re.compile(r'"([^"]*)"|(\S+)')


def write(board, operations):
    """Returns the position of a board as EPD with operations."""
    fields = board.fen().split(" ")
    # The counters are left out. Other fields of a game can stand before and after them.
    at = _counters(fields)
    return joined(board, fields[:at] + fields[at + 2 :], operations)


def joined(board, fields, operations):
    """Returns an EPD of the fields of a FEN and operations."""
    written = (f"{name};" if value is None else f"{name} {_written(board, name, value)};" for name, value in operations.items())
    return " ".join([*fields, *written])


def _counters(fields):
    """Returns the index of the two counters among the fields of a FEN, or the number of fields if it has none."""
    pairs = zip(range(3, len(fields)), fields[3:], fields[4:])
    return next((at for at, one, other in pairs if one.isdigit() and other.isdigit()), len(fields))


def _written(board, name, value):
    if name in _MOVES:
        # A single move can be given, too.
        return " ".join(sorted(board.san(move) for move in ([value] if hasattr(value, "to_square") else value)))
    if name in _LINES:
        board, words = board.copy(), []
        for move in value:
            words.append(board.san(move))
            board.push(move)
        return " ".join(words)
    return str(value) if isinstance(value, (int, float)) else f'"{value}"'


def read(board, epd, set_fen=None):
    """Sets the position of an EPD, and returns its operations. Raises `FenError` or `IllegalMoveError`."""
    set_fen = set_fen or functools.partial(board.set_fen, lenient=True)
    text = epd.strip().rstrip(";")
    words = text.split()
    # The operations begin after the fields of the position, whose number depends on the game.
    count = _counters(board.root().fen().split())
    fields, counters, found = words[:count], ["0", "1"], {}
    checks = list(takewhile(_CHECKS.match, words[count:]))
    fields, count = fields + checks, count + len(checks)
    # A FEN is read, too.
    if len(words) > count + 1 and words[count].isdigit() and words[count + 1].isdigit():
        counters, count = words[count : count + 2], count + 2
    more = list(takewhile(_FIELD.match, words[count:]))
    rest = (text.split(None, count + len(more)) + [""])[count + len(more)] if len(words) > count + len(more) else ""
    operations = [(name, operands) for name, operands in _OPERATION.findall(rest)]
    for name, operands in operations:
        if name in ("hmvc", "fmvn"):
            counters[name == "fmvn"] = operands.strip()
    set_fen(" ".join(fields + counters + more))
    for name, operands in operations:
        values = [quoted or plain for quoted, plain in _OPERAND.findall(operands)]
        found[name] = _value(board, name, values)
    return found


def _value(board, name, values):
    if name in _MOVES:
        return [board.parse_san(text) for text in values]
    if name in _LINES:
        line, moves = board.copy(), []
        for text in values:
            moves.append(line.push_san(text))
        return moves
    if not values:
        return None
    text = " ".join(values)
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text
