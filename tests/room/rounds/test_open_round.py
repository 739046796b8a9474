"""Winners of one round, confirmed one after another until the game is ended, under the terms that it started with."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from fairfelt import games
from fairfelt.jackpot import FixedPays, Freeze, Level, SeveralWinners, Terms
from fairfelt.room import display
from fairfelt.room.commands.rounds import RARE_LINES, most_in_deal
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.views import table_state
from fairfelt.rules import Game
from fairfelt.rules.hands import POKER
from tests.room.floors import LINK_PROGRESSIVE, MEGA, UNIT, Pit

ROYAL, STRAIGHT_FLUSH, QUADS, FULL_HOUSE, TRIPS = (
    "royal flush", "straight flush", "four of a kind", "full house", "three of a kind",
)  # fmt: skip
EVE, TWO = ["card eve", "card sue"], ["card ann", "card eve"]
AT_CONFIRMATION = replace(MEGA, freeze=Freeze.AT_CONFIRMATION)
BOTH = pytest.mark.parametrize("table", ["T1", "T2"])


def enter(pit: Pit, table: str, seat: int, hand: str) -> dict[str, Any]:
    return dict(pit.press("press hand", table, seat=seat, hand=hand))


def confirm(pit: Pit, table: str) -> list[dict[str, Any]]:
    """Confirm what was entered, to the end of the procedure."""
    if table == "T2":
        pit.press("turn key", table, to_jph=True, cards=EVE)
    awards: list[dict[str, Any]] = pit.press("confirm", table, cards=EVE)["awards"]
    if table == "T2":
        pit.press("turn key", table, to_jph=False, cards=EVE)
    return awards


def award(pit: Pit, table: str, seat: int, hand: str) -> int:
    """Enter and confirm one hand; gives its amount."""
    enter(pit, table, seat, hand)
    (row,) = confirm(pit, table)
    return int(row["amount_micros"])


def back_out(pit: Pit, number: int) -> None:
    pit.do("back out award", number=number, why="not that hand", document="B-1", cards=TWO)


def refuse_hand(pit: Pit, table: str, seat: int | None, hand: str) -> str:
    spot = {} if seat is None else {"seat": seat}
    return pit.refused("press hand", f"keypad {table}", table=table, hand=hand, **spot)


def change_terms(pit: Pit, **terms: Any) -> None:
    pit.do("change terms", jackpot="mega", terms=replace(MEGA, **terms), why="new controls", cards=TWO)


def limited(most: int) -> dict[str, Any]:
    """Posted limits with an aggregate limit on the fixed pays of the progressive."""
    offered = {LINK_PROGRESSIVE: {"least_micros": UNIT, "most_micros": 25 * UNIT}}
    return {"side_bets": offered, "aggregates": [{"wagers": [LINK_PROGRESSIVE], "table_micros": most * UNIT}]}


@BOTH
@pytest.mark.parametrize("freeze", Freeze)
def test_winners_are_paid_one_after_another_until_the_game_is_ended(table: str, freeze: Freeze) -> None:
    """Straight Edge 8c to 8h, Flushes Gone Wild 9c to 9g: the farthest right first, then the others, then END GAME."""
    pit = Pit(replace(MEGA, freeze=freeze))
    pit.start(table, seats=(1, 4, 6))
    full = pit.meter()
    assert award(pit, table, 6, TRIPS) == 9 * 5 * UNIT
    assert award(pit, table, 4, ROYAL) == full
    assert award(pit, table, 1, ROYAL) == 10_000 * UNIT + 300_000, "what the level has started again with"
    state = pit.press("end game", table)
    assert (state["phase"], state["awarded"]) == ("betting", [])
    assert pit.floor.awards == 3 + 2 * 2, "three hands, and the envy of two others for each royal flush"
    assert sum(pit.floor.balances().values()) == 0


@BOTH
@pytest.mark.parametrize("policy", [SeveralWinners.IN_ORDER, SeveralWinners.EACH_IN_FULL])
@pytest.mark.parametrize("hands", [(ROYAL, ROYAL, ROYAL), (STRAIGHT_FLUSH, ROYAL, STRAIGHT_FLUSH)])
def test_one_by_one_they_get_what_they_get_together(
    table: str, policy: SeveralWinners, hands: tuple[str, str, str]
) -> None:
    terms = replace(AT_CONFIRMATION, several_winners=policy)
    together, apart = Pit(terms), Pit(terms)
    for pit in (together, apart):
        pit.start(table, seats=(2, 3, 5))
    for seat, hand in zip((5, 3, 2), hands, strict=True):
        enter(together, table, seat, hand)
    rows = {row["seat"]: row["amount_micros"] for row in confirm(together, table)}
    assert {seat: award(apart, table, seat, hand) for seat, hand in zip((5, 3, 2), hands, strict=True)} == rows
    assert apart.floor.balances() == together.floor.balances()


def test_a_later_winner_gets_no_share_of_more_than_the_meter_showed() -> None:
    """Other tables feed the level between two confirmations, and its reserve is larger than it was."""
    pit = Pit(replace(AT_CONFIRMATION, levels=(Level("Mega", 0, 100_000, 400_000), MEGA.levels[1])))
    pit.start()
    first = award(pit, "T1", 3, ROYAL)
    pit.start("T2", bet=25 * UNIT)
    assert pit.meter() > first
    left = pit.meter() - first
    assert award(pit, "T1", 2, ROYAL) == first
    assert pit.meter() >= left, "the rest stays on the meter"


def test_each_in_full_is_paid_by_the_house_where_the_level_was_won_whole() -> None:
    pit = Pit(replace(AT_CONFIRMATION, several_winners=SeveralWinners.EACH_IN_FULL))
    pit.start()
    first = award(pit, "T1", 3, ROYAL)
    pit.start("T2", bet=25 * UNIT)
    meter, revenue = pit.meter(), pit.floor.balances()["mega/revenue"]
    assert award(pit, "T1", 1, ROYAL) == first
    assert pit.meter() == meter, "what the level has started again with is not theirs"
    assert revenue - pit.floor.balances()["mega/revenue"] == first + 2 * 5_000 * UNIT, "with the envy of two others"


@BOTH
def test_an_equal_split_that_is_paid_is_not_divided_again(table: str) -> None:
    pit = Pit(replace(AT_CONFIRMATION, several_winners=SeveralWinners.EQUAL_SPLIT))
    pit.start(table)
    full = pit.meter()
    award(pit, table, 3, ROYAL)
    assert refuse_hand(pit, table, 1, ROYAL) == (
        "Mega is split equally, and was paid in this round: back out win page 1, and confirm all of these hands "
        "together"
    )
    enter(pit, table, 1, QUADS)
    confirm(pit, table)
    back_out(pit, 1)  # with win pages 2 and 3, the envy for it
    back_out(pit, 4)
    enter(pit, table, 1, ROYAL)
    enter(pit, table, 3, ROYAL)
    half = -(-full // 20_000) * 10_000
    assert [row["amount_micros"] for row in confirm(pit, table)] == [half, half]


def test_fixed_pays_above_their_aggregate_limit_are_confirmed_together() -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.do("post limits", table="T1", limits=limited(1_600), cards=EVE)
    pit.start()
    assert award(pit, "T1", 3, FULL_HOUSE) == 250 * UNIT
    assert "aggregate limit of $1,600.00: back out win page 1, and confirm" in refuse_hand(pit, "T1", 2, QUADS)
    assert award(pit, "T1", 2, TRIPS) == 45 * UNIT, "within the limit"
    assert award(pit, "T1", 1, ROYAL) > 10_000 * UNIT, "a share of a meter is no fixed pay"


@BOTH
def test_a_confirmed_hand_is_not_entered_again_nor_taken_back_by_its_button(table: str) -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start(table)
    award(pit, table, 2, QUADS)
    before = pit.floor
    for hand in (QUADS, ROYAL):
        assert refuse_hand(pit, table, 2, hand) == (
            "seat 2 is awarded its four of a kind (win page 1): back that award out first if it is not right"
        )
    assert pit.floor.jackpots is before.jackpots
    enter(pit, table, 1, FULL_HOUSE)
    taken_back = enter(pit, table, 1, FULL_HOUSE)
    assert (taken_back["phase"], taken_back["claims"]) == ("paid", []), "a pending one is taken back as ever"
    assert [row["hand"] for row in taken_back["awarded"]] == [QUADS]


def test_without_a_spot_the_same_hand_needs_its_seat_the_second_time() -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start("T2", seats=(1, 2))
    pit.press("press hand", "T2", hand=QUADS)
    confirm(pit, "T2")
    assert refuse_hand(pit, "T2", None, QUADS) == (
        "four of a kind without a spot is awarded (win page 1): select the seat of another one, or back that award "
        "out first"
    )
    assert award(pit, "T2", 2, QUADS) == 1_500 * UNIT
    assert refuse_hand(pit, "T2", 1, FULL_HOUSE) == "there are more hands than progressive bets in this round"


@BOTH
@pytest.mark.parametrize("ended", [False, True])
def test_a_back_out_opens_the_last_round_again_for_the_right_hand(table: str, ended: bool) -> None:
    pit, never = Pit(AT_CONFIRMATION), Pit(AT_CONFIRMATION)
    for each in (pit, never):
        each.start(table, seats=(1, 2))
    full = pit.meter()
    award(pit, table, 1, QUADS)
    if ended:
        pit.press("end game", table)
        pit.do("close table", table=table, reason="a dispute", cards=EVE)
    back_out(pit, 1)
    (state,) = [pit.floor.tables[table]]
    assert (state.phase.value, dict(state.bets_micros), state.awarded) == ("playing", {1: 5 * UNIT, 2: 5 * UNIT}, ())
    assert award(pit, table, 1, ROYAL) == full == award(never, table, 1, ROYAL)
    assert pit.floor.balances() == never.floor.balances()
    pit.press("end game", table)
    assert pit.floor.tables[table].ended is not None


def owned(pit: Pit) -> dict[str, int]:
    """Balances; what a level starts again with leaves its reserve, so the two of them are taken together."""
    merged = Counter[str]()
    for account, micros in pit.floor.balances().items():
        merged[account.replace("reserve", "meter")] += micros
    return dict(merged)


@pytest.mark.parametrize(
    ("table", "freeze", "policy"),
    [
        ("T1", Freeze.AT_CONFIRMATION, SeveralWinners.IN_ORDER),
        ("T2", Freeze.AT_CONFIRMATION, SeveralWinners.IN_ORDER),
        ("T1", Freeze.AT_CLAIM, SeveralWinners.EACH_IN_FULL),
    ],
)
@pytest.mark.parametrize("hands", [(ROYAL, ROYAL), (STRAIGHT_FLUSH, STRAIGHT_FLUSH), (STRAIGHT_FLUSH, ROYAL)])
@pytest.mark.parametrize("void", [(3,), (1,), (3, 1), (3, 3)])
@pytest.mark.parametrize("elsewhere", [False, True])
def test_an_award_backed_out_and_entered_again_is_paid_as_if_it_had_stood(
    table: str, freeze: Freeze, policy: SeveralWinners, hands: tuple[str, str], void: tuple[int, ...], elsewhere: bool
) -> None:
    """Of two royal flushes the first, entered again, was paid what the second had left: $10,000.30, not $10,002.25."""
    pit, never = (Pit(replace(MEGA, freeze=freeze, several_winners=policy)) for _ in range(2))
    by_seat, paid = dict(zip((3, 1), hands, strict=True)), dict[int, int]()
    for each in (pit, never):
        each.start(table)
        paid = {seat: award(each, table, seat, hand) for seat, hand in by_seat.items()}
        if elsewhere:
            other = "T1" if table == "T2" else "T2"
            each.start(other, bet=25 * UNIT)
            award(each, other, 2, STRAIGHT_FLUSH)

    def again(*seats: int) -> None:
        for seat in reversed(seats):
            back_out(pit, next(hand.number for hand in pit.floor.tables[table].awarded if hand.seat == seat))
        for seat in seats:
            shown = enter(pit, table, seat, by_seat[seat])["prizes"]
            assert [row["amount_micros"] for row in shown] == [paid[seat]], "the keypad shows what is paid"
            assert [row["amount_micros"] for row in confirm(pit, table)] == [paid[seat]]

    if void == (3, 3):  # the same mistake twice
        again(3)
        again(3)
    else:
        again(*void)
    assert owned(pit) == owned(never)
    assert elsewhere or pit.floor.balances() == never.floor.balances()
    assert pit.floor.jackpots["mega"].counts == never.floor.jackpots["mega"].counts


@BOTH
def test_the_only_winner_is_paid_in_full_after_a_wrong_first_award(table: str) -> None:
    """Both pages are backed out: seat 1 was paid what the other one had left, and seat 3 had no royal flush."""
    pit = Pit(AT_CONFIRMATION)
    pit.start(table)
    full = award(pit, table, 3, ROYAL)
    short = award(pit, table, 1, ROYAL)
    second = pit.floor.tables[table].awarded[-1].number
    back_out(pit, 1)
    said = f"Win page 1 is backed out, and win page {second} was paid after it"
    assert [notice for notice in table_state(pit.floor, table).notices if notice.startswith(said)]
    back_out(pit, second)
    assert short < full == award(pit, table, 1, ROYAL)
    page = pit.confirmed().pages()[0]
    assert (page.instead_of, page.meter_before_micros) == (1, full)


def test_an_equal_split_entered_again_is_divided_as_before() -> None:
    pit = Pit(replace(AT_CONFIRMATION, several_winners=SeveralWinners.EQUAL_SPLIT))
    pit.start()
    for seat in (3, 1):
        enter(pit, "T1", seat, ROYAL)
    first = [row["amount_micros"] for row in confirm(pit, "T1")]
    back_out(pit, 1)
    back_out(pit, 2)
    pit.start("T2", bet=25 * UNIT)
    for seat in (3, 1):
        enter(pit, "T1", seat, ROYAL)
    assert [row["amount_micros"] for row in confirm(pit, "T1")] == first, "what others bet since is not theirs"


@BOTH
def test_bets_that_were_lit_for_the_next_round_are_lit_again_when_the_reopened_one_is_over(table: str) -> None:
    """Chips lay on the felt, and the keypad had forgotten them."""
    pit = Pit()
    pit.start(table, seats=(1, 2))
    award(pit, table, 1, TRIPS)
    pit.press("end game", table)
    lit = {"3": 5 * UNIT, "4": 25 * UNIT}
    pit.press("place bets", table, bets=lit)
    back_out(pit, 1)
    assert sorted(pit.floor.tables[table].bets_micros) == [1, 2], "the round that was opened again has its own"
    assert pit.press("end game", table)["bets"] == lit
    before = pit.meter()
    pit.press("start game", table)
    assert pit.floor.tables[table].bets_micros == {3: 5 * UNIT, 4: 25 * UNIT}
    assert pit.meter() == before + 30 * UNIT * 15 // 100


def test_a_back_out_does_not_open_a_round_that_another_one_followed() -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start()
    award(pit, "T1", 1, QUADS)
    pit.press("end game")
    pit.start(seats=(4,))
    back_out(pit, 1)
    table = pit.floor.tables["T1"]
    assert (table.round, set(table.bets_micros), table.phase.value) == (2, {4}, "playing")
    pit.press("end game")
    assert pit.floor.tables["T1"].ended is None, "a round without an award is over for good"


def test_one_of_two_awards_is_backed_out_and_the_other_stays() -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start()
    award(pit, "T1", 3, ROYAL)
    award(pit, "T1", 1, QUADS)
    enter(pit, "T1", 2, FULL_HOUSE)
    back_out(pit, 1)
    table = pit.floor.tables["T1"]
    assert ([each.number for each in table.awarded], table.phase.value) == ([4], "claimed"), "what is pending stays so"
    confirm(pit, "T1")
    asked = {"table": "T1", "why": "x", "cards": ["card sue"]}
    assert pit.refused("void round", "keypad T1", **asked) == (
        "win page 4 and 5 of this round is awarded: back that out first"
    )
    assert pit.refused("foul hand", "keypad T1", seat=1, **asked) == (
        "win page 4 is for this hand: back that award out first"
    )


def test_a_seat_that_was_paid_envy_does_not_get_its_bet_back() -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start()
    award(pit, "T1", 3, ROYAL)
    asked = {"table": "T1", "seat": 1, "why": "six cards", "cards": ["card sue"]}
    assert "win page 1 has paid this seat envy" in pit.refused("foul hand", "keypad T1", **asked)
    pit.press("foul hand", "T1", seat=1, give_back=False, why="six cards", cards=["card sue"])
    assert "is foul" in refuse_hand(pit, "T1", 1, QUADS)


def test_the_keypad_says_who_is_paid_first() -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start()
    award(pit, "T1", 1, ROYAL)
    state = enter(pit, "T1", 3, ROYAL)
    assert state["notices"] == [
        "Seat 3 is paid before seat 1, whose award of Mega is confirmed: to pay in order, back that award out first."
    ]
    assert confirm(pit, "T1")[0]["amount_micros"] == 10_000 * UNIT + 300_000, "what the first winner got stays"


def test_nobody_is_paid_before_a_seat_that_was_not_entered() -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start("T2")
    pit.press("press hand", "T2", hand=ROYAL)
    confirm(pit, "T2")
    assert enter(pit, "T2", 3, ROYAL)["notices"] == [], "it said: before seat 0"


# Terms of the start


CHANGES: dict[str, dict[str, Any]] = {
    "several winners": {"several_winners": SeveralWinners.EQUAL_SPLIT},
    "fixed pays": {"fixed_pays": FixedPays.METER},
    "payable unit": {"payable_micros": 1_000 * UNIT},
    "freeze": {"freeze": Freeze.AT_CLAIM},
    "executive": {"executive_from_micros": 0},
    "seed": {"levels": (replace(MEGA.levels[0], seed_micros=77 * UNIT), MEGA.levels[1])},
    "limit": {"levels": (replace(MEGA.levels[0], limit_micros=10_100 * UNIT), MEGA.levels[1])},
}


@BOTH
@pytest.mark.parametrize("change", CHANGES)
def test_terms_that_are_changed_in_a_round_hold_from_the_next_on(table: str, change: str) -> None:
    changed, kept = Pit(AT_CONFIRMATION), Pit(AT_CONFIRMATION)
    paid = []
    for pit in (changed, kept):
        pit.start(table)
        if pit is changed:
            change_terms(pit, **{"freeze": Freeze.AT_CONFIRMATION, **CHANGES[change]})
            assert "that holds from the next round on" in enter(pit, table, 2, QUADS)["notices"][0]
        else:
            enter(pit, table, 2, QUADS)
        supervisor = ["card sue", "card dan"]
        if table == "T2":
            pit.press("turn key", table, to_jph=True, cards=supervisor)
        rows = pit.press("confirm", table, cards=supervisor)["awards"]
        if table == "T2":
            pit.press("turn key", table, to_jph=False, cards=supervisor)
        enter(pit, table, 1, ROYAL)
        enter(pit, table, 3, ROYAL)
        rows += confirm(pit, table)
        pit.press("end game", table)
        paid.append([row["amount_micros"] for row in rows])
    assert paid[0] == paid[1] and len(paid[0]) == 3
    assert changed.floor.balances() == kept.floor.balances()
    pit = changed
    pit.start(table)
    assert pit.floor.tables[table].terms.progressive == pit.floor.jackpots["mega"].terms  # type: ignore[union-attr]


def test_a_seed_that_came_in_the_round_waits_on_and_is_never_taken_from_players() -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start()
    raised = replace(MEGA.levels[0], seed_micros=20_000 * UNIT)
    change_terms(pit, levels=(raised, MEGA.levels[1]))
    award(pit, "T1", 1, ROYAL)
    assert pit.meter() == 10_000 * UNIT + 300_000
    assert pit.floor.jackpots["mega"].awaiting is not None, "it waits for the next 100% award"
    pit.press("end game")
    asked = {"jackpot": "mega", "level": "Mega", "reason": "seed recovery", "document": "D", "cards": TWO}
    assert "of the seed there stand $10,000.00" in pit.refused("adjust", **asked, amount_micros=10_000 * UNIT + 1)


def test_rates_that_began_with_another_tables_award_do_not_change_what_a_misdeal_gives_back() -> None:
    pit = Pit(AT_CONFIRMATION)
    raised = replace(MEGA.levels[0], rate_ppm=300_000)
    change_terms(pit, levels=(raised, MEGA.levels[1]), freeze=Freeze.AT_CONFIRMATION)
    pit.start("T2")
    pit.start("T1")
    award(pit, "T1", 1, ROYAL)
    before = pit.meter()
    pit.press("void round", "T2", why="misdeal", cards=["card sue"])
    assert before - pit.meter() == 3 * 750_000, "at the rates at which they were counted"


def test_a_posted_limit_and_rules_by_amount_hold_from_the_next_round_on() -> None:
    """One person once cut a running prize of $7,500 to $1,250."""
    pit = Pit(AT_CONFIRMATION)
    rules = {"currency": "USD", "why": "x", "cards": TWO}
    pit.do("set pay rules", **rules, rules={"two_people_from_micros": 10_000 * UNIT})
    pit.start(seats=(8,), bet=25 * UNIT)
    state = pit.do("post limits", table="T1", limits=limited(1_250), seats=3, cards=EVE)
    assert state["notices"] == ["Limits or terms were changed: that holds from the next round on."]
    pit.do("set pay rules", **rules, rules={"two_people_from_micros": 1})
    assert enter(pit, "T1", 8, QUADS)["needs"] == "executive and a second card"
    (row,) = confirm(pit, "T1")
    assert (row["amount_micros"], row["cut_micros"]) == (7_500 * UNIT, 0)
    pit.press("end game")
    assert "there is no seat 8" in pit.refused("start game", "keypad T1", table="T1", bets={"8": UNIT})
    pit.start(seats=(3,), bet=25 * UNIT)
    assert enter(pit, "T1", 3, QUADS)["needs"] == "two people"
    (row,) = pit.press("confirm", "T1", cards=[*EVE, "card sue"])["awards"]
    assert (row["amount_micros"], row["cut_micros"]) == (1_250 * UNIT, 6_250 * UNIT)


@BOTH
@pytest.mark.parametrize("freeze", Freeze)
@pytest.mark.parametrize("posted", [400, 5_000])
def test_the_aggregate_limit_of_the_start_holds_for_all_claims_that_wait(
    table: str, freeze: Freeze, posted: int
) -> None:
    """Whatever is posted, or becomes of the procedure, between two hands of the round, and claimed elsewhere."""
    pit, other = Pit(replace(MEGA, freeze=freeze)), "T1" if table == "T2" else "T2"
    for each in ("T1", "T2"):
        pit.do("post limits", table=each, limits=limited(1_600), cards=EVE)
        pit.start(each)
    enter(pit, table, 3, FULL_HOUSE)
    pit.do("post limits", table=table, limits=limited(posted), cards=EVE)
    change_terms(pit, freeze=next(each for each in Freeze if each is not freeze))
    enter(pit, other, 2, QUADS)
    enter(pit, table, 1, TRIPS)
    shown = enter(pit, table, 2, QUADS)["prizes"]
    due = {3: 222_840_000, 2: 1_337_050_000, 1: 40_110_000}  # 1,600 / 1,795 of each
    assert {row["seat"]: row["amount_micros"] for row in shown} == due
    assert {row["seat"]: row["amount_micros"] for row in confirm(pit, table)} == due
    assert [row["amount_micros"] for row in confirm(pit, other)] == [1_500 * UNIT]
    back_out(pit, next(hand.number for hand in pit.floor.tables[table].awarded if hand.seat == 2))
    assert "was cut by an aggregate limit that is not reached any more" in " ".join(
        table_state(pit.floor, table).notices
    )


# When the amount leaves the meter


def test_a_jackpot_is_opened_to_lock_at_the_confirmation_unless_somebody_says_otherwise() -> None:
    """By the sheets the swipe, or the key's return to RUN, adjusts the meter."""
    pit = Pit()
    bare = {
        "name": "bare", "levels": [{"name": "Mega", "seed_micros": UNIT, "rate_ppm": 1}],
        "largest_increment_micros": UNIT, "executive_from_micros": 0,
    }  # fmt: skip
    by_two = {"cards": ["card ida", "card eve"]}
    pit.do("open jackpot", jackpot="bare", terms=bare, **by_two)
    assert pit.floor.jackpots["bare"].terms.freeze is Freeze.AT_CONFIRMATION
    pit.do("open jackpot", jackpot="other", terms={**bare, "freeze": "at claim"}, **by_two)
    assert pit.floor.jackpots["other"].terms.freeze is Freeze.AT_CLAIM
    assert type(pit.floor.jackpots["bare"].terms) is Terms
    assert Terms(name="x", levels=MEGA.levels, largest_increment_micros=1, executive_from_micros=0).freeze is (
        Freeze.AT_CLAIM
    ), "of a log that does not say it"


