"""Prizes in kind: bought from the reserve by two people, given for a win page, or withdrawn; and aggregate limits."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.law import AggregateLimit, paid_under
from fairfelt.room.commands.duties import fixed_hands
from tests.room.floors import LINK_PROGRESSIVE, UNIT, Pit
from tests.room.law.lawful_pit import LIMITS, OFFICE, SET_UP, LawfulPit

TRIPS, QUADS = "three of a kind", "four of a kind"
PAYING = ["card sue", "card eve"]
RADIO: dict[str, Any] = {
    "jackpot": "mega", "level": "Mega", "hand": TRIPS, "item": "a radio", "value_micros": 500 * UNIT,
    "from_reserve_micros": UNIT, "rights_owner_approval": "letter 3", "controls_approval": "letter 12",
    "invoice": "invoice 7", "posted": True, "cards": OFFICE,
}  # fmt: skip


def pit_with_reserve(mode: str = "enforce") -> LawfulPit:
    """Thirty rounds of $15, of which 2% go into the reserve of Mega."""
    pit = LawfulPit(mode=mode)
    for _ in range(10):
        pit.start("T1")
        pit.press("end game", "T1")
    return pit


def balance(pit: Pit, account: str) -> int:
    return pit.floor.balances().get(f"mega/{account}", 0)


def test_two_people_book_it_from_the_reserve_and_nothing_is_made_or_lost() -> None:
    """The command line checked a prize and wrote its notice; the room booked nothing."""
    pit = pit_with_reserve()
    reserve, paid, meter = balance(pit, "reserve/Mega"), balance(pit, "paid"), pit.meter()
    assert reserve == 3 * UNIT
    assert pit.do("offer merchandise", **RADIO)["number"] == 1
    assert (balance(pit, "reserve/Mega"), balance(pit, "paid"), pit.meter()) == (reserve - UNIT, paid + UNIT, meter)
    assert sum(pit.floor.jackpots["mega"].book.balances.values()) == 0
    assert pit.floor.merchandise[1].prize.fixed_prize_micros == fixed_hands(pit.floor, "mega")[TRIPS]
    assert "two cards" in pit.refused("offer merchandise", **{**RADIO, "cards": OFFICE[:1]})
    assert pit.replayed()


@pytest.mark.parametrize(
    ("other", "code", "sentence"),
    [
        ({"value_micros": 100 * UNIT}, "unlawful", "is worth $100.00, less than the prize of"),
        ({"posted": False}, "unlawful", "needs a notice at the table"),
        ({"invoice": ""}, "unlawful", "needs an invoice paid in full"),
        ({"rights_owner_approval": ""}, "unlawful", "owner of the game's rights"),
        ({"from_reserve_micros": 3 * UNIT + 1}, "bad_terms", "the reserve of Mega holds $3.00"),
        ({"hand": "royal flush"}, "bad_field", "has no fixed pay here"),
        ({"level": "Minor"}, "unknown_name", "it has Mega, Major"),
        ({"jackpot": "none"}, "unknown_name", "there is no jackpot"),
    ],
)
def test_what_may_not_be_offered(other: dict[str, Any], code: str, sentence: str) -> None:
    pit = pit_with_reserve()
    before = pit.floor
    answer = pit.ask("offer merchandise", **{**RADIO, **other})
    assert (answer["code"], pit.floor == before) == (code, True), answer
    assert sentence in answer["reason"]


def test_under_advise_what_is_missing_stands_on_the_event() -> None:
    pit = pit_with_reserve("advise")
    pit.do("offer merchandise", **{**RADIO, "posted": False})
    assert any("a notice at the table" in notice for notice in pit.events[-1].body.notices)


def won(pit: LawfulPit, hand: str = TRIPS) -> int:
    pit.start("T1")
    pit.press("press hand", "T1", seat=1, hand=hand)
    pit.press("confirm", "T1", cards=["card eve", "card sue"])
    pit.press("end game", "T1")
    return pit.floor.awards


def test_a_winner_gets_it_and_the_tray_keeps_the_pay() -> None:
    pit = pit_with_reserve()
    pit.do("offer merchandise", **RADIO)
    revenue, paid = balance(pit, "revenue"), balance(pit, "paid")
    page = won(pit)
    amount = pit.floor.given[page].amount_micros
    fed = balance(pit, "revenue") - revenue + amount
    answer = {"number": 1, "win_page": page, "document": "receipt 1", "cards": PAYING}
    assert "two cards" in pit.refused("award merchandise", **{**answer, "cards": PAYING[:1]})
    pit.do("award merchandise", **answer)
    assert (balance(pit, "paid"), balance(pit, "revenue")) == (paid, revenue + fed)
    assert "given for win page" in pit.refused("award merchandise", **answer)
    assert "given in kind" in pit.refused("back out award", number=page, why="x", document="x", cards=OFFICE)
    assert pit.replayed()


def test_only_the_hand_that_it_stands_for_wins_it() -> None:
    pit = pit_with_reserve()
    pit.do("offer merchandise", **RADIO)
    page = won(pit, QUADS)
    answer = {"number": 1, "win_page": page, "document": "receipt 1", "cards": PAYING}
    assert f"win page {page} is not" in pit.refused("award merchandise", **answer)
    assert "there is no award 9" in pit.refused("award merchandise", **{**answer, "win_page": 9})
    assert "there is no merchandise 2" in pit.refused("award merchandise", **{**answer, "number": 2})


def test_withdrawn_it_gives_back_what_the_reserve_bore_and_a_jackpot_does_not_end_before() -> None:
    pit = pit_with_reserve()
    pit.do("offer merchandise", **RADIO)
    pit.do("announce retirement", jackpot="mega", way="play off", document="notice", cards=OFFICE)
    pit.serves("begin day", day="2023-07-01")
    assert "merchandise 1 is offered" in pit.refused("begin retirement", jackpot="mega", cards=OFFICE)
    pit.do("withdraw merchandise", number=1, why="broken", document="refund", cards=OFFICE)
    assert balance(pit, "reserve/Mega") == 3 * UNIT
    assert "withdrawn" in pit.refused("withdraw merchandise", number=1, why="x", document="x", cards=OFFICE)
    pit.do("begin retirement", jackpot="mega", cards=OFFICE)
    assert pit.replayed()


LIMIT: dict[str, Any] = {"wagers": [LINK_PROGRESSIVE], "approval": "letter 5", "displayed": True}


def limited(pit: LawfulPit, most: int, player: int | None = None) -> None:
    each = {**LIMIT, "table_micros": most, "player_micros": player}
    pit.do("post limits", table="T1", limits={**LIMITS, "aggregates": [each]}, cards=SET_UP)


def test_an_aggregate_limit_cuts_the_pays_of_one_deal_and_the_win_page_says_so() -> None:
    """The limit was posted and checked; a payment of the room went out whole."""
    pit = LawfulPit(mode="advise")
    limited(pit, 1_000 * UNIT)
    pit.start("T1")
    for seat in (1, 2):
        pit.press("press hand", "T1", seat=seat, hand=QUADS)
    paid = pit.press("confirm", "T1", cards=["card eve", "card sue"])
    assert [award["amount_micros"] for award in paid["awards"]] == [500 * UNIT, 500 * UNIT]
    assert [award["cut_micros"] for award in paid["awards"]] == [1_000 * UNIT, 1_000 * UNIT]
    assert pit.floor.last_wins["mega"][-1].cut_micros == 1_000 * UNIT
    pit.press("end game", "T1")
    pit.start("T1")
    alone = pit.press("press hand", "T1", seat=1, hand=TRIPS)
    assert [prize["cut_micros"] for prize in alone["prizes"]] == [0], "below the limit nothing is cut"
    assert pit.replayed()


def test_a_share_of_a_meter_is_no_odds_based_prize_and_is_not_cut() -> None:
    pit = LawfulPit(mode="advise")
    limited(pit, UNIT)
    pit.start("T1")
    claimed = pit.press("press hand", "T1", seat=1, hand="royal flush")
    assert claimed["prizes"][0]["amount_micros"] > 10_000 * UNIT


@given(
    owed=st.lists(st.integers(1, 10**12), min_size=1, max_size=9),
    most=st.integers(CENT_MICROS, 10**12),
    player=st.none() | st.integers(CENT_MICROS, 10**12),
)
def test_nobody_is_paid_more_than_owed_and_all_together_not_more_than_the_limit(
    owed: list[int], most: int, player: int | None
) -> None:
    limit = AggregateLimit(wagers=("Bonus",), table_micros=most, player_micros=player)
    paid = paid_under(limit, owed)
    assert len(paid) == len(owed)
    assert all(0 <= got <= due for got, due in zip(paid, owed, strict=True))
    assert sum(paid) <= most
    assert player is None or max(paid) <= player
    due = [min(each, player or each) for each in owed]
    if sum(due) <= most:
        assert list(paid) == due
    else:
        assert most - sum(paid) < CENT_MICROS * (len(owed) + 1), "only what is less than a cent each is left"
