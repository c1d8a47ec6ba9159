"""`ferz.chess` is python-chess: the same scripts, the same answers, the same names, and boards that change hands."""

import ast
import importlib
import io
import pickle
import random
import re
import subprocess
import sys
import tokenize
from pathlib import Path

import ferz
import ferz.chess
import pytest

chess = pytest.importorskip("chess")
import chess.pgn
import chess.variant

HERE = Path(__file__).parent
SCRIPTS = sorted((HERE / "scripts").glob("*.py"))
PAGE = HERE.parents[2] / "docs/book/keep-import-chess.md"
#: The scripts whose output differs, with the reason.
DIFFERENT = {
    "fen_validation": "the texts of errors are those of ferz",
    "notebook": "pictures are those of ferz",
}
#: What python-chess sets when a board is created, so that its class does not list it.
FIELDS = """turn castling_rights fullmove_number halfmove_clock promoted chess960 ep_square move_stack pawns knights bishops
rooks queens kings occupied occupied_co""".split()


def translated(text):
    """Returns a script that imports `ferz.chess` in the place of python-chess."""
    text = re.sub(r"^import chess\.(\w+)$", r"import ferz.chess as chess, ferz.chess.\1", text, flags=re.M)
    return re.sub(r"^import chess$", "import ferz.chess as chess", text, flags=re.M)


def output(text):
    run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, encoding="utf-8", timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_prints_the_same(script):
    text = script.read_text(encoding="utf-8")
    theirs, ours = output(text), output(translated(text))
    assert theirs.strip()
    if script.stem in DIFFERENT:
        assert theirs != ours, f"{script.stem} no longer differs"
        assert f"`{script.stem}.py`" in PAGE.read_text(encoding="utf-8")
    else:
        assert theirs == ours


def test_thirteen_of_sixteen_scripts_print_the_same():
    assert len(SCRIPTS) == 16 and len(set(DIFFERENT) - {path.stem for path in SCRIPTS}) == 0 and len(DIFFERENT) <= 3


def test_the_layer_is_thin():
    """At most 900 lines of code: lines with more than comments and docstrings."""
    count = 0
    for path in Path(ferz.chess.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        nodes = [node for node in ast.walk(ast.parse(text)) if hasattr(node, "body") and isinstance(node.body, list)]
        first = [node.body[0] for node in nodes if node.body and isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))]
        notes = {
            line
            for node in first
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
            for line in range(node.lineno, node.end_lineno + 1)
        }
        empty = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
        tokens = [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type not in empty]
        count += len({line for token in tokens for line in range(token.start[0], token.end[0] + 1)} - notes)
    assert count <= 900


def plain(value):
    """Returns an answer in a form that does not depend on the library."""
    if isinstance(value, (chess.SquareSet, ferz.chess.SquareSet)):
        return int(value)
    if isinstance(value, (chess.Outcome, ferz.chess.Outcome)):
        return value.termination.name, value.winner
    if isinstance(value, dict):
        return [(key, plain(one)) for key, one in value.items()]
    if isinstance(value, (list, tuple)) or hasattr(value, "__next__"):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, (chess.Move, ferz.chess.Move, chess.Piece, ferz.chess.Piece)) else value


METHODS = """__str__ board_fen can_claim_draw can_claim_fifty_moves can_claim_threefold_repetition castling_shredder_fen
castling_xfen checkers checkers_mask clean_castling_rights epd fen generate_castling_moves generate_legal_captures
generate_legal_ep generate_legal_moves has_legal_en_passant has_pseudo_legal_en_passant is_check is_checkmate
is_fifty_moves is_fivefold_repetition is_game_over is_insufficient_material is_repetition is_seventyfive_moves is_stalemate
is_valid is_variant_draw is_variant_end is_variant_loss is_variant_win outcome piece_map ply result shredder_fen status
unicode was_into_check""".split()
OF_A_COLOR = "has_castling_rights has_kingside_castling_rights has_queenside_castling_rights king".split()
OF_A_MOVE = """gives_check is_capture is_castling is_en_passant is_kingside_castling is_legal is_queenside_castling is_zeroing
lan san uci is_irreversible xboard""".split()
OF_A_SQUARE = "attacks attacks_mask color_at piece_at piece_type_at".split()


