"""Problems as exceptions, and what pickle calls."""


class FerzError(ValueError):
    """Why a text, a position or a move is refused.

    `problems` lists what is wrong, each problem with the places it is about; `rendered` shows the lines with the offending words underlined.
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
        # Problems do not leave the process; their text does.
        return type(self), (str(self), (), self.rendered)


class RulesError(FerzError):
    """A game that cannot be loaded: there is no such game, array, reading, switch or value, or its text has errors."""


class FenError(FerzError):
    """A FEN that is not a position of the game."""


class IllegalMoveError(FerzError):
    """The text of no legal move, or a move that is not legal here."""


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
