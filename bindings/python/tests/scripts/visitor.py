"""Walks through the variations of a game with visitors and by recursion."""

import io

import chess
import chess.pgn

PGN = """[Event "Analysis"]
[Result "*"]

1. e4 e5 2. Nf3 { The king's knight } Nc6 (2... Nf6 3. Nxe5 (3. d4 exd4 4. e5) 3... d6 $1 4. Nf3) (2... d6 3. d4)
3. Bb5 $5 { [%eval 0.35,20] } a6 { [%cal Gb5c6,Re1g1][%csl Yd4] } 4. Ba4 (4. Bxc6 dxc6 5. O-O) *
"""


class Counter(chess.pgn.BaseVisitor):
    def begin_game(self):
        self.depth = self.moves = self.deepest = 0
        self.comments, self.nags, self.fens = [], [], set()

    def begin_variation(self):
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)

    def end_variation(self):
        self.depth -= 1

    def visit_move(self, board, move):
        self.moves += 1
        self.fens.add(board.fen())

    def visit_comment(self, comment):
        self.comments.append(comment)

    def visit_nag(self, nag):
        self.nags.append(nag)

    def result(self):
        return self.moves, self.deepest, len(self.fens), self.comments, self.nags


class MainlineOnly(chess.pgn.GameBuilder):
    def begin_variation(self):
        return chess.pgn.SKIP

    def end_variation(self):
        pass


def lines(node, prefix=()):
    if node.is_end():
        yield prefix
    for child in node.variations:
        yield from lines(child, (*prefix, child.san()))


game = chess.pgn.read_game(io.StringIO(PGN))
print(game.accept(Counter()), chess.pgn.read_game(io.StringIO(PGN), Visitor=Counter))
print(chess.pgn.read_game(io.StringIO(PGN), Visitor=MainlineOnly))
for line in lines(game):
    print(game.board().variation_san([]), " ".join(line))
node = game
while node.variations:
    node = node.variations[0]
    print(node.ply(), node.move, node.san(), node.uci(), len(node.variations), node.nags, node.comment, node.starts_variation())
    if node.eval():
        print("   ", node.eval().white(), node.eval_depth())
    for arrow in node.arrows():
        print("   ", chess.square_name(arrow.tail), chess.square_name(arrow.head), arrow.color)
second = game.next().next()
second.promote(second.variations[0])
second.add_variation(chess.Move.from_uci("f2f4"), comment="The king's gambit", nags=[chess.pgn.NAG_GOOD_MOVE])
second.promote_to_main(chess.Move.from_uci("f2f4"))
print(game)
print(second.variation(0).is_mainline(), [child.move.uci() for child in second.variations], second.has_variation(chess.Move.from_uci("f2f4")))
end = game.end()
end.add_line([chess.Move.from_uci("e5f4"), chess.Move.from_uci("g1f3")], comment="accepted")
end.set_clock(61.5)
print(game.end().board().fen(), end.clock(), game.end().parent.comment)
built = chess.pgn.Game.from_board(game.end().board())
built.headers["White"] = "Somebody"
print(built, repr(built.headers), sep="\n")
