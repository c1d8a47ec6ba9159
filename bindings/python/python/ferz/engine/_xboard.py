"""The protocol XBoard (CECP), version 2."""

import re
import shlex
import time

from ._process import title
from ._scores import Cp, Mate, PovScore
from ._types import EngineError, Option, PlayResult

_THINKING = re.compile(r"^(\d+)[&.+]?\s+([+-]?\d+)\s+(\d+)\s+(\d+)(?:\s+(.*))?$")
_MOVE = re.compile(r"^(?:move|\d+\.\s*\.\.\.)\s+(\S+)$")
#: What a program answers to a command that it does not know. These commands need no answer.
_NEEDLESS = re.compile(r"^Error \([^)]*\):\s*(?:xboard|protover|accepted|post|easy)\b")
#: The names of games that the protocol has for chess.
_CHESS = "normal"
#: The evaluation from which a mate is counted.
_MATE = 100_000


class XBoard:
    """A program that speaks XBoard."""

    name = "xboard"
    dialect = "xboard"

    def __init__(self, process):
        self.process, self.options, self.id, self.features, self.set = process, {}, {}, {}, {}
        self.board = None
        process.send("xboard")
        process.send("protover 2")
        until = time.monotonic() + 2
        while self.features.get("done") != 1:
            try:
                line = process.line(until)
            except EngineError:
                # A program of version 1 does not answer.
                if process.process.poll() is not None:
                    raise
                break
            if line.startswith("feature "):
                self._read_features(line[8:])
                if self.features.get("done") == 0:
                    until = process.deadline(60)
        self.id["name"] = self.features.get("myname", process.command[0])
        process.send("post")
        process.send("easy")

    def _read_features(self, text):
        try:
            words = shlex.split(text)
        except ValueError:
            # A quotation mark is missing.
            words = text.split()
        for word in words:
            name, _, value = word.partition("=")
            if name == "option":
                self._add_option(value)
            else:
                self.features[name] = int(value) if value.lstrip("-").isdigit() else value
            if name != "done":
                self.process.send(f"accepted {name}")

    def _add_option(self, text):
        name, _, kind = text.partition(" -")
        kind, *values = kind.split(" ")
        kinds = {"check": "check", "spin": "spin", "slider": "spin", "combo": "combo", "button": "button", "save": "button"}
        if kinds.get(kind) == "spin" and len(values) == 3:
            self.options[name] = Option(name, "spin", *(int(value) if value.lstrip("-").isdigit() else None for value in values))
        elif kinds.get(kind) == "combo":
            all_values = tuple(value.strip().lstrip("*") for value in " ".join(values).split("///"))
            self.options[name] = Option(name, "combo", all_values[0], var=all_values)
        else:
            default = " ".join(values) or None
            self.options[name] = Option(name, kinds.get(kind, "string"), default == "1" if kind == "check" else default)

    def ping(self):
        """Waits until the program is ready, if it supports `ping`."""
        if self.features.get("ping") != 1:
            return
        self.process.send("ping 1")
        until = self.process.deadline()
        while (line := self.process.line(until)).split() != ["pong", "1"]:
            if line.startswith(("Error", "Illegal")) and not _NEEDLESS.match(line):
                raise EngineError(line)

    def configure(self, options):
        """Sets options. `memory` and `cores` are commands of their own."""
        for name, value in options.items():
            if name in ("memory", "cores"):
                self.process.send(f"{name} {int(value)}")
                continue
            if name not in self.options:
                raise EngineError(f"{self.id['name']} has no option {name}")
            option = self.options[name]
            text = {"true": "1", "false": "0"}.get(option.parse(value), option.parse(value))
            self.process.send(f"option {name}" + ("" if option.type == "button" else f"={text}"))

    def _begin(self, board):
        name = board.rules.name
        known = str(self.features.get("variants", _CHESS)).split(",")
        wanted = [_CHESS] if name == "chess" else [title(board, "xboard"), name]
        chosen = next((one for one in wanted if one in known), None)
        if chosen is None:
            raise EngineError(f"{self.id['name']} does not play {name}")
        send = self.process.send
        send("new")
        if chosen != _CHESS:
            send(f"variant {chosen}")
        send("force")
        root = board.root()
        if root != board.rules.board():
            send("setboard " + root.fen(dialect=self.dialect))
        replay = root
        for move in board.move_stack:
            text = replay.text(move, dialect=self.dialect)
            send(f"usermove {text}" if self.features.get("usermove") == 1 else text)
            replay.push(move)
        # What the program still says about the game before, such as its result, is read here.
        self.ping()

    def go(self, board, limit, game, root_moves=None, multipv=None, ponder=False):
        """Begins a search."""
        if root_moves or multipv not in (None, 1):
            raise EngineError("the protocol XBoard has neither chosen moves nor several lines")
        self._begin(board)
        send = self.process.send
        if limit is None:
            self.is_analysis = True
            send("analyze")
            return
        self.is_analysis = False
        if limit.nodes is not None and self.features.get("nps") != 1:
            raise EngineError(f"{self.id['name']} cannot count nodes")
        if limit.depth is not None:
            send(f"sd {limit.depth}")
        if limit.time is not None:
            send(f"st {max(limit.time, 0.01):.2f}")
        if limit.nodes is not None:
            send("nps 1")
            send(f"st {limit.nodes}")
        clocks = (limit.white_clock, limit.black_clock)
        own, other = clocks if board.turn else clocks[::-1]
        if own is not None:
            inc = (limit.white_inc if board.turn else limit.black_inc) or 0
            minutes, seconds = divmod(max(1, int(own)), 60)
            send(f"level {limit.remaining_moves or 0} {minutes}:{seconds:02} {inc:g}")
            send(f"time {max(1, round(own * 100))}")
            send(f"otim {max(1, round((other if other is not None else own) * 100))}")
        send("go")

    def stop(self):
        """Ends the search."""
        self.process.send("exit" if self.is_analysis else "?")
        if self.is_analysis and self.features.get("ping") == 1:
            self.process.send("ping 2")

    def answers(self, board, until):
        """Yields the information of each line, which can be empty, and at last the result of the search."""
        info, offered = {}, False
        while True:
            line = self.process.line(until)
            # The program has left the analysis, which has no move.
            if line.split() == ["pong", "2"]:
                moves = info.get("pv", [])
                yield PlayResult(moves[0] if moves else None, None, info)
                return
            move = _MOVE.match(line)
            thinking = _THINKING.match(line)
            if move:
                self.process.send("force")
                yield PlayResult(self._read(board, move.group(1)), None, info, offered)
                return
            if line == "resign":
                yield PlayResult(None, None, info, offered, True)
                return
            if line.startswith("offer draw"):
                offered = True
            elif line.startswith(("Error", "Illegal")) and not _NEEDLESS.match(line):
                raise EngineError(line)
            elif thinking:
                found = self._info(board, thinking)
                info.update(found)
                yield found
                continue
            elif re.match(r"^(1-0|0-1|1/2-1/2)\b", line):
                yield PlayResult(None, None, info, offered)
                return
            yield {}

    def _read(self, board, text):
        try:
            return board.parse(text, dialect=self.dialect)
        except ValueError as error:
            raise EngineError(f"the program played `{text}`, which is not legal: {error}") from error

    def _info(self, board, thinking):
        depth, score, centiseconds, nodes, line = thinking.groups()
        cp = int(score)
        mate = abs(cp) - _MATE if _MATE <= abs(cp) < 2 * _MATE else None
        relative = Cp(cp) if mate is None else Mate(mate if cp > 0 else -mate)
        info = {"depth": int(depth), "nodes": int(nodes), "time": int(centiseconds) / 100, "score": PovScore(relative, board.turn)}
        moves, after = [], board.copy(stack=False)
        for text in (line or "").split():
            if re.match(r"^\d+\.", text):
                continue
            try:
                moves.append(after.parse(text, dialect=self.dialect))
            except ValueError:
                break
            after.push(moves[-1])
        return {**info, "pv": moves}

    def quit(self):
        """Asks the program to end."""
        self.process.send("quit")
