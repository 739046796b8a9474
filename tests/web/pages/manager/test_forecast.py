"""What a jackpot of the room will do, on the manager's page: the library's numbers for the meters as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import structs

from fairfelt.engine.exact import Progress
from fairfelt.jackpot import FixedPays
from fairfelt.jackpot.meters import Pace, advise
from fairfelt.jackpot.meters.edge import format_money, format_weeks
from fairfelt.room.commands.set_up import OpenJackpot
from fairfelt.room.live_jackpot import ObservedPlay, set_up_live
from fairfelt.web.pages import meters as meter_study
from fairfelt.web.pages.counting import Counting
from fairfelt.web.pages.manager.jackpot_pages import observe_setup, round_digits, round_setup
from tests.web.back_office import BackOffice, back_office, mistake_at
from tests.web.pages.games.test_sheets import text_of
from tests.web.visiting import PATIENCE_S, check_three, uncounted

pytestmark = pytest.mark.xdist_group("web")
PAGE = "/manager/jackpots/mega/forecast"
UNIT, HOUR = 1_000_000, 3600 * 1_000_000
WEEK = 7 * 24 * HOUR


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    """What counts behind the office, though shortly."""
    opened = Counting(study=uncounted, check=check_three)
    monkeypatch.setattr(meter_study, "MOST_MOVES", 1_000_000)
    monkeypatch.setattr("tests.web.back_office.Counting", lambda **_: opened)
    return opened


@pytest.fixture
def office(tmp_path: Path, counting: Counting) -> Iterator[BackOffice]:
    """Elena is signed in."""
    with back_office(tmp_path) as opened:
        opened.sign_in("E-1")
        yield opened


def settled(office: BackOffice, counting: Counting, path: str) -> str:
    """A page once all that it waits for is there: first the bet, then its papers."""
    for ask in (counting.bet, counting.meter):
        office.get(path)
        ask(("last", object()), _nothing).future.result(PATIENCE_S)
    return office.get(path)


def _nothing(executor: object, progress: Progress) -> None:
    """A question that waits for all that were asked before."""


def played(office: BackOffice) -> None:
    """Three hours of play at two tables."""
    for _ in range(3):
        office.win("T1")
        office.clocks.now_micros += HOUR
        office.win("T2", seats=3)


def test_the_forecast_of_a_jackpot_is_the_librarys(office: BackOffice, counting: Counting) -> None:
    played(office)
    page = settled(office, counting, PAGE)
    words = text_of(page)
    setup = observe_setup(office.controller.ledger, office.controller.floor, "mega")
    assert (setup.stake, setup.pace) == (Fraction(5), Pace.observed(15, Fraction(3, 7 * 24)))
    model = setup.model(setup.count_bet())
    assert model.pace
    assert "Wagers per week 840" in words
    for climb in model.climbs:
        for share in (5, 50, 95):
            wagers = climb.waiting.quantile(Fraction(share, 100))
            assert f"{share}% {wagers:,} {format_weeks(model.pace.weeks(wagers))}" in words
    for piece in advise(model.bet, model.terms):
        assert piece.sentence in words
    assert "Run-dry risk" not in words, "fixed pays come from the tray"
    assert f"Mega now {format_money(round_digits(model.meters['Mega']))}" in words


def test_it_is_drawn_at_once_and_says_what_it_waits_for(office: BackOffice, counting: Counting) -> None:
    played(office)
    page = office.get(PAGE)
    assert "data-waiting" in page
    assert "/static/waiting.js" in page
    assert "data-waiting" not in settled(office, counting, PAGE)


def test_a_young_room_is_asked_for_its_pace(office: BackOffice, counting: Counting) -> None:
    words = text_of(settled(office, counting, PAGE))
    assert "Less than an hour has been played." in words
    assert "There is no pace to go by yet: enter the number of wagers per week." in words
    typed = text_of(settled(office, counting, f"{PAGE}?wagers=50,000&others=2"))
    assert "Wagers per week 50,000" in typed
    assert "Other bettors 2" in typed
    assert "Next 100% award of Mega" in typed


@pytest.mark.parametrize(("field", "typed"), [("wagers", "many"), ("wagers", "10000001"), ("others", "-1")])
def test_a_mistake_stands_next_to_its_field(office: BackOffice, field: str, typed: str) -> None:
    answer = office.client.get(PAGE, params={field: typed})
    assert answer.status_code == 422
    assert mistake_at(answer.text, field).startswith("Enter a whole number from 0 to")


def test_papers_are_taken_away(office: BackOffice, counting: Counting) -> None:
    path = f"{PAGE}?wagers=50000"
    settled(office, counting, path)
    plain = office.client.get(f"{PAGE}/forecast.json?wagers=50000").json()
    assert [award["level"] for award in plain["awards"]] == ["Mega", "Major"]
    assert office.client.get(f"{PAGE}/forecast.pdf?wagers=50000").content.startswith(b"%PDF")
    assert "Weekly deposit" in office.get(f"{PAGE}/forecast.csv?wagers=50000")
    assert office.client.get(f"{PAGE}/luck.pdf").status_code == 404
    assert office.client.get(f"{PAGE}/forecast.doc?wagers=50000").status_code == 404


def test_the_jackpots_page_leads_there(office: BackOffice) -> None:
    assert f'href="{PAGE}"' in office.get("/manager/jackpots/mega")
    assert office.client.get("/manager/jackpots/none/forecast").status_code == 404


def test_a_jackpot_without_a_table_has_nothing_to_go_by(office: BackOffice) -> None:
    terms = office.controller.floor.jackpots["mega"].terms
    office.tell(OpenJackpot(jackpot="spare", terms=terms, cards=("E-1", "E-2")))
    answer = office.client.get("/manager/jackpots/spare/forecast")
    assert answer.status_code == 404
    assert "no table plays for the jackpot spare" in answer.text.lower()


def test_meters_that_differ_a_little_have_one_answer(office: BackOffice) -> None:
    floor = office.controller.floor
    play = ObservedPlay(1_000, 5_000 * UNIT, WEEK)
    before = round_setup(set_up_live(floor, "mega", play))
    office.win("T1")
    assert round_setup(set_up_live(office.controller.floor, "mega", play)) == before
    assert round_setup(set_up_live(floor, "mega", play, others=1)) != before
    assert round_setup(set_up_live(floor, "mega", replace(play, wagers=2_000))) != before
    jackpot = floor.jackpots["mega"]
    other = replace(jackpot, terms=structs.replace(jackpot.terms, fixed_pays=FixedPays.METER))
    assert round_setup(set_up_live(replace(floor, jackpots={"mega": other}), "mega", play)) != before


def test_few_digits(office: BackOffice) -> None:
    assert round_digits(Fraction("23456.78")) == 23_500
    assert round_digits(Fraction("0.0012345")) == Fraction("0.00123")
    assert round_digits(Fraction(0)) == 0

    def rounded(play: ObservedPlay) -> tuple[Fraction, Pace | None]:
        setup = round_setup(set_up_live(office.controller.floor, "mega", play))
        return setup.stake, setup.pace

    assert rounded(ObservedPlay(12_345, 12_345 * UNIT, WEEK)) == (Fraction(1), Pace.observed(12_300, Fraction(1)))
    assert rounded(ObservedPlay(5, 25 * UNIT, HOUR - 1)) == (Fraction(5), None)
    assert rounded(ObservedPlay(0, 0, 0)) == (Fraction(1), None)
