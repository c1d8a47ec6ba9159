"""The engine for programs with `asyncio`. Each call waits in a thread, so that the event loop continues."""

import asyncio

from ._simple import SimpleEngine
from ._types import AnalysisComplete


class Protocol:
    """A program that plays, for a program with `asyncio`. `popen_uci` and `popen_xboard` create it."""

    def __init__(self, engine):
        self._engine = engine
        # A program answers one request at a time.
        self._lock = asyncio.Lock()

    async def _call(self, function, *arguments, **options):
        async with self._lock:
            return await asyncio.get_running_loop().run_in_executor(None, lambda: function(*arguments, **options))

    @property
    def id(self):
        """What the program says about itself: `name`, `author`."""
        return self._engine.id

    @property
    def options(self):
        """The options of the program by name."""
        return self._engine.options

    @property
    def returncode(self):
        """The exit code of the program, or `None` while it runs."""
        return self._engine.returncode

    async def configure(self, options):
        """Sets options of the program, as `SimpleEngine.configure`."""
        await self._call(self._engine.configure, options)

    async def ping(self):
        """Waits until the program is ready."""
        await self._call(self._engine.ping)

    async def play(self, board, limit, **options):
        """Lets the program search for a move, as `SimpleEngine.play`."""
        return await self._call(self._engine.play, board.copy(), limit, **options)

    async def analyse(self, board, limit, **options):
        """Lets the program search, as `SimpleEngine.analyse`."""
        return await self._call(self._engine.analyse, board.copy(), limit, **options)

    async def analysis(self, board, limit=None, **options):
        """Begins a search, as `SimpleEngine.analysis`. Returns an `AnalysisResult`."""
        return AnalysisResult(self, await self._call(self._engine.analysis, board.copy(), limit, **options))

    async def quit(self):
        """Asks the program to end, and waits for it."""
        await self._call(self._engine.quit)

    def close(self):
        """Ends the program."""
        self._engine.close()

    def __repr__(self):
        return f"<Protocol of {self._engine!r}>"


class AnalysisResult:
    """A search that goes on: iterate over its information with `async for`, or look at `info` and call `stop`."""

    def __init__(self, protocol, analysis):
        self._protocol, self._analysis = protocol, analysis

    @property
    def info(self):
        """The information about the best line up to now."""
        return self._analysis.info

    @property
    def multipv(self):
        """The information about each line up to now."""
        return self._analysis.multipv

    async def get(self):
        """Waits for the next information. Raises `AnalysisComplete` if the search has ended."""
        found = await self._protocol._call(next, self._analysis, None)
        if found is None:
            raise AnalysisComplete
        return found

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return await self.get()
        except AnalysisComplete:
            raise StopAsyncIteration from None

    def stop(self):
        """Ends the search."""
        self._analysis.stop()

    async def wait(self):
        """Waits for the end of the search, and returns its `PlayResult`."""
        return await self._protocol._call(self._analysis.wait)

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self._analysis.stop()


def EventLoopPolicy():
    """Returns the policy of event loops of Python, with which `popen_uci` and `popen_xboard` work."""
    return asyncio.DefaultEventLoopPolicy()


async def _popen(start, command, options):
    engine = await asyncio.get_running_loop().run_in_executor(None, lambda: start(command, **options))
    return engine.process.process, Protocol(engine)


async def popen_uci(command, **options):
    """Starts a program that speaks UCI. Returns its process and its `Protocol`."""
    return await _popen(SimpleEngine.popen_uci, command, options)


async def popen_xboard(command, **options):
    """Starts a program that speaks XBoard. Returns its process and its `Protocol`."""
    return await _popen(SimpleEngine.popen_xboard, command, options)
