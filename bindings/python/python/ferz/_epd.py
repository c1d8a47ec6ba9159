"""EPD: positions with operations such as `bm` (the best moves) and `id`."""

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
    numbers = {"hmvc": None, "fmvn": None}
    words = fields[:at] + fields[at + 2 :]
    for name, value in {**numbers, **operations}.items():
        if value is None:
            if name in operations:
                words.append(f"{name};")
            continue
        words.append(f"{name} {_written(board, name, value)};")
    return " ".join(words)


def _counters(fields):
    """Returns the index of the two counters among the fields of a FEN, or the number of fields if it has none."""
    pairs = zip(range(3, len(fields)), fields[3:], fields[4:])
    return next((at for at, one, other in pairs if one.isdigit() and other.isdigit()), len(fields))


def _written(board, name, value):
    if name in _MOVES:
        return " ".join(board.san(move) for move in value)
    if name in _LINES:
        board, words = board.copy(), []
        for move in value:
            words.append(board.san(move))
            board.push(move)
        return " ".join(words)
    return str(value) if isinstance(value, (int, float)) else f'"{value}"'


def read(board, epd):
    """Sets the position of an EPD, and returns its operations. Raises `FenError` or `IllegalMoveError`."""
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
    board.set_fen(" ".join(fields + counters + more), lenient=True)
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
