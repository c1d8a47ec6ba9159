"""A program that communicates in lines of text."""

import queue
import re
import subprocess
import threading
import time

from ._types import EngineError, EngineTerminatedError


class Process:
    """A running program. A thread reads its lines, so that waiting for a line can time out."""

    def __init__(self, command, timeout, **popen):
        command = [command] if isinstance(command, str) else list(command)
        self.command, self.timeout = command, timeout
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            **popen,
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, line):
        """Sends a line. Raises `EngineTerminatedError` if the program has ended."""
        if "\n" in line or "\r" in line:
            raise EngineError(f"a command is one line: {line!r}")
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (BrokenPipeError, OSError, ValueError):
            raise EngineTerminatedError(f"{self.command[0]} has ended") from None

    def line(self, until=None):
        """Returns the next line. Raises `EngineError` if there is none before the time `until`."""
        left = None if until is None else max(until - time.monotonic(), 0.001)
        try:
            line = self.lines.get(timeout=left)
        except queue.Empty:
            raise EngineError(f"{self.command[0]} did not answer in time") from None
        if line is None:
            self.lines.put(None)
            code = self.process.poll()
            raise EngineTerminatedError(f"{self.command[0]} has ended, with the exit code {code}")
        return line

    def deadline(self, seconds=0.0):
        """Returns the time at which waiting for an answer that takes some seconds ends, or `None` without a limit."""
        return None if self.timeout is None or seconds is None else time.monotonic() + self.timeout + seconds

    def close(self):
        """Ends the program."""
        for stream in (self.process.stdin,):
            try:
                stream.close()
            except OSError:
                pass
        try:
            self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def title(board, dialect):
    """Returns the name that a program uses for the game of a board, or `None` if it has no name for the game."""
    found = re.search(r'^\[Variant "([^"]*)"\]', board.root().pgn(dialect=dialect), re.MULTILINE)
    return found.group(1) if found else None
