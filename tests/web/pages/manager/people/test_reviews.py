"""Acts on money that were carried out at once show first what changes, and change nothing before they are signed."""

from __future__ import annotations

import pytest

from tests.web.back_office import REVIEW, BackOffice


@pytest.mark.parametrize(
    ("path", "typed", "told"),
    [
        (
            "/manager/funds/statements",
            {"balance": "100", "on": "2027-01-15", "document": "statement 7"},
            ["Balance by the books and by the bank, USD", "$0.00", "$100.00", "They differ by $100.00"],
        ),
        ("/manager/law/wagers/USD", {"most": "50", "why": "small stacks"}, ["none", "$50.00"]),
    ],
)
def test_it_is_reviewed_before_it_is_signed(
    office: BackOffice, path: str, typed: dict[str, str], told: list[str]
) -> None:
    before = office.controller.floor
    page = office.client.post(path, data=office.fill(path, **typed)).text
    assert REVIEW in page
    assert [words for words in told if words not in page] == []
    assert office.controller.floor is before, "nothing is changed before it is signed"
