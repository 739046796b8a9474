"""What is taken back: misdeals, foul hands, and the back-out of one award, each exactly and on record."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fairfelt.jackpot import Level, Terms, Win, contribute, open_jackpot, pay_prizes, refund_wagers, set_aside
from fairfelt.room import display
from fairfelt.room.commands.voids import AwardBackedOut, HandFouled, RoundVoided
from tests.room.floors import MEGA, UNIT, Pit

ROYAL, STRAIGHT_FLUSH, QUADS, FULL_HOUSE = "royal flush", "straight flush", "four of a kind", "full house"
TWO = ["card ann", "card eve"]


def backing_out(number: int = 1, **more: object) -> dict[str, object]:
    return {"number": number, "why": "not a royal on review", "document": "B-1", "cards": TWO, **more}


def award(pit: Pit, table: str = "T1", hand: str = ROYAL, seats: tuple[int, ...] = (1, 2, 3)) -> None:
    pit.start(table, seats)
    pit.press("press hand", table, seat=seats[0], hand=hand)
    if table == "T2":
        pit.press("turn key", table, to_jph=True, cards=["card eve"])
    pit.press("confirm", table, cards=["card eve", "card sue"])
    if table == "T2":
        pit.press("turn key", table, to_jph=False, cards=["card eve"])
    pit.press("end game", table)


@pytest.mark.parametrize("hand", [ROYAL, STRAIGHT_FLUSH, QUADS])
@pytest.mark.parametrize("table", ["T1", "T2"])
def test_a_back_out_takes_back_all_of_one_award(table: str, hand: str) -> None:
    """A back-out once named no award: $123 less was accepted, Mega went into Major, and hit and envy stayed."""
    pit, never = Pit(), Pit()
    award(pit, table, hand)
    never.start(table)
    never.press("end game", table)
    pit.do("back out award", **backing_out())
    assert pit.floor.balances() == never.floor.balances()
    assert pit.floor.jackpots["mega"].counts.of("Mega").hits == 0
    counts = pit.floor.jackpots["mega"].counts
    assert (counts.fixed.hits, counts.envy.hits, counts.envy.won_micros) == (0, 0, 0)
    assert display(pit.floor, "pit", 1).last_win is None
    event = pit.events[-1].body
    assert isinstance(event, AwardBackedOut)
    assert (event.number, event.names, event.why) == (1, ("ann", "eve"), "not a royal on review")


def test_a_back_out_is_made_once_by_two_people_and_of_an_award_that_is_there() -> None:
    pit = Pit()
    assert pit.refused("back out award", **backing_out()) == "there is no award 1; there is none yet"
    award(pit)
    assert "two cards required" in pit.refused("back out award", **backing_out(cards=["card eve"]))
    assert "two cards required" in pit.refused("back out award", **backing_out(cards=["card eve", "card sue"]))
    pit.do("back out award", **backing_out())
    assert pit.refused("back out award", **backing_out()) == "award 1 is void already"
    asked = {"jackpot": "mega", "level": "Mega", "amount_micros": UNIT, "document": "D", "cards": TWO}
    assert "reason is one of" in pit.refused("adjust", **asked, reason="back-out of an award")


def test_wagers_since_the_award_stay_and_the_new_seed_goes_back() -> None:
    pit = Pit()
    award(pit)
    won = pit.confirmed().awards[0].amount_micros
    pit.start()
    pit.do("back out award", **backing_out())
    assert pit.meter() == won + 3 * 750_000
    assert pit.floor.balances()["mega/seeds"] == -11_000 * UNIT, "as it was opened with"


@pytest.mark.parametrize("before", [0, 10_000 * UNIT])
@pytest.mark.parametrize("after", [0, 4_000 * UNIT, 10_000 * UNIT])
@pytest.mark.parametrize("table", ["T1", "T2"])
def test_a_seed_that_was_recovered_is_not_taken_back_again(table: str, before: int, after: int) -> None:
    """What was recovered of the new seed went to the house a second time, out of what players had paid in."""
    pit, never = Pit(), Pit()
    for each in (pit, never):
        for _ in range(40):
            each.start(bet=25 * UNIT)
            each.press("end game")
        if before:
            each.do("adjust", **RECOVERED, amount_micros=before)
    award(pit, table)
    never.start(table)
    never.press("end game", table)
    if after:
        pit.do("adjust", **RECOVERED, amount_micros=after)
    assert pit.room.restore(pit.room.save(pit.floor)) == pit.floor
    pit.do("back out award", **backing_out())
    pit.press("end game", table)
    assert pit.floor.balances() == never.floor.balances()
    assert "of the seed there stand $0.00" in pit.refused("adjust", **RECOVERED, amount_micros=UNIT)


RECOVERED = {"jackpot": "mega", "level": "Mega", "reason": "seed recovery", "document": "D", "cards": TWO}


@pytest.mark.parametrize("table", ["T1", "T2"])
@pytest.mark.parametrize(("kind", "more"), [("void round", {}), ("foul hand", {"seat": 1}), ("foul hand", {"seat": 2})])
def test_who_may_not_confirm_a_claim_does_not_end_it_either(table: str, kind: str, more: dict[str, int]) -> None:
    """A supervisor alone returned the bets over a pending royal, and nobody else had looked at it."""
    pit = Pit()
    pit.start(table, (1, 2))
    pit.press("press hand", table, seat=1, hand=ROYAL)
    body = {"table": table, "why": "a card fell", **more, "cards": ["card sue"]}
    if more.get("seat") == 2:
        pit.do(kind, f"keypad {table}", **body)
        assert pit.floor.tables[table].claims, "the royal is still there"
        return
    assert pit.refused(kind, f"keypad {table}", **body) == "executive card required"
    pit.do(kind, f"keypad {table}", **{**body, "cards": ["card eve", "card sue"]})
    assert not pit.floor.tables[table].claims


def test_of_two_awards_only_the_one_that_is_named_becomes_void() -> None:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=1, hand=ROYAL)
    pit.press("press hand", seat=2, hand=FULL_HOUSE)
    pit.press("confirm", cards=["card eve", "card sue"])
    rows = {row.hand: row for row in pit.confirmed().awards}
    pit.do("back out award", **backing_out(rows[FULL_HOUSE].number))
    assert pit.floor.balances()["mega/paid"] == rows[ROYAL].amount_micros + 2 * 5000 * UNIT


def test_what_came_back_above_a_limit_goes_to_the_overflow() -> None:
    levels = (replace(MEGA.levels[0], limit_micros=10_001 * UNIT), MEGA.levels[1])
    pit = Pit(replace(MEGA, levels=levels))
    award(pit)
    pit.start()
    pit.do("back out award", **backing_out())
    assert pit.meter() == 10_001 * UNIT
    assert pit.floor.balances()["mega/overflow/Mega"] == 6 * 750_000 - UNIT


def test_a_misdeal_gives_the_wagers_back() -> None:
    """There was no way to void a round: its bets stayed counted."""
    pit = Pit()
    before = pit.floor.jackpots
    pit.start()
    pit.press("press hand", seat=1, hand=ROYAL)
    for cards in (["card dan"], ["card sue"]):
        asked = {"table": "T1", "why": "exposed card", "cards": cards}
        assert pit.refused("void round", "keypad T1", **asked) == "executive card required", "it is the royal's end"
    done = pit.press("void round", why="exposed card", cards=["card eve", "card sue"])
    assert (done["phase"], done["bets"], done["claims"], done["round"]) == ("betting", {}, [], 1)
    after = pit.floor.jackpots["mega"]
    assert {k: v for k, v in after.book.balances.items() if v} == dict(before["mega"].book.balances)
    assert (after.counts, set(after.carry_ppm.values())) == (before["mega"].counts, {0})
    event = pit.events[-1].body
    assert isinstance(event, RoundVoided)
    assert (event.why, event.people, len(event.bets)) == ("exposed card", ("eve", "sue"), 3)
    assert pit.start()["round"] == 2


def test_a_round_with_a_confirmed_award_is_no_misdeal() -> None:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=1, hand=QUADS)
    pit.press("confirm", cards=["card eve", "card sue"])
    asked = {"table": "T1", "why": "late", "cards": ["card sue"]}
    assert pit.refused("void round", "keypad T1", **asked) == (
        "win page 1 of this round is awarded: back that out first"
    )
    pit.do("back out award", **backing_out())
    assert pit.press("void round", why="late", cards=["card sue"])["phase"] == "betting"


def test_a_foul_hand_wins_nothing_and_its_bet_goes_back() -> None:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=1, hand=ROYAL)
    done = pit.press("foul hand", seat=1, why="six cards", cards=["card eve", "card sue"])
    assert (done["claims"], done["fouled"], done["phase"]) == ([], [1], "playing")
    assert set(done["bets"]) == {"2", "3"}
    assert pit.meter() == 10_000 * UNIT + 2 * 750_000
    refused = pit.refused("press hand", "keypad T1", table="T1", seat=1, hand=ROYAL)
    assert refused == "the hand of seat 1 is foul: it wins nothing"
    pit.press("press hand", seat=2, hand=ROYAL)
    envy = pit.press("confirm", cards=["card eve", "card sue"])["envy"]
    assert [row["seat"] for row in envy] == [3], "who got the bet back has none to be envious with"
    assert [event.body.why for event in pit.events if isinstance(event.body, HandFouled)] == ["six cards"]


def test_a_foul_hand_whose_bet_is_kept_still_receives_envy() -> None:
    pit = Pit()
    pit.start()
    pit.press("foul hand", seat=1, give_back=False, why="touched by the player", cards=["card sue"])
    assert pit.meter() == 10_000 * UNIT + 3 * 750_000
    pit.press("press hand", seat=2, hand=ROYAL)
    envy = pit.press("confirm", cards=["card eve", "card sue"])["envy"]
    assert sorted(row["seat"] for row in envy) == [1, 3]
    again = {"table": "T1", "seat": 1, "why": "x", "cards": ["card sue"]}
    assert "is foul already" in pit.refused("foul hand", "keypad T1", **again)


LEVELS = st.tuples(
    st.integers(0, 400_000), st.integers(0, 100_000), st.none() | st.integers(1000 * UNIT, 1010 * UNIT)
).map(lambda row: Level("meter", 1000 * UNIT, *row))
WAGERS = st.lists(st.integers(1, 10**7), max_size=4)


@given(LEVELS, WAGERS, WAGERS, WAGERS)
def test_a_voided_round_leaves_no_trace(level: Level, before: list[int], voided: list[int], after: list[int]) -> None:
    """To the millionth, with what rates carried over, and whether a limit was reached or not."""
    terms = Terms(name="t", levels=(level,), largest_increment_micros=10**9, executive_from_micros=0)
    never = contribute(open_jackpot(terms), *before)
    jackpot = contribute(never, *voided)
    jackpot = contribute(jackpot, *after)
    never = contribute(never, *after)
    back = refund_wagers(jackpot, jackpot.feeds, *voided)
    assert {k: v for k, v in back.book.balances.items() if v} == {k: v for k, v in never.book.balances.items() if v}
    assert (back.carry_ppm, back.counts) == (never.carry_ppm, never.counts)


def test_contributions_that_were_won_meanwhile_are_borne_by_the_house() -> None:
    terms = Terms(
        name="t", levels=(Level("meter", 0, 500_000),), largest_increment_micros=10**9, executive_from_micros=0
    )
    jackpot = contribute(open_jackpot(terms), 10 * UNIT)
    won = pay_prizes(*set_aside(jackpot, [Win(1, "royal", "meter", Fraction(1))]))
    back = refund_wagers(won, won.feeds, 10 * UNIT)
    assert (back.book["wagers"], back.book["revenue"], back.meter("meter")) == (0, -5 * UNIT, 0)


def test_no_bet_goes_back_that_an_award_without_a_spot_may_be_for() -> None:
    """Legacy controls: both wagers of a round were given back as foul, and the award of one of them stood."""
    pit = Pit()
    pit.start("T2", seats=(1, 2))
    pit.press("press hand", "T2", hand="four of a kind")
    pit.press("turn key", "T2", to_jph=True, cards=["card sue"])
    pit.press("confirm", "T2", cards=["card sue", "card dan"])
    pit.press("turn key", "T2", to_jph=False, cards=["card sue"])
    foul = {"table": "T2", "give_back": True, "why": "seven cards", "cards": ["card sue"]}
    pit.do("foul hand", "keypad T2", seat=1, **foul)
    assert "back that award out first" in pit.refused("foul hand", "keypad T2", seat=2, **foul)
