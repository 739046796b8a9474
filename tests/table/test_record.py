"""Rounds in writing."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from fairfelt import games
from fairfelt.rules import Envy, Pay, Paytable, for_one, percent, to
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Choose, Round, RoundError, Settle, from_dict, to_dict
from tests.table.scene import bets, dealt

BONUS = "Three Card Poker Bonus"
GAME = games.find("three-card-poker")


PLENTY = {"name": "?", "pays": {"5": "plenty"}, "names": {}, "or_more": False, "envy": {}, "envy_times_wager": False}


def settled(game: Any = GAME) -> Round:
    round = dealt(game, {1: "4c 5c 6c", 3: "2d 7h 9s"}, dealer="Qc 3d 2h", side={BONUS: 2})
    return round.apply(Choose(1, "Play")).apply(Choose(3, "fold")).apply(Settle())


def written(round: Round) -> dict[str, Any]:
    """The record after a journey through JSON."""
    record: dict[str, Any] = json.loads(json.dumps(to_dict(round)))
    return record


def test_a_record_is_plain_and_short() -> None:
    record = written(Round(GAME).apply(bets(GAME, 2)))
    assert len(record.pop("fingerprint")) == 64
    assert record == {
        "game": "three-card-poker",
        "variant": "",
        "paytables": {},
        "operations": [{"do": "place bets", "seat": 2, "amounts_micros": {"Ante": 10 * MICROS}}],
    }


@pytest.mark.parametrize("steps", range(6))
def test_a_round_comes_back_from_any_state(steps: int) -> None:
    round = Round.replay(GAME, settled().operations[:steps])
    back = from_dict(written(round))
    assert back == round
    assert tuple(back) == tuple(round)


def test_variants_are_found_again() -> None:
    game = games.find("straight-edge-poker", "v2")
    assert from_dict(written(Round(game).apply(bets(game)))).game is game


def test_a_chosen_paytable_is_named_in_the_record() -> None:
    round = settled(GAME.with_paytable(BONUS, "TCPB-03E"))
    record = written(round)
    assert record["paytables"] == {BONUS: ["TCPB-03E"]}
    back = from_dict(record)
    assert back == round
    assert back.settlement == round.settlement
    assert back.settlement and back.settlement.envy


def test_a_paytable_of_ones_own_is_written_out() -> None:
    pays: dict[int, Pay | int] = {5: percent(50, of="Mega"), 4: for_one(30), 3: to(3, 2), 2: 1}
    own = Paytable("mine", pays, names={3: "three in a row"}, envy=Envy({5: 7}, times_wager=True))
    round = settled(GAME.with_pays(BONUS, own))
    record = written(round)
    assert record["paytables"][BONUS][0]["pays"] == {
        "5": "50% of the Mega",
        "4": "30 for 1",
        "3": "3 to 2",
        "2": "1 to 1",
    }
    back = from_dict(record)
    assert back == round
    assert back.game.wager(BONUS).paytable == own
    assert back.settlement == round.settlement


def test_a_changed_rule_is_refused() -> None:
    record = written(settled()) | {"fingerprint": "ab" * 32}
    with pytest.raises(
        RoundError, match=r"made under other rules of Three Card Poker \(fingerprint abababababab, now "
    ):
        from_dict(record)


def test_another_reading_of_the_sheet_has_to_be_given() -> None:
    game = games.find("flushes-gone-wild").with_ruling("folded_hands_on_a_link", "no")
    round = Round(game).apply(bets(game))
    with pytest.raises(RoundError, match="give the game as it was then"):
        from_dict(written(round))
    assert from_dict(written(round), game) == round


def test_a_game_outside_the_catalogue_has_to_be_given() -> None:
    game = replace(GAME, name="House Special")
    round = settled(game)
    with pytest.raises(RoundError, match="there is no game 'house-special'"):
        from_dict(written(round))
    assert from_dict(written(round), game) == round


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"operations": [{"do": "cheat"}]}, r"\{'do': 'cheat'\} is no operation: there is place bets"),
        ({"operations": [{"do": "deal cards", "order": "Zz"}]}, "'Zz' is not a card"),
        ({"operations": None}, "this is no record of a round"),
        ({"operations": [{"do": "settle"}]}, "the round cannot be settled now: place a bet first"),
        ({"paytables": {BONUS: ["TCPB-99"]}}, "there is no paytable of Three Card Poker Bonus 'TCPB-99'"),
        ({"paytables": {"Nothing": ["1"]}}, "there is no wager 'Nothing'"),
        ({"paytables": {BONUS: [{"name": "mine"}]}}, "this is no record of a round"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"paytables": {BONUS: [PLENTY]}}, "'plenty' is not a pay"),
    ],
)
def test_a_record_that_cannot_be_read_says_why(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RoundError, match=sentence):
        from_dict(written(settled()) | change)


def test_a_record_with_a_part_missing_is_refused() -> None:
    record = written(settled())
    for key in record:
        with pytest.raises(RoundError, match="this is no record of a round"):
            from_dict({name: value for name, value in record.items() if name != key})


def test_rounds_are_equal_if_their_rules_and_operations_are() -> None:
    assert settled() == settled()
    assert hash(settled()) == hash(settled())
    assert settled() != settled(GAME.with_paytable(BONUS, "TCPB-02"))
    assert settled(GAME.with_paytable(BONUS, "TCPB-02")) == settled(GAME.with_paytable(BONUS, "TCPB-02"))
    assert settled() != Round(GAME)
    assert settled() != "a round"
