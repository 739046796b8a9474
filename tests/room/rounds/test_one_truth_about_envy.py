"""The table and the room pay the same envy and give the same bets back, whoever bet, folded or held a foul hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.reports.report import Report
from fairfelt.reports.room.win_page import win_page_report
from fairfelt.reports.sheet import Facts
from fairfelt.room.commands.round_events import AwardPosted
from fairfelt.room.commands.voids import AwardBackedOut, HandFouled, RoundVoided
from fairfelt.table import FoulHand, Round, Settle, Settlement, VoidRound
from fairfelt.table.settlement import EnvyLine, envy_due
from tests.room.floors import LINK_PROGRESSIVE, UNIT, Pit
from tests.support.heavy import examples
from tests.table.scene import dealt, played_out

ROYAL, STRAIGHT_FLUSH, QUADS = "royal flush", "straight flush", "four of a kind"
HANDS = {
    ROYAL: ["Ac Kc Qc Jc Tc", "Ad Kd Qd Jd Td", "Ah Kh Qh Jh Th"],
    STRAIGHT_FLUSH: ["9c 8c 7c 6c 5c", "9d 8d 7d 6d 5d", "9h 8h 7h 6h 5h"],
    "": ["As 3c 9s 4d Js", "Ks 3d 8s 4h Ts", "Qs 3h 7s 4c 6s"],
}


def test_a_hand_without_the_bet_pays_envy_to_the_others() -> None:
    """The sheet pays envy "if another player makes the hand"; the room refused the claim, the table paid."""
    pit = Pit()
    pit.start(seats=(1, 2))
    claimed = pit.press("press hand", seat=5, hand=ROYAL)
    assert (claimed["prizes"], claimed["phase"]) == ([], "claimed")
    before = pit.floor.balances()
    paid = pit.press("confirm", cards=["card eve", "card sue"])
    assert [(row["seat"], row["for_seat"], row["amount_micros"]) for row in paid["envy"]] == [
        (1, 5, 5000 * UNIT), (2, 5, 5000 * UNIT)
    ]  # fmt: skip
    assert paid["awards"] == [], "the hand itself is an award of nobody"
    assert pit.meter() == before["mega/meter/Mega"], "the meter is not won"
    assert pit.floor.jackpots["mega"].counts.of("Mega").hits == 0
    for number in (1, 2):
        pit.do("back out award", number=number, why="misread", document="D", cards=["card ann", "card eve"])
    assert pit.floor.balances() == before


def seen(pit: Pit) -> list[tuple[int, int, int | None, int, int]]:
    """Number, seat, whose hand, wager and amount in units, of every page of the last confirmation."""
    pages = pit.confirmed().pages()
    return [(p.number, p.seat, p.envy_for_seat, p.wager_micros // UNIT, p.amount_micros // UNIT) for p in pages]


def back_out(pit: Pit, number: int) -> None:
    pit.do("back out award", number=number, why="misread", document="D", cards=["card ann", "card eve"])


def test_every_envy_is_an_award_of_its_receiver() -> None:
    """It had no number, no page, no entry for everybody and no wager of its own."""
    pit = Pit()
    pit.press("start game", bets={"1": 5 * UNIT, "2": 25 * UNIT, "3": 5 * UNIT})
    pit.press("press hand", seat=3, hand=STRAIGHT_FLUSH)
    pit.press("confirm", cards=["card eve", "card sue"])
    envy = [(2, 1, 3, 5, 1_500), (3, 2, 3, 25, 7_500)]
    assert seen(pit)[1:] == envy
    assert seen(pit)[0][:4] == (1, 3, None, 5)
    assert pit.floor.awards == 3
    posted = [event.body for event in pit.events if isinstance(event.body, AwardPosted)]
    assert [(each.number, each.envy) for each in posted] == [(1, False), (2, True), (3, True)]
    assert posted[1].amount_micros == 1_500 * UNIT
    page = pit.confirmed().pages()[1]
    assert (page.won, page.source) == ("envy for seat 3's straight flush", "envy")
    assert pit.do("print win page", number=2, cards=["card ann"])["copy"] == 1
    assert pit.do("print win page", number=2, cards=["card ann"])["copy"] == 2


@pytest.mark.parametrize("first", [None, 2, 3])
def test_a_back_out_takes_the_envy_that_still_stands_with_it(first: int | None) -> None:
    pit = Pit()
    pit.start()
    before = pit.floor
    pit.press("press hand", seat=2, hand=STRAIGHT_FLUSH)
    pit.press("confirm", cards=["card eve", "card sue"])
    if first:
        back_out(pit, first)
        jackpot = pit.floor.jackpots["mega"]
        assert (jackpot.counts.of("Major").hits, jackpot.counts.envy.hits) == (1, 1), "the hand itself stands"
        assert "void already" in pit.refused(
            "back out award", number=first, why="x", document="D", cards=["card ann", "card eve"]
        )
    back_out(pit, 1)
    event = pit.events[-1].body
    assert isinstance(event, AwardBackedOut)
    assert event.envy_pages == tuple(number for number in (2, 3) if number != first)
    assert event.envy_micros == 1_500 * UNIT * len(event.envy_pages)
    assert pit.floor.balances() == before.balances()
    counts = pit.floor.jackpots["mega"].counts
    assert (counts.of("Major").hits, counts.envy) == (0, before.jackpots["mega"].counts.envy)
    assert all(given.voided for given in pit.floor.given.values())
    assert not pit.floor.last_wins["mega"]
    for number in (2, 3):
        assert "void already" in pit.refused(
            "back out award", number=number, why="x", document="D", cards=["card ann", "card eve"]
        )


def test_envy_without_a_spot_is_one_award_for_each_unknown_receiver() -> None:
    """Legacy controls name no spot where all bets are equal: the pages leave the seat to be filled in."""
    pit = Pit()
    pit.start("T2")
    pit.press("press hand", "T2", hand=STRAIGHT_FLUSH)
    pit.press("turn key", "T2", to_jph=True, cards=["card sue"])
    pit.press("confirm", "T2", cards=["card eve", "card sue"])
    assert seen(pit)[1:] == [(2, 0, 0, 5, 1_500), (3, 0, 0, 5, 1_500)]
    page = pit.confirmed().pages()[2]
    assert page.won == "envy for straight flush"
    assert ("Seat", "Not entered: ________________________________") in _facts(win_page_report(page, pit.floor))
    refused = pit.refused("back out award", number=2, why="x", document="D", cards=["card ann", "card eve"])
    assert "the key of table T2 has to return to RUN first" in refused
    pit.press("turn key", "T2", to_jph=False, cards=["card sue"])
    before = pit.floor.balances()
    back_out(pit, 2)
    back_out(pit, 1)
    assert pit.floor.balances() != before
    assert pit.floor.jackpots["mega"].counts.envy.hits == 0
    pit.press("end game", "T2")


def _facts(report: Report) -> list[tuple[str, str]]:
    blocks = [block for section in report.sheet.sections for block in section.blocks]
    return [row for block in blocks if isinstance(block, Facts) for row in block.rows]


def test_envy_of_an_old_award_goes_back_with_it() -> None:
    """Fixed pays leave the floor after a thousand; the envy of a level's award is not forgotten with them."""
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=2, hand=STRAIGHT_FLUSH)
    pit.press("confirm", cards=["card eve", "card sue"])
    paid = pit.floor.jackpots["mega"].book["paid"]
    pit.floor = replace(pit.floor, given={1: pit.floor.given[1]}, awards=5_000)
    back_out(pit, 1)
    assert paid and pit.floor.jackpots["mega"].book["paid"] == 0
    refused = pit.refused("back out award", number=2, why="x", document="D", cards=["card ann", "card eve"])
    assert "too old" in refused


