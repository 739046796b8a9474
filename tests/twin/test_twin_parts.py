"""The parts of the twin: time, hours, players, habits, and the measure of luck."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.runtime.formats import FieldError, read_toml
from fairfelt.twin.demo import deal_round, tables
from fairfelt.twin.pit import SECOND, GameTally, Habits, Hours, Players
from fairfelt.twin.twin import pit_tables

SPOKANE = ZoneInfo("America/Los_Angeles")


def micros(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=SPOKANE).timestamp()) * SECOND


@given(st.integers(0, 400 * 24 * 3600 * SECOND), st.integers(0, 23), st.integers(0, 23))
def test_a_closed_pit_opens_when_it_says(since: int, opens: int, closes: int) -> None:
    hours = Hours(opens, closes, SPOKANE)
    now = micros("2026-01-01 00:00:00") + since
    closed_s = hours.closed_s(now)
    assert 0 <= closed_s <= 25 * 3600
    later = now + round(closed_s * SECOND) + 1
    assert hours.closed_s(later) == 0 or closed_s == 0
    assert 0 < hours.midnight_s(now) <= 25 * 3600


def test_the_pit_is_open_over_midnight() -> None:
    hours = Hours(10, 4, SPOKANE)
    assert hours.closed_s(micros("2026-03-03 01:30:00")) == 0
    assert hours.closed_s(micros("2026-03-03 04:00:00")) == 6 * 3600
    assert hours.closed_s(micros("2026-03-08 00:30:00")) == 0
    assert hours.midnight_s(micros("2026-03-08 00:00:00")) == 23 * 3600, "the clocks go forward"


@given(st.lists(st.integers(1, 10**13), min_size=2))
def test_more_players_bet_as_the_meter_rises(amounts: list[int]) -> None:
    players = Players(7, Habits(), Random(1))
    players.share({"Mega": min(amounts)})
    shares = [players.share({"Mega": amount, "Minor": 1}) for amount in sorted(amounts)]
    assert shares == sorted(shares)
    assert 0.35 <= shares[0] <= shares[-1] <= 0.95


def test_half_of_those_who_can_be_won_over_are_where_it_says() -> None:
    players = Players(7, Habits(least_share_ppm=200_000, most_share_ppm=800_000, half_way_ppm=500_000), Random(1))
    assert players.share({"Mega": 1_000}) == pytest.approx(0.2)
    assert players.share({"Mega": 1_500}) == pytest.approx(0.5)
    assert players.share({"Mega": 2_000}) == pytest.approx(0.65)
    assert players.share({"Mega": 800}) == pytest.approx(0.2), "after an award the meter starts again from its seed"


def test_seats_are_taken_as_often_as_it_says_and_bets_are_chips() -> None:
    habits = Habits(busy_ppm=600_000, stay_rounds=10)
    players, seated, bets = Players(7, habits, Random(1)), Counter[int](), Counter[int]()
    for _ in range(4_000):
        players.come_and_go(20)
        found = players.bets(1.0)
        seated[len(found)] += 1
        bets.update(found.values())
    mean = sum(number * times for number, times in seated.items()) / 4_000 / 7
    assert mean == pytest.approx(0.6, abs=0.03)
    assert set(bets) == set(habits.bets_micros)
    assert not players.bets(0.0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("luck = 3", 'there is no field "luck" here; there is opens_hour, closes_hour'),
        ("luck", "not TOML"),
        ("busy_ppm = 1.5", "busy_ppm is parts per million, from 0 to 1,000,000, not 1.5"),
        ("busy_ppm = 2000000", "busy_ppm is parts per million, from 0 to 1,000,000, not 2000000"),
        ("round_s = -1", "round_s is seconds, more than 0, not -1"),
        ("stay_rounds = 0", "stay_rounds is a whole number from 1 on, not 0"),
        ("opens_hour = 24", "opens_hour is an hour of the day, from 0 to 23, not 24"),
        ("bets_micros = [1]", "go together"),
        ("bets_micros = ['a']", r"bets_micros\[0\] is a whole number, not below zero, not .a."),
        ("bet_weights = [0, 0, 0]", "a weight above 0"),
        ("least_share_ppm = 999999", "most_share_ppm is below least_share_ppm"),
    ],
)
def test_habits_that_cannot_be(text: str, sentence: str) -> None:
    with pytest.raises(FieldError, match=sentence):
        read_toml(text, Habits)


def test_habits_from_a_file_change_what_they_name() -> None:
    assert read_toml("", Habits) == Habits()
    assert read_toml("round_s = 20\nbets_micros = [1, 2]\nbet_weights = [3, 4]", Habits) == Habits(
        round_s=20, bets_micros=(1, 2), bet_weights=(3, 4)
    )


def test_tables_take_the_games_in_turn() -> None:
    chosen = pit_tables(len(tables()) + 2)
    assert [table.name for table in chosen] == [f"T{n}" for n in range(1, len(chosen) + 1)]
    assert chosen[0].offer == chosen[len(tables())].offer
    assert len({table.keypad for table in chosen}) == len(chosen)


def test_cards_fall_as_often_as_they_should() -> None:
    table, chance = tables()[0], Random(3)
    tally = GameTally(table.offer)
    bets = dict.fromkeys(range(1, 5), 5_000_000)
    for _ in range(600):
        tally.count_round(len(bets), Counter(deal_round(table, bets, chance).values()))
    rows = tally.outcomes()
    assert all(row.z is not None and abs(row.z) < 4 for row in rows)
    assert sum(row.made for row in rows) > 20
    assert not any(row.is_wrong for row in rows)


def test_too_much_luck_is_found() -> None:
    tally = GameTally(tables()[0].offer)
    *_, commonest = tally.hands
    for number in range(2_000):
        tally.count_round(4, Counter({commonest: 1}) if number % 4 == 0 else Counter())
    row = tally.outcomes()[-1]
    assert row.made == 500
    assert row.is_wrong, "three times as often as it should be"
