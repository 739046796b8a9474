"""The meter of a game on its page: the library's own numbers, mistakes next to their field, sheets to take away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

from fairfelt import games
from fairfelt.exact import percent_text
from fairfelt.jackpot import FixedPays, Level, Terms
from fairfelt.meters import (
    Case,
    Pace,
    Standing,
    Tax,
    advise,
    break_even,
    drain,
    dry_before_award,
    prospect,
)
from fairfelt.meters.words import money
from fairfelt.reports.meter import run_dry
from fairfelt.web.pages.counting import Counting
from fairfelt.web.pages.meters import meter_reports
from fairfelt.web.pages.meters.form import MeterForm
from fairfelt.web.pages.meters.question import Bet, bets_of, levels_of
from tests.web.back_office import mistake_at
from tests.web.pages.games.test_sheets import text_of
from tests.web.visiting import PATIENCE_S, THREE, check_three, closing, uncounted, visitor

pytestmark = pytest.mark.xdist_group("web")
SLUG, WAGER = "let-it-ride", "Multi-Game Link Progressive"
METER = f"/games/{SLUG}/meter"
UNIT = 1_000_000


@pytest.fixture(scope="module")
def counting() -> Iterator[Counting]:
    """Everything about a meter is counted in earnest, though shortly."""
    with pytest.MonkeyPatch.context() as patch, closing(Counting(study=uncounted, check=check_three)) as opened:
        patch.setattr(meter_reports, "PATIENCE_S", 60)
        patch.setattr(meter_reports, "MOST_MOVES", 1_000_000)
        patch.setattr(run_dry, "RATES", ())
        yield opened


@pytest.fixture(scope="module")
def ride(counting: Counting) -> TestClient:
    """A visitor."""
    return visitor(counting)


def usual(paytable: str = "01", *, others: int = 0) -> Case:
    """The case of the form as it is first shown."""
    game = games.find(SLUG)
    level = Level("meter", 10_000 * UNIT, 150_000, 20_000)
    return Case(
        game=game,
        prospect=prospect(game, WAGER, paytable),
        terms=Terms(name="usual", levels=(level,), largest_increment_micros=UNIT, executive_from_micros=0),
        others=others,
        standing=Standing({"meter": Fraction(25_000)}),
        pace=Pace(tables=4, rounds_per_hour=Fraction(40), bettors=Fraction(7, 2), hours_per_week=Fraction(112)),
    )


def settled(counting: Counting) -> None:
    """Meters are counted one after the other: after this one, all that were asked for are there."""
    counting.meter(("last", object()), lambda executor, progress: None).future.result(PATIENCE_S)


def finished(ride: TestClient, counting: Counting, path: str, query: dict[str, str] | None = None) -> Any:
    """The JSON of a sheet that takes a while."""
    ride.get(path, params=query)
    settled(counting)
    answer = ride.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_page_says_something_at_once(ride: TestClient) -> None:
    page, case = ride.get(METER), usual()
    words = text_of(page.text)
    assert page.status_code == 200
    assert f"House edge now {percent_text(case.edge_now)}" in words
    assert f"House edge in the long run {percent_text(case.long_run_edge)}" in words
    (climb,) = case.climbs
    assert f"Mean meter at a hit {money(climb.mean_at_hit)}" in words
    for others in range(9):
        assert f"{others} {money(break_even(case.prospect, 'meter', others))}" in words
    assert 'aria-current="page">Meter</a>' in page.text


def test_what_is_typed_is_counted(ride: TestClient) -> None:
    query = {
        "stake": "5",
        "seed-meter": "$5,000",
        "meter-meter": "80,000",
        "others": "8",
        "tax": "37",
        "rate-meter": "12.5",
    }
    plain = ride.get(f"{METER}/edge.json", params=query).json()
    game = games.find(SLUG)
    bet = prospect(game, WAGER, "01", stake=5)
    level = Level("meter", 5_000 * UNIT, 125_000, 20_000)
    terms = Terms(name="typed", levels=(level,), largest_increment_micros=UNIT, executive_from_micros=0)
    case = Case(game=game, prospect=bet, terms=terms, others=8, standing=Standing({"meter": Fraction(80_000)}))
    assert Fraction(plain["house_edge_now"]["fraction"]) == case.edge_now
    assert Fraction(plain["long_run_house_edge"]["fraction"]) == case.long_run_edge
    rows = ride.get(f"{METER}/breakeven.json", params=query).json()["levels"][0]["by_other_bettors"]
    tax = Tax(Fraction(37, 100), Fraction(1200))
    assert [Fraction(row["after_tax"]["fraction"]) for row in rows] == [
        break_even(bet, "meter", others, tax=tax) for others in range(9)
    ]


def test_a_jackpot_in_another_currency(ride: TestClient) -> None:
    words = text_of(ride.get(METER, params={"currency": "EUR", "seed-meter": "€5,000"}).text)
    assert "meter stands at €25,000.00" in words
    assert "$" not in words
    wrong = ride.get(METER, params={"currency": "euros"})
    assert mistake_at(wrong.text, "currency") == "A currency is three capital letters, such as USD."


def test_every_level_has_fields_of_its_own(ride: TestClient) -> None:
    page = ride.get(METER, params={"bet": f"{WAGER}|ML03", "seed-Mega": "20,000"}).text
    assert 'name="seed-Mega" value="20,000"' in page
    assert 'name="seed-Major" value="1,000"' in page
    assert 'name="seed-Minor" value="100"' in page
    assert page.count("seed-Mega=20%2C000") >= 10, "each sheet at hand is offered with what was typed"


def test_a_forecast_comes_by_itself(ride: TestClient, counting: Counting) -> None:
    case = usual()
    plain = finished(ride, counting, f"{METER}/forecast.json")
    (award,) = plain["awards"]
    assert award["wagers"] == [case.climbs[0].waiting.quantile(Fraction(n, 100)) for n in (5, 25, 50, 75, 95)]
    assert Fraction(award["mean_size"]["fraction"]) == case.climbs[0].mean_next(Fraction(25_000))
    assert Fraction(plain["weekly_deposit"]["mean"]["fraction"]) == 62_720 * (
        Fraction(17, 100) + Fraction(10_000, 649_740)
    )
    advice = finished(ride, counting, f"{METER}/advice.json")["advice"]
    assert [each["sentence"] for each in advice] == [each.sentence for each in advise(case.prospect, case.terms)]


def test_running_dry_is_what_the_library_finds(ride: TestClient, counting: Counting) -> None:
    query = {"pays": "meter", "rate-meter": "80", "reserve-meter": "0", "seed-meter": "300"}
    level = Level("meter", 300 * UNIT, 800_000)
    terms = replace(usual().terms, levels=(level,), fixed_pays=FixedPays.METER)
    chance = dry_before_award(drain(usual().prospect, terms))
    (row,) = finished(ride, counting, f"{METER}/rundry.json", query)["contributions"]
    assert row["seeds"][0]["chance_at_least"] <= float(chance.high)
    assert row["seeds"][0]["chance_at_most"] >= float(chance.low)
    assert "Seed for a risk of 1.00%" in text_of(ride.get(METER, params=query).text)


def test_what_takes_a_while_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter_reports, "PATIENCE_S", 0)
    go_on = Event()
    with closing(Counting(study=uncounted, check=check_three)) as slow:
        slow.bet(("in front",), lambda executor, progress: go_on.wait(PATIENCE_S))
        page = visitor(slow).get(METER)
        assert page.status_code == 200
        assert "Queued" in text_of(page.text)
        assert "data-waiting" in page.text
        assert "/static/waiting.js" in page.text
        refused = visitor(slow).get(f"{METER}/edge.json")
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "2")
        go_on.set()


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("stake", "0", "The amount has to be above zero."),
        ("stake", "much", "'much' is not an amount: write it such as 12,500.00."),
        ("seed-meter", "-5", "The amount is too small or too large."),
        ("seed-meter", "", "This has to be filled in."),
        ("rate-meter", "99", "All rates and reserves together come to 101%: more than the whole wager."),
        ("reserve-meter", "a bit", "'a bit' is not a percentage: write it such as 15 or 1.25."),
        ("others", "9", "'9' other bettors are not possible: give 0 to 8."),
        ("others", "-1", "'-1' other bettors are not possible: give 0 to 8."),
        ("tax", "100", "A tax leaves something: give less than 100 percent."),
        ("tables", "2.5", "Tables are counted: give a whole number."),
        ("hours", "169", "'169' is not possible: give a number above zero, at most 168."),
        ("bettors", "", "'' is not possible: give a number above zero, at most 100."),
        ("pays", "pocket", "Choose one of the list."),
        ("bet", "Ante|01", "Choose one of the list."),
    ],
)
def test_a_mistake_stands_next_to_its_field(ride: TestClient, field: str, typed: str, sentence: str) -> None:
    page = ride.get(METER, params={field: typed})
    assert page.status_code == 400
    assert mistake_at(page.text, field) == sentence
    refused = ride.get(f"{METER}/edge.json", params={field: typed})
    assert refused.status_code == 400
    assert refused.json()["field"] == field


@pytest.mark.parametrize("name", ["edge", "breakeven"])
@pytest.mark.parametrize(("form", "start"), [("pdf", b"%PDF"), ("csv", b""), ("html", b"<!doctype"), ("txt", b"")])
def test_sheets_are_taken_away(ride: TestClient, name: str, form: str, start: bytes) -> None:
    answer = ride.get(f"{METER}/{name}.{form}")
    assert answer.status_code == 200
    assert answer.content.startswith(start)
    assert answer.headers["Content-Disposition"] == f'inline; filename="{SLUG}-meter-{name}.{form}"'
    if form in ("csv", "txt"):
        assert "3050080/19" in answer.text


def test_no_such_sheet(ride: TestClient) -> None:
    assert ride.get(f"{METER}/luck.json").status_code == 404
    assert ride.get(f"/games/{THREE}/meter/edge.json").status_code == 404


def test_a_game_without_a_progressive_has_no_tab(ride: TestClient) -> None:
    page = ride.get(f"/games/{THREE}/meter")
    assert page.status_code == 404
    assert "No bet of this game wins a share of a meter" in page.text
    assert ">Meter</a>" not in page.text


@pytest.mark.parametrize(
    "game", [v for g in games.catalogue() for v in g.variants if bets_of(v)], ids=lambda g: g.title
)
def test_what_is_usual_leaves_the_house_something_to_ask_about(game: Any) -> None:
    """Every bet of every game has a form without mistakes, with a level for each that the bet can win."""
    for bet in bets_of(game):
        form = MeterForm(game, {"bet": bet.key})
        question = form.question()
        assert question, form.mistakes
        assert form.query == {"bet": bet.key}
        assert tuple(level.name for level in question.terms.levels) == levels_of(game, bet)
        assert question.terms.fixed_pays is FixedPays.TRAY


def test_a_bet_that_is_counted_at_once_comes_first() -> None:
    game = games.find("flushes-gone-wild")
    assert bets_of(game)[0] == Bet(WAGER, "01")
    assert levels_of(game, Bet(WAGER, "ML03")) == ("Mega", "Major", "Minor")


def test_a_meter_that_moves_often_is_sampled_less() -> None:
    case = usual()
    assert meter_reports.samples_of(case) == (1000, 20_000)
    assert case.pace
    busy = Case(game=case.game, prospect=case.prospect, terms=case.terms, pace=Pace.observed(10**9, Fraction(1)))
    paths, ahead = meter_reports.samples_of(busy)
    assert (paths, ahead) == (20, 20_000)
