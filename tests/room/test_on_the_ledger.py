"""The room on a real journal: what was answered is there after a restart, and a command sent twice counts once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fairfelt.ledger import Answer, Command, Ledger, Opening
from fairfelt.room import SERVER, Floor, Room
from tests.room.floors import LINK_PROGRESSIVE, MEGA, UNIT, command, digest, first_person


def opened(place: Path) -> Ledger[Floor]:
    return Opening(address=place, machine=Room(), new_id="a room of the tests").activate()


def evening() -> Iterator[Command]:
    """A room is set up, plays some rounds, and pays a royal flush."""
    numbers: dict[str, int] = {}

    def ask(kind: str, device: str = "console", /, **body: Any) -> Command:
        numbers[device] = numbers.get(device, 0) + 1
        return Command(device, numbers[device], command(kind, **body), 0)

    def at_table(kind: str, **body: Any) -> Command:
        return ask(kind, "keypad", table="T1", **body)

    yield ask("open jackpot", jackpot="mega", terms=MEGA)
    yield ask("make link", link="pit", jackpot="mega", location="Spokane")
    game = {"game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01"}
    yield ask("set up table", table="T1", link="pit", controls="nexus", **game)
    yield ask("enrol device", device="keypad", device_kind="keypad", table="T1", key_sha256=digest("keypad"))
    yield ask("switch device", device="keypad", enabled=True)
    yield ask("found room", SERVER, first=[first_person("eve", "executive"), first_person("eli", "executive")])
    for _ in range(20):
        yield at_table("start game", bets={str(seat): 5 * UNIT for seat in range(1, 8)})
        yield at_table("end game")
    yield at_table("start game", bets={"3": 5 * UNIT, "5": UNIT})
    yield at_table("press hand", seat=3, hand="royal flush")
    yield at_table("end game")
    yield at_table("confirm", cards=["card eve", "card eli"])


def submitted(ledger: Ledger[Floor], commands: list[Command]) -> list[Answer]:
    return [future.result(timeout=120) for future in [ledger.submit(command) for command in commands]]


def test_an_evening_survives_a_restart_to_the_last_millionth(tmp_path: Path) -> None:
    commands = list(evening())
    with opened(tmp_path / "room.db") as ledger:
        answers = submitted(ledger, commands)
        before = ledger.committed
    assert [answer.refused for answer in answers[-4:]] == [False, False, True, False]
    assert "END GAME cannot be pressed now" in answers[-2].body["reason"]
    assert answers[-1].body["awards"][0]["number"] == 1
    with opened(tmp_path / "room.db") as ledger:
        assert ledger.committed.state == before.state
        assert ledger.committed.balances == before.balances
        again = submitted(ledger, commands)
        assert again == answers
        assert all(answer.again for answer in again), "sent twice, carried out once"
        assert ledger.committed.state == before.state
    assert sum(before.balances.values()) == 0
    assert {k: v for k, v in before.balances.items() if v} == before.state.balances()
