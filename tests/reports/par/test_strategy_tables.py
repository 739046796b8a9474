"""Complete strategies: every set of visible cards stands in one row, with the choice that the solver makes."""

from __future__ import annotations

import csv
from io import StringIO
from random import Random

import pytest

from fairfelt import games
from fairfelt.engine.solve import advisor
from fairfelt.reports.par.strategy_tables import complete_strategy, strategy_sections
from fairfelt.reports.sheet import Sheet, Table, Words
from fairfelt.reports.sheet.text import plain_text


def whole(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.parametrize(("name", "sets"), [("three-card-poker", 22_100), ("mississippi-stud", 1_326)])
def test_rows_hold_every_set_once_and_the_file_says_what_the_solver_says(name: str, sets: int) -> None:
    game = games.find(name)
    first, solution = complete_strategy(game)[0], advisor(game)
    listed = first.blocks[-1]
    assert isinstance(listed, Table)
    assert sum(whole(row[2]) for row in (*listed.rows, *listed.totals)) == sets
    rows = list(csv.DictReader(StringIO(first.csv)))
    assert sum(int(row["deals"]) for row in rows) == sets and len(rows) == len(first.sets)
    for each in Random(1).sample(first.sets, 40):
        assert solution.advise(each.own, each.shown).best == each.choice


def test_the_boundary_of_three_card_poker_is_queen_six_four() -> None:
    (street,) = complete_strategy(games.find("three-card-poker"))
    text = plain_text(Sheet("", "", *strategy_sections([street])))
    assert "to Qc 6d 3h" in " ".join(text.split()) or "Qc 6d 3h    7,200   Fold" in text


def test_what_goes_by_earlier_bets_says_so_and_is_in_a_file() -> None:
    _, fourth, fifth = complete_strategy(games.find("mississippi-stud"))
    assert fourth.file == "strategy-4th-street.csv" and len(fourth.sets) == 5_083 and fifth.sets
    assert isinstance(fourth.blocks[0], Words) and fourth.file in fourth.blocks[0].text
    assert "after 3rd Street 3x: 4th Street" in fourth.csv


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("caribbean-stud", "122,151,120 sets of visible cards are told apart here"),
        ("oasis-poker", "are no list of hands"),
        ("classic-blackjack", "The rules above are all of it"),
    ],
)
def test_what_cannot_be_listed_is_said_in_a_sentence(name: str, says: str) -> None:
    (street,) = complete_strategy(games.find(name))
    assert not street.sets and says in plain_text(Sheet("", "", *strategy_sections([street])))
