"""The meter of a game on its page: the library's own numbers, mistakes next to their field, sheets to take away."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from threading import Event
from typing import Any

import pytest
from msgspec import structs
from starlette.testclient import TestClient

from fairfelt import games
from fairfelt.engine.exact import percent_text
from fairfelt.jackpot import FixedPays, Level, Terms
from fairfelt.jackpot.meters import (
    Balances,
    JackpotModel,
    Pace,
    Tax,
    advise,
    break_even,
    count_bet,
    drain_of,
    offers_of,
    run_dry_risk,
)
from fairfelt.jackpot.meters.edge import format_money
from fairfelt.reports import meter as run_dry
from fairfelt.web.pages import meters as meter_study
from fairfelt.web.pages.counting import Counting
from fairfelt.web.pages.meters import MeterForm
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
        patch.setattr(meter_study, "PATIENCE_S", 60)
        patch.setattr(meter_study, "MOST_MOVES", 1_000_000)
        patch.setattr(run_dry, "RATES", ())
        yield opened


@pytest.fixture(scope="module")
def ride(counting: Counting) -> TestClient:
    """A visitor."""
    return visitor(counting)


def usual(paytable: str = "01", *, others: int = 0) -> JackpotModel:
    """The model of the form as it is first shown."""
    game = games.find(SLUG)
    level = Level("meter", 10_000 * UNIT, 150_000, 20_000)
    return JackpotModel(
        game=game,
        bet=count_bet(game, WAGER, paytable),
        terms=Terms(name="usual", levels=(level,), largest_increment_micros=UNIT, executive_from_micros=0),
        others=others,
        balances=Balances({"meter": Fraction(25_000)}),
        pace=Pace(tables=4, rounds_per_hour=Fraction(40), bettors=Fraction(7, 2), hours_per_week=Fraction(112)),
    )


def settle(counting: Counting) -> None:
    """Meters are counted one after the other: after this one, all that were asked for are there."""
    counting.meter(("last", object()), lambda executor, progress: None).future.result(PATIENCE_S)


def finished(ride: TestClient, counting: Counting, path: str, query: dict[str, str] | None = None) -> Any:
    """The JSON of a sheet that takes a while."""
    ride.get(path, params=query)
    settle(counting)
    answer = ride.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_page_says_something_at_once(ride: TestClient) -> None:
    page, model = ride.get(METER), usual()
    words = text_of(page.text)
    assert page.status_code == 200
    assert f"House edge now {percent_text(model.edge_now)}" in words
    assert f"House edge in the long run {percent_text(model.long_run_edge)}" in words
    (climb,) = model.climbs
    assert f"Mean meter at a hit {format_money(climb.mean_at_hit)}" in words
    for others in range(9):
        assert f"{others} {format_money(break_even(model.bet, 'meter', others))}" in words
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
    bet = count_bet(game, WAGER, "01", stake=5)
    level = Level("meter", 5_000 * UNIT, 125_000, 20_000)
    terms = Terms(name="typed", levels=(level,), largest_increment_micros=UNIT, executive_from_micros=0)
    model = JackpotModel(game=game, bet=bet, terms=terms, others=8, balances=Balances({"meter": Fraction(80_000)}))
    assert Fraction(plain["house_edge_now"]["fraction"]) == model.edge_now
    assert Fraction(plain["long_run_house_edge"]["fraction"]) == model.long_run_edge
    rows = ride.get(f"{METER}/breakeven.json", params=query).json()["levels"][0]["plays"][0]["by_other_bettors"]
    tax = Tax(Fraction(37, 100), Fraction(1200))
    assert [Fraction(row["after_tax"]["fraction"]) for row in rows] == [
        break_even(bet, "meter", others, tax=tax) for others in range(9)
    ]


def test_a_jackpot_in_another_currency(ride: TestClient) -> None:
    words = text_of(ride.get(METER, params={"currency": "EUR", "seed-meter": "€5,000"}).text)
    assert "meter now €25,000.00" in words
    assert "$" not in words
    wrong = ride.get(METER, params={"currency": "euros"})
    assert mistake_at(wrong.text, "currency") == "Enter the code of a currency such as USD."


def test_every_level_has_fields_of_its_own(ride: TestClient) -> None:
    page = ride.get(METER, params={"bet": f"{WAGER}|ML03", "seed-Mega": "20,000"}).text
    assert 'name="seed-Mega" value="20,000"' in page
    assert 'name="seed-Major" value="1,000"' in page
    assert 'name="seed-Minor" value="100"' in page
    assert page.count("seed-Mega=20%2C000") >= 10, "each sheet at hand is offered with what was typed"


def test_a_forecast_comes_by_itself(ride: TestClient, counting: Counting) -> None:
    model = usual()
    plain = finished(ride, counting, f"{METER}/forecast.json")
    (award,) = plain["awards"]
    assert award["wagers"] == [model.climbs[0].waiting.quantile(Fraction(n, 100)) for n in (5, 25, 50, 75, 95)]
    assert Fraction(award["mean_size"]["fraction"]) == model.climbs[0].mean_next(Fraction(25_000))
    assert Fraction(plain["weekly_deposit"]["mean"]["fraction"]) == 62_720 * (
        Fraction(17, 100) + Fraction(10_000, 649_740)
    )
    advice = finished(ride, counting, f"{METER}/advice.json")["advice"]
    assert [each["sentence"] for each in advice] == [each.sentence for each in advise(model.bet, model.terms)]


def test_run_dry_risk_is_what_the_library_finds(ride: TestClient, counting: Counting) -> None:
    query = {"pays": "meter", "rate-meter": "80", "reserve-meter": "0", "seed-meter": "300"}
    level = Level("meter", 300 * UNIT, 800_000)
    terms = structs.replace(usual().terms, levels=(level,), fixed_pays=FixedPays.METER)
    chance = run_dry_risk(drain_of(usual().bet, terms))
    (row,) = finished(ride, counting, f"{METER}/rundry.json", query)["contributions"]
    assert row["seeds"][0]["chance_at_least"] <= float(chance.high)
    assert row["seeds"][0]["chance_at_most"] >= float(chance.low)
    assert "Seed for a risk of 1.00%" in text_of(ride.get(METER, params=query).text)


def test_what_takes_a_while_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter_study, "PATIENCE_S", 0)
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
        ("stake", "0", "The amount must be above zero."),
        ("stake", "much", "'much' is not an amount: enter it as 12,500.00."),
        ("seed-meter", "-5", "The amount is too small."),
        ("seed-meter", "", "Required."),
        ("rate-meter", "99", "All rates and reserves together come to 101%: more than the whole wager."),
        ("reserve-meter", "a bit", "'a bit' is not a percentage: enter it as 15 or 1.25."),
        ("others", "9", "Enter a whole number from 0 to 8."),
        ("others", "-1", "Enter a whole number from 0 to 8."),
        ("tax", "100", "A tax leaves something: give less than 100 percent."),
        ("tables", "2.5", "Enter a whole number from 1 to 1,000."),
        ("hours", "169", "Too large: enter at most 168."),
        ("bettors", "", "Required."),
        ("pays", "pocket", "Choose from the list."),
        ("bet", "Ante|01", "Choose from the list."),
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
    "game", [v for g in games.catalogue() for v in g.variants if offers_of(v)], ids=lambda g: g.title
)
def test_what_is_usual_leaves_the_house_something_to_ask_about(game: Any) -> None:
    """Every bet of every game has a form without mistakes, with a level for each that the bet can win."""
    for offer in offers_of(game):
        form = MeterForm(game, {"bet": offer.bet_key})
        setup, _ = form.read()
        assert setup, form.mistakes
        assert form.query == {"bet": offer.bet_key}
        assert tuple(level.name for level in setup.terms.levels) == offer.levels
        assert setup.terms.fixed_pays is FixedPays.TRAY


def test_a_bet_that_is_counted_at_once_comes_first() -> None:
    game = games.find("flushes-gone-wild")
    assert MeterForm(game, {}).offer.bet_key == f"{WAGER}|01"
    assert MeterForm(game, {"bet": f"{WAGER}|ML03"}).offer.levels == ("Mega", "Major", "Minor")


def test_a_meter_that_moves_often_is_sampled_less() -> None:
    model = usual()
    assert meter_study.sample_sizes(model) == (1000, 20_000)
    assert model.pace
    busy = JackpotModel(game=model.game, bet=model.bet, terms=model.terms, pace=Pace.observed(10**9, Fraction(1)))
    paths, ahead = meter_study.sample_sizes(busy)
    assert (paths, ahead) == (20, 20_000)
