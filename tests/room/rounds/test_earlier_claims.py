"""A claim by mistake costs nobody anything: the later winner is held back, and frozen anew once it is taken back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fairfelt.jackpot import Freeze, SeveralWinners, Terms
from fairfelt.jackpot.book import METER, PENDING, RESERVE, at
from fairfelt.room.commands.round_events import AwardsConfirmed
from tests.room.floors import LINK_PROGRESSIVE, MEGA, UNIT, Pit, digest
from tests.support.heavy import examples

ROYAL, STRAIGHT_FLUSH, QUADS = "royal flush", "straight flush", "four of a kind"
HELD_BACK = (
    "table T1 claimed Mega before this table, and its claim is pending: "
    "settle that one first, or confirm in spite of it"
)


class ThreeTables(Pit):
    """A third table of the link; everybody can confirm at once, with the newer controls."""

    def __init__(self, terms: Terms = MEGA) -> None:
        super().__init__(terms)
        self.played = ("T1", "T2n", "T3n")
        for table in self.played[1:]:
            self.add(table)

    def add(self, name: str, link: str = "pit") -> None:
        table = {"table": name, "link": link, "game": "flushes-gone-wild", "paytable": "ML01"}
        by = {"cards": ["card ida", "card eve"]}
        self.do("set up table", **table, wager=LINK_PROGRESSIVE, **by)
        device = f"keypad {name}"
        self.do("enrol device", device=device, device_kind="keypad", table=name, key_sha256=digest(name), **by)
        self.do("switch device", device=device, enabled=True, **by)

    def claim(self, table: str, hand: str = ROYAL, seat: int = 2) -> None:
        self.press("press hand", table, seat=seat, hand=hand)

    def frozen(self, table: str) -> list[int]:
        return [prize.amount_micros for prize in self.floor.tables[table].prizes]

    def all_start(self) -> None:
        for table in self.played:
            self.start(table)

    def balances(self) -> bool:
        """Whether the book balances, and what is pending is what claims have frozen."""
        book = self.floor.jackpots["mega"].book
        frozen = sum(sum(self.frozen(table)) for table in self.floor.tables)
        pending = sum(held for account, held in book.balances.items() if account.startswith(("pending/", "promised/")))
        return book.is_balanced and pending == frozen and min(book[at(PENDING, "Mega")], pending) >= 0

    def replays(self) -> bool:
        floor = self.room.initial()
        for event in self.events:
            floor = self.room.replay(floor, event)
        return floor == self.floor


@pytest.fixture
def pit() -> ThreeTables:
    made = ThreeTables()
    made.all_start()
    return made


def test_a_later_award_is_held_back_while_an_earlier_claim_on_its_level_waits(pit: ThreeTables) -> None:
    whole = pit.meter()
    pit.claim("T1")
    pit.claim("T2n")
    assert pit.frozen("T2n")[0] < whole, "the mistake at T1 has frozen what stood"
    assert pit.refused("confirm", "keypad T2n", table="T2n", cards=["card eve", "card sue"]) == HELD_BACK
    refused = pit.events[-1].body
    assert (refused.code, refused.field, refused.people) == ("earlier_claim", "despite_earlier", ("eve", "sue"))
    pit.claim("T1")
    assert pit.floor.tables["T1"].claim_order == 0
    assert pit.frozen("T2n") == [whole], "frozen anew, to the millionth"
    assert pit.balances()
    (award,) = pit.press("confirm", "T2n", cards=["card eve", "card sue"])["awards"]
    assert award["amount_micros"] == whole
    assert pit.balances()
    assert pit.replays()


def test_without_a_notice_and_with_one(pit: ThreeTables) -> None:
    """Whoever knows of the earlier claim may confirm in spite of it; then the amount stays what it was."""
    pit.claim("T1")
    pit.claim("T2n")
    (second,) = pit.frozen("T2n")
    (award,) = pit.press("confirm", "T2n", despite_earlier=True, cards=["card eve", "card sue"])["awards"]
    assert award["amount_micros"] == second
    (whole,) = pit.frozen("T1")
    pit.claim("T1")
    assert pit.frozen("T1") == []
    held = pit.floor.jackpots["mega"].book
    assert held[at(METER, "Mega")] + held[at(RESERVE, "Mega")] == whole, "what was taken back is there again"
    assert pit.balances()
    assert pit.replays()


@pytest.mark.parametrize(
    ("first", "second"), [(STRAIGHT_FLUSH, ROYAL), (QUADS, ROYAL), (ROYAL, STRAIGHT_FLUSH), (ROYAL, QUADS)]
)
def test_claims_on_other_levels_hold_nobody_back(pit: ThreeTables, first: str, second: str) -> None:
    pit.claim("T1", first)
    pit.claim("T2n", second)
    pit.press("confirm", "T2n", cards=["card eve", "card sue"])


def test_the_earlier_one_is_never_held_back_and_a_confirmed_one_holds_nobody(pit: ThreeTables) -> None:
    pit.claim("T1")
    pit.claim("T2n")
    pit.press("confirm", "T1", cards=["card eve", "card sue"])
    pit.press("confirm", "T2n", cards=["card eve", "card sue"])
    first, second = (event.body for event in pit.events if isinstance(event.body, AwardsConfirmed))
    assert first.awards[0].amount_micros > second.awards[0].amount_micros
    assert pit.replays()


def test_a_claim_of_another_jackpot_holds_nobody_back() -> None:
    pit = ThreeTables()
    by = {"cards": ["card ida", "card eve"]}
    pit.do("open jackpot", jackpot="other", terms=replace(MEGA, name="other"), **by)
    pit.do("make link", link="annex", jackpot="other", location="Spokane", **by)
    pit.add("A1", "annex")
    pit.start("A1")
    pit.start("T1")
    pit.claim("A1")
    pit.claim("T1")
    pit.press("confirm", "T1", cards=["card eve", "card sue"])


@pytest.mark.parametrize("withdraws", [("T1",), ("T2n",), ("T1", "T2n"), ("T2n", "T1")])
def test_of_three_claims_those_that_stay_are_frozen_in_their_order(
    pit: ThreeTables, withdraws: tuple[str, ...]
) -> None:
    for table in pit.played:
        pit.claim(table)
    for table in withdraws:
        pit.claim(table)
    alone = ThreeTables()
    alone.all_start()
    for table in pit.played:
        if table not in withdraws:
            alone.claim(table)
    assert [pit.frozen(table) for table in pit.played] == [alone.frozen(table) for table in pit.played]
    assert pit.floor.balances() == alone.floor.balances()
    assert pit.balances()
    assert pit.replays()


def test_money_that_came_in_meanwhile_is_not_lost(pit: ThreeTables) -> None:
    pit.claim("T1")
    pit.claim("T2n")
    before = sum(pit.floor.balances().values())
    pit.press("end game", "T3n")
    pit.start("T3n", bet=25 * UNIT)
    pit.claim("T1")
    assert before == sum(pit.floor.balances().values()) == 0
    assert pit.balances()
    assert pit.frozen("T2n")[0] >= 10_000 * UNIT
    pit.press("confirm", "T2n", cards=["card eve", "card sue"])
    assert pit.balances()
    assert pit.replays()


presses = st.lists(
    st.tuples(st.integers(0, 2), st.integers(1, 3), st.sampled_from([ROYAL, STRAIGHT_FLUSH, QUADS])), max_size=14
)


@settings(max_examples=examples(40, 80))
@given(presses, st.sampled_from(SeveralWinners))
def test_whatever_was_claimed_and_taken_back_prizes_are_those_of_claiming_in_order(
    made: list[tuple[int, int, str]], policy: SeveralWinners
) -> None:
    """As if only what still stands had ever been claimed, table after table in the order of their first claims."""
    terms = replace(MEGA, several_winners=policy)
    pit, scratch = _started(terms), _started(terms)
    for place, seat, hand in made:
        pit.press("press hand", pit.played[place], seat=seat, hand=hand)
        assert pit.balances()
    waiting = sorted((table for table in pit.played if pit.floor.tables[table].claims), key=_order(pit))
    for table in waiting:
        for claim in pit.floor.tables[table].claims:
            scratch.press("press hand", table, seat=claim.seat, hand=claim.hand)
    for table in pit.played:
        assert pit.floor.tables[table].prizes == scratch.floor.tables[table].prizes
    assert pit.floor.balances() == scratch.floor.balances()
    assert pit.replays()


def _started(terms: Terms) -> ThreeTables:
    pit = ThreeTables(terms)
    pit.all_start()
    return pit


def _order(pit: Pit) -> Any:
    return lambda table: pit.floor.tables[table].claim_order


def test_where_prizes_are_fixed_at_the_confirmation_nothing_is_frozen_anew() -> None:
    pit = _started(replace(MEGA, freeze=Freeze.AT_CONFIRMATION))
    whole = pit.meter()
    pit.claim("T1")
    pit.claim("T2n")
    assert pit.refused("confirm", "keypad T2n", table="T2n", cards=["card eve", "card sue"]) == HELD_BACK
    pit.claim("T1")
    (award,) = pit.press("confirm", "T2n", cards=["card eve", "card sue"])["awards"]
    assert award["amount_micros"] == whole
    assert pit.balances()
