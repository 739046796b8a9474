"""Printed figures held against each other, and against what they are figures of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

from fairfelt.rules import ROUND, Game, Published

from ..check import Stage, check
from ..finding import Finding, Place, error
from ..subject import Subject

Span = tuple[Fraction, Fraction]
"""All numbers that are printed alike."""


@check("FF111", "a figure of something that is not there", Stage.SHEET)
def figures_of_nothing(subject: Subject) -> Iterable[Finding]:
    """A printed figure names a wager, a paytable or a rule that the sheet does not have: one of the two is a misprint,
    and the figure cannot be verified."""
    for published in subject.game.published:
        try:
            _look_up(subject.game, published)
        except LookupError as missing:
            text = f"{published.printed} is printed, but {missing}."
            yield error(_place(published), text, right="Name what the sheet has, or add what the figure is of.")


def _look_up(game: Game, published: Published) -> None:
    if published.strategy:
        game.strategy(published.strategy)
    if published.wager != ROUND:
        game.wager(published.wager)
    if published.paytable:
        game.paytable(published.paytable_of or published.wager, published.paytable)


@check("FF112", "printed figures that contradict each other", Stage.SHEET)
def contradictions(subject: Subject) -> Iterable[Finding]:
    """The house edge and the return make one, and the expected value is the edge with its sign turned; the edge for
    each unit bet times the average bet is the edge. Figures that break this beyond their rounding cannot all be right.
    """
    for same in _together(subject.game.published):
        printed: dict[str, str] = {figure.figure: figure.printed for figure in same}
        for names, left, right in _sums({figure.figure: span(figure) for figure in same}):
            if left[1] < right[0] or right[1] < left[0]:
                told = ", ".join(f"{name.replace('_', ' ')} {printed[name]}" for name in names)
                text = f"{told}: these cannot all be right, whatever was rounded."
                yield error(_place(same[0]), text, right="Recompute all of them from the same count.")


def _together(figures: Iterable[Published]) -> Iterator[list[Published]]:
    def key(figure: Published) -> tuple[object, ...]:
        return (
            figure.wager,
            figure.paytable_label,
            figure.bettors,
            figure.strategy,
            figure.decks,
            figure.hand,
            figure.choice,
        )

    whole = [figure for figure in figures if not figure.outcome]
    for _, same in groupby(sorted(whole, key=key), key=key):
        yield list(same)


def _sums(spans: dict[str, Span]) -> Iterator[tuple[tuple[str, ...], Span, Span]]:
    """Names of figures that hang together, and the two sides that have to meet."""
    edge = spans.get("house_edge")
    if edge and (back := spans.get("player_return")):
        yield ("house_edge", "player_return"), edge, (1 - back[1], 1 - back[0])
    if edge and (value := spans.get("expected_value")):
        yield ("house_edge", "expected_value"), edge, (-value[1], -value[0])
    risk, bet = spans.get("element_of_risk"), spans.get("average_wager")
    if edge and risk and bet:
        product = sorted(a * b for a in risk for b in bet)
        yield ("house_edge", "element_of_risk", "average_wager"), edge, (product[0], product[-1])


def span(published: Published) -> Span:
    """From the least number that is printed so to the greatest; for a figure that is cut, either side of it."""
    digits = published.printed.strip("$%").replace(",", "")
    if published.printed.startswith("1 in "):
        number = Fraction(published.printed.removeprefix("1 in ").replace(",", ""))
        return 1 / (number + Fraction(1, 2)), 1 / (number - Fraction(1, 2))
    unit = Fraction(1, 10 ** len(digits.partition(".")[2])) * (Fraction(1) if published.cut else Fraction(1, 2))
    scale = Fraction(1, 100) if published.printed.endswith("%") else Fraction(1)
    number = Fraction(digits)
    return (number - unit) * scale, (number + unit) * scale


def _place(published: Published) -> Place:
    return Place("" if published.wager == ROUND else published.wager, published.paytable_label)
