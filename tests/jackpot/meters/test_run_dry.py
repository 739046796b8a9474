"""Running dry: the chain against closed forms, against every way that a few wagers can go, and against samples."""

from __future__ import annotations

from fractions import Fraction
from math import exp

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fairfelt.engine.answers.par import LevelRow
from fairfelt.jackpot import FixedPays
from fairfelt.jackpot.meters import (
    Balances,
    Climb,
    Interval,
    MeterError,
    Severity,
    advise,
    drain_at,
    drain_of,
    find_least_seed,
    run_dry_risk,
)
from fairfelt.jackpot.meters.run_dry import steepness
from tests.jackpot.meters.meters import five_card, level, share, small, terms
from tests.support.heavy import examples

QUARTER = Fraction(1, 4)


def middle(interval: Interval) -> Fraction:
    """Halfway between its ends."""
    return (interval.low + interval.high) / 2


def drain(seed: Fraction, rise: Fraction, pays: tuple[tuple[Fraction, Fraction], ...], *hits: LevelRow) -> Climb:
    return Climb(level="meter", seed=seed, rise=rise, reserve_rise=Fraction(0), hits=hits, pays=pays)


def coin(seed: int, chance: Fraction = QUARTER, whole: Fraction = Fraction(0)) -> Climb:
    """One in, and now and then two out: a walk of single steps."""
    hits = [LevelRow("meter", "all of it", Fraction(1), whole)] if whole else []
    return drain(Fraction(seed), Fraction(1), ((Fraction(2), chance),), *hits)


@pytest.mark.parametrize("seed", range(6))
def test_a_walk_of_single_steps_is_the_gamblers_ruin(seed: int) -> None:
    """From u it ever falls below nothing with probability (q / p) to the power u + 1."""
    exact, found = Fraction(1, 3) ** (seed + 1), run_dry_risk(coin(seed))
    assert found.low <= exact <= found.high
    assert found.high - found.low < Fraction(1, 10**6)
    assert float(exact) <= exp(-steepness(coin(seed)) * seed) == pytest.approx(3.0**-seed)


def test_an_award_ends_the_risk() -> None:
    """Won whole with w at each wager: the smaller root z of z = q z^2 ... gives z^(u + 1)."""
    whole = Fraction(1, 10)
    down, up = 0.25, 0.65
    root = (1 - (1 - 4 * down * up) ** 0.5) / (2 * up)
    for seed in range(4):
        found = run_dry_risk(coin(seed, whole=whole))
        assert float(found.low) <= root ** (seed + 1) <= float(found.high)
        assert found.high - found.low < Fraction(1, 10**9)


@settings(max_examples=examples(10, 60))
@given(
    st.integers(1, 8),
    st.lists(st.tuples(st.integers(1, 30), st.integers(1, 40)), min_size=1, max_size=3),
    st.integers(0, 60),
)
def test_lundberg_bounds_the_chance(rise: int, pays: list[tuple[int, int]], seed: int) -> None:
    amounts = tuple((Fraction(amount), Fraction(1, 40 * rarity)) for amount, rarity in pays)
    of = drain(Fraction(seed), Fraction(rise, 4), amounts)
    assert (steepness(of) == 0) == (of.growth <= 0)
    assume(of.growth > of.rise / 4)
    found = run_dry_risk(of)
    assert 0 <= found.low <= found.high <= 1
    assert float(found.low) <= (exp(-steepness(of) * seed) if seed else 1.0) * (1 + 1e-9)
    assert found.high <= run_dry_risk(drain(of.seed / 2, of.rise, of.pays)).high + Fraction(1, 10**9)


def test_a_coarser_grid_holds_the_truth_between_its_ends() -> None:
    """A contribution that fits no cell: rounding once against the meter and once in its favour."""
    odd = drain(Fraction(20), Fraction(7103, 10_000), ((Fraction(9), Fraction(1, 20)),))
    found = run_dry_risk(odd)
    below, above = (run_dry_risk(drain(odd.seed, Fraction(rise, 100), odd.pays)) for rise in (71, 72))
    assert above.low <= found.high
    assert found.low <= below.high
    assert found.low < found.high


def test_the_worked_example_runs_dry_as_samples_say() -> None:
    """All pays of the five-card paytable off a meter with 60% put in and a seed of 300."""
    from fairfelt.jackpot.meters.forecasts import level_table, sample_next_hits, win_table

    at = terms(level(300, 60), fixed_pays=FixedPays.METER)
    found = run_dry_risk(drain_of(five_card(), at))
    assert Fraction(2997, 10_000) < found.low < found.high < Fraction(2999, 10_000)
    paths = 300
    levels, wins = level_table(five_card(), at, Balances()), win_table(five_card(), at)
    *_, dry = sample_next_hits(levels, wins, 0, paths, np.random.default_rng(11))
    often = float((dry > 0).mean())
    assert abs(often - float(middle(found))) < 4 * (0.3 * 0.7 / paths) ** 0.5


