"""The protocol UCI."""

import re

from ._process import title
from ._scores import Cp, Mate, PovScore, PovWdl, Wdl
from ._types import EngineError, Option, PlayResult

_OPTION = re.compile(r"\b(name|type|default|min|max|var)\b")
_NUMBERS = {"depth", "seldepth", "nodes", "nps", "multipv", "hashfull", "tbhits", "currmovenumber", "cpuload"}
#: The names of games that programs have for chess.
_CHESS = ("chess", "standard")


def _option(line):
    parts = _OPTION.split(line)[1:]
    found = {"var": []}
    for name, value in zip(parts[::2], parts[1::2]):
        if name == "var":
            found["var"].append(value.strip())
        else:
            found.setdefault(name, value.strip())
    kind, default = found.get("type", "string"), found.get("default")
    number = {name: _whole(found.get(name)) for name in ("min", "max")}
    if kind == "spin":
        default = _whole(default)
    elif kind == "check":
        default = default == "true"
    return Option(found.get("name", ""), kind, default, var=tuple(found["var"]), **number)


def _whole(text):
    """Returns a text as a whole number, or `None` if it is none."""
    try:
        return int(text)
    except (TypeError, ValueError):
        return None


class Uci:
    """A program that speaks UCI."""

    name = "uci"

    def __init__(self, process):
        self.process, self.options, self.id, self.set, self.game = process, {}, {}, {}, None
        self.dialect = "uci"
        process.send("uci")
        for line in self._until("uciok", process.deadline()):
            if line.startswith("id "):
                key, _, value = line[3:].partition(" ")
                self.id[key] = value
            elif line.startswith("option "):
                option = _option(line[7:])
                self.options[option.name] = option

    def _until(self, word, until):
        while True:
            line = self.process.line(until)
            yield line
            if line.split(" ", 1)[0] == word:
                return

    def ping(self):
        """Waits until the program is ready."""
        self.process.send("isready")
        for _ in self._until("readyok", self.process.deadline()):
            pass

    def configure(self, options):
        """Sets options."""
        names = {name.lower(): name for name in self.options}
        for name, value in options.items():
            if name.lower() not in names:
                raise EngineError(f"{self.id.get('name', 'the program')} has no option {name}")
            option = self.options[names[name.lower()]]
            text = option.parse(value)
            if self.set.get(option.name) != text:
                self.process.send(f"setoption name {option.name}" + ("" if option.type == "button" else f" value {text}"))
                self.set[option.name] = text

    def _choose_game(self, board, game):
        name = board.rules.name
        variants = self.options.get("UCI_Variant")
        if name == "chess960" and "UCI_Chess960" in self.options:
            self.configure({"UCI_Chess960": True})
            name = "chess"
        if variants is not None:
            known = {other.lower(): other for other in variants.var}
            wanted = [*_CHESS] if name == "chess" else [title(board, "fairy-stockfish"), name]
            chosen = next((known[one.lower()] for one in wanted if one and one.lower() in known), None)
            if chosen is None:
                raise EngineError(f"{self.id.get('name', 'the program')} does not play {name}")
            self.configure({"UCI_Variant": chosen})
        elif name != "chess":
            raise EngineError(f"{self.id.get('name', 'the program')} plays only chess, not {name}")
        if game is None or game != self.game:
            self.process.send("ucinewgame")
            self.game = game
            self.ping()

    def _position(self, board):
        is_own = self.id.get("name", "").lower().startswith("ferz")
        self.dialect = "ferz" if is_own else "uci"
        root = board.root()
        fen = root.fen() if is_own else root.fen(dialect=self.dialect)
        moves, replay = [], root
        for move in board.move_stack:
            moves.append(replay.text(move, dialect=self.dialect))
            replay.push(move)
        self.process.send(f"position fen {fen}" + (" moves " + " ".join(moves) if moves else ""))

    def go(self, board, limit, game, root_moves=None, multipv=None, ponder=False):
        """Begins a search."""
        self._choose_game(board, game)
        if "MultiPV" in self.options and (multipv or self.set.get("MultiPV")):
            self.configure({"MultiPV": multipv or 1})
        self._position(board)
        words = ["go"]
        if limit is None:
            words.append("infinite")
        else:
            clocks = {
                "wtime": limit.white_clock,
                "btime": limit.black_clock,
                "winc": limit.white_inc,
                "binc": limit.black_inc,
                "movetime": limit.time,
            }
            words += [f"{name} {max(1, round(value * 1000))}" for name, value in clocks.items() if value is not None]
            numbers = {"movestogo": limit.remaining_moves, "depth": limit.depth, "nodes": limit.nodes, "mate": limit.mate}
            words += [f"{name} {value}" for name, value in numbers.items() if value is not None]
        if root_moves:
            words.append("searchmoves " + " ".join(board.text(move, dialect=self.dialect) for move in root_moves))
        self.process.send(" ".join(words))

    def stop(self):
        """Ends the search."""
        self.process.send("stop")

    def answers(self, board, until):
        """Yields the information of each line, which can be empty, and at last the result of the search."""
        info = {}
        for line in self._until("bestmove", until):
            words = line.split()
            if words[:1] == ["info"]:
                found = self._info(board, words[1:])
                if found.get("multipv", 1) == 1 and "string" not in found:
                    info.update(found)
                yield found
            elif words[:1] == ["bestmove"]:
                yield PlayResult(*self._best(board, words), info)
            else:
                yield {}

    def _best(self, board, words):
        if len(words) < 2 or words[1] in ("(none)", "0000", "NULL"):
            return None, None
        move = self._read(board, words[1])
        if len(words) < 4 or words[2] != "ponder":
            return move, None
        after = board.copy(stack=False)
        after.push(move)
        try:
            return move, self._read(after, words[3])
        except ValueError:
            return move, None

    def _read(self, board, text):
        try:
            return board.parse(text, dialect=self.dialect)
        except ValueError as error:
            if isinstance(error, EngineError):
                raise
            raise EngineError(f"the program played `{text}`, which is not legal: {error}") from error

    def _info(self, board, words):
        found, at = {}, 0
        while at < len(words):
            word, at = words[at], at + 1
            if word == "string":
                found["string"] = " ".join(words[at:])
                break
            if word in _NUMBERS and at < len(words) and words[at].lstrip("-").isdigit():
                found[word], at = int(words[at]), at + 1
            elif word == "time" and at < len(words):
                found["time"], at = (_whole(words[at]) or 0) / 1000, at + 1
            elif word == "score" and at + 1 < len(words):
                score, value = {"cp": Cp, "mate": Mate}.get(words[at]), _whole(words[at + 1])
                if score is not None and value is not None:
                    found["score"] = PovScore(score(value), board.turn)
                at += 2
            elif word == "wdl" and None not in (chances := [_whole(text) for text in words[at : at + 3]]) and len(chances) == 3:
                found["wdl"], at = PovWdl(Wdl(*chances), board.turn), at + 3
            elif word in ("lowerbound", "upperbound"):
                found[word] = True
            elif word == "pv":
                found["pv"] = self._line(board, words[at:])
                break
        return found

    def _line(self, board, texts):
        moves, after = [], board.copy(stack=False)
        for text in texts:
            try:
                move = after.parse(text, dialect=self.dialect)
            except ValueError:
                break
            moves.append(move)
            after.push(move)
        return moves

    def quit(self):
        """Asks the program to end."""
        self.process.send("quit")
