"""The requirements page names nothing that is not there; a verdict of "met" stands on tests that passed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.requirements import PAGE, TOP, VERDICTS, page, requirements, results


@pytest.mark.parametrize("row", requirements(), ids=lambda row: str(row["number"]))
def test_every_place_is_there(row: dict[str, Any]) -> None:
    assert row["says"].endswith(".") and row["clause"]
    assert row["verdict"] in VERDICTS
    assert (row["verdict"] == "met") is not bool(row.get("missing")), "what is not met says what is missing"
    for place in (*row["tests"], *row["code"]):
        file, _, test = place.partition("::")
        assert (TOP / file).exists(), place
        assert not test or re.search(rf"^(async )?def {test}\b", (TOP / file).read_text("utf-8"), re.M), place


@pytest.mark.parametrize("row", requirements(), ids=lambda row: str(row["number"]))
def test_a_verdict_of_met_stands_on_tests_that_passed(row: dict[str, Any]) -> None:
    if row["verdict"] != "met":
        return
    last = results()[str(row["number"])]
    assert row["tests"], "nothing would fail if it were not met"
    assert last["tests"] == row["tests"], "other tests are named than those that ran: make requirements"
    assert last["passed"] >= len(row["tests"]) and not last["failed"]


def test_all_seventy_are_there_and_the_page_is_up_to_date() -> None:
    assert [row["number"] for row in requirements()] == list(range(1, 71))
    assert PAGE.read_text("utf-8") == page()
