"""A program that communicates in lines of text."""

import os
import queue
import re
import subprocess
import threading
import time

from ._types import EngineError, EngineTerminatedError

#: The number of bytes after which a line is divided.
_LONGEST_LINE = 1 << 20
#: The number of lines that are read before somebody asks for them.
_MOST_LINES = 100_000


class Process:
    """A running program. A thread reads its lines, so that waiting for a line can time out."""

    def __init__(self, command, timeout, **popen):
        command = [command] if isinstance(command, (str, os.PathLike)) else list(command)
        if not command:
            raise ValueError("the command is the path of a program, and maybe its arguments; it is empty")
        command[0] = os.fspath(command[0])
        self.command, self.timeout = command, timeout
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            **popen,
        )
        #: The lines with the times at which they were read. A program that floods its output waits for its reader.
        self.lines = queue.Queue(maxsize=_MOST_LINES)
        self.closed = False
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        # The pipe is read without a buffer: closing a buffer would wait for the thread that reads it.
        rest, source = b"", self.process.stdout
        try:
            while not self.closed and (chunk := os.read(source.fileno(), 1 << 16)):
                *lines, rest = (rest + chunk).split(b"\n")
                if len(rest) > _LONGEST_LINE:
                    lines, rest = [*lines, rest], b""
                for line in lines:
                    self.lines.put((time.monotonic(), line.decode("utf-8", "replace").strip()))
        except (OSError, ValueError):
            # The pipe was closed.
            pass
        self.lines.put((0.0, None))

    def send(self, line):
        """Sends a line. Raises `EngineTerminatedError` if the program has ended."""
        if "\n" in line or "\r" in line:
            raise EngineError(f"a command is one line: {line!r}")
        try:
            data = (line + "\n").encode("utf-8", "replace")
            while data:
                data = data[self.process.stdin.write(data) :]
        except (BrokenPipeError, OSError, ValueError):
            raise EngineTerminatedError(f"{self.command[0]} has ended") from None

    def line(self, until=None):
        """Returns the next line. Raises `EngineError` if there is none before the time `until`."""
        left = None if until is None else max(until - time.monotonic(), 0.001)
        try:
            read, line = self.lines.get(timeout=left)
        except queue.Empty:
            read, line = float("inf"), ""
        if line is None:
            self.lines.put((0.0, None))
            raise EngineTerminatedError(f"{self.command[0]} has ended, with the exit code {self._exit_code()}")
        # A program that writes something else all the time has not answered, either.
        if until is not None and read > until:
            raise EngineError(f"{self.command[0]} did not answer in time")
        return line

    def _exit_code(self):
        try:
            return self.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return None

    def deadline(self, seconds=0.0):
        """Returns the time at which waiting for an answer that takes some seconds ends, or `None` without a limit."""
        return None if self.timeout is None or seconds is None else time.monotonic() + self.timeout + seconds

    def close(self):
        """Ends the program."""
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        # The reader ends with the output. If it waits for a place, it gets one. If a child of the program keeps the output
        # open, the reader goes on waiting for it, and the pipe stays open.
        self.closed = True
        until = time.monotonic() + 1
        while self.reader.is_alive() and time.monotonic() < until:
            while self.lines.full():
                self.lines.get()
            self.reader.join(0.01)
        if not self.reader.is_alive():
            self.process.stdout.close()


def title(board, dialect):
    """Returns the name that a program uses for the game of a board, or `None` if it has no name for the game."""
    found = re.search(r'^\[Variant "([^"]*)"\]', board.root().pgn(dialect=dialect), re.MULTILINE)
    return found.group(1) if found else None