def test_why_seventy_percent_and_a_seed_of_the_largest_pay() -> None:
    """Half runs dry almost surely, 60% often, 70% seldom once the seed is more than the largest pay."""
    found = {
        (rate, seed): middle(run_dry_risk(drain_at(five_card(), "meter", seed=Fraction(seed), rate=share(rate))))
        for rate, seed in ((50, 300), (60, 300), (80, 300), (80, 1000))
    }
    assert found[50, 300] > share(98)
    assert found[60, 300] > share(29) > share(6) > found[80, 300]
    assert found[80, 1000] < share("0.03")


def test_the_smallest_seed_for_a_risk() -> None:
    of = drain_at(five_card(), "meter", seed=Fraction(300), rate=share(80))
    seed = find_least_seed(of, share(1))
    assert seed is not None
    assert 505 < seed < 510
    less, enough = (run_dry_risk(drain_at(five_card(), "meter", seed=seed - short, rate=share(80))) for short in (1, 0))
    assert enough.high <= share(1) < less.high
    assert find_least_seed(drain_at(five_card(), "meter", seed=Fraction(300), rate=share(50)), share(1)) is None


@pytest.mark.parametrize(
    ("work", "sentence"),
    [
        (lambda: find_least_seed(coin(1), Fraction(1)), "a risk of 1 is not possible"),
        (lambda: run_dry_risk(coin(1, Fraction(1, 2))), "never won whole and does not grow runs dry for sure"),
        (lambda: drain_at(five_card(), "meter", seed=Fraction(1), rate=Fraction(0)), "needs a contribution above zero"),
    ],
)
def test_what_has_no_answer_is_told(work: object, sentence: str) -> None:
    with pytest.raises(MeterError, match=sentence):
        work()  # type: ignore[operator]


def verdicts(*advice_on: object) -> dict[str, list[tuple[Severity, str]]]:
    found: dict[str, list[tuple[Severity, str]]] = {}
    for each in advise(*advice_on):  # type: ignore[arg-type]
        found.setdefault(each.topic, []).append((each.severity, each.sentence))
    return found


def test_advice_on_a_meter_that_pays_everything() -> None:
    poor = verdicts(five_card(), terms(level(100, 50), fixed_pays=FixedPays.METER))
    assert poor["contribution"] == [
        (
            Severity.WARNING,
            "Fixed pays take 53.06% of every wager off the meter and 50.00% is put in: it runs dry unless it is won "
            "first. More than 53.06% makes it grow. With 70% the chance would be 28.6%.",
        )
    ]
    assert poor["seed"][0][0] is Severity.WARNING
    assert "the largest fixed pay of $300.00 could not be paid from it after an award" in poor["seed"][0][1]
    good = verdicts(five_card(), terms(level(1000, 80, 2), fixed_pays=FixedPays.METER))
    assert [severity for topic in good.values() for severity, _ in topic] == [Severity.FINE] * 5
    assert good["contribution"][0][1].endswith("with a chance of 0.0204%.")


def test_advice_on_a_meter_that_pays_shares_only() -> None:
    told = verdicts(five_card(), terms(level(10_000, 18, 2)), 5)
    assert told["edge"] == [(Severity.FINE, "In the long run the house keeps 22.56% of every wager.")]
    assert "18.00% now; at 40.56% the house breaks even. Do not go higher." in told["contribution"][0][1]
    dear = verdicts(five_card(), terms(level(100, 50)))
    assert dear["edge"][0][0] is Severity.WARNING
    assert dear["seed"][0] == (
        Severity.NOTE,
        "meter starts with $100.00, and the largest fixed pay of $300.00 would pay more than all of it after an award.",
    )
    assert dear["reserve"][0][0] is Severity.NOTE


def test_advice_looks_at_the_seed_of_every_level() -> None:
    """Seeds of $10 were once called fine beside a fixed pay of $50: only the first level was looked at."""
    levels = (level(1000, 10, 1, "Mega"), level(10, 5, 1, "Major"), level(10, 2, 1, "Minor"))
    for pays, severity in ((FixedPays.TRAY, Severity.NOTE), (FixedPays.METER, Severity.NOTE)):
        told = verdicts(five_card("ML03"), terms(*levels, fixed_pays=pays))["seed"]
        for name in ("Major", "Minor"):
            short = f"{name} starts with $10.00, and the largest fixed pay of $50.00 would pay more than all of it"
            assert [how for how, sentence in told if sentence.startswith(short)] == [severity]


def test_advice_on_a_reserve_without_a_seed() -> None:
    told = verdicts(five_card(), terms(level(0, 18, 2)))
    assert told["seed"][0][0] is Severity.WARNING
    assert told["reserve"][0][0] is Severity.WARNING
    assert "it is $1,369.14 or less: the reserve alone is no seed" in told["reserve"][0][1]
    never = verdicts(small((Fraction(1, 2), QUARTER)), terms(level(10, 18)))
    assert never["levels"][0][0] is Severity.WARNING