def test_a_pending_claim_stands_beside_the_meter_that_still_shows_it() -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start()
    full = pit.meter()
    enter(pit, "T1", 1, ROYAL)
    shown = display(pit.floor, "pit", 1)
    assert (shown.levels[0].amount_micros, [(row.amount_micros, row.locked) for row in shown.pending]) == (
        full, [(full, False)],
    )  # fmt: skip
    pit.start("T2")
    assert display(pit.floor, "pit", 2).pending[0].amount_micros == full + 3 * 750_000, "as it stands now"


def test_of_two_tables_the_later_one_is_warned_before_it_takes_the_whole_meter() -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start("T1")
    pit.start("T2")
    enter(pit, "T1", 1, ROYAL)
    enter(pit, "T2", 1, ROYAL)
    pit.press("turn key", "T2", to_jph=True, cards=EVE)
    assert "table T1 claimed Mega before this table" in pit.refused("confirm", "keypad T2", table="T2", cards=EVE)
    full = pit.meter()
    assert confirm(pit, "T1")[0]["amount_micros"] == full
    assert pit.press("confirm", "T2", cards=EVE)["awards"][0]["amount_micros"] == 10_000 * UNIT + 600_000


# Hands that cannot be together


@pytest.mark.parametrize(("hand", "most"), [(ROYAL, 4), (STRAIGHT_FLUSH, 8)])
def test_more_straight_flushes_than_the_deck_has_are_refused(hand: str, most: int) -> None:
    pit = Pit(AT_CONFIRMATION)
    pit.start(seats=tuple(range(1, 9)))
    for seat in range(8, 8 - most, -1):
        award(pit, "T1", seat, hand)
    if most < 8:
        assert refuse_hand(pit, "T1", 8 - most, hand) == (
            f"{most + 1} hands of {hand} or better are not possible in one deal, at most {most}"
        )
        assert award(pit, "T1", 8 - most, FULL_HOUSE) == 250 * UNIT


