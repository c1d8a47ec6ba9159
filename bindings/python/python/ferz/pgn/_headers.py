"""The tags of a game, and the rules that they select."""

from collections.abc import MutableMapping

from .. import _ferz
from ._visitors import SKIP, BaseVisitor

#: The tags that every game has, in their order.
TAG_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

_UNKNOWN = {"Date": "????.??.??", "Result": "*"}


class Headers(MutableMapping):
    """The tags of a game: a dictionary in which the seven usual tags come first.

    `Headers()` has the seven tags with unknown values. A value with a line break raises `ValueError`.
    """

    def __init__(self, data=None, **others):
        self._values = {}
        if data is None:
            data = {name: _UNKNOWN.get(name, "?") for name in TAG_ROSTER}
        self.update(data, **others)

    def __getitem__(self, name):
        return self._values[name]

    def __setitem__(self, name, value):
        if not name.isascii() or not name.replace("_", "").isalnum():
            raise ValueError(f"`{name}` cannot be the name of a tag: letters, digits, and underscores can")
        if "\n" in value or "\r" in value:
            raise ValueError(f"the value of the tag `{name}` has a line break")
        self._values[name] = value

    def __delitem__(self, name):
        del self._values[name]

    def __iter__(self):
        first = [name for name in TAG_ROSTER if name in self._values]
        return iter(first + sorted(name for name in self._values if name not in TAG_ROSTER))

    def __len__(self):
        return len(self._values)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.items())})"

    def copy(self):
        """Returns a copy."""
        return type(self)(dict(self._values))

    def rules(self):
        """Returns the rules that the tags select. Raises `RulesError` if they cannot be loaded.

        Without a tag for the rules, the game is chess.
        """

        def value(name):
            text = self.get(name, "")
            return None if text in ("", "?") else text

        game = value("RuleFile")
        if game is None:
            title = value("Variant")
            game = "chess" if title is None else _ferz.game_called(title) or title
        pairs = (pair.split("=", 1) for pair in self.get("Switches", "").split(",") if "=" in pair)
        switches = {name.strip(): chosen.strip() for name, chosen in pairs}
        return _ferz.Rules(game, array=value("Array"), reading=value("Reading"), switches=switches)

    def board(self):
        """Returns the board before the first move. Raises `RulesError` or `FenError`."""
        fen = self.get("FEN")
        return self.rules().board(fen, lenient=fen is not None)

    @classmethod
    def builder(cls):
        """Returns a visitor that reads only the tags."""
        return HeadersBuilder(cls)


class HeadersBuilder(BaseVisitor):
    """A visitor whose result is the `Headers` of a game. It skips the moves."""

    def __init__(self, Headers=Headers):
        self._make = Headers

    def begin_headers(self):
        """Begins with no tags."""
        self.headers = self._make({})
        return self.headers

    def visit_header(self, tagname, tagvalue):
        """Adds a tag."""
        self.headers[tagname] = tagvalue

    def end_headers(self):
        """Skips the moves."""
        return SKIP

    def result(self):
        """Returns the tags."""
        return self.headers
