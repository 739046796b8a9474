"""The history of parameters: from what to what, who and why, in the order of the log."""

from __future__ import annotations

import json

from msgspec.structs import replace

from fairfelt.jackpot import Level, Reason, Terms
from fairfelt.law import Limits, Mode
from fairfelt.ledger import Entry
from fairfelt.ledger.canonical import canonical
from fairfelt.ledger.machine import kind_of
from fairfelt.reports.law.rules import parameter_words
from fairfelt.reports.room.period import history_report
from fairfelt.reports.sheet.csv import sheet_csv
from fairfelt.room import LawVerdict, TableLimits
from fairfelt.room.commands.accounts import Adjusted, ChangeTerms, KeepOddsFunds
from fairfelt.room.commands.law import PostLimits, SetLaw
from fairfelt.room.commands.set_up import MakeLink, OpenJackpot, TableSetUp
from fairfelt.room.event import Actor, RoomEvent
from fairfelt.room.projections.parameters import Changed, differences, flat, history
from tests.room.events import build_event
from tests.room.floors import MEGA, Pit

TERMS = Terms(
    name="Mega Link", levels=(Level("Mega", 0, 150_000),), largest_increment_micros=1, executive_from_micros=0
)
ELENA, EMIL = Actor("E-1", "elena"), Actor("E-2", "emil")
LIMITS = TableLimits(opening=Limits(5_000_000, 6_000_000))


def entry(number: int, event: RoomEvent, device: str | None = "console 1") -> Entry:
    """An event as the log has it."""
    body = canonical(event)
    return Entry(number, number * 1_000_000, device, number, kind_of(event), body, "[]", None, "f" * 64)


def opened(jackpot: str = "mega", terms: Terms = TERMS) -> RoomEvent:
    return build_event(OpenJackpot.recorded, jackpot=jackpot, terms=terms, jackpot_kind="progressive")


def adjusted(*by: Actor) -> Adjusted:
    reason = Reason.DISPLAY_MALFUNCTION
    return build_event(
        Adjusted, jackpot="mega", level="Mega", reason=reason, amount_micros=7_000_000, document="slip", by=by
    )


def changed(rate_ppm: int) -> Terms:
    """The same terms with another rate."""
    return replace(TERMS, levels=(Level("Mega", 0, rate_ppm, limit_micros=5_000_000),))


def test_a_change_is_told_against_what_stood_before_whatever_the_order_of_reading() -> None:
    first = entry(3, opened())
    then = entry(
        9, build_event(ChangeTerms.recorded, jackpot="mega", terms=changed(165_000), why="summer", by=(ELENA, EMIL))
    )
    other = entry(5, opened("mini", changed(10_000)))
    before, _, step = history([then, first, other])
    assert before.by == ("console 1",), "an event that names nobody came from a device"
    assert (step.number, step.kind, step.by, step.why) == (9, "terms changed", ("elena", "emil"), "summer")
    assert step.changes == (
        Changed("Mega rate_ppm", 150_000, 165_000),
        Changed("Mega limit_micros", None, 5_000_000),
    )
    sheet = history_report((before, step), {}, {}, last="f" * 64, zone="America/Los_Angeles").sheet
    rows = sheet_csv(sheet)
    assert "Terms changed: jackpot mega,Mega rate,15.00%,16.50%,elena and emil,summer" in rows
    assert ",,,Mega limit,,$5.00,," in rows, "each parameter has a row of its own"


def test_what_does_not_stay_has_no_before() -> None:
    steps = history([entry(number, adjusted(ELENA)) for number in (1, 2)])
    assert steps[0].changes == steps[1].changes != ()


def test_amounts_are_in_the_currency_of_the_jackpot_behind_the_table() -> None:
    pit = Pit(replace(MEGA, currency="EUR"))
    (table,) = (event.body for event in pit.events if isinstance(event.body, TableSetUp) and event.body.table == "T1")
    steps = history([
        entry(1, opened(terms=replace(TERMS, currency="EUR"))),
        entry(2, build_event(MakeLink.recorded, link="pit", jackpot="mega", location="here")),
        entry(3, table),
        entry(4, build_event(PostLimits.recorded, table="T1", limits=LIMITS, seats=6)),
        entry(5, adjusted()),
        entry(6, build_event(KeepOddsFunds.recorded, amount_micros=8_000_000, currency="GBP", document="line 1")),
    ])  # fmt: skip
    waiting = {"mega": (Changed("Mega seed_micros", 1, 2_000_000),)}
    said = sheet_csv(history_report(steps, waiting, {"mega": "EUR"}, last="f", zone="UTC").sheet)
    for words in ("Opening least,,€5.00", "Amount,,€7.00", "Amount,,£8.00", "€2.00"):
        assert words in said


def test_the_law_and_a_table_have_histories_of_their_own() -> None:
    law, again = (
        build_event(
            SetLaw.recorded,
            profile="laboratory",
            mode=mode,
            zone="UTC",
            location_class="",
            location="",
            document=document,
            verdicts=verdicts,
        )
        for mode, document, verdicts in ((Mode.ADVISE, "a", {}), (Mode.ENFORCE, "b", {"T1": LawVerdict()}))
    )
    steps = history([entry(1, law, None), entry(2, again, None)])
    assert [change.what for change in steps[1].changes] == ["mode"]


def test_nested_data_lies_flat_under_its_names() -> None:
    limits = {"limits": {"opening": {"least_micros": 5}, "aggregates": []}, "seats": 6}
    assert flat(limits) == {"opening least_micros": 5, "aggregates": "", "seats": 6}
    assert differences({"a": None, "b": 1}, {"a": "", "b": 2}) == (Changed("b", 1, 2),)


def test_plain_data_keep_numbers_as_numbers() -> None:
    steps = history([entry(1, opened())])
    told = history_report(steps, {}, {}, last="f", zone="UTC").plain
    json.dumps(told)
    assert {"what": "Mega rate_ppm", "before": None, "after": 150_000} in told["history"][0]["changes"]


def test_denominations_are_amounts() -> None:
    """They stood on the page as 5000000."""
    assert parameter_words("denominations_micros", "5000000, 10000000") == ("Denominations", "$5.00, $10.00")
