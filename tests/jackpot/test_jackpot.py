"""Money in a jackpot: nothing is lost, nothing is made, whatever happens."""

from dataclasses import replace as replace_jackpot
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule
from msgspec import json
from msgspec.structs import replace

from fairfelt.jackpot import (
    PPM,
    AdjustmentError,
    FixedPays,
    Jackpot,
    Level,
    Prize,
    Reason,
    SeveralWinners,
    Terms,
    TermsError,
    Unbalanced,
    Win,
    adjustment,
    at,
    change_terms,
    contribute,
    open_jackpot,
    pay_prizes,
    refund_wagers,
    release_prizes,
    set_aside,
    transfer,
    transfer_in,
    transfer_out,
)
from fairfelt.jackpot.book import HELD
from tests.support.heavy import examples

UNIT = 1_000_000


def terms(*levels: Level, **policies: object) -> Terms:
    plain = {"name": "test", "largest_increment_micros": 100 * UNIT, "executive_from_micros": 10_000 * UNIT}
    return Terms(levels=levels, **plain, **policies)  # type: ignore[arg-type]


ONE_METER = Level("meter", 1000 * UNIT, 180_000, 20_000)


def whole(seat: int, level: str = "meter") -> Win:
    return Win(seat, "royal flush", level, Fraction(1))


def tenth(seat: int) -> Win:
    return Win(seat, "straight flush", "meter", Fraction(1, 10))


def test_a_wager_raises_the_meter_at_once() -> None:
    jackpot = open_jackpot(terms(ONE_METER))
    jackpot = contribute(jackpot, 5 * UNIT)
    assert jackpot.meter("meter") == 1000 * UNIT + 900_000
    assert jackpot.book["reserve/meter"] == 100_000
    assert jackpot.book["revenue"] == 4 * UNIT
    assert jackpot.book.is_balanced


@given(st.lists(st.integers(1, 10**7), min_size=1, max_size=60), st.integers(0, PPM), st.integers(0, PPM))
def test_the_fraction_of_a_rate_is_carried_never_lost(wagers: list[int], rate: int, reserve: int) -> None:
    """After any number of wagers each account has had its exact share, rounded down once."""
    reserve = min(reserve, PPM - rate)
    jackpot = open_jackpot(terms(Level("meter", 0, rate, reserve)))
    for wager in wagers:
        jackpot = contribute(jackpot, wager)
    assert jackpot.meter("meter") == sum(wagers) * rate // PPM
    assert jackpot.book["reserve/meter"] == sum(wagers) * reserve // PPM
    assert jackpot.book.is_balanced


def test_a_whole_award_reseeds_with_seed_and_reserve() -> None:
    jackpot = open_jackpot(terms(ONE_METER))
    for _ in range(10):
        jackpot = contribute(jackpot, 5 * UNIT)
    jackpot, (prize,) = set_aside(jackpot, [whole(3)])
    assert prize.amount_micros == 1009 * UNIT
    assert prize.reseed_micros == 1001 * UNIT
    assert jackpot.meter("meter") == 1001 * UNIT
    assert jackpot.book["pending/meter"] == 1009 * UNIT
    assert jackpot.book["reserve/meter"] == 0


def test_several_winners_are_paid_from_the_dealers_right() -> None:
    """Seat 6 takes the whole meter, which is reseeded; seat 2 then takes a tenth of what it started with."""
    jackpot = open_jackpot(terms(ONE_METER))
    jackpot = contribute(jackpot, 50 * UNIT)
    _, prizes = set_aside(jackpot, [tenth(2), whole(6)])
    assert [(prize.win.seat, prize.amount_micros) for prize in prizes] == [(6, 1009 * UNIT), (2, 100_100_000)]
    _, prizes = set_aside(jackpot, [tenth(6), whole(2)])
    assert [(prize.win.seat, prize.amount_micros) for prize in prizes] == [(6, 100_900_000), (2, 908_100_000)]


def test_an_equal_split_and_each_in_full() -> None:
    split = open_jackpot(terms(ONE_METER, several_winners=SeveralWinners.EQUAL_SPLIT))
    after, prizes = set_aside(split, [whole(1), whole(4), whole(5)])
    assert [prize.amount_micros for prize in prizes] == [333_340_000] * 3
    assert after.meter("meter") == 1000 * UNIT
    assert after.book["revenue"] == -20_000, "the house adds what is missing to whole cents"
    full = open_jackpot(terms(ONE_METER, several_winners=SeveralWinners.EACH_IN_FULL))
    after, prizes = set_aside(full, [whole(1), whole(4)])
    assert [prize.amount_micros for prize in prizes] == [1000 * UNIT] * 2
    assert after.book["revenue"] == -1000 * UNIT
    assert after.meter("meter") == 1000 * UNIT


