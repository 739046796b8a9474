"""fairfelt law funds and report: a room's own journal against the bank."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from fairfelt.cli import main
from fairfelt.jackpot import Level, Terms
from fairfelt.ledger import Answer, Command, check_command
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.store import Journal, place_of
from fairfelt.room import SERVER, Room
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.set_up import OpenJackpot
from fairfelt.rules import MICROS
from tests.room.floors import command, first_person

TERMS = Terms(
    name="Mega", levels=(Level("meter", 1_000 * MICROS, 200_000),), largest_increment_micros=25 * MICROS,
    executive_from_micros=500 * MICROS,
)  # fmt: skip
OPENED = int(datetime(2023, 6, 15, 3, tzinfo=UTC).timestamp()) * MICROS
"""Eight in the evening of 14 June in Washington."""
BANK = """
[[entries]]
on = 2023-06-14
kind = "deposit"
amount = "{amount}"
document = "slip 1"
"""


class LawIn(NamedTuple):
    """Where a room lives by a law, when its day begins, and the modes it was set to one after another."""

    zone: str
    hour: int
    modes: tuple[str, ...] = ("advise",)


def opened(place: str, law: LawIn | None = None, **currencies: str) -> str:
    """The journal of a room that has opened a jackpot in each currency."""
    held = Journal(place_of(place))
    held.open(new_id="a room of the law")
    engine = Engine(Room(), held, lambda: OPENED)
    asked: list[tuple[str, RoomCommand]] = [
        ("console", OpenJackpot(jackpot=name, terms=replace(TERMS, currency=currency)))
        for name, currency in currencies.items()
    ]
    if law:
        first = [first_person("eve", "executive"), first_person("ida", "technician")]
        cards = ["card eve", "card ida"]
        where = {"profile": "wa-commercial", "zone": law.zone, "day_begins_hour": law.hour}
        asked.append((SERVER, command("found room", first=first)))
        set_law = (command("set law", **where, mode=mode, document="D", cards=cards) for mode in law.modes)
        asked += [("console", each) for each in set_law]
    numbers = Counter[str]()
    for device, body in asked:
        numbers[device] += 1
        (answer,) = engine.run([check_command(Command(device, numbers[device], body, OPENED), engine.machine)])
        assert isinstance(answer, Answer)
        assert not answer.refused, answer.text
    held.close()
    return place


@pytest.fixture
def journal(tmp_path: Path) -> str:
    """A room that has opened one jackpot."""
    return opened(str(tmp_path / "room.db"), mega="USD")


def bank(tmp_path: Path, amount: str, *more: str) -> str:
    file = tmp_path / "bank.toml"
    file.write_text("\n".join((BANK.format(amount=amount), *more)))
    return str(file)


@pytest.mark.parametrize(("amount", "code"), [("1,000.00", 0), ("999.99", 1)])
def test_the_account_holds_what_is_required_or_the_exit_code_says_so(
    journal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], amount: str, code: int
) -> None:
    words = ["law", "funds", journal, "--bank", bank(tmp_path, amount), "--on", "2023-06-15", "--json"]
    assert main(words) == code
    found = json.loads(capsys.readouterr().out)
    assert found["held_micros"] == 1_000 * MICROS
    assert found["short_micros"] == code * 10_000
    assert [(one["jackpot"], one["posted_micros"], one["seeds_out_micros"]) for one in found["jackpots"]] == [
        ("mega", 1_000 * MICROS, 1_000 * MICROS)
    ]
    assert [stop["rule"] for stop in found["stops"]] == ["funds.account"] * code


@pytest.mark.parametrize(
    ("zone", "hour", "day"),
    [
        ("UTC", 0, "2023-06-15"),
        ("UTC", 6, "2023-06-14"),
        ("America/Los_Angeles", 0, "2023-06-14"),
        ("America/Los_Angeles", 20, "2023-06-14"),
        ("America/Los_Angeles", 21, "2023-06-13"),
    ],
)
def test_a_gaming_day_begins_where_the_room_is_at_its_hour(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], zone: str, hour: int, day: str
) -> None:
    journal = opened(str(tmp_path / "room.db"), LawIn(zone, hour), mega="USD")
    words = ["law", "report", journal, "--from", "2023-06-13", "--to", "2023-06-15", "--json"]
    assert main(words) == 0
    lines = json.loads(capsys.readouterr().out)["lines"]
    assert [(line["on"], line["seeded_micros"]) for line in lines if not line["remark"]] == [(day, 1_000 * MICROS)]
    assert len(lines) == 3


def test_papers_of_a_day_say_when_enforcement_was_off_on_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = opened(str(tmp_path / "room.db"), LawIn("America/Los_Angeles", 0, ("enforce", "advise")), mega="USD")
    held = bank(tmp_path, "1,000.00")

    def said(*words: str) -> list[str]:
        assert main(["law", words[0], journal, *words[1:], "--json"]) == 0
        found: list[str] = json.loads(capsys.readouterr().out).get("enforcement_off", [])
        return found

    for day, times in (("2023-06-13", 0), ("2023-06-14", 1)):
        told = [
            said("report", "--from", day, "--to", day), said("theoretical", "--from", day, "--to", day),
            said("funds", "--bank", held, "--on", day) if times else [],
        ]  # fmt: skip
        assert [len(each) for each in told] == [times] * 3
    assert "Enforcement of wa-commercial was off from Jun 14, 2023, 8:00 PM PDT and is still off" in told[0][0]


def test_every_currency_has_an_account_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = opened(str(tmp_path / "two.db"), mega="EUR", mini="USD")
    words = ["law", "funds", journal, "--on", "2023-06-15", "--json", "--bank"]
    assert main([*words, bank(tmp_path, "€1,000", 'currency = "EUR"')]) == 1, "dollars are short"
    euros = json.loads(capsys.readouterr().out)
    (dollars,) = euros["others"]
    assert (euros["currency"], euros["balance_micros"], euros["short_micros"]) == ("EUR", 1_000 * MICROS, 0)
    assert (dollars["currency"], dollars["balance_micros"], dollars["short_micros"]) == ("USD", 0, 1_000 * MICROS)
    assert "deposit $1,000.00 before" in str(dollars["stops"])
    assert main([*words, bank(tmp_path, "1,000")]) == 2
    assert "slip 1: the currency of an entry is EUR or USD here, not ''" in capsys.readouterr().err
    assert main(["law", "report", journal, "--from", "2023-06-15", "--to", "2023-06-15", "--json"]) == 0
    lines = json.loads(capsys.readouterr().out)["lines"]
    assert [(line["jackpot"], line["currency"]) for line in lines] == [("mega", "EUR"), ("mini", "USD")]


def test_what_is_wrong_is_told(journal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    days = ["--from", "2023-06-13", "--to", "2023-06-12"]
    assert main(["law", "report", journal, *days]) == 2
    assert "give the earlier day first" in capsys.readouterr().err
    assert main(["law", "funds", journal, "--bank", bank(tmp_path, "lots")]) == 2
    assert "is no list of bank entries" in capsys.readouterr().err
    assert main(["law", "funds", str(tmp_path / "none.db"), "--bank", bank(tmp_path, "5")]) == 2
    assert "none.db" in capsys.readouterr().err