def test_a_wager_below_the_least_brings_no_envy() -> None:
    line = EnvyLine(100 * UNIT, times_wager=False, least_micros=5 * UNIT)
    assert [(due.seat, due.amount_micros) for due in envy_due({1: line}, {1: 9 * UNIT, 2: UNIT, 3: 5 * UNIT})] == [
        (3, 100 * UNIT)
    ]  # fmt: skip


SeatPlay = tuple[str, int, bool, str]
"""The hand made, the progressive bet, whether it folds, and what a foul hand's bet comes to."""
FOUL = {"returned": True, "forfeited": False}
SEATS = st.lists(
    st.tuples(
        st.sampled_from(list(HANDS)),
        st.sampled_from([0, 1, 5]),
        st.booleans(),
        st.sampled_from(["", "", *FOUL]),
    ),
    min_size=2,
    max_size=3,
)


@settings(max_examples=examples(20, 40))
@given(SEATS)
def test_table_and_room_agree(seats: list[SeatPlay]) -> None:
    """Every deal of such hands, with and without bets, played, folded and foul, settled by both engines."""
    settled = _played(seats).apply(Settle()).settlement
    assert settled
    pit = _started(seats)
    for at, (hand, _, folded, foul) in enumerate(seats, 1):
        if hand:
            pit.ask("press hand", "keypad T1", table="T1", seat=at, hand=hand, folded=folded)
        if foul:
            pit.press("foul hand", seat=at, give_back=FOUL[foul], why="a card too many", cards=["card eve", "card sue"])
    back = {(e.seat, e.returned_micros) for e in (event.body for event in pit.events) if isinstance(e, HandFouled)}
    assert back == {(at, _returned(settled, at)) for at, seat in enumerate(seats, 1) if seat[3]}
    told = pit.ask("confirm", "keypad T1", table="T1", cards=["card eve", "card sue"])
    in_room = {(row["seat"], row["for_seat"], row["amount_micros"]) for row in told.get("envy", ())}
    assert in_room == {(due.seat, due.maker, due.net_micros) for due in settled.envy}


