"""EPD: positions with operations such as `bm` (the best moves) and `id`."""

import re

#: The operations whose operands are moves of the position.
_MOVES = {"bm", "am"}
#: The operations whose operands are a sequence of moves from the position.
_LINES = {"pv"}
_OPERATION = re.compile(r'\s*([A-Za-z]\w*)((?:\s+(?:"[^"]*"|[^\s;"]+))*)\s*(?:;|$)')
_OPERAND = re.compile(r'"([^"]*)"|(\S+)')


def write(board, operations):
    """Returns the position of a board as EPD with operations."""
    fields = board.fen().split(" ")
    # The counters are the numbers at the end. Rights and other fields of a game can stand before them.
    numbers = {"hmvc": None, "fmvn": None}
    words = fields[:-2] if len(fields) > 4 and fields[-1].isdigit() and fields[-2].isdigit() else fields
    for name, value in {**numbers, **operations}.items():
        if value is None:
            if name in operations:
                words.append(f"{name};")
            continue
        words.append(f"{name} {_written(board, name, value)};")
    return " ".join(words)


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
    count = len(board.root().fen().split()) - 2
    fields = words[:count]
    rest = text.split(None, count)[count] if len(words) > count else ""
    counters = ["0", "1"]
    found = {}
    if rest[:1].isdigit():
        # A FEN is read, too.
        counters, rest = (rest.split(None, 2) + ["", ""])[:2], ""
    operations = [(name, operands) for name, operands in _OPERATION.findall(rest)]
    for name, operands in operations:
        if name in ("hmvc", "fmvn"):
            counters[name == "fmvn"] = operands.strip()
    board.set_fen(" ".join(fields + counters), lenient=True)
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
