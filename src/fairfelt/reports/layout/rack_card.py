"""The rack card: what every wager pays with the paytable in play, and how large each bet is, on one card to print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fairfelt.reports.placard.settlements import SettlementRow, settlement_rows
from fairfelt.reports.sheet.english import capital, listed, times
from fairfelt.reports.sheet.figures import colophon
from fairfelt.rules import Game, Kind, Opens, Wager

from .strokes import drawing, label, tag, text

WIDTH, MARGIN = 560, 34
ROW, HEADING, GAP = 25, 30, 16
HEAD_HEIGHT = 112
PAPER, INK, QUIET, FELT, RULE = "#fffdf6", "#1b211e", "#56615b", "#0c5f3f", "#d9d4c2"
FINGERPRINT_DIGITS = 16


@dataclass(frozen=True)
class RackCardEntry:
    """One wager on the card: its size and what it pays."""

    wager: Wager
    size: str
    rows: tuple[tuple[str, str], ...]

    @property
    def height(self) -> int:
        """What it takes on the card."""
        return 2 * HEADING - 6 + ROW * len(self.rows) + GAP


def rack_card_svg(game: Game) -> str:
    """The card of a game."""
    entries = [_entry(game, wager) for wager in game.wagers]
    height = HEAD_HEIGHT + sum(entry.height for entry in entries) + 48
    drawn, y = [], HEAD_HEIGHT
    for entry in entries:
        drawn += list(_drawn(entry, y))
        y += entry.height
    foot = text(colophon(game, what="Drawn", digits=FINGERPRINT_DIGITS), WIDTH / 2, height - 24, 11, fill=QUIET)
    return drawing(WIDTH, height, f"{game.title}: rack card", _paper(height), *_head(game), *drawn, foot)


def bet_size(game: Game, wager: Wager) -> str:
    """How large the bet is and when it is made, in a few words."""
    unit = game.unit
    match wager.kind:
        case Kind.OPENING:
            if game.opens is Opens.ONE:
                return f"before the deal, one of {listed([opening.name for opening in game.openings], 'or')}"
            return "before the deal" if wager.name == unit else f"before the deal, equal to the {unit}"
        case Kind.RAISE:
            return f"at a decision, {times(game.raise_sizes(wager), unit)}"
        case Kind.BONUS:
            return f"bonus: paid on the {unit}"
        case Kind.SIDE:
            return "optional, before the deal"
        case Kind.PROGRESSIVE:
            return "optional, before the deal; feeds a meter"


def paying_rows(game: Game, wager: Wager) -> tuple[tuple[str, str], ...]:
    """What the paytable in play pays, the best first; what loses is left out."""
    in_play = replace(wager, paytables=(wager.paytable,))
    rows = [row for row in settlement_rows(game, in_play) if not _loses(row, wager)]
    return tuple((capital(row.when), row.pays[wager.paytable.name].words) for row in rows)


def _loses(row: SettlementRow, wager: Wager) -> bool:
    pay = row.pays[wager.paytable.name]
    return not pay.wins and pay.words != "pushes"


def _entry(game: Game, wager: Wager) -> RackCardEntry:
    return RackCardEntry(wager, bet_size(game, wager), paying_rows(game, wager))


def _paper(height: int) -> str:
    whole = tag("rect", width=WIDTH, height=height, rx=22, fill=PAPER, stroke=FELT, stroke_width=4)
    return whole + tag("path", d=f"M2 24a22 22 0 0 1 22-22h{WIDTH - 48}a22 22 0 0 1 22 22v70H2Z", fill=FELT)


def _head(game: Game) -> Iterator[str]:
    wide = (WIDTH - 2 * MARGIN,)
    yield label(game.title.upper(), WIDTH / 2, 36, widths=wide, size=30, fill=PAPER, font_weight="800")
    if game.headlines:
        yield label(" · ".join(game.headlines), WIDTH / 2, 70, widths=wide, size=16, fill=PAPER)


def _drawn(entry: RackCardEntry, top: int) -> Iterator[str]:
    left, right = MARGIN, WIDTH - MARGIN
    y = top + HEADING - 8
    yield text(entry.wager.name, left, y, 20, text_anchor="start", fill=FELT, font_weight="700")
    if entry.wager.paytable.name:
        yield text(f"paytable {entry.wager.paytable.name}", right, y, 13, text_anchor="end", fill=QUIET)
    yield text(entry.size, left, y + 20, 13, text_anchor="start", fill=QUIET)
    for when, pays in entry.rows:
        y += ROW
        yield text(when, left, y + 22, 15, text_anchor="start", fill=INK)
        yield text(pays, right, y + 22, 15, text_anchor="end", fill=INK, font_weight="600")
        yield tag("path", d=f"M{left} {y + 29}H{right}", stroke=RULE)
