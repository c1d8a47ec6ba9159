"""Pictures of boards and pieces as SVG, for every game.

    >>> import ferz, ferz.svg
    >>> board = ferz.Board("tamerlane")
    >>> board.push("f3f4")
    >>> picture = ferz.svg.board(board, size=400, arrows=[("f3", "f4")], fill={"e4": "#cc000066"})

The names are those of `chess.svg`; squares are named, and the picture has every square of the game, also those off its
grid. Pieces in hand are above and below the board. Without a color of your own, the colors are told apart with every
kind of color vision.
"""

import hashlib
import html
import math

from . import _ferz

#: The side of a square, the margin for the names of files and ranks, and the gap between the board and a hand.
SQUARE_SIZE = 40
MARGIN = 20
GAP = 8

#: The colors that `colors` can replace.
DEFAULT_COLORS = {
    "square light": "#f4efe6",
    "square dark": "#dcd3c3",
    "square beside": "#e6ebf2",
    "square light lastmove": "#f6e6a2",
    "square dark lastmove": "#f2d675",
    "square beside lastmove": "#f2d675",
    "line": "#8a8172",
    "margin": "#ffffff",
    "coord": "#555555",
    "check": "#c2410c",
    "arrow green": "#15781bbb",
    "arrow red": "#882020bb",
    "arrow yellow": "#e68f00bb",
    "arrow blue": "#003088bb",
}


class Arrow:
    """An arrow from one square to another, or a circle if both are the same. `color` is green, red, yellow, blue, or a
    color of CSS.
    """

    def __init__(self, tail, head, *, color="green"):
        self.tail, self.head, self.color = tail, head, color

    def __eq__(self, other):
        return isinstance(other, Arrow) and (self.tail, self.head, self.color) == (other.tail, other.head, other.color)

    def __hash__(self):
        return hash((self.tail, self.head, self.color))

    def __repr__(self):
        return f"Arrow({self.tail!r}, {self.head!r}, color={self.color!r})"


class SvgWrapper(str):
    """A picture as text. A notebook shows it."""

    def _repr_svg_(self):
        return str(self)

    def _repr_html_(self):
        return str(self)


def piece(piece, *, game="chess", size=None, pieces="pictures"):
    """Returns the picture of a piece, given as a `Piece` or by its symbol (`N` for White, `n` for Black).

    Raises `ValueError` if the game has no such piece.
    """
    rules = game if isinstance(game, _ferz.Rules) else _ferz.Rules(game)
    if isinstance(piece, str):
        piece = _ferz.Piece(piece, piece != piece.lower())
    shapes = rules._piece_svg(piece.token, piece.color, pieces)
    if shapes is None:
        raise ValueError(f"{rules.name} has no piece `{piece.token}`")
    return SvgWrapper(_head(SQUARE_SIZE, SQUARE_SIZE, size) + shapes + "</svg>")


def _head(width, height, size):
    shown = "" if size is None else f' width="{size}" height="{size * height / width:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"{shown}'
        ' font-family="DejaVu Sans, Verdana, sans-serif" role="img">'
    )


def _id(token, drawn):
    """Returns the identifier of a picture: a name, and a hash of what it draws. Several boards can be on one page."""
    name = "".join(letter if letter.isalnum() else "-" for letter in token)
    return f"ferz-{name}-{hashlib.sha256(drawn.encode()).hexdigest()[:8]}"


class _Layout:
    """The places of the squares in a picture, with rows for hands above and below the board."""

    def __init__(self, rules, orientation, coordinates, has_hands):
        places = {square: rules.file_and_rank(square) for square in rules.squares}
        self.size = rules.size
        files = sorted({file for file, _ in places.values()}, reverse=not orientation)
        ranks = sorted({rank for _, rank in places.values()}, reverse=bool(orientation))
        self.files, self.ranks = self._whole(files), self._whole(ranks)
        self.margin = MARGIN if coordinates else 0
        self.top = self.margin + (SQUARE_SIZE + GAP if has_hands else 0)
        gap = rules._reserve_gap()
        self.column, width = self._offsets(self.files, self.size[0], gap)
        self.row, height = self._offsets(self.ranks, self.size[1], gap)
        self.corners = {
            square: (self.margin + self.column[file], self.top + self.row[rank])
            for square, (file, rank) in places.items()
        }
        self.places = places
        self.width = 2 * self.margin + width
        self.bottom = self.top + height
        self.height = self.bottom + self.top

    @staticmethod
    def _offsets(numbers, size, gap):
        """Returns the place of each file or rank, and the sum of their widths, with gaps at the edges of the grid."""
        offsets, end, last = {}, 0, None
        for number in numbers:
            is_on_grid = 1 <= number <= size
            end += gap if last not in (None, is_on_grid) else 0
            offsets[number], end, last = end, end + SQUARE_SIZE, is_on_grid
        return offsets, end

    @staticmethod
    def _whole(numbers):
        """Returns the numbers without gaps."""
        step = 1 if numbers[0] <= numbers[-1] else -1
        return list(range(numbers[0], numbers[-1] + step, step))

    def is_beside(self, square):
        """Returns true if a square is off the grid."""
        (file, rank), (width, height) = self.places[square], self.size
        return not (1 <= file <= width and 1 <= rank <= height)

    def middle(self, square):
        """Returns the middle of a square."""
        if square not in self.corners:
            raise ValueError(f"the board has no square `{square}`")
        left, top = self.corners[square]
        return left + SQUARE_SIZE / 2, top + SQUARE_SIZE / 2