@settings(max_examples=examples(10, 20))
@given(SEATS)
def test_a_misdeal_is_the_same_at_the_table_and_in_the_room(seats: list[SeatPlay]) -> None:
    """Both give all progressive bets back, and neither pays anybody."""
    settled = _played(seats).apply(VoidRound("a card face up")).settlement
    assert settled and not settled.envy and not settled.claims
    pit = _started(seats)
    pit.press("void round", why="a card face up", cards=["card sue"])
    voided = pit.events[-1].body
    assert isinstance(voided, RoundVoided)
    at_table = {at: _returned(settled, at) for at in range(1, len(seats) + 1)}
    assert dict(voided.bets) == {at: micros for at, micros in at_table.items() if micros}
    assert pit.floor.balances() == {**dict.fromkeys(pit.floor.balances(), 0), **Pit().floor.balances()}


def _started(seats: list[SeatPlay]) -> Pit:
    pit = Pit()
    pit.press("start game", bets={str(at): bet * UNIT for at, (_, bet, _, _) in enumerate(seats, 1) if bet})
    return pit


def _returned(settlement: Settlement, seat: int) -> int:
    """What of the progressive bet went back."""
    return sum(bet.returned_micros for bet in settlement.of(seat) if bet.wager == LINK_PROGRESSIVE)


def _played(seats: list[SeatPlay]) -> Round:
    """The same round at the table of the game, all but settled."""
    game = games.flushes_gone_wild.with_paytable(LINK_PROGRESSIVE, "ML01")
    used = dict.fromkeys(HANDS, 0)
    hands, side = dict[int, str](), dict[int, dict[str, int]]()
    for at, (hand, bet, _, _) in enumerate(seats, 1):
        hands[at] = HANDS[hand][used[hand]]
        used[hand] += 1
        side[at] = {LINK_PROGRESSIVE: bet} if bet else {}
    folds = [at for at, (_, _, folded, _) in enumerate(seats, 1) if folded]
    round = played_out(dealt(game, hands, side_at=side), folds)
    for at, (_, _, _, foul) in enumerate(seats, 1):
        round = round.apply(FoulHand(at, "a card too many", give_back=FOUL[foul])) if foul else round
    return round
