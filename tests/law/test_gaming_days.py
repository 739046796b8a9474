"""One gaming day for every page, paper and record: right across both changes of the clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.law import GamingDays, hours_after, micros_at

PACIFIC = ZoneInfo("America/Los_Angeles")
SPRING, AUTUMN = date(2026, 3, 8), date(2026, 11, 1)
"""The clocks skip the hour from 2 to 3, and repeat the hour from 1 to 2."""
HOUR_MICROS = 3_600_000_000
ZONES = ["America/Los_Angeles", "UTC", "Asia/Beirut", "America/Nuuk", "Australia/Lord_Howe", "Pacific/Apia"]


def micros(text: str) -> int:
    """A moment by universal time."""
    return micros_at(datetime.fromisoformat(text).replace(tzinfo=UTC))


@pytest.mark.parametrize(
    ("begins_hour", "on", "hours"),
    [
        (0, SPRING, 23), (0, AUTUMN, 25), (0, date(2026, 7, 1), 24),
        (6, SPRING - timedelta(1), 23), (6, SPRING, 24), (6, AUTUMN - timedelta(1), 25), (6, AUTUMN, 24),
        (2, SPRING - timedelta(1), 24), (2, SPRING, 23), (1, AUTUMN - timedelta(1), 24), (1, AUTUMN, 25),
    ],
)  # fmt: skip
def test_a_day_has_23_24_or_25_hours(begins_hour: int, on: date, hours: int) -> None:
    days = GamingDays(PACIFIC, begins_hour)
    assert days.end_micros(on) - days.begin_micros(on) == hours * HOUR_MICROS


@pytest.mark.parametrize(
    ("begins_hour", "at", "on"),
    [
        (0, "2026-03-08T07:59:59", "2026-03-07"),  # 23:59:59 PST
        (0, "2026-03-08T08:00:00", "2026-03-08"),
        (0, "2026-03-09T06:59:59", "2026-03-08"),  # 23:59:59 PDT, 23 hours later
        (0, "2026-03-09T07:00:00", "2026-03-09"),
        (6, "2026-03-08T12:59:59", "2026-03-07"),  # 5:59:59 PDT: the night before still
        (6, "2026-03-08T13:00:00", "2026-03-08"),
        (2, "2026-03-08T09:59:59", "2026-03-07"),  # the last second before the clocks skip
        (2, "2026-03-08T10:00:00", "2026-03-08"),  # 3:00 PDT: there is no 2:00
        (0, "2026-11-01T06:59:59", "2026-10-31"),
        (0, "2026-11-02T07:59:59", "2026-11-01"),  # 25 hours
        (1, "2026-11-01T08:00:00", "2026-11-01"),  # 1:00 PDT, the first of two
        (1, "2026-11-01T09:00:00", "2026-11-01"),  # 1:00 PST, the second
        (6, "2026-11-01T13:59:59", "2026-10-31"),
        (6, "2026-11-01T14:00:00", "2026-11-01"),
    ],
)
def test_a_moment_belongs_to_the_day_that_has_begun(begins_hour: int, at: str, on: str) -> None:
    assert GamingDays(PACIFIC, begins_hour).day_of(micros(at)) == date.fromisoformat(on)


@given(
    st.sampled_from(ZONES), st.integers(0, 23),
    st.datetimes(datetime(2012, 1, 5), datetime(2035, 1, 1), timezones=st.just(UTC)),
)  # fmt: skip
def test_every_moment_belongs_to_one_day_and_days_follow_one_another(zone: str, hour: int, at: datetime) -> None:
    days, now = GamingDays(ZoneInfo(zone), hour), micros_at(at)
    on = days.day_of(now)
    assert days.begin_micros(on) <= now < days.end_micros(on)
    assert days.day_of(now + 1) >= on


def test_hours_that_pass_are_not_hours_on_the_wall() -> None:
    """A deadline of 24 hours was an hour short in spring, for it was added on the wall."""
    won = datetime(2026, 3, 7, 20, tzinfo=PACIFIC)
    assert hours_after(won, 24) == datetime(2026, 3, 8, 21, tzinfo=PACIFIC)
    assert micros_at(hours_after(won, 24)) - micros_at(won) == 24 * HOUR_MICROS
    late = datetime(2026, 10, 31, 20, tzinfo=PACIFIC)
    assert hours_after(late, 24) == datetime(2026, 11, 1, 19, tzinfo=PACIFIC)
