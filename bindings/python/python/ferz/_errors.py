"""The exceptions of the package, and the functions that pickle calls."""


class FerzError(ValueError):
    """The base class of all errors in a text, a position, or a move.

    `problems` lists the problems with their places. `rendered` shows the lines with the offending words underlined.
    """

    def __init__(self, message, problems=(), rendered=""):
        super().__init__(message)
        self.problems = list(problems)
        self.rendered = rendered

    @property
    def code(self):
        """The stable code of the first problem, such as `unknown-word`."""
        return self.problems[0].code if self.problems else None

    def __reduce__(self):
        return type(self), (str(self), self.problems, self.rendered)


class RulesError(FerzError):
    """The game cannot be loaded: the game, array, reading, switch, or value does not exist, or the text has
    errors.
    """


class FenError(FerzError):
    """The FEN does not describe a position of the game."""


class IllegalMoveError(FerzError):
    """The move is not legal, or no legal move has this text."""


def _load_again(game, text, array, reading, switches, readings):
    from ._ferz import Rules

    if text is not None:
        return Rules.from_text(text, array=array, reading=reading, switches=switches, readings=readings)
    return Rules(game, array=array, reading=reading, switches=switches, readings=readings)


def _play_again(rules, fen, lenient, moves):
    board = rules.board(fen, lenient=lenient)
    for move in moves:
        board.push(move)
    return board