def test_a_payout_is_never_truncated() -> None:
    jackpot = open_jackpot(terms(Level("meter", 12_345, 0)))
    _, (prize,) = set_aside(jackpot, [whole(1)])
    assert prize.amount_micros == 20_000


def test_fixed_pays_come_from_the_tray_or_from_the_meter_as_far_as_it_goes() -> None:
    win = Win(1, "full house", fixed_micros=1500 * UNIT)
    tray = open_jackpot(terms(ONE_METER))
    tray, _ = set_aside(tray, [win])
    assert (tray.meter("meter"), tray.book["revenue"]) == (1000 * UNIT, -1500 * UNIT)
    meter = open_jackpot(terms(ONE_METER, fixed_pays=FixedPays.METER))
    meter, _ = set_aside(meter, [win])
    assert (meter.meter("meter"), meter.book["revenue"]) == (0, -500 * UNIT)


def test_what_the_house_has_promised_is_not_players_money() -> None:
    jackpot = open_jackpot(terms(ONE_METER))
    before = sum(amount for account, amount in jackpot.book.balances.items() if account.startswith(HELD))
    claimed, prizes = set_aside(jackpot, [Win(1, "full house", fixed_micros=250 * UNIT)])
    assert claimed.book["promised/meter"] == 250 * UNIT
    assert before == sum(amount for account, amount in claimed.book.balances.items() if account.startswith(HELD))
    paid = pay_prizes(claimed, prizes)
    assert (paid.book["promised/meter"], paid.book["paid"], paid.book["revenue"]) == (0, 250 * UNIT, -250 * UNIT)


def test_a_cancelled_claim_gives_the_frozen_amount_back() -> None:
    before = open_jackpot(terms(ONE_METER))
    before = contribute(before, 50 * UNIT)
    frozen, prizes = set_aside(before, [whole(6), tenth(2)])
    fed = contribute(frozen, 50 * UNIT)
    back = release_prizes(fed, prizes)
    straight = contribute(before, 50 * UNIT)
    assert back.book.balances.items() >= {k: v for k, v in straight.book.balances.items() if v}.items()
    assert back.book["pending/meter"] == 0


def test_above_its_limit_a_meter_overflows_into_the_next_one() -> None:
    limited = replace(ONE_METER, limit_micros=1005 * UNIT)
    jackpot = open_jackpot(terms(limited))
    for _ in range(10):
        jackpot = contribute(jackpot, 5 * UNIT)
    assert jackpot.meter("meter") == 1005 * UNIT
    assert jackpot.book["overflow/meter"] == 4 * UNIT
    jackpot, (prize,) = set_aside(jackpot, [whole(1)])
    assert prize.amount_micros == 1005 * UNIT
    assert prize.reseed_micros == 1005 * UNIT
    assert jackpot.book["overflow/meter"] == 0


def test_a_level_starts_again_at_its_limit_though_its_reserve_is_larger() -> None:
    """A planted defect lived: the whole reserve went to the meter, above the limit."""
    jackpot = open_jackpot(terms(replace(ONE_METER, limit_micros=1005 * UNIT)))
    jackpot, (prize,) = set_aside(contribute(jackpot, 500 * UNIT), [whole(1)])
    assert prize.reseed_micros == jackpot.meter("meter") == 1005 * UNIT
    assert (jackpot.book["reserve/meter"], jackpot.book["overflow/meter"]) == (5 * UNIT, 85 * UNIT)


def test_a_wager_given_back_leaves_a_full_meter_while_money_lies_above_its_limit() -> None:
    """A planted defect lived: the meter fell below its limit, and four units stayed in the overflow."""
    jackpot = open_jackpot(terms(replace(ONE_METER, limit_micros=1005 * UNIT)))
    for _ in range(10):
        jackpot = contribute(jackpot, 5 * UNIT)
    found = refund_wagers(jackpot, jackpot.feeds, 5 * UNIT)
    assert found.meter("meter") == 1005 * UNIT
    assert found.book["overflow/meter"] == jackpot.book["overflow/meter"] - 900_000 == 3_100_000