@pytest.mark.parametrize(
    ("game", "royals", "straight_flushes"),
    [("flushes_gone_wild", 4, 8), ("caribbean_stud", 4, 8), ("let_it_ride", 1, 3), ("mississippi_stud", 1, 5),
     ("straight_edge_poker", None, None)],
)  # fmt: skip
def test_how_many_a_deal_can_have_is_counted_by_whose_cards_they_are(
    game: str, royals: int | None, straight_flushes: int | None
) -> None:
    found = getattr(games, game)
    wager = next(each.name for each in found.wagers if each.feeds_meter)
    assert most_of(found, wager) == [royals, straight_flushes]


def most_of(game: Game, wager: str) -> list[int | None]:
    """How many royal flushes, and straight flushes or better, a deal can have."""
    return [most_in_deal(game, wager, rare) for rare in RARE_LINES[POKER]]


def test_on_a_board_that_all_share_any_number_of_royals_is_possible() -> None:
    holdem = games.texas_holdem_bonus
    assert all(most_of(holdem, wager.name) == [None, None] for wager in holdem.wagers)


def test_two_hands_of_ace_king_queen_of_spades_are_refused() -> None:
    """The hand that wins the meter of Three Card Poker is in a deck once; every seat could be entered with it."""
    pit, spades = Pit(), "AKQ of spades"
    one = replace(MEGA, name="three", levels=(Level("meter", 10_000 * UNIT, 150_000, 20_000),))
    pit.do("open jackpot", jackpot="three", terms=one, cards=["card ida", "card eve"])
    pit.do("make link", link="three", jackpot="three", location="Spokane", cards=["card ida", "card eve"])
    pit.do("set up table", table="T3", link="three", game="three-card-poker", variant="progressive",
           wager="Three Card Progressive", paytable="trips 90", cards=["card ida", "card eve"])  # fmt: skip
    key = {"device": "keypad T3", "device_kind": "keypad", "table": "T3", "key_sha256": "3" * 64}
    pit.do("enrol device", **key, cards=["card ida", "card eve"])
    pit.do("switch device", device="keypad T3", enabled=True, cards=["card ida"])
    pit.start("T3", seats=(1, 2, 3, 4, 5))
    enter(pit, "T3", 1, spades)
    assert "2 hands of AKQ of spades or better are not possible" in refuse_hand(pit, "T3", 2, spades)
    for seat in (2, 3, 4):
        enter(pit, "T3", seat, "AKQ suited")
    assert "5 hands of AKQ suited or better are not possible" in refuse_hand(pit, "T3", 5, "AKQ suited")


