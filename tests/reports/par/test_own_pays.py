"""Pays of one's own: every line has a name, the file says what the editor says, and what cannot be is refused."""

from __future__ import annotations

import tomllib

import pytest

from fairfelt import games
from fairfelt.analysis.design.pays import BadPay, own_table, pay_lines, pays_text, read_pay, with_pays
from fairfelt.rules import Game, Wager, to

WAGERS = [
    pytest.param(game, wager, id=f"{game.title}: {wager.name}")
    for first in games.catalogue()
    for game in first.variants
    for wager in game.wagers
    if wager.paytable.pays
]
THREE = games.find("three-card-poker")


@pytest.mark.parametrize(("game", "wager"), WAGERS)
def test_every_table_survives_the_way_through_a_file(game: Game, wager: Wager) -> None:
    lines = pay_lines(game, wager.name)
    assert set(wager.paytable.pays) <= {line.line for line in lines}
    assert len({line.name for line in lines}) == len(lines)
    table = with_pays(game, wager, "what if", wager.paytable.pays)
    section = tomllib.loads(pays_text({wager.name: table}, game))[wager.name]
    assert own_table(game, wager, section["name"], section["pays"]) == table


def test_lines_come_from_the_best_down_and_only_as_far_as_cards_are_dealt() -> None:
    edge = games.find("straight-edge-poker")
    assert [line.line for line in pay_lines(edge, "Bonus")] == [7, 6, 5, 4, 3, 2, 1]
    assert pay_lines(edge, "Play")[0].name == "won by 6 cards"


def test_a_line_that_the_settlement_looks_up_has_to_be_there() -> None:
    war = games.find("casino-war")
    assert [(line.name, line.needed) for line in pay_lines(war, "War")] == [
        ("wins the war", True), ("ties the war", True),
    ]  # fmt: skip
    with pytest.raises(BadPay, match="has to say what 'ties the war' pays: write 'lose' if it loses"):
        own_table(war, war.wager("War"), "x", {"wins the war": 1})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("lots", "'lots' is not a pay: write 40, '3 to 2', '300 for 1', '100% of Mega', 'push' or 'lose'"),
        ("²", "'²' is not a pay"),
        ("1 to 0", "'1 to 0' is not a pay"),
        ("100001", "'100001' is too much: pay at most 100,000 to 1, or 100% of a level"),
        ("101%", "'101%' is too much"),
    ],
)
def test_pays_that_cannot_be_are_told(text: str, sentence: str) -> None:
    with pytest.raises(BadPay) as caught:
        read_pay(text, place="flush")
    assert caught.value.sentence.startswith(sentence)


def test_a_level_keeps_its_name_however_it_is_written() -> None:
    for text in ("50% of the Mega", "50 % of Mega", "50%  of  Mega"):
        assert read_pay(text, place="").level == "Mega"


def test_odds_need_a_common_unit_and_a_table_needs_a_line() -> None:
    wager = THREE.wager("Pair Plus")
    with pytest.raises(BadPay, match="mixes odds down to 1/1,001 of a unit: keep to parts of 1,000"):
        with_pays(THREE, wager, "x", {5: to(1, 7), 4: to(1, 11), 3: to(1, 13)})
    with pytest.raises(BadPay, match="needs at least one line that pays"):
        with_pays(THREE, wager, "x", {})
