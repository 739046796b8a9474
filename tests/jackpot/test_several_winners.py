"""Several winners in one round, and terms that wait: no hand gets more than alone, no level begins early."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fairfelt.jackpot import (
    FixedPays,
    Jackpot,
    Level,
    SeveralWinners,
    Terms,
    TermsError,
    Win,
    change_terms,
    contribute,
    open_jackpot,
    pay_prizes,
    release_prizes,
    set_aside,
)

UNIT = 1_000_000
NAMES = ("Mega", "Major", "Minor")
SHARES = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(1, 3)])


def terms(*levels: Level, **more: object) -> Terms:
    plain = {"name": "test", "largest_increment_micros": 100 * UNIT, "executive_from_micros": 0}
    return Terms(levels=levels, **plain, **more)  # type: ignore[arg-type]


@st.composite
def level_named(draw: st.DrawFn, name: str) -> Level:
    seed = draw(st.integers(0, 1000 * UNIT))
    limit = draw(st.none() | st.integers(seed, seed + 500 * UNIT))
    return Level(name, seed, draw(st.integers(0, 200_000)), draw(st.integers(0, 100_000)), limit)


@st.composite
def jackpots(draw: st.DrawFn) -> Jackpot:
    """One that was played for a while, perhaps with terms that wait."""
    policies = {
        "several_winners": draw(st.sampled_from(SeveralWinners)),
        "fixed_pays": draw(st.sampled_from(FixedPays)),
        "payable_micros": draw(st.sampled_from([1, 10_000, UNIT])),
    }
    found = open_jackpot(terms(*(draw(level_named(name)) for name in NAMES), **policies))
    found = contribute(found, *draw(st.lists(st.integers(1, 100 * UNIT), max_size=4)))
    if draw(st.booleans()):
        levels = tuple(
            replace(level, seed_micros=2 * level.seed_micros, limit_micros=None) for level in found.terms.levels
        )
        found = change_terms(found, replace(found.terms, levels=levels))
    return found


WINS = st.lists(
    st.tuples(st.sampled_from(NAMES), SHARES, st.just(0))
    | st.tuples(st.just(""), st.just(Fraction(0)), st.integers(1, 2000 * UNIT)),
    min_size=1,
    max_size=5,
).map(lambda rows: [Win(seat, f"hand {seat}", *row) for seat, row in enumerate(rows, 1)])


def paid(jackpot: Jackpot, wins: list[Win]) -> dict[str, int]:
    return {prize.win.hand: prize.amount_micros for prize in set_aside(jackpot, wins)[1]}


def test_an_equal_split_gives_no_hand_more_than_its_own_share() -> None:
    """A royal flush (100%) and a straight flush (10%) on $10,000.30 once got $5,000.15 each."""
    jackpot = open_jackpot(terms(Level("meter", 10_000_300_000, 0), several_winners=SeveralWinners.EQUAL_SPLIT))
    royal, flush = Win(1, "royal", "meter", Fraction(1)), Win(2, "flush", "meter", Fraction(1, 10))
    assert paid(jackpot, [royal, flush]) == {"flush": 1_000_030_000, "royal": 9_000_270_000}


def test_in_order_a_larger_start_is_not_given_to_the_next_hand() -> None:
    """Two royal flushes on $1,000 with $400 in reserve: the second was worth $1,000, and once got $1,400."""
    jackpot = open_jackpot(terms(Level("meter", 1000 * UNIT, 0, 400_000)))
    jackpot = contribute(jackpot, 1000 * UNIT)
    after, prizes = set_aside(jackpot, [Win(seat, f"royal {seat}", "meter", Fraction(1)) for seat in (1, 2)])
    assert [prize.amount_micros for prize in prizes] == [1000 * UNIT] * 2
    assert after.meter("meter") == 1400 * UNIT


@given(jackpots(), WINS)
def test_no_hand_gets_more_than_it_is_worth_alone(jackpot: Jackpot, wins: list[Win]) -> None:
    got = paid(jackpot, wins)
    for win in wins:
        assert got[win.hand] <= paid(jackpot, [win])[win.hand]


@given(jackpots(), WINS)
def test_prizes_are_neither_lost_nor_made(jackpot: Jackpot, wins: list[Win]) -> None:
    """What is set aside is what was won, it is paid whole, and taken back it leaves the accounts as they were."""
    after, prizes = set_aside(jackpot, wins)
    assert after.book.is_balanced
    aside = sum(micros for name, micros in after.book.balances.items() if name.startswith(("pending", "promised")))
    won = sum(prize.amount_micros for prize in prizes)
    assert aside == won
    assert pay_prizes(after, prizes).book["paid"] == won
    back = release_prizes(after, prizes)
    held = {name: micros for name, micros in back.book.balances.items() if micros}
    assert held == {name: micros for name, micros in jackpot.book.balances.items() if micros}


@given(jackpots(), WINS)
def test_the_house_adds_to_a_split_only_what_makes_whole_units(jackpot: Jackpot, wins: list[Win]) -> None:
    jackpot = _with(jackpot, several_winners=SeveralWinners.EQUAL_SPLIT, fixed_pays=FixedPays.TRAY)
    for level in {win.level for win in wins if win.level}:
        group = [win for win in wins if win.level == level]
        most = jackpot.meter(level) * max(win.share for win in group)
        total = sum(paid(jackpot, group).values())
        assert most <= total < most + len(group) * jackpot.terms.payable_micros


@given(jackpots(), WINS)
def test_each_in_full_is_what_each_is_worth_alone(jackpot: Jackpot, wins: list[Win]) -> None:
    jackpot = _with(jackpot, several_winners=SeveralWinners.EACH_IN_FULL)
    assert paid(jackpot, wins) == {win.hand: paid(jackpot, [win])[win.hand] for win in wins}


@given(jackpots(), WINS.filter(lambda wins: len(wins) < 4))
def test_who_sits_where_matters_only_in_order(jackpot: Jackpot, wins: list[Win]) -> None:
    for policy in (SeveralWinners.EQUAL_SPLIT, SeveralWinners.EACH_IN_FULL):
        chosen, seats = _with(jackpot, several_winners=policy), range(1, len(wins) + 1)
        moved = [[_at(win, seat) for win, seat in zip(wins, order, strict=True)] for order in permutations(seats)]
        assert all(paid(chosen, each) == paid(chosen, wins) for each in moved)


def _at(win: Win, seat: int) -> Win:
    return Win(seat, win.hand, win.level, win.share, win.fixed_micros)


def _with(jackpot: Jackpot, **policies: object) -> Jackpot:
    return Jackpot(replace(jackpot.terms, **policies), jackpot.book, awaiting=jackpot.awaiting)


def test_a_level_keeps_its_terms_until_it_is_won_itself() -> None:
    """A cut of Mega's rate waited for Mega's award; a Major award once began it: $0.25 a bet instead of $0.75."""
    jackpot = open_jackpot(terms(Level("Mega", 10_000 * UNIT, 150_000), Level("Major", 1000 * UNIT, 80_000)))
    cut = replace(jackpot.terms, levels=(replace(jackpot.terms.levels[0], rate_ppm=50_000), jackpot.terms.levels[1]))
    jackpot = change_terms(jackpot, cut)
    jackpot = pay_prizes(*set_aside(jackpot, [Win(1, "straight flush", "Major", Fraction(1))]))
    before = jackpot.meter("Mega")
    jackpot = contribute(jackpot, 5 * UNIT)
    assert jackpot.meter("Mega") - before == 750_000
    jackpot = pay_prizes(*set_aside(jackpot, [Win(1, "royal flush", "Mega", Fraction(1))]))
    assert jackpot.terms == cut
    assert jackpot.awaiting is None


RATES = st.lists(st.integers(0, 300_000), min_size=3, max_size=3)


@given(RATES, RATES, st.lists(st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True), max_size=4))
def test_waiting_terms_begin_level_by_level(old: list[int], new: list[int], awards: list[list[str]]) -> None:
    """After any awards a level has its new rate if it was won whole itself, and its old one otherwise."""
    jackpot = open_jackpot(terms(*map(Level, NAMES, [UNIT] * 3, old)))
    jackpot = change_terms(jackpot, replace(jackpot.terms, levels=tuple(map(Level, NAMES, [2 * UNIT] * 3, new))))
    won: set[str] = set()
    for names in awards:
        wins = [Win(seat, name, name, Fraction(1)) for seat, name in enumerate(names, 1)]
        jackpot = pay_prizes(*set_aside(jackpot, wins))
        won.update(names)
    has = {level.name: level.rate_ppm for level in jackpot.terms.levels}
    assert has == {name: (new if name in won else old)[at] for at, name in enumerate(NAMES)}
    assert all(jackpot.meter(name) == (2 if name in won else 1) * UNIT for name in NAMES)


def test_a_change_whose_mixture_would_take_more_than_the_wager_is_refused() -> None:
    jackpot = open_jackpot(terms(Level("Mega", UNIT, 600_000), Level("Major", UNIT, 300_000)))
    swapped = (Level("Mega", UNIT, 300_000), Level("Major", UNIT, 600_000))
    with pytest.raises(TermsError, match="lower some levels first"):
        change_terms(jackpot, replace(jackpot.terms, levels=swapped))
