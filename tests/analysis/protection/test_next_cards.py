"""The next cards of a shoe: every published figure of baccarat with known or sorted cards."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.analysis.protection.exposure import Exposure, expose
from fairfelt.analysis.protection.house import verdict
from fairfelt.analysis.protection.information import BadInformation, Information, read_information
from fairfelt.analysis.protection.next_cards import NextCards
from fairfelt.engine.exact import solve
from tests.support.heavy import chosen_rows

BACCARAT = games.find("commission-baccarat")


def exposed(seen: str, sorted: str = "") -> Exposure:
    return expose(BACCARAT, read_information(BACCARAT, seen, sorted), recompute=True)


def percent(found: Exposure) -> str:
    return f"{float(found.figures.edge) * 100:.3f}"


@pytest.mark.parametrize(
    ("seen", "printed"),
    chosen_rows(
        [("shoe 1", "6.765"), ("shoe 3", "6.765"), ("shoe 2", "6.406"), ("shoe 5", "8.973"), ("shoe 6", "9.098")],
        {"shoe 6"},
    ),
)
def test_one_of_the_next_six_cards_known_as_published(seen: str, printed: str) -> None:
    assert percent(exposed(seen)) == printed


def test_sorted_cards_as_published() -> None:
    found = exposed("shoe 1,2,3,4", "6789")
    assert percent(found) == "20.928"
    words = [rule.words for rule in found.strategy]
    assert words[0] == "Player, 36.332% on 10.251% of rounds"
    assert words[-1] == "no bet, 22.824% of rounds"
    assert percent(exposed("shoe 1", "6789")) == "6.765"


def test_who_knows_nothing_has_the_edge_of_the_best_bet() -> None:
    assert exposed("shoe 1").plain.edge == solve(BACCARAT).round.expected_value


def test_all_orders_are_all_rounds() -> None:
    cards = NextCards(BACCARAT)
    total = 1
    for left in range(416, 410, -1):
        total *= left
    assert int(cards.weights.sum()) == total


@pytest.mark.parametrize("seen", ["dealer 1", "shoe", "shoe 7", "shoe x"])
def test_what_is_no_card_of_the_shoe_is_refused(seen: str) -> None:
    with pytest.raises(BadInformation, match="shoe 1"):
        read_information(BACCARAT, seen)


def test_the_verdict_on_a_shoe_names_its_procedure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "fairfelt.analysis.protection.house.countable_bets", lambda game: ()
    )  # each would be dealt by the shoe
    found = verdict(BACCARAT)
    assert [str(finding.information) for finding in found.findings] == ["shoe 1,2,3,4", "shoe 1,2", "shoe 1"]
    assert "shoe covered" in found.findings[0].leak.procedure


def test_cases_that_read_alike_are_told_once() -> None:
    """A seven in four suits was four rules of the same words."""
    _, rules = NextCards(games.find("blazing-7s-progressive-dealers-up-card")).bettor(Information(shoe=(1,)))
    assert [rule.street for rule in rules] == ["card 1 of 7", "card 1 of 2345689TJQKA"]
    assert "on 7.692% of rounds" in rules[0].words and "92.308% of rounds" in rules[1].words