def test_a_wager_does_not_lower_a_meter_that_stands_above_its_limit() -> None:
    """Money that came back to a meter may lift it there; nights found it, and no test of its own."""
    jackpot = open_jackpot(terms(replace(ONE_METER, limit_micros=1005 * UNIT)))
    lifted = jackpot.after(transfer("revenue", "meter/meter", 100 * UNIT))
    fed = contribute(lifted, 5 * UNIT)
    assert fed.meter("meter") == lifted.meter("meter") == 1100 * UNIT
    assert fed.book["overflow/meter"] == 900_000


def test_rates_wait_for_the_next_whole_award_and_limits_do_not() -> None:
    jackpot = open_jackpot(terms(ONE_METER))
    raised = replace(jackpot.terms, levels=(replace(ONE_METER, rate_ppm=300_000, limit_micros=5000 * UNIT),))
    after = change_terms(jackpot, raised)
    assert after.terms.levels[0].rate_ppm == 180_000
    assert after.terms.levels[0].limit_micros == 5000 * UNIT
    assert after.awaiting == raised
    with pytest.raises(TermsError, match="stands above that limit"):
        change_terms(jackpot, replace(jackpot.terms, levels=(replace(ONE_METER, seed_micros=0, limit_micros=UNIT),)))


def test_terms_that_wait_begin_also_where_nothing_reseeds() -> None:
    bare = replace(ONE_METER, seed_micros=0, reserve_rate_ppm=0)
    jackpot = open_jackpot(terms(bare))
    jackpot = contribute(jackpot, 50 * UNIT)
    raised = replace(jackpot.terms, levels=(replace(bare, rate_ppm=300_000),))
    jackpot, prizes = set_aside(change_terms(jackpot, raised), [whole(1)])
    assert pay_prizes(jackpot, prizes).terms == raised


@pytest.mark.parametrize(
    ("reason", "source", "target"),
    [
        (Reason.WON, "meter/meter", "paid"),
        (Reason.DISPLAY_MALFUNCTION, "meter/meter", "revenue"),
        (Reason.OVER_LIMIT, "meter/meter", "overflow/meter"),
        (Reason.NONDISPLAYED_TO_RECEIPTS, "reserve/meter", "revenue"),
        (Reason.SEED_RECOVERY, "meter/meter", "seeds"),
    ],
)
def test_each_reason_moves_money_one_way_only(reason: Reason, source: str, target: str) -> None:
    jackpot = open_jackpot(terms(ONE_METER))
    jackpot = contribute(jackpot, 50 * UNIT)
    moves = adjustment(jackpot, "meter", reason, UNIT)
    assert moves == transfer(source, target, UNIT)
    assert jackpot.after(moves).book.is_balanced
    with pytest.raises(AdjustmentError, match=r"less than that|above zero"):
        adjustment(jackpot, "meter", reason, 10_000_000 * UNIT)


def test_a_jackpot_that_ends_hands_all_players_money_on() -> None:
    old = open_jackpot(terms(ONE_METER))
    old = contribute(old, 50 * UNIT)
    new = open_jackpot(terms(ONE_METER))
    amount, out = transfer_out(old)
    assert amount == 1010 * UNIT
    assert new.after(transfer_in(new, "meter", amount)).meter("meter") == 2010 * UNIT
    assert old.after(out).book.is_balanced


def test_money_handed_on_fills_a_meter_to_its_limit_and_then_the_overflow() -> None:
    heir = open_jackpot(terms(replace(ONE_METER, limit_micros=1300 * UNIT)))
    heir = heir.after(transfer_in(heir, "meter", 500 * UNIT))
    assert (heir.meter("meter"), heir.book["overflow/meter"]) == (1300 * UNIT, 200 * UNIT)


def test_a_wager_never_lowers_a_meter_that_stands_above_its_limit() -> None:
    jackpot = open_jackpot(terms(replace(ONE_METER, limit_micros=1100 * UNIT)))
    jackpot = contribute(jackpot, 50 * UNIT)
    jackpot = jackpot.after(adjustment(jackpot, "meter", Reason.DISPLAY_MALFUNCTION, -500 * UNIT))
    standing = jackpot.meter("meter")
    assert standing > 1100 * UNIT
    fed = contribute(jackpot, 50 * UNIT)
    assert fed.meter("meter") == standing
    assert fed.book["overflow/meter"] == jackpot.terms.levels[0].rate_ppm * 50


