"""What is read off a sheet: each check with a sheet that trips it, beside the one that does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.analysis.lint import CHECKS
from fairfelt.analysis.lint.check import Severity, Stage
from fairfelt.analysis.lint.checks import span
from fairfelt.rules import (
    Envy,
    Game,
    Pay,
    Paytable,
    Published,
    Ruling,
    by_line,
    even_money,
    for_one,
    percent,
    side_bet,
    to,
)
from fairfelt.rules.hands import THREE_CARD, ThreeCard
from tests.analysis.lint.small_sheets import EDGE, LADDER, MARGINS, PAIRS, THREE, found, with_pairs, with_wager

SPOILED = Paytable("P-2", {**PAIRS.pays, ThreeCard.STRAIGHT: 2})
ROYAL = Paytable("P-3", {**PAIRS.pays, ThreeCard.ROYAL: 40})
ENVIED = {ThreeCard.ROYAL: percent(100), ThreeCard.STRAIGHT_FLUSH: percent(10), ThreeCard.THREE_OF_A_KIND: for_one(90)}


def meter(pays: Mapping[ThreeCard, Pay], **terms: Envy) -> Game:
    return with_wager(THREE, pays=(Paytable("1", pays, **terms),))  # type: ignore[arg-type]


def margins(*listed: int) -> Game:
    return LADDER.with_wager("Blind", paytables=(Paytable("M-2", {n: MARGINS.pays[n] for n in listed}),))


def printing(*figures: Published) -> Game:
    return replace(THREE, published=(EDGE, *figures))


WILD = games.find("flushes-gone-wild")
"""Deuces are wild, not for its progressives; a ruling says so, and which of the two a table has."""
TRIPPED = {
    "FF101": (margins(4, 3, 2, 1), "Blind M-2, by 0 cards"),
    "FF103": (with_pairs(PAIRS, Paytable("p-1", {ThreeCard.PAIR: 2})), "Pairs p-1"),
    "FF104": (with_pairs(PAIRS, Paytable("P-2", PAIRS.pays)), "Pairs P-2"),
    "FF105": (with_pairs(SPOILED), "Pairs P-2, straight"),
    "FF106": (with_pairs(ROYAL), "Pairs P-3, AKQ suited"),
    "FF107": (with_pairs(Paytable("P-2", {**PAIRS.pays, ThreeCard.PAIR: for_one(3)})), "Pairs P-2"),
    "FF108": (with_pairs(Paytable("P-2", {**PAIRS.pays, ThreeCard.PAIR: to(3, 2)})), "Pairs P-2"),
    "FF109": (printing(replace(EDGE, bettors=9)), "Pairs"),
    "FF111": (printing(replace(EDGE, paytable="P-9")), "Pairs P-9"),
    "FF112": (printing(replace(EDGE, figure="player_return", printed="92.70%")), "Pairs"),
    "FF113": (meter(ENVIED, envy=Envy({ThreeCard.PAIR: 5}, times_wager=False)), "Meter 1, pair"),
    "FF114": (
        replace(
            THREE,
            wagers=(
                *THREE.wagers,
                side_bet(
                    "Duel",
                    settle=even_money,
                    pays=(Paytable("1", {ThreeCard.PAIR: 1}, envy=Envy({ThreeCard.PAIR: 1}, times_wager=False)),),
                    survives_fold=False,
                ),
            ),
        ),
        "Duel 1",
    ),
    "FF115": (meter({ThreeCard.ROYAL: percent(110)}), "Meter 1, AKQ suited"),
    "FF116": (replace(THREE, published=()), "Pairs"),
    "FF117": (replace(WILD, rulings=(), wagers=WILD.wagers[:5]), "Progressive"),
    "FF118": (replace(WILD, name="A Flush", rulings=()), "the game"),
    "FF119": (replace(WILD, rulings=()), "Progressive"),
    "FF309": (meter(ENVIED, envy=Envy({ThreeCard.ROYAL: 100}, times_wager=True)), "Meter"),
    "FF311": (meter(ENVIED), "Meter"),
    "FF314": (replace(THREE, rulings=(Ruling("ace_low", "Is the ace low?", "Yes."),)), "ruling ace_low"),
}  # fmt: skip


@pytest.mark.parametrize("code", TRIPPED)
def test_a_spoiled_sheet_is_found_and_told_where(code: str) -> None:
    spoiled, place = TRIPPED[code]
    findings = found(code, spoiled)
    assert [str(finding.place) for finding in findings] == [place]
    assert all(finding.code == code and finding.text.endswith(".") and finding.right for finding in findings)


@pytest.mark.parametrize("game", [THREE, LADDER], ids=lambda game: game.name)
@pytest.mark.parametrize("code", [code for code in TRIPPED if code != "FF116"])
def test_a_sound_sheet_is_not(code: str, game: Game) -> None:
    assert found(code, game) == []


def test_every_check_that_needs_no_solver_is_tried_here() -> None:
    assert set(TRIPPED) == {check.code for check in CHECKS if check.stage is Stage.SHEET}


def test_margins_between_and_beyond_the_listed_ones() -> None:
    assert [finding.place.line for finding in found("FF101", margins(3, 1, 0))] == ["by 2 cards", "by 4 cards"]


def test_a_hand_is_no_margin() -> None:
    """With a ranking by hands the line that is not paid is the player's hand."""
    unpaid = Paytable("1", {ThreeCard.PAIR: 1})
    wagers = (THREE.wagers[0], replace(THREE.wagers[1], settle=by_line, paytables=(unpaid,)))
    lines = {finding.place.line for finding in found("FF101", replace(THREE, wagers=wagers))}
    assert f"with {THREE_CARD.lines[ThreeCard.HIGH_CARD].name}" in lines
    assert f"with {THREE_CARD.lines[ThreeCard.PAIR].name}" not in lines


