"""The command line: `python -m ferz` is the program `ferz`."""

import signal
import sys

from . import _ferz


def main(arguments=None):
    """Runs the program with arguments, by default those of the command line, and returns its exit code."""
    if arguments is None:
        arguments = sys.argv[1:]
        # The program treats an interrupt as any other does, not as an exception of Python.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _ferz._main(["ferz", *arguments])


if __name__ == "__main__":
    sys.exit(main())