def _file_name(number):
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _coordinates(layout, colors):
    def label(x, y, text):
        color = colors["coord"]
        return f'<text x="{x:g}" y="{y:g}" font-size="12" text-anchor="middle" fill="{color}">{text}</text>'

    width, height = layout.size
    for file, left in layout.column.items():
        if 1 <= file <= width:
            x = layout.margin + left + SQUARE_SIZE / 2
            yield label(x, layout.top - 6, _file_name(file))
            yield label(x, layout.bottom + layout.margin - 6, _file_name(file))
    for rank, above in layout.row.items():
        if 1 <= rank <= height:
            y = layout.top + above + SQUARE_SIZE / 2 + 4
            yield label(layout.margin / 2, y, rank)
            yield label(layout.width - layout.margin / 2, y, rank)


def _hands(board, layout, is_white_below, pieces, colors):
    """Yields the pieces in hand: those of the side at the bottom below the board, and the others above it."""
    for color in (True, False):
        x, y = layout.margin, 0 if color != is_white_below else layout.height - SQUARE_SIZE
        # The pieces of a hand come closer together if there are too many for the width of the board.
        held = board.hand(color)
        step = min(1.5 * SQUARE_SIZE, (layout.width - 2 * layout.margin) / max(len(held), 1))
        for token, count in held.items():
            yield f'<g transform="translate({x:g} {y})">{board.rules._piece_svg(token, color, pieces)}</g>'
            if count > 1:
                look = f'font-size="13" font-weight="bold" fill="{colors["coord"]}"'
                yield f'<text x="{x + SQUARE_SIZE - 4:g}" y="{y + SQUARE_SIZE - 4}" {look}>{count}</text>'
            x += step


def _ground(layout, shapes, is_turned):
    """Returns the board below pieces that stand on points, at its place in the picture."""
    middle = f"{layout.width / 2 - layout.margin:g} {(layout.bottom - layout.top) / 2:g}"
    turn = f" rotate(180 {middle})" if is_turned else ""
    return f'<g transform="translate({layout.margin} {layout.top}){turn} translate(-22 -2)">{shapes}</g>'


def _arrow(layout, arrow, colors):
    if not isinstance(arrow, Arrow):
        arrow = Arrow(*arrow)
    color = colors.get(f"arrow {arrow.color}", arrow.color)
    (x, y), (to_x, to_y) = layout.middle(arrow.tail), layout.middle(arrow.head)
    paint, opacity = (color[:7], int(color[7:], 16) / 255) if len(color) == 9 and color[0] == "#" else (color, 1)
    look = f'opacity="{opacity:.2g}"'
    if arrow.tail == arrow.head:
        return f'<circle cx="{x:g}" cy="{y:g}" r="17" fill="none" stroke="{paint}" stroke-width="4" {look}/>'
    length = math.hypot(to_x - x, to_y - y)
    along = ((to_x - x) / length, (to_y - y) / length)
    across = (-along[1], along[0])

    def point(forward, aside):
        return f"{x + forward * along[0] + aside * across[0]:.1f},{y + forward * along[1] + aside * across[1]:.1f}"

    neck, tip = length - 18, length - 4
    corners = [(0, 4), (neck, 4), (neck, 11), (tip, 0), (neck, -11), (neck, -4), (0, -4)]
    return f'<polygon points="{" ".join(point(*corner) for corner in corners)}" fill="{paint}" {look}/>'