def answers(board, move, square):
    yield from ((name, getattr(board, name)()) for name in METHODS)
    # python-chess remembers in chess which pieces were pawns.
    yield from ((name, getattr(board, name)) for name in FIELDS if name != "promoted")
    yield from ((name, getattr(board, name)(color)) for name in OF_A_COLOR for color in (True, False))
    yield from ((name, getattr(board, name)(square)) for name in OF_A_SQUARE)
    yield from ((name, getattr(board, name)(move)) for name in OF_A_MOVE if move)
    for color in (True, False):
        yield "attackers", board.attackers(color, square)
        yield "is_attacked_by", board.is_attacked_by(color, square)
        yield "pieces", [board.pieces(kind, color) for kind in range(1, 7)]
        if board.color_at(square) == color:
            yield "pin", board.pin(color, square)
    yield from (("fen", board.fen(en_passant=passed)) for passed in ("legal", "fen", "xfen"))
    yield "copy", [board.copy(stack=2).move_stack, board.copy(stack=False).fen(), board.root().fen(), board.mirror().fen()]
    yield "parse", board.parse_san(board.san(move)) if move else None


@pytest.mark.parametrize("kind", ["chess", "chess960", "ending"])
def test_every_method_answers_as_in_python_chess(kind):
    chooser = random.Random(kind)
    for number in range(1 + (kind == "ending")):
        if kind == "chess960":
            theirs, ours = (module.Board.from_chess960_pos(200 + number) for module in (chess, ferz.chess))
        else:
            fen = "8/5k2/8/2b5/8/3KB3/8/8 w - - 90 1" if kind == "ending" else chess.STARTING_FEN
            theirs, ours = (module.Board(fen) for module in (chess, ferz.chess))
        for ply in range(30):
            moves = list(theirs.legal_moves)
            move = chooser.choice(moves) if moves else None
            square = chooser.randrange(64)
            for (name, one), (_, other) in zip(answers(theirs, move, square), answers(ours, move, square)):
                assert plain(one) == plain(other), f"{name} of {theirs.fen()} with {move} and {square}"
            if not moves:
                break
            move = chess.Move.null() if ply % 9 == 8 and not theirs.is_check() else move
            theirs.push(move)
            ours.push(move)
        while theirs.move_stack:
            assert theirs.pop() == ours.pop() and theirs.fen(en_passant="fen") == ours.fen(en_passant="fen")


@pytest.mark.parametrize("board", chess.variant.VARIANTS, ids=lambda board: board.__name__)
def test_variants_have_the_moves_and_positions_of_python_chess(board):
    theirs, ours = board(), ferz.chess.variant.find_variant(board.uci_variant)()
    chooser = random.Random(board.uci_variant)
    if board.uci_variant == "suicide":
        # Only python-chess castles.
        theirs = board(ours.fen())
    for _ in range(60):
        assert sorted(map(str, theirs.legal_moves)) == sorted(map(str, ours.legal_moves)), theirs.fen()
        assert theirs.fen() == ours.fen()
        if not list(theirs.legal_moves) or theirs.is_variant_end():
            return
        move = chooser.choice(list(theirs.legal_moves))
        assert theirs.san(move).rstrip("+#") == ours.san(move).rstrip("+#")
        theirs.push(move)
        ours.push(move)


@pytest.mark.parametrize("game", ["chess", "chess960", "crazyhouse", "3check"])
def test_boards_change_hands(game):
    theirs = chess.Board.from_chess960_pos(9) if game == "chess960" else chess.variant.find_variant(game)()
    chooser = random.Random(game)
    for _ in range(20):
        theirs.push(chooser.choice(list(theirs.legal_moves)))
    ours = ferz.chess.Board.from_chess(theirs)
    assert ours.fen() == theirs.fen() and ours.move_stack == theirs.move_stack and type(ours).__name__ == type(theirs).__name__
    back = ours.to_chess()
    assert back == theirs and back.move_stack == theirs.move_stack and type(back) is type(theirs)
    ours.pop()
    assert ours.to_chess().fen() == theirs.root().fen() or ours.fen() != theirs.fen()


