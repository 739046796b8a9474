"""Bad nights by the dozen: whatever the network and the server do, no unit is lost and nothing is paid twice."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fairfelt.jackpot import Level, Terms
from fairfelt.ledger import Command
from fairfelt.world import Morning, Weather, bad_night

UNIT = 1_000_000
MEGA = Terms(
    name="mega",
    levels=(Level("Mega", 10_000 * UNIT, 150_001, 20_000), Level("Major", 1_000 * UNIT, 80_000, 9_999)),
    largest_increment_micros=25 * UNIT,
    executive_from_micros=5_000 * UNIT,
)
TABLES = (("T1", 7, "nexus"), ("T2", 7, "legacy"), ("T3", 3, "nexus"))
SEEDS = range(24)
FAILED_ONCE: tuple[int, ...] = ()
"""Seeds that ever failed stay here."""


def set_up() -> list[Command]:
    """A room of three tables on one link, a supervisor and an executive."""
    asked: list[tuple[str, dict[str, Any]]] = [
        ("open jackpot", {"jackpot": "mega", "terms": MEGA.to_dict()}),
        ("make link", {"link": "pit", "jackpot": "mega", "location": "Spokane"}),
    ]
    game = {"link": "pit", "game": "flushes-gone-wild", "wager": "Multi-Game Link Progressive", "paytable": "ML01"}
    for table, _, controls in TABLES:
        asked += [
            ("set up table", {"table": table, "controls": controls, **game}),
            ("enrol device", {"device": f"keypad {table}", "kind": "keypad", "table": table}),
            ("switch device", {"device": f"keypad {table}", "enabled": True}),
        ]
    for name, role in (("eve", "executive"), ("sue", "supervisor")):
        by = {"cards": ["card eve"]}
        asked.append(("add person", {"person": name, "name": name, "role": role, **by}))
        asked.append(("issue card", {"card": f"card {name}", "person": name, **by}))
    return [Command("console", n, kind, body, 0) for n, (kind, body) in enumerate(asked, 1)]


def night(seed: int, folder: Path, **options: Any) -> Morning:
    seats = [(name, seats) for name, seats, _ in TABLES]
    return bad_night(seed, folder / "night.db", set_up(), seats, ("card eve", "card sue"), **options)


@pytest.mark.parametrize("seed", [*SEEDS, *FAILED_ONCE])
def test_nothing_is_lost_and_nothing_is_paid_twice(seed: int, tmp_path: Path) -> None:
    morning = night(seed, tmp_path)
    book = morning.floor.jackpots["mega"].book
    assert book.is_balanced
    bodies = [json.loads(entry.body) for entry in morning.log if not entry.kind.startswith("ledger/")]
    wagered = sum(amount for body in bodies for _, amount in body.get("bets", ()))
    assert wagered == -book["wagers"], "every bet on the log is in the book, once"
    numbers = [award["number"] for body in bodies for award in body.get("awards", ())]
    assert numbers == list(range(1, len(numbers) + 1))
    paid = sum(row["amount_micros"] for body in bodies for what in ("awards", "envy") for row in body.get(what, ()))
    assert paid == book["paid"]


@pytest.mark.parametrize("seed", list(SEEDS)[:6])
def test_every_answer_that_came_is_on_the_log_exactly_once(seed: int, tmp_path: Path) -> None:
    morning = night(seed, tmp_path, weather=Weather(loss=30, twice=30, late=40, restart=10))
    assert morning.restarts > 1
    started = Counter(json.loads(entry.body)["table"] for entry in morning.log if entry.kind == "game started")
    for keypad in morning.keypads:
        assert sorted(keypad.answers) == list(range(1, keypad.sequence + 1)), "everything asked was answered"
        answered = [a.body for a in keypad.answers.values() if not a.refused and a.body["phase"] == "playing"]
        assert started[keypad.table] == len({body["round"] for body in answered})


def test_the_same_seed_is_the_same_night(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first, second = night(5, tmp_path / "a"), night(5, tmp_path / "b")
    assert [entry.hash for entry in first.log] == [entry.hash for entry in second.log]
    assert night(6, tmp_path).floor != first.floor
