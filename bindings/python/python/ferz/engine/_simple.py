"""The engine that a caller uses."""

import threading
import time

from ._process import Process
from ._types import INFO_ALL, AnalysisComplete, EngineError, EngineTerminatedError, InfoDict, Limit, PlayResult
from ._uci import Uci
from ._xboard import XBoard


class SimpleEngine:
    """A program that plays. Close it with `quit`, or use it in a `with` statement.

    `timeout` is the number of seconds that the program may need in addition to the limits of a search. Several threads can
    use it: a program answers one request after the other.
    """

    def __init__(self, process, protocol):
        self.process, self.protocol = process, protocol
        self._running = None
        self._turn = threading.RLock()

    @classmethod
    def popen_uci(cls, command, *, timeout=10.0, setpgrp=False, **popen):
        """Starts a program that speaks UCI. `command` is its path, or a list of the path and arguments."""
        return cls._start(Uci, command, timeout, setpgrp, popen)

    @classmethod
    def popen_xboard(cls, command, *, timeout=10.0, setpgrp=False, **popen):
        """Starts a program that speaks XBoard. `command` is its path, or a list of the path and arguments."""
        return cls._start(XBoard, command, timeout, setpgrp, popen)

    @classmethod
    def _start(cls, protocol, command, timeout, setpgrp, popen):
        if setpgrp:
            popen["start_new_session"] = True
        # An option of python-chess for its log.
        popen.pop("debug", None)
        process = Process(command, timeout, **popen)
        try:
            return cls(process, protocol(process))
        except BaseException:
            process.process.kill()
            process.close()
            raise

    @property
    def id(self):
        """The name and the author that the program reports, as `name` and `author`."""
        return dict(self.protocol.id)

    @property
    def options(self):
        """The options of the program by name."""
        return dict(self.protocol.options)

    @property
    def timeout(self):
        """The seconds that the program may need in addition to the limits of a search, or `None`."""
        return self.process.timeout

    @timeout.setter
    def timeout(self, seconds):
        self.process.timeout = seconds

    @property
    def returncode(self):
        """The exit code of the program, or `None` while it runs."""
        return self.process.process.poll()

    def configure(self, options):
        """Sets options of the program. Raises `EngineError` if it has no such option or value."""
        with self._turn:
            self._end_analysis()
            self.protocol.configure(options)

    def ping(self):
        """Waits until the program is ready."""
        with self._turn:
            self._end_analysis()
            self.protocol.ping()

    def play(self, board, limit, *, game=None, info=INFO_ALL, root_moves=None, options=None):
        """Lets the program search for a move. Returns a `PlayResult`.

        `game` identifies the game: a new value makes the program clear its state. `root_moves` are
        the moves to choose from. All information is returned, whatever `info` selects. Raises `ValueError` if the limit
        is empty, because the search would not end.
        """
        _must_end(limit)
        with self._turn:
            self._begin(board, limit, game, root_moves, None, options)
            for found in self.protocol.answers(board, self.process.deadline(_most(limit, board))):
                if isinstance(found, PlayResult):
                    return found
        raise EngineError("the program gave no move")

    def _begin(self, board, limit, game, root_moves, multipv, options):
        self._end_analysis()
        if options:
            self.protocol.configure(options)
        self.protocol.go(board, limit, game, root_moves, multipv)

    def analyse(self, board, limit, *, multipv=None, game=None, info=INFO_ALL, root_moves=None, options=None):
        """Lets the program search. Returns the last information, or a list with one item for each line if `multipv` is given."""
        _must_end(limit)
        lines = {}
        with self._turn:
            self._begin(board, limit, game, root_moves, multipv, options)
            for found in self.protocol.answers(board, self.process.deadline(_most(limit, board))):
                if found and not isinstance(found, PlayResult):
                    lines.setdefault(found.get("multipv", 1), InfoDict()).update(found)
        ordered = [lines[number] for number in sorted(lines)]
        return ordered if multipv is not None else (ordered[0] if ordered else InfoDict())

    def analysis(self, board, limit=None, *, multipv=None, game=None, info=INFO_ALL, root_moves=None, options=None):
        """Begins a search, without a limit if `limit` is `None`. Returns a `SimpleAnalysisResult`."""
        with self._turn:
            self._begin(board, limit, game, root_moves, multipv, options)
            self._running = SimpleAnalysisResult(self, board.copy(), limit)
            return self._running

    def _end_analysis(self):
        running, self._running = self._running, None
        if running is not None:
            running.wait(stop=True)

    def quit(self):
        """Asks the program to end, and waits for it."""
        try:
            self._end_analysis()
            self.protocol.quit()
        except EngineTerminatedError:
            pass
        self.process.close()

    def close(self):
        """Ends the program."""
        self.process.process.kill()
        self.process.close()

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.quit()

    def __repr__(self):
        return f"<SimpleEngine {self.protocol.name} {self.id.get('name', '')!r}>"


