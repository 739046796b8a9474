"""A served room and a witness that follows it over HTTP: every way to tell another history is found."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from threading import Thread
from urllib.request import urlopen

import pytest
from msgspec import structs

from fairfelt.cli import main
from fairfelt.ledger.transparency import KeyType, new_signer_key, read_proof, read_verifier_key
from fairfelt.ledger.witness.protocol import LogWitness, WitnessLine
from fairfelt.room import DeviceKind
from fairfelt.room.commands.rounds import Bet, Confirm, EndGame, PressHand, StartGame
from tests.support.tampering import cut, forge_witness, rewrite
from tests.web.card_room import CardRoom, enrolled, key_of, opened

AUDITOR, CONSOLE, TWO = "auditor", "console", ("E-1", "E-2")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    """A room with an auditor and a console, whose first award is paid."""
    (tmp_path / "room").mkdir()
    with opened(tmp_path / "room") as served:
        for command in (*enrolled(AUDITOR, DeviceKind.AUDITOR), *enrolled(CONSOLE, DeviceKind.CONSOLE)):
            served.tell(structs.replace(command, cards=TWO))
        (tmp_path / "device").write_text(key_of(AUDITOR))
        win(served)
        yield served


def win(room: CardRoom, hand: str = "full house") -> None:
    """A round at the first table, won at its first seat."""
    for command in (
        StartGame(table="T1", bets=(Bet(1, 5_000_000), Bet(2, 5_000_000))),
        PressHand(table="T1", seat=1, hand=hand),
        Confirm(table="T1", cards=("E-1", "E-2")),
        EndGame(table="T1"),
    ):
        room.ask("keypad T1", room.controller.ledger.next_sequence("keypad T1"), command)


def look(room: CardRoom, key: str, folder: Path, *words: str) -> int:
    """One look of a witness that sees every event."""
    device = str(folder.parent / "device")
    given = ["--key", key, "--state", str(folder), "--once", "--device-key-file", device, *words]
    return main(["witness", room.url, *given])


def key_now(room: CardRoom) -> str:
    return room.controller.floor.checkpoint_key


def get(room: CardRoom, path: str) -> bytes:
    with urlopen(f"{room.url}{path}", timeout=120) as answer:
        found: bytes = answer.read()
    return found


def forge(room: CardRoom, *, copy: Path | None = None, old: str = "", new: str = "", last: int = 0) -> None:
    """Change the journal with care while its server is down: whatever stands beside it and knows better goes too."""
    room.stop()
    journal = room.folder / "room.db"
    for beside in room.folder.glob("room.db?*"):
        beside.unlink()
    if copy:
        copyfile(copy, journal)
    if old:
        rewrite(journal, old, new)
    if last:
        cut(journal, last)
    forge_witness(journal)
    room.start()


def copied(room: CardRoom, to: Path) -> Path:
    """The journal as it is now."""
    room.stop()
    copyfile(room.folder / "room.db", to)
    room.start()
    return to


def test_a_witness_follows_cosigns_and_its_cosignature_stands_on_proofs(
    room: CardRoom, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = key_now(room)
    assert look(room, key, tmp_path / "w", "--name", "lab.example/1") == 0
    said = capsys.readouterr().out
    assert "events replayed and in order" in said
    [kept] = room.controller.publishing.cosignatures
    assert (kept.witness.name, kept.listed) == ("lab.example/1", False)
    file = tmp_path / "award-1.tlog-proof"
    file.write_bytes(get(room, "/api/wins/1/proof"))
    lab, other = said.split()[4], new_signer_key("other.example/w", KeyType.COSIGNATURE)
    policy = tmp_path / "policy"
    for witness, code in ((lab, 0), (other.verifier.text, 1)):
        policy.write_text(f"log {key}\nwitness w {witness}\nquorum w\n")
        assert main(["proof", "verify", str(file), "--policy", str(policy)]) == code
    assert "are not the quorum w of" in capsys.readouterr().err
    assert main(["proof", "verify", str(file), "--key", key, "--witness", lab]) == 0
    said = capsys.readouterr().out
    assert "The witness lab.example/1 saw the log stand there" in said
    win(room)
    assert look(room, key, tmp_path / "w") == 0
    assert main(["proof", "verify", str(file), "--key", key, "--url", room.url]) == 0
    assert "begins with the" in capsys.readouterr().out
    server = LogWitness(tmp_path, [other], [read_verifier_key(key)]).serve("127.0.0.1", 0)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    line = WitnessLine(other.verifier, f"http://127.0.0.1:{server.server_port}")
    room.controller.publishing.push(room.controller.ledger, line, int(time.time()))
    server.shutdown()
    server.server_close()
    names = {kept.witness.name for kept in room.controller.publishing.cosignatures}
    assert names == {"lab.example/1", "other.example/w"}


def test_a_proof_is_told_in_plain_sentences(
    room: CardRoom, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    time.tzset()
    file = tmp_path / "award-1.tlog-proof"
    file.write_bytes(get(room, "/api/wins/1/proof"))
    assert main(["proof", "verify", str(file), "--key", key_now(room)]) == 0
    said = capsys.readouterr().out
    monkeypatch.undo()
    time.tzset()
    events = room.controller.head.number
    assert re.match(rf"Proved: award 1 is event \d+ of the {events} events of the room's log.\n", said)
    assert "Full house won $250.00 as a fixed pay of the jackpot mega.\n" in said
    assert "Game: Flushes Gone Wild, paytable ML01, at Spokane.\n" in said
    assert re.search(
        r"Confirmed \w+ \d+, \d+, \d+:\d+ [AP]M UTC, \w+ \d+, \d+, \d+:\d+ [AP]M P[SD]T on this computer\.", said
    )
    assert "It does not show who won" in said
    assert "micros" not in said


def test_a_proof_shows_no_person(room: CardRoom) -> None:
    line = read_proof(get(room, "/api/wins/1/proof").decode()).line.decode()
    assert '"kind":"award posted/1"' in line
    for private in ("E-1", "elena", "Elena", "seat", "dealer"):
        assert private not in line


def test_a_rewritten_history_is_found(room: CardRoom, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = key_now(room)
    assert look(room, key, tmp_path / "w") == 0
    (tmp_path / "proof").write_bytes(get(room, "/api/wins/1/proof"))
    forge(room, old="Spokane", new="Seattle")
    assert look(room, key, tmp_path / "w") == 12
    assert "the log was rewritten" in capsys.readouterr().err
    assert main(["proof", "verify", str(tmp_path / "proof"), "--key", key, "--url", room.url]) == 1
    assert "history was rewritten, forked or cut" in capsys.readouterr().err


def test_a_log_that_was_cut_is_found(room: CardRoom, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key, size = key_now(room), room.controller.head.number
    assert look(room, key, tmp_path / "w") == 0
    forge(room, last=size - 4)
    assert look(room, key, tmp_path / "w") == 13
    assert f"{size:,} events were signed before, now only" in capsys.readouterr().err


def test_an_old_copy_is_found(room: CardRoom, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key, copy = key_now(room), copied(room, tmp_path / "copy.db")
    for _ in range(3):
        win(room)
    assert look(room, key, tmp_path / "w") == 0
    forge(room, copy=copy)
    assert look(room, key, tmp_path / "w") == 13
    assert "the log was rolled back" in capsys.readouterr().err
    for _ in range(6):
        win(room, "straight")
    assert look(room, key, tmp_path / "w") == 12


def test_a_fork_is_found_by_two_witnesses(room: CardRoom, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key, copy = key_now(room), copied(room, tmp_path / "copy.db")
    win(room)
    assert look(room, key, tmp_path / "one") == 0
    forge(room, copy=copy)
    for _ in range(2):
        win(room, "straight")
    assert look(room, key, tmp_path / "two") == 0
    assert main(["witness", "compare", str(tmp_path / "one"), str(tmp_path / "two"), "--url", room.url]) == 11
    assert "the log was forked" in capsys.readouterr().err


def rotate(room: CardRoom) -> None:
    """Two people set another key."""
    publishing, ledger = room.controller.publishing, room.controller.ledger
    room.ask(CONSOLE, ledger.next_sequence(CONSOLE), structs.replace(publishing.next_key(ledger), cards=TWO))


def test_a_witness_follows_new_keys_that_the_old_ones_prove(
    room: CardRoom, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = key_now(room)
    assert look(room, first, tmp_path / "w") == 0
    for _ in range(2):
        rotate(room)
        win(room)
    assert key_now(room) != first
    assert look(room, first, tmp_path / "w") == 0
    win(room)
    assert look(room, first, tmp_path / "w") == 0
    assert look(room, first, tmp_path / "another, who begins only now") == 0
    assert look(room, key_now(room), tmp_path / "and one with the newest key") == 0
    capsys.readouterr()


def test_an_old_key_signs_nothing_after_it_was_replaced(
    room: CardRoom, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = key_now(room)
    rotate(room)
    assert look(room, first, tmp_path / "w") == 0
    publishing, ledger = room.controller.publishing, room.controller.ledger
    [old, _] = publishing.keys.all
    thief = publishing._publisher(ledger, old.key, old.secret)
    publishing.checkpoint = lambda ledger: thief.signed(ledger.committed.tree)  # type: ignore[method-assign]
    win(room)
    assert look(room, first, tmp_path / "w") == 10
    assert "which another key replaced with event" in capsys.readouterr().err


def test_a_new_key_that_the_old_one_does_not_prove_is_refused(
    room: CardRoom, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The database is rewritten to say another key; the old private key is not at hand, so it cannot vouch for it."""
    first = key_now(room)
    assert look(room, first, tmp_path / "w") == 0
    rotate(room)
    publishing, ledger = room.controller.publishing, room.controller.ledger
    publishing.handover = lambda *_: publishing.publisher(ledger).handover(publishing.keys.all[-1].posted_at)  # type: ignore[method-assign]
    publishing.keys.read_on(ledger)
    assert look(room, first, tmp_path / "w") == 10
    said = capsys.readouterr().err
    assert "the new key that is shown in the place of" in said
    assert "is not proved" in said
