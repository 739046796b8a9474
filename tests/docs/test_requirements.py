"""The requirements page names nothing that is not there, and says why where something is missing."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.requirements import STATES, TOP, page, requirements


@pytest.mark.parametrize("row", requirements(), ids=lambda row: str(row["number"]))
def test_every_place_is_there(row: dict[str, Any]) -> None:
    assert row["says"].endswith(".")
    assert row["state"] in STATES
    assert row["where"] or row["state"] == "not"
    assert (row["state"] == "met") is not bool(row.get("why")), "what is not met says why, and only that does"
    for place in row["where"]:
        file, _, test = place.partition("::")
        assert (TOP / file).exists(), place
        assert not test or re.search(rf"^(async )?def {test}\b", (TOP / file).read_text("utf-8"), re.M), place


def test_all_seventy_are_there_and_the_page_is_up_to_date() -> None:
    assert [row["number"] for row in requirements()] == list(range(1, 71))
    assert (TOP / "docs" / "requirements.md").read_text("utf-8") == page()


def test_most_of_them_are_met() -> None:
    assert sum(row["state"] == "met" for row in requirements()) >= 45