def board(
    board=None,
    *,
    orientation=True,
    lastmove=None,
    check=None,
    arrows=(),
    fill=None,
    squares=(),
    size=None,
    coordinates=True,
    colors=None,
    flipped=False,
    borders=False,
    pieces="pictures",
    style=None,
):
    """Returns a picture of a board.

    `orientation` is the side at the bottom, unless the board is `flipped`. `lastmove` is highlighted, by default the last move of the board; `check` is
    the square of a king that is marked, by default of the side that is in check. `arrows` are `Arrow`s or pairs of
    squares, `fill` maps squares to colors, and `squares` are marked with a cross. `size` is the width in pixels,
    `colors` replaces entries of `DEFAULT_COLORS`, and `style` adds CSS. `pieces` is `pictures`, `letters`, or
    `traditional`: the characters on the pieces of games that have them, for which the viewer needs a font, and pictures
    in other games. Games such as xiangqi, whose pieces stand on points, have the lines of their board with every look.

    Raises `ValueError` for a square that the board does not have.
    """
    board = _ferz.Board() if board is None else board
    colors = {**DEFAULT_COLORS, **(colors or {})}
    is_white_below, has_hands = bool(orientation) != flipped, bool(board.hand(True) or board.hand(False))
    layout, squares = _Layout(board.rules, is_white_below, coordinates, has_hands), tuple(squares or ())
    if lastmove is None and board.move_stack:
        lastmove = board.peek()
    last = {lastmove.from_square, lastmove.to_square} if lastmove is not None else set()
    if check is None and board.is_check():
        check = board.king(board.turn)
    for square in [*(fill or {}), *squares, *([check] if check else [])]:
        layout.middle(square)
    shapes, definitions, known = [], [], {}
    title = html.escape(f"{board.rules.title}: {board.fen()}")
    if style is not None:
        definitions.append(f"<style>{style}</style>")
    shapes.append(f'<rect width="{layout.width}" height="{layout.height}" fill="{colors["margin"]}"/>')
    if coordinates:
        shapes.extend(_coordinates(layout, colors))
    ground = board.rules._ground_svg()
    if ground is not None:
        shapes.append(_ground(layout, ground, not is_white_below))
    if has_hands:
        shapes.extend(_hands(board, layout, is_white_below, pieces, colors))
    for square, (left, top) in layout.corners.items():
        file, rank = layout.places[square]
        is_dark = board.rules.is_checkered and (file + rank) % 2 == 0
        kind = "beside" if layout.is_beside(square) else "dark" if is_dark else "light"
        color = colors[f"square {kind} lastmove" if square in last else f"square {kind}"]
        stroke = f' stroke="{colors["line"]}"' if borders or not board.rules.is_checkered or kind == "beside" else ""
        if ground is not None and kind != "beside":
            # The lines of the board remain visible through the color of a move.
            color, stroke = color if square in last else "none", ' fill-opacity="0.8"'
        rect = f'<rect x="{left}" y="{top}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}"'
        shapes.append(f'{rect} class="square {kind} {square}" fill="{color}"{stroke}/>')
        if fill and square in fill:
            shapes.append(f'{rect} fill="{fill[square]}"/>')
        if square == check:
            x, y = layout.middle(square)
            shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="18" fill="{colors["check"]}" opacity="0.6"/>')
        drawn = board._piece_svg(square, pieces)
        if drawn is not None:
            name = known.setdefault(drawn, _id(board.piece_type_at(square), drawn))
            shapes.append(f'<use href="#{name}" x="{left}" y="{top}"/>')
        if square in squares:
            x, y = layout.middle(square)
            way = f"M{x - 10:g} {y - 10:g}l20 20m0-20l-20 20"
            shapes.append(f'<path d="{way}" stroke="#222222" stroke-width="3" fill="none"/>')
    shapes.extend(_arrow(layout, arrow, colors) for arrow in arrows)
    definitions += [f'<g id="{name}">{drawn}</g>' for drawn, name in known.items()]
    head = _head(layout.width, layout.height, size)
    inside = "\n".join([f"<title>{title}</title>", "<defs>", *definitions, "</defs>", *shapes])
    return SvgWrapper(f"{head}\n{inside}\n</svg>\n")


def _html(shown):
    """Returns the picture of a board with its standing below, for a notebook."""
    outcome = shown.outcome()
    words = f"{outcome.result()}: {outcome.reason}" if outcome else ("White" if shown.turn else "Black") + " to move"
    return f"<div>{board(shown, size=360)}<p>{html.escape(shown.rules.title)}. {html.escape(words)}</p></div>"
