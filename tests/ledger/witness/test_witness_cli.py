"""fairfelt witness and fairfelt proof, from the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from fairfelt.cli import main
from fairfelt.ledger import CLOCK, Ledger, Secrets
from fairfelt.ledger.copies.backup import export
from fairfelt.ledger.transparency import KeyType, NotProved, SignerKey, new_signer_key, origin_of, read_proof
from fairfelt.server.machine import PrivateAuthority
from fairfelt.server.publishing import Publisher, read_checkpoint_key
from tests.ledger.bank import State, move, moves
from tests.ledger.desk import NAME, opened
from tests.ledger.witness.served import DEVICE_KEY, KEY, Served, serving
from tests.support.tampering import forge_witness, rewrite

VERIFIER = KEY.verifier.text


@pytest.fixture
def journal(tmp_path: Path) -> str:
    """Where a small journal is."""
    place = str(tmp_path / "journal.db")
    with opened(place) as ledger:
        for command in moves("k", 5):
            ledger.submit(command).result()
    return place


@pytest.fixture
def ledger(served: Served, journal: str) -> Iterator[Ledger[State]]:
    """The same, open and published; moves of money may be proved to the public."""
    with opened(journal) as found:
        served.publisher = Publisher(found, KEY, public=["moved"])
        yield found


def look(served: Served, folder: Path, *words: str) -> int:
    return main(["witness", served.url, "--key", VERIFIER, "--state", str(folder), "--once", *words])


def test_one_look(served: Served, ledger: Ledger[State], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "device").write_text(f"{DEVICE_KEY}\n")
    assert look(served, tmp_path / "w", "--name", "lab.example/1", "--device-key-file", str(tmp_path / "device")) == 0
    said = capsys.readouterr().out
    assert said.startswith("This witness signs as lab.example/1+")
    assert "5 events, signed, grown from what was seen before; events replayed and in order" in said
    assert look(served, tmp_path / "x", "--name", "lab.example/1") == 0
    assert main(["witness", "compare", str(tmp_path / "w"), str(tmp_path / "x")]) == 0
    assert "Both witnesses saw the same 5 events." in capsys.readouterr().out


def test_a_room_whose_certificate_is_signed_by_the_house_itself(
    journal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = PrivateAuthority(tmp_path / "tls")
    house.begin("The house")
    with serving(house.certify_server(["127.0.0.1"])) as served, opened(journal) as found:
        served.publisher = Publisher(found, KEY)
        assert look(served, tmp_path / "w") == 16
        assert "CERTIFICATE_VERIFY_FAILED" in capsys.readouterr().err
        assert look(served, tmp_path / "w", "--authority", str(house.own.certificate)) == 0
        assert look(served, tmp_path / "w", "--authority", str(tmp_path / "none.pem")) == 2
    assert "none.pem is no certificate" in capsys.readouterr().err


def test_an_alarm_has_a_sentence_an_exit_code_and_a_webhook(
    served: Served, journal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(journal) as before:
        served.publisher = Publisher(before, KEY)
        assert look(served, tmp_path / "w") == 0
    rewrite(journal, "né", "ne")
    forge_witness(journal)
    with opened(journal) as after:
        served.publisher = Publisher(after, KEY)
        capsys.readouterr()
        assert look(served, tmp_path / "w", "--webhook", f"{served.url}/hook") == 11
        assert capsys.readouterr().err.startswith("fairfelt: ALARM (forked): the log was forked: two different")
        after.submit(move("k", 6)).result()
        assert look(served, tmp_path / "w") == 12
    [told] = served.told
    assert (told["alarm"], told["room"], told["events_seen"]) == ("forked", served.url, 5)
    assert "two different histories of 5 events" in told["sentence"]


def test_a_webhook_that_does_not_answer_changes_nothing(served: Served, tmp_path: Path) -> None:
    words = ["witness", "http://127.0.0.1:9", "--key", VERIFIER, "--state", str(tmp_path / "w"), "--once"]
    assert main([*words, "--webhook", "http://127.0.0.1:9/hook"]) == 16


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["ftp://x", "--key", VERIFIER, "--state", "w"], "is not the address of a room"),
        (["http://x", "--key", "abc", "--state", "w"], "a verifier key is NAME+ID+KEY"),
        (["http://x", "--key", VERIFIER, "--state", "w", "--name", "a b"], "is no name for a key"),
        (["http://x", "--key", VERIFIER, "--state", "w", "--device-key-file", "none"], "cannot be read"),
        (["compare", "none", "none"], "has seen no checkpoint yet"),
    ],
)
def test_wrong_usage_is_exit_code_2(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["witness", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_proof_is_verified_without_the_log(
    served: Served, ledger: Ledger[State], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert served.publisher
    file = tmp_path / "3.tlog-proof"
    file.write_bytes(served.publisher.proof(3))
    assert main(["proof", "verify", str(file), "--key", VERIFIER]) == 0
    said = capsys.readouterr().out
    assert "Proved: event 3 stands on the log fairfelt/journal/a%20journal%20of%20the%20tests, among 5 events." in said
    assert "  kind: moved\n  note: né €\n" in said
    assert f"The log signed it with the key {VERIFIER}." in said
    assert "you rely on the room's signature alone" in said
    assert main(["proof", "verify", str(file)]) == 1
    assert "anybody could have made it: give --key" in capsys.readouterr().err
    assert main(["proof", "verify", str(file), "--key", VERIFIER, "--url", served.url]) == 0
    assert "The room's log of today, 5 events, begins with the 5 of the proof." in capsys.readouterr().out


def test_a_proof_is_made_of_a_copy_and_a_cosigned_checkpoint(
    served: Served, ledger: Ledger[State], journal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    look(served, tmp_path / "w", "--name", "lab.example/1")
    witness = capsys.readouterr().out.split()[4]
    ledger.submit(move("k", 6)).result()
    export(journal, tmp_path / "export")
    for source in (journal, str(tmp_path / "export")):
        out = str(tmp_path / "made")
        words = ["proof", "make", source, "2", "--checkpoint", str(tmp_path / "w" / "checkpoint"), "--out", out]
        assert main(words) == 0
        assert "proves that event 2 is one of the 5 events that were signed" in capsys.readouterr().out
        assert main(["proof", "verify", out, "--key", VERIFIER, "--witness", witness]) == 0
        assert "The witness lab.example/1 saw the log stand there at 20" in capsys.readouterr().out


RECIPE = Path(__file__).parents[3] / "docs" / "transparency.md"


def test_the_recipe_in_the_documentation_verifies_proofs(served: Served, ledger: Ledger[State], tmp_path: Path) -> None:
    """It shares no code with us, and agrees for every event of logs of many sizes."""
    recipe = RECIPE.read_text().split("```python\n")[1].split("```")[0]
    code = compile(recipe, str(RECIPE), "exec")

    def run(text: str, key: str = VERIFIER) -> str:
        (tmp_path / "proof").write_text(text)
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as out:
            patch.setattr("sys.argv", ["recipe", str(tmp_path / "proof"), key])
            exec(code, {})
        return out.getvalue()

    publisher = Publisher(ledger, KEY, public=["moved", CLOCK])
    for _ in range(6):
        for number in range(1, ledger.committed.head.number + 1):
            assert run(publisher.proof(number).decode()).startswith(f"{number} {{")
        ledger.submit(move("k", ledger.next_sequence("k"))).result()
    text = publisher.proof(2).decode()
    with pytest.raises(SystemExit, match="the event does not lead to the root"):
        run(text.replace("index 1", "index 2"))
    with pytest.raises(SystemExit, match="the room has not signed it"):
        run(text, SignerKey(KEY.name, KeyType.LOG, b"x" * 32).verifier.text)


def test_a_rewritten_journal_is_found_by_a_proof(
    served: Served, journal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(journal) as ledger:
        served.publisher = Publisher(ledger, KEY, public=["moved"])
        (tmp_path / "proof").write_bytes(served.publisher.proof(2))
        (tmp_path / "checkpoint").write_bytes(served.publisher.checkpoint())
    rewrite(journal, "né", "ne")
    forge_witness(journal)
    with opened(journal) as ledger:
        served.publisher = Publisher(ledger, KEY)
        assert main(["proof", "verify", str(tmp_path / "proof"), "--key", VERIFIER]) == 0
        assert main(["proof", "verify", str(tmp_path / "proof"), "--key", VERIFIER, "--url", served.url]) == 1
        assert "history was rewritten, forked or cut" in capsys.readouterr().err
    words = ["proof", "make", journal, "2", "--checkpoint", str(tmp_path / "checkpoint"), "--out", str(tmp_path / "no")]
    assert main(words) == 1
    assert "this journal is not the one that was signed: history was rewritten" in capsys.readouterr().err


@pytest.mark.parametrize(
    "damage", [lambda text: text.replace("index 1", "index 2"), lambda text: text[:-9], lambda _: ""]
)
def test_a_damaged_proof_is_exit_code_1(
    served: Served, ledger: Ledger[State], tmp_path: Path, damage: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert served.publisher
    assert callable(damage)
    file = tmp_path / "proof"
    file.write_text(damage(served.publisher.proof(2).decode()))
    assert main(["proof", "verify", str(file), "--key", VERIFIER]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_only_events_that_name_nobody_are_proved_to_the_public(served: Served, ledger: Ledger[State]) -> None:
    with pytest.raises(NotProved, match="event 1 is not one that is proved to the public"):
        Publisher(ledger, KEY, public=["award"]).proof(1)
    with pytest.raises(NotProved, match="event 9 of 5 cannot be proved"):
        Publisher(ledger, KEY, public=["moved"]).proof(9)
    assert read_proof(Publisher(ledger, KEY, public=["moved"]).proof(1).decode()).index == 0


def test_the_key_of_a_room_is_kept_with_its_secrets(ledger: Ledger[State], journal: str) -> None:
    secrets = Secrets(journal)
    public, other = KEY.verifier.text, new_signer_key(origin_of(NAME), KeyType.LOG)
    key = read_checkpoint_key(secrets, public, secrets.keep(KEY.text))
    assert key.verifier.text == public
    assert Publisher(ledger, key).verifier == public
    for wrong, sentence in (
        (secrets.keep(other.text), "is not the one that the log names"),
        ("0" * 64, "is not among the secrets"),
        (secrets.keep("text"), "cannot be used"),
    ):
        with pytest.raises(Exception, match=sentence):
            read_checkpoint_key(secrets, public, wrong)
