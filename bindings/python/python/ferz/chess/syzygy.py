"""ferz has no endgame tables. `chess.syzygy` of python-chess takes `board.to_chess()`."""


def open_tablebase(*_arguments, **_options):
    raise NotImplementedError("ferz has no endgame tables: give chess.syzygy of python-chess the board.to_chess()")
