"""Days and times as people read them."""

from datetime import UTC, date, datetime

import pytest

from fairfelt.rules import format_day, format_moment


def micros(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1_000_000


def test_a_day_has_its_month_first() -> None:
    assert format_day(date(2023, 6, 4)) == "Jun 4, 2023"


@pytest.mark.parametrize(
    ("moment", "zone", "text"),
    [
        ("2026-11-15T15:51:35", "America/Los_Angeles", "Nov 15, 2026, 7:51 AM PST"),
        ("2026-07-04T19:00:00", "America/Los_Angeles", "Jul 4, 2026, 12:00 PM PDT"),
        ("2026-11-15T07:59:59", "America/Los_Angeles", "Nov 14, 2026, 11:59 PM PST"),
        ("2026-11-15T00:05:00", "UTC", "Nov 15, 2026, 12:05 AM UTC"),
    ],
)
def test_a_moment_is_told_by_the_clock_of_its_zone(moment: str, zone: str, text: str) -> None:
    assert format_moment(micros(moment), zone) == text
