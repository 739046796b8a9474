"""A witness that goes on: what passes is told once, and what stays ends it."""

from __future__ import annotations

from pathlib import Path

from fairfelt.ledger.transparency import KeyType, SignerKey
from fairfelt.ledger.witness.follow import StateFolder, Watch, Witness, WitnessState
from fairfelt.ledger.witness.room_client import Alarm, RoomClient
from fairfelt.server.publishing import Publisher
from tests.ledger.bank import moves
from tests.ledger.desk import opened
from tests.ledger.witness.served import KEY, Served


def test_an_alarm_that_passes_is_told_when_it_begins_and_when_it_is_over(served: Served, tmp_path: Path) -> None:
    told, alarmed, now = list[WitnessState](), list[Alarm](), [0]
    with opened(str(tmp_path / "j.db")) as ledger:
        served.publisher = Publisher(ledger, KEY)
        witness = Witness(
            RoomClient(served.url),
            [KEY.verifier],
            StateFolder(tmp_path / "w"),
            stopped_after_s=10,
            clock=lambda: now[0],
        )
        watch = Watch(witness, served.url, told=told.append, alarmed=alarmed.append, webhook=f"{served.url}/hook")
        assert watch.step() is None
        now[0] = 11
        assert watch.step() and watch.step()
        for command in moves("k", 3):
            ledger.submit(command).result()
        assert watch.step() is None
        watch.stop()
        assert watch.run(once=False, every_s=0.0) == 0
        served.publisher = Publisher(ledger, SignerKey(KEY.name, KeyType.LOG, b"x" * 32))
        assert watch.run(once=False, every_s=0.0) == 10
    assert [seen.signed.checkpoint.size for seen in told] == [0, 3]
    assert [alarm.kind.word for alarm in alarmed] == ["stopped", "signature"]
    assert [body["alarm"] for body in served.told] == ["stopped", "over", "signature"]