def test_a_small_pay_that_the_dealer_confirmed_alone_is_no_business_of_the_key() -> None:
    """On legacy controls it never counted as off the meter: it could not be backed out."""
    pit = Pit(AT_CONFIRMATION)
    pit.do("set pay rules", currency="USD", rules={"supervisor_from_micros": 100 * UNIT}, why="x", cards=TWO)
    pit.start("T2")
    enter(pit, "T2", 3, TRIPS)
    pit.press("confirm", "T2", cards=["card dan"])
    assert award(pit, "T2", 1, ROYAL) > 10_000 * UNIT
    given = pit.floor.given
    assert (given[1].amount_micros, given[1].adjusted) == (45 * UNIT, True)
    assert given[2].prize and given[2].prize.win.hand == ROYAL
    back_out(pit, 1)


def test_the_limit_of_a_player_leaves_room_for_a_later_winner() -> None:
    pit = Pit(AT_CONFIRMATION)
    limits = limited(1_600)
    limits["aggregates"][0]["player_micros"] = 500 * UNIT
    pit.do("post limits", table="T1", limits=limits, cards=EVE)
    pit.start()
    assert [award(pit, "T1", seat, QUADS) for seat in (3, 2, 1)] == [500 * UNIT] * 3


@pytest.mark.parametrize("by", ["law", "house"])
@pytest.mark.parametrize("at_start", [True, False])
def test_a_round_keeps_the_rule_on_signing_in_that_it_began_with(by: str, at_start: bool) -> None:
    """Enforcement switched off in the round let a hand be entered by nobody; switched on, it stopped the round."""

    def switch(on: bool) -> None:
        if by == "law":
            law = {"profile": "laboratory", "zone": "UTC", "document": "licence 1", "cards": TWO}
            pit.do("set law", **law, mode="enforce" if on else "advise")
        else:
            pit.do("set house rules", dealers_sign_in=on, why="controls", cards=["card ida", "card eve"])

    def signed_in() -> dict[str, Any]:
        return {"cards": ["card dan"]}

    pit, at = Pit(), "keypad T1"
    if at_start:
        switch(on=True)
    pit.do("place bets", at, table="T1", bets={"1": 5 * UNIT}, **signed_in())
    pit.do("start game", at, table="T1", **signed_in())
    switch(on=not at_start)
    hand = {"table": "T1", "seat": 1, "hand": QUADS}
    if at_start:
        assert "signed in at this keypad" in pit.refused("press hand", at, **hand)
    pit.do("press hand", at, **hand, **(signed_in() if at_start else {}))
    pit.do("confirm", at, table="T1", cards=EVE)
    pit.do("end game", at, table="T1", **(signed_in() if at_start else {}))
    pit.do("start game", at, table="T1", bets={"1": 5 * UNIT}, **({} if at_start else signed_in()))
    if not at_start:
        assert "signed in at this keypad" in pit.refused("press hand", at, **hand)
    else:
        pit.do("press hand", at, **hand)


