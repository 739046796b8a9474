"""The history of parameters: from what to what, who and why, in the order of the log."""

from __future__ import annotations

import json
from typing import Any

from fairfelt.ledger import Entry
from fairfelt.reports.room.parameters import Changed, differences, flat, history, history_report
from fairfelt.reports.sheet.csv import sheet_csv

TERMS = {"name": "Mega Link", "levels": [{"name": "Mega", "rate_ppm": 150_000, "limit_micros": None}]}


def entry(number: int, kind: str, device: str | None = "console 1", **body: Any) -> Entry:
    """An event as the log has it."""
    return Entry(number, number * 1_000_000, device, number, kind, json.dumps(body), "[]", None, "f" * 64)


def changed(rate_ppm: int) -> dict[str, Any]:
    """The same terms with another rate."""
    return {**TERMS, "levels": [{"name": "Mega", "rate_ppm": rate_ppm, "limit_micros": 5_000_000}]}


def test_a_change_is_told_against_what_stood_before_whatever_the_order_of_reading() -> None:
    first = entry(3, "jackpot opened", jackpot="mega", terms=TERMS)
    then = entry(9, "terms changed", jackpot="mega", terms=changed(165_000), why="summer", by=["elena", "emil"])
    other = entry(5, "jackpot opened", jackpot="mini", terms=changed(10_000))
    opened, _, step = history([then, first, other])
    assert opened.by == ("console 1",), "an event that names nobody came from a device"
    assert (step.number, step.by, step.why) == (9, ("elena", "emil"), "summer")
    assert step.changes == (
        Changed("Mega rate_ppm", 150_000, 165_000),
        Changed("Mega limit_micros", None, 5_000_000),
    )
    sheet = history_report((opened, step), {}, {}, last="f" * 64, zone="America/Los_Angeles").sheet
    assert "Mega rate: 15.00% → 16.50%; Mega limit: $5.00" in sheet_csv(sheet)


def test_what_does_not_stay_has_no_before() -> None:
    steps = history([
        entry(number, "adjusted", jackpot="mega", level="Mega", amount_micros=7_000_000, document="slip", by=["ada"])
        for number in (1, 2)
    ])  # fmt: skip
    assert steps[0].changes == steps[1].changes != ()


def test_amounts_are_in_the_currency_of_the_jackpot_behind_the_table() -> None:
    steps = history([
        entry(1, "jackpot opened", jackpot="mega", terms={**TERMS, "currency": "EUR"}),
        entry(2, "link made", link="pit", jackpot="mega"),
        entry(3, "table set up", table="T1", link="pit"),
        entry(4, "limits posted", table="T1", posted={"opening": {"least_micros": 5_000_000}}),
        entry(5, "adjusted", jackpot="mega", amount_micros=7_000_000),
        entry(6, "odds funds kept", amount_micros=8_000_000, currency="GBP"),
    ])  # fmt: skip
    waiting = {"mega": (Changed("Mega seed_micros", 1, 2_000_000),)}
    said = sheet_csv(history_report(steps, waiting, {"mega": "EUR"}, last="f", zone="UTC").sheet)
    for words in ("Opening least: €5.00", "Amount: €7.00", "Amount: £8.00", "€2.00"):
        assert words in said


def test_the_law_and_a_table_have_histories_of_their_own() -> None:
    law = entry(1, "law set", None, profile="laboratory", mode="advise", by=["elena"], document="a", judged={})
    again = entry(
        2, "law set", None, profile="laboratory", mode="enforce", by=["elena"], document="b", judged={"T1": 1}
    )
    assert [change.what for change in history([law, again])[1].changes] == ["mode"]


def test_nested_data_lies_flat_under_its_names() -> None:
    posted = {"posted": {"opening": {"least_micros": 5}, "aggregates": []}, "seats": 6}
    assert flat(posted) == {"opening least_micros": 5, "aggregates": "", "seats": 6}
    assert differences({"a": None, "b": 1}, {"a": "", "b": 2}) == (Changed("b", 1, 2),)


def test_plain_data_keep_numbers_as_numbers() -> None:
    steps = history([entry(1, "jackpot opened", jackpot="mega", terms=TERMS)])
    told = history_report(steps, {}, {}, last="f", zone="UTC").plain
    json.dumps(told)
    assert {"what": "Mega rate_ppm", "before": None, "after": 150_000} in told["history"][0]["changes"]
