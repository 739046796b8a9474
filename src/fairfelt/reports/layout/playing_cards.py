"""Playing cards drawn by us: rank and suit large in the corner, a suit told by its shape and not by color alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fairfelt.cards import RANKS, SUIT_NAMES, SUITS, Card

from .strokes import FONT, Value, tag

WIDTH, HEIGHT = 100, 140
BACK = "back"
PATHS = {
    "c": "M50 5a21 21 0 1 1 0 42a21 21 0 1 1 0-42ZM26 40a21 21 0 1 1 0 42a21 21 0 1 1 0-42Z"
    "M74 40a21 21 0 1 1 0 42a21 21 0 1 1 0-42ZM43 48h14c0 24 4 39 12 47H31c8-8 12-23 12-47Z",
    "d": "M50 2Q66 30 89 50Q66 70 50 98Q34 70 11 50Q34 30 50 2Z",
    "h": "M50 94C20 68 5 50 5 31C5 16 16 7 28 7C38 7 46 13 50 22C54 13 62 7 72 7C84 7 95 16 95 31C95 50 80 68 50 94Z",
    "s": "M50 4C60 25 95 42 95 64C95 77 85 84 75 84C66 84 59 79 55 72C56 84 60 91 67 96L33 96C40 91 44 84 45 72"
    "C41 79 34 84 25 84C15 84 5 77 5 64C5 42 40 25 50 4Z",
}
"""Each in a square of a hundred units."""
INKS = {"c": "#14181a", "d": "#c4122f", "h": "#c4122f", "s": "#14181a"}
"""Used where the page says nothing else: it may give each suit a color of its own."""


def card_sprite(faces: Iterable[Card]) -> str:
    """Every card and the back as symbols, to be shown by their names: "As", "Td", "*", "back"."""
    symbols = [_symbol(str(face), *_face(face)) for face in faces]
    return tag("svg", *symbols, _symbol(BACK, *_back()), xmlns="http://www.w3.org/2000/svg") + "\n"


def _symbol(name: str, *content: str) -> str:
    return tag("symbol", *content, id_=name, viewBox=f"0 0 {WIDTH} {HEIGHT}")


def _paper(fill: str) -> str:
    edge: dict[str, Value] = {"stroke": "#8b9690", "stroke_width": 1.5}
    return tag("rect", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=10, fill=fill, **edge)


def _face(face: Card) -> Iterator[str]:
    yield _paper("#ffffff")
    if face.is_joker:
        yield _text("★", 24, 40, 40, "#5b2a86")
        yield _text("JOKER", 50, 116, 25, "#5b2a86")
        return
    suit = SUITS[face.suit]
    ink = f"var(--{SUIT_NAMES[face.suit]}, {INKS[suit]})"
    rank = "10" if RANKS[face.rank] == "T" else RANKS[face.rank]
    yield _text(rank, 27, 44, 46 if len(rank) == 1 else 40, ink)
    yield _pip(suit, 10, 52, 34, ink)
    yield _pip(suit, 38, 74, 54, ink)


def _pip(suit: str, x: int, y: int, size: int, ink: str) -> str:
    return tag("path", d=PATHS[suit], transform=f"translate({x} {y}) scale({size / 100:g})", fill=ink)


def _text(words: str, x: int, y: int, size: int, ink: str) -> str:
    look: dict[str, Value] = {"text_anchor": "middle", "font_family": FONT, "font_size": size, "font_weight": "700"}
    spacing = {"letter_spacing": "-4"} if words == "10" else {}
    return tag("text", words, x=x, y=y, fill=ink, **look, **spacing)


def _back() -> Iterator[str]:
    yield _paper("#ffffff")
    yield tag("rect", x=8, y=8, width=WIDTH - 16, height=HEIGHT - 16, rx=6, fill="#7a1f2b")
    steps = [(x, y) for y in range(20, HEIGHT - 8, 20) for x in range(20 + (y // 20) % 2 * 10, WIDTH - 10, 20)]
    lattice = "".join(f"M{x} {y - 7}l7 7l-7 7l-7-7Z" for x, y in steps)
    yield tag("path", d=lattice, fill="none", stroke="#f2dfa0", stroke_width=2)