def dropped(pit: Pit) -> list[str]:
    """What the alarms about claims taken back say."""
    return [alarm.says for alarm in pit.floor.alarms.values() if alarm.kind is AlarmKind.CLAIM_DROPPED]


@pytest.mark.parametrize("end", ["end game", "void round"])
def test_a_large_claim_that_is_taken_back_raises_an_alarm(end: str) -> None:
    """A dealer pressed the hand button again and ended the game: a royal flush was gone without any card."""
    pit = Pit()
    for hand, says in ((TRIPS, []), (ROYAL, ["table T1, round 2: royal flush at seat 2 was entered and taken back"])):
        pit.start(bet=5 * UNIT)
        enter(pit, "T1", 2, hand)
        enter(pit, "T1", 2, hand)
        pit.press(end, **({"cards": ["card sue"], "why": "a card was face up"} if end == "void round" else {}))
        assert [each.partition(", and")[0] for each in dropped(pit)] == says


@pytest.mark.parametrize("cover", ["a small award", "a foul hand"])
def test_a_large_claim_is_not_covered_up(cover: str) -> None:
    """A pair paid to the same seat, or a foul hand by a supervisor alone, kept the alarm from being raised."""
    pit = Pit()
    pit.start(bet=5 * UNIT)
    enter(pit, "T1", 2, ROYAL)
    enter(pit, "T1", 2, ROYAL)
    if cover == "a small award":
        award(pit, "T1", 2, TRIPS)
    else:
        pit.press("foul hand", seat=2, why="too many cards", cards=["card sue"])
    pit.press("end game")
    assert [each.partition(" was")[0] for each in dropped(pit)] == ["table T1, round 1: royal flush at seat 2"]


def test_a_hand_entered_again_or_fouled_with_its_cards_raises_no_alarm() -> None:
    pit = Pit()
    pit.start(bet=5 * UNIT)
    for _ in range(2):
        enter(pit, "T1", 2, ROYAL)
    award(pit, "T1", 2, ROYAL)
    pit.press("end game")
    pit.start(bet=5 * UNIT)
    enter(pit, "T1", 2, ROYAL)
    pit.press("foul hand", seat=2, why="too many cards", cards=["card ann", *EVE])
    pit.press("end game")
    assert dropped(pit) == [], "one was paid, the other signed for as to confirm it"