def test_a_movement_that_would_lose_money_cannot_be_made() -> None:
    jackpot = open_jackpot(terms(ONE_METER))
    with pytest.raises(Unbalanced, match="not to nothing"):
        jackpot.after(transfer("wagers", at("meter", "meter"), 5)[:1])
    with pytest.raises(Unbalanced, match="would stand at"):
        jackpot.after(transfer(at("meter", "meter"), "paid", 2000 * UNIT))


@pytest.mark.parametrize(
    ("levels", "sentence"),
    [
        ((), "needs one level or more"),
        ((ONE_METER, ONE_METER), "each with a name of its own"),
        ((Level("a", 0, 600_000), Level("b", 0, 500_000)), "more than the whole wager"),
    ],
)
def test_terms_that_contradict_themselves_are_refused(levels: tuple[Level, ...], sentence: str) -> None:
    with pytest.raises(TermsError, match=sentence):
        terms(*levels)
    with pytest.raises(TermsError, match="the limit lies below the seed"):
        Level("a", 10, 0, limit_micros=5)
    with pytest.raises(TermsError, match="more than a thousand million"):
        Level("a", 10**16, 0)


def test_terms_read_back_from_the_log() -> None:
    both = terms(ONE_METER, Level("Mega", 5, 6, 7, 8), several_winners=SeveralWinners.EQUAL_SPLIT)
    assert json.decode(json.encode(both), type=Terms) == both


class Floor(RuleBasedStateMachine):
    """A jackpot of three levels through anything that can happen to it."""

    claims = Bundle("claims")

    def __init__(self) -> None:
        super().__init__()
        levels = (
            Level("Mega", 10**10, 70_001, 3),
            Level("Major", 10**9, 33_333, 7, 2 * 10**9),
            Level("Minor", 0, 999_999 // 9),
        )
        self.jackpot = open_jackpot(terms(*levels))
        self.wagered = 0

    def now(self, jackpot: Jackpot) -> None:
        self.jackpot = jackpot

    @rule(wager=st.integers(1, 10**8))
    def bet(self, wager: int) -> None:
        self.now(contribute(self.jackpot, wager))
        self.wagered += wager

    @rule(
        target=claims,
        wins=st.lists(
            st.builds(
                Win,
                st.integers(1, 7),
                st.just("hand"),
                st.sampled_from(["Mega", "Major", "Minor"]),
                st.sampled_from([Fraction(1), Fraction(1, 10), Fraction(1, 3)]),
            ),
            min_size=1,
            max_size=3,
        ),
        policy=st.sampled_from(SeveralWinners),
    )
    def claim(self, wins: list[Win], policy: SeveralWinners) -> tuple[Prize, ...]:
        self.now(replace_jackpot(self.jackpot, terms=replace(self.jackpot.terms, several_winners=policy)))
        after, prizes = set_aside(self.jackpot, wins)
        self.now(after)
        return prizes

    @rule(prizes=consumes(claims))
    def cancel(self, prizes: tuple[Prize, ...]) -> None:
        self.now(release_prizes(self.jackpot, prizes))

    @rule(prizes=consumes(claims))
    def confirm(self, prizes: tuple[Prize, ...]) -> None:
        self.now(pay_prizes(self.jackpot, prizes))

    @rule(
        level=st.sampled_from(["Mega", "Major", "Minor"]),
        reason=st.sampled_from(Reason),
        amount=st.integers(-(10**9), 10**9),
    )
    def adjust(self, level: str, reason: Reason, amount: int) -> None:
        try:
            moves = adjustment(self.jackpot, level, reason, amount)
        except AdjustmentError:
            return
        self.now(self.jackpot.after(moves))

    @invariant()
    def nothing_is_lost(self) -> None:
        book = self.jackpot.book
        held = sum(
            v
            for k, v in book.balances.items()
            if k.partition("/")[0] in ("meter", "reserve", "overflow", "pending", "promised")
        )
        assert self.wagered == -book["wagers"]
        assert self.wagered - book["seeds"] == held + book["paid"] + book["revenue"]
        assert all(v >= 0 for k, v in book.balances.items() if "/" in k)


TestFloor = Floor.TestCase
TestFloor.settings = settings(max_examples=examples(15, 200), stateful_step_count=30)
