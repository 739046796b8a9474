"""The table and the room pay the same envy and give the same bets back, whoever bet, folded or held a foul hand."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.room.events.voids import HandFouled, RoundVoided
from fairfelt.table import FoulHand, Round, Settle, Settlement, VoidRound
from fairfelt.table.envy import EnvyLine, envy_due
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
    paid = pit.press("confirm", cards=["card sue"])
    assert [(row["seat"], row["for_seat"], row["amount_micros"]) for row in paid["envy"]] == [
        (1, 5, 5000 * UNIT), (2, 5, 5000 * UNIT)
    ]  # fmt: skip
    assert [(row["number"], row["amount_micros"], row["wager_micros"]) for row in paid["awards"]] == [(1, 0, 0)]
    assert pit.meter() == before["mega/meter/Mega"], "the meter is not won"
    assert pit.floor.jackpots["mega"].counts.of("Mega").hits == 0
    pit.do("back out award", number=1, why="misread", document="D", cards=["card ann", "card eve"])
    assert pit.floor.balances() == before


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


@settings(max_examples=examples(40))
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
            pit.press("foul hand", seat=at, give_back=FOUL[foul], why="a card too many", cards=["card sue"])
    back = {(e.seat, e.returned_micros) for e in (event.body for event in pit.events) if isinstance(e, HandFouled)}
    assert back == {(at, _returned(settled, at)) for at, seat in enumerate(seats, 1) if seat[3]}
    told = pit.ask("confirm", "keypad T1", table="T1", cards=["card eve"])
    in_room = {(row["seat"], row["for_seat"], row["amount_micros"]) for row in told.get("envy", ())}
    assert in_room == {(due.seat, due.maker, due.net_micros) for due in settled.envy}


@settings(max_examples=examples(20))
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
