"""What is counted: each check with a sheet that trips it, beside one that does not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from fairfelt.analysis.lint import CHECKS
from fairfelt.analysis.lint.check import Stage
from fairfelt.rules import (
    EVEN,
    Cards,
    Deal,
    Game,
    Packet,
    Paytable,
    Qualify,
    Strategy,
    bet,
    even_money,
    for_one,
    from_hand_on,
    opening,
    percent,
    to,
    unless_dealer_qualifies,
)
from fairfelt.rules.cards import Deck
from fairfelt.rules.hands import THREE_CARD, ThreeCard
from tests.analysis.lint.small_sheets import EDGE, LADDER, PAIRS, RUNGS, THREE, found, with_pairs, with_wager
from tests.support.small_settings import SMALL_SETTINGS
from tests.support.too_dear import too_dear

ALWAYS = Strategy("always", "Play every hand.", lambda sight: bet("Play"))
AS_THE_DEALER = Strategy("dealer", "Play as the dealer.", from_hand_on(THREE_CARD, "Qc 3d 2h", bet("Play")))
HIGH_CARDS = Paytable("P-2", {ThreeCard.HIGH_CARD: to(1, 10), ThreeCard.STRAIGHT_FLUSH: 40})


def rungs(pays: dict[int, int]) -> Game:
    return LADDER.with_wager("Rungs", paytables=(Paytable("R-2", pays),))


def qualifying(game: Game, words: str, least: str) -> Game:
    assert game.showdown
    return replace(game, showdown=replace(game.showdown, qualify=Qualify(words, least)))


def meter(trips: int) -> Game:
    pays = {ThreeCard.ROYAL: percent(100), ThreeCard.THREE_OF_A_KIND: for_one(trips)}
    return with_wager(THREE, pays=(Paytable("1", pays),))


GIFT = THREE.with_wager("Ante", settle=unless_dealer_qualifies(even_money, pay=to(40)))
TRIPPED = {
    "FF200": (too_dear(THREE), "the game", "information sets"),
    "FF201": (
        with_pairs(Paytable("P-2", {**PAIRS.pays, ThreeCard.PAIR: 2})),
        "Pairs P-2",
        "favors the player by 9.67%",
    ),
    "FF202": (meter(500), "Meter 1", "return 117.6471% of the wager"),
    "FF203": (replace(THREE, published=(replace(EDGE, printed="7.29%"),)), "Pairs P-1", "computed it is 7.28%"),
    "FF204": (rungs({6: 900, **RUNGS.pays}), "Rungs R-2, 6-card run", "can never occur"),  # type: ignore[dict-item]
    "FF205": (rungs({6: 900}), "Rungs R-2", "No hand wins"),
    "FF206": (
        with_pairs(Paytable("P-2", {ThreeCard.STRAIGHT_FLUSH: 40, ThreeCard.PAIR: 2})),
        "Pairs P-2",
        "usual are 1% to 25%",
    ),
    "FF207": (rungs({5: 900}), "Rungs R-2", "once in 4,512.1 hands"),
    "FF208": (GIFT, "the game", "never right to fold"),
    "FF209": (replace(THREE, strategies=(ALWAYS,)), "the game", "costs 4."),
    "FF210": (qualifying(LADDER.with_deck(Deck(suits="dh")), "a two-card run", "Ah 2s"), "the game", "never qualifies"),
    "FF211": (
        with_pairs(HIGH_CARDS).with_wager("Pairs", survives_fold=False),
        "Pairs P-2",
        "although this bet would pay",
    ),
}


@pytest.mark.parametrize("code", TRIPPED)
def test_a_spoiled_sheet_is_found_with_its_numbers(code: str) -> None:
    spoiled, place, words = TRIPPED[code]
    first = found(code, spoiled)[0]
    assert str(first.place) == place
    assert words in first.text


@pytest.mark.parametrize("code", TRIPPED)
def test_a_sound_sheet_is_not(code: str) -> None:
    sound = replace(THREE, strategies=(AS_THE_DEALER,))
    assert found(code, sound) == []


def test_every_check_that_counts_is_tried_here() -> None:
    elsewhere = {"FF212"}  # a game that takes minutes: tests/engine/courses/pai_gow/test_two_edges.py
    assert {*TRIPPED, *elsewhere} == {check.code for check in CHECKS if check.stage in (Stage.TRIED, Stage.COUNTED)}


def test_the_edge_of_a_progressive_is_told_once_and_exactly() -> None:
    """Trips are 52 of 22,100 hands: at 425 for 1 they return the whole wager, at one more a little more than that."""
    assert found("FF202", meter(425)) == found("FF201", meter(426)) == []
    finding = found("FF202", meter(426))[0]
    assert finding.figures == (("house edge", 1 - Fraction(52 * 426, 22100)),)


def test_a_round_that_favors_the_player() -> None:
    assert str(found("FF201", GIFT)[0].place) == "the game"
    assert found("FF201", GIFT)[0].figures[0][1] < 0


def test_a_bet_that_no_hand_loses() -> None:
    everything = Paytable("P-2", dict.fromkeys(range(len(THREE_CARD.lines)), EVEN))
    assert found("FF205", with_pairs(everything))[0].text == "No hand loses this bet."


def test_a_dealer_who_always_qualifies() -> None:
    """Of two ranks five cards always make a run of two, so every hand beats an ace alone."""
    few = Deal(Packet(3, to=Cards.OWN), Packet(5, to=Cards.DEALER))
    small = replace(LADDER, deck=Deck(ranks="2A"), deal=few)
    assert "always qualifies" in found("FF210", qualifying(small, "an ace", "Ah"))[0].text
    assert found("FF210", qualifying(LADDER, "an ace", "Ah")) == []


def test_a_decision_with_one_answer_is_told_from_both_sides() -> None:
    assert [finding.text for finding in found("FF208", GIFT)] == [
        "At “Three cards” it is never right to fold.",
        "At “Three cards” it is right with every hand to choose “Play”.",
    ]
    assert found("FF208", replace(THREE, wagers=(opening("Ante", even_money), *THREE.wagers[1:]))) == []


def test_a_decision_that_is_not_counted_at_its_best_has_no_right_answer() -> None:
    assert found("FF208", SMALL_SETTINGS["by the house way, two suits"]) == []