def test_a_table_that_is_full() -> None:
    assert found("FF109", printing(replace(EDGE, bettors=8))) == []


@pytest.mark.parametrize(
    ("others", "contradict"),
    [
        ({"player_return": "92.72%"}, False),
        ({"player_return": "92.71%"}, False),
        ({"player_return": "92.70%"}, True),
        ({"expected_value": "-0.0728"}, False),
        ({"expected_value": "-0.0730"}, True),
        ({"element_of_risk": "3.64%", "average_wager": "2"}, False),
        ({"element_of_risk": "3.64%", "average_wager": "2.00"}, False),
        ({"element_of_risk": "3.64%", "average_wager": "1.95"}, True),
    ],
)
def test_figures_contradict_beyond_their_rounding_only(others: dict[str, str], contradict: bool) -> None:
    figures = [replace(EDGE, figure=name, printed=text) for name, text in others.items()]  # type: ignore[arg-type]
    assert bool(found("FF112", printing(*figures))) is contradict


def test_an_envied_hand_is_envied_no_less_than_a_lower_one() -> None:
    rising = Envy({ThreeCard.ROYAL: 5, ThreeCard.STRAIGHT_FLUSH: 25}, times_wager=False)
    assert "brings envy of 5, a lower one 25" in found("FF113", meter(ENVIED, envy=rising))[0].text


def test_a_level_that_nobody_takes_whole() -> None:
    findings = found("FF115", meter({ThreeCard.ROYAL: percent(50)}))
    assert [finding.severity for finding in findings] == [Severity.NOTE]
    assert "the most is 50%" in findings[0].text


def test_figures_from_elsewhere_are_told() -> None:
    assert (
        "none from the rule sheet"
        in found("FF116", replace(THREE, published=(replace(EDGE, source="a book"),)))[0].text
    )


def test_a_ruling_that_the_figures_confirmed_is_a_note() -> None:
    ruled = replace(THREE, rulings=(Ruling("x", "Why?", "So.", confirmed=True),))
    assert [finding.severity for finding in found("FF314", ruled)] == [Severity.NOTE]
    unprinted = replace(ruled, published=())
    assert [finding.severity for finding in found("FF314", unprinted)] == [Severity.QUESTION], "confirmed by nothing"


@given(
    st.fractions(min_value=-2, max_value=2, max_denominator=10**6),
    st.integers(min_value=0, max_value=5),
    st.booleans(),
    st.booleans(),
)
def test_a_number_lies_in_the_span_of_its_printed_form(number: Fraction, places: int, share: bool, cut: bool) -> None:
    form = Published(wager="Pairs", figure="house_edge", printed=f"{0:.{places}f}{'%' if share else ''}", cut=cut)
    least, most = span(replace(form, printed=form.as_printed(number)))
    assert least <= number <= most


def test_what_the_sheet_or_a_ruling_says_is_no_question() -> None:
    """Wild cards, the order of the deal, one progressive at a seat: the sheet of Flushes Gone Wild says all three."""
    assert found("FF117", WILD) == found("FF119", WILD) == []
    (told,) = found("FF118", WILD)
    assert told.severity is Severity.NOTE and "rules 3 to 6" in told.text
