"""Rule knobs: each setting is the game that one would write by hand, and wrong ones are told."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from fairfelt import games
from fairfelt.analysis.design.knobs import count_settings, knobs_of, read_knob
from fairfelt.analysis.design.lines import DesignError, Range, Targets
from fairfelt.cli.commands.bench import design
from fairfelt.cli.io.errors import BadInput
from fairfelt.engine.exact import solve
from fairfelt.reports.design import knobs_report
from fairfelt.rules import FOLD, Qualify, Result, Street, bet
from fairfelt.rules.cards import Deck

THREE = games.find("three-card-poker").with_deck(Deck(ranks="9TJQKA"))
ANY = Targets(Range())


def test_every_setting_is_the_game_written_by_hand() -> None:
    assert THREE.showdown
    knobs = [read_knob(THREE, text) for text in ("qualifier=Qh Td 9c|Kh Td 9c", "copies=push|player", "Play=1|2")]
    found = {setting.values: setting for setting in count_settings(THREE, knobs, ANY)}
    assert len(found) == 8
    king = replace(THREE.showdown, qualify=Qualify("king high", "Kh Td 9c"), copies=Result.WIN)
    street = THREE.streets[0]
    by_hand = replace(THREE, showdown=king, streets=(Street(street.name, FOLD, bet("Play", times=2)),))
    assert found["Kh Td 9c", "player", "2"].round.house_edge == solve(by_hand).round.house_edge
    assert found["Kh Td 9c", "player", "1"].round.house_edge < found["Kh Td 9c", "push", "1"].round.house_edge


def test_today_is_told_and_what_meets_the_targets_comes_first() -> None:
    game = games.find("three-card-poker")
    knobs = [read_knob(game, "qualifier=none|Qh 3d 2c|Kh 3d 2c")]
    found = count_settings(game, knobs, Targets(Range(Fraction(3, 100), Fraction(4, 100))))
    assert [(setting.meets, setting.today) for setting in found] == [(True, True), (False, False), (False, False)]
    assert found[0].round.house_edge == solve(game).round.house_edge
    report = knobs_report(game, knobs, found)
    assert (
        report.passed and report.plain["settings"][0]["today"] and "1 of 3 settings" in report.render("text").decode()
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("qualifier", "is no knob"),
        ("jokers=1", "has no knob 'jokers'; it has qualifier, copies, decks, Play"),
        ("qualifier=Zz", "is no least hand"),
        ("copies=house", "push, player, dealer are"),
        ("Play=0", "whole number from 1 to 20"),
        ("decks=x", "whole number from 1 to 12"),
    ],
)
def test_a_knob_that_cannot_be_is_told(text: str, sentence: str) -> None:
    with pytest.raises(DesignError, match=sentence):
        read_knob(THREE, text)


def test_too_many_settings_and_sizes_are_refused() -> None:
    knobs = [read_knob(THREE, f"Play={'|'.join(map(str, range(1, 21)))}"), read_knob(THREE, "decks=1|2|3|4")]
    with pytest.raises(DesignError, match="80 settings are more than the 64"):
        count_settings(THREE, knobs, ANY)
    with pytest.raises(DesignError, match="several sizes"):
        read_knob(games.find("ultimate-texas-holdem"), "Play=2")


def test_the_command_designs_a_paytable_or_rules() -> None:
    for options in ({}, {"wager": "Pair Plus", "knob": ["Play=1"]}):
        with pytest.raises(BadInput, match="a paytable by --wager, or rules by --knob"):
            design("three-card-poker", **options)


def test_a_game_has_the_knobs_that_can_be_turned() -> None:
    """A size was taken for the bets of blackjack, and changed nothing."""
    assert [(knob.name, *knob.values) for knob in knobs_of(games.find("three-card-poker"))] == [
        ("qualifier", "Qc 3d 2h"),
        ("copies", "push"),
        ("Play", "1"),
    ]
    blackjack = games.find("classic-blackjack")
    assert [knob.name for knob in knobs_of(blackjack)] == ["decks"]
    with pytest.raises(DesignError, match="sized by the course"):
        read_knob(blackjack, "Double 1=2")