def _must_end(limit):
    """Raises an exception if a search with this limit would not end."""
    if not isinstance(limit, Limit):
        raise TypeError(f"the limit of a search is a `Limit`, not {limit!r}; `analysis` searches without a limit")
    if limit == Limit():
        raise ValueError("the limit is empty, so the search would not end; `analysis` searches without a limit")


def _most(limit, board):
    """Returns the number of seconds that a search can take by its limits, or `None` if they do not bound its time."""
    if limit is None:
        return None
    if limit.time is not None:
        return limit.time
    clock = limit.white_clock if board.turn else limit.black_clock
    if clock is not None:
        return clock + ((limit.white_inc if board.turn else limit.black_inc) or 0)
    return None


class SimpleAnalysisResult:
    """A running search: iterate over its information, or look at `info` and `multipv` and call `stop`."""

    def __init__(self, engine, board, limit):
        self._engine, self._board, self._best, self._stopped = engine, board, None, False
        self._lines = [InfoDict()]
        self._lock = threading.Lock()
        self._answers = engine.protocol.answers(board, engine.process.deadline(_most(limit, board)))

    @property
    def info(self):
        """The information about the best line up to now."""
        return self.multipv[0]

    @property
    def multipv(self):
        """The information about each line up to now."""
        # Another thread that waits for information takes it from the program itself.
        if self._lock.acquire(blocking=False):
            try:
                while self._best is None and not self._engine.process.lines.empty():
                    self._take()
            finally:
                self._lock.release()
        return self._lines

    def get(self):
        """Waits for the next information. Raises `AnalysisComplete` if the search has ended."""
        with self._lock:
            while self._best is None:
                found = self._take()
                if found is not None:
                    return found
        raise AnalysisComplete

    def _take(self):
        """Waits for the next answer. Returns its information, or `None` if it has none."""
        found = next(self._answers, PlayResult(None))
        if isinstance(found, PlayResult):
            self._best = found
        if not found or found is self._best:
            return None
        number = found.get("multipv", 1)
        while len(self._lines) < number:
            self._lines.append(InfoDict())
        self._lines[number - 1].update(found)
        return found

    def __iter__(self):
        return self

    def __next__(self):
        try:
            return self.get()
        except AnalysisComplete:
            raise StopIteration from None

    def stop(self):
        """Ends the search."""
        if self._best is None and not self._stopped:
            self._stopped = True
            self._engine.protocol.stop()

    def wait(self, *, stop=False):
        """Waits for the end of the search, and returns its `PlayResult`."""
        if stop:
            self.stop()
        until = time.monotonic() + (self._engine.timeout or 1e9)
        while self._best is None and time.monotonic() < until:
            try:
                self.get()
            except AnalysisComplete:
                break
        return self._best or PlayResult(None)

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self._engine._end_analysis()


__all__ = ["Limit", "SimpleAnalysisResult", "SimpleEngine"]