def test_moves_and_pieces_of_both_are_equal():
    one, other = chess.Move.from_uci("e7e8q"), ferz.chess.Move.from_uci("e7e8q")
    assert one == other and other == one and hash(one) == hash(other) and {one: 1}[other] == 1
    assert chess.Piece(3, True) == ferz.chess.Piece(3, True) and hash(chess.Piece(3, True)) == hash(ferz.chess.Piece(3, True))
    assert ferz.chess.SquareSet([1, 5]) == chess.SquareSet([1, 5]) and chess.SquareSet([1, 5]) == ferz.chess.SquareSet([1, 5])
    board = ferz.chess.Board()
    assert chess.Move.from_uci("e2e4") in board.legal_moves and board.san(chess.Move.from_uci("g1f3")) == "Nf3"
    game = chess.pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 Nc6"))
    for move in game.mainline_moves():
        board.push(move)
    assert board.fen() == game.end().board().fen() and type(board.peek()) is ferz.chess.Move
    assert board.variation_san([chess.Move.from_uci("f1b5")]) == "3. Bb5"


def test_a_move_that_was_changed_is_another_move():
    board = ferz.chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    move = next(move for move in board.legal_moves if move.promotion == ferz.chess.QUEEN)
    move.promotion = ferz.chess.ROOK
    board.push(move)
    assert board.piece_at(ferz.chess.A8) == ferz.chess.Piece(ferz.chess.ROOK, True)
    for value in (board, move, list(board.legal_moves), ferz.chess.SquareSet(5)):
        assert pickle.loads(pickle.dumps(value)) == value


def test_what_is_not_there_says_so():
    board = ferz.chess.Board()
    for name in ("pseudo_legal_moves", "is_pseudo_legal", "has_insufficient_material"):
        with pytest.raises(NotImplementedError, match=f"{name}.*to_chess"):
            getattr(board, name)(chess.Move.null())
    with pytest.raises(NotImplementedError, match="to_chess"):
        ferz.chess.syzygy.open_tablebase("tables")
    with pytest.raises(ferz.IllegalMoveError):
        board.push(ferz.chess.Move.from_uci("e2e5"))
    sketch = ferz.chess.Board("8/8/8/8/4N3/8/8/8 w - - 0 1")
    assert len(sketch.attacks(ferz.chess.E4)) == 8 and sketch.status() & ferz.chess.STATUS_NO_WHITE_KING
    with pytest.raises(ferz.FenError, match="king"):
        list(sketch.legal_moves)
    with pytest.raises(AttributeError):
        ferz.chess.nothing


def rows():
    """Returns the names of the table of `Board` with its second column."""
    table = PAGE.read_text(encoding="utf-8").split("## Every name of `Board`")[1].split("\n## ")[0]
    found = {}
    for line in table.splitlines():
        if line.startswith("| `"):
            names, kind = line.split("|")[1:3]
            found.update({name: kind.strip() for name in re.findall(r"`([^`]+)`", names)})
    return found


def test_the_table_lists_every_name_of_a_board():
    listed, board = rows(), ferz.chess.Board()
    wanted = {name for name in dir(chess.Board) if not name.startswith("_")} | set(FIELDS)
    newer = {"gives_checkmate", "apply_mirror", "apply_transform", "generate_legal_moves"}
    assert wanted <= set(listed) and set(listed) - wanted <= newer
    for name, kind in listed.items():
        if kind in ("same", "same, see below"):
            assert hasattr(board, name), name
        elif name == "pseudo_legal_moves":
            assert kind == "refused"
        elif kind == "refused":
            with pytest.raises(NotImplementedError):
                getattr(board, name)()
        else:
            assert kind == "absent" and not hasattr(board, name), name


def test_every_module_of_python_chess_has_a_module():
    for name in ("engine", "gaviota", "pgn", "polyglot", "svg", "syzygy", "variant"):
        assert importlib.import_module(f"ferz.chess.{name}") is getattr(ferz.chess, name)
    names = {name for name in dir(chess) if name.isupper() or name[0].isupper() and name in ("Board", "Move", "Piece", "SquareSet")}
    names -= {"FEN_CASTLING_REGEX", "SAN_REGEX"}
    assert not [name for name in names if not hasattr(ferz.chess, name)]
    for name in names & {name for name in dir(chess) if isinstance(getattr(chess, name), int)}:
        assert getattr(ferz.chess, name) == getattr(chess, name), name
    for name in ("BB_KNIGHT_ATTACKS", "BB_KING_ATTACKS", "BB_PAWN_ATTACKS", "BB_RAYS"):
        assert getattr(ferz.chess, name) == getattr(chess, name), name
