"""Programs that play: `ferz.engine` with boards and moves of `ferz.chess`."""

from ..engine import *  # noqa: F403
