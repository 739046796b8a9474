"""Documents of filings as files: sent, named by the filing, and read back by anybody who reads filings."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from fairfelt.cli import main
from fairfelt.ledger import Secrets
from fairfelt.ledger.copies.backup import backup, restore
from fairfelt.web.http.answers import MOST_FILE_BYTES
from tests.web.api.calling import Caller, House, bets, problem, reopened
from tests.web.api.handlers.law.lawful_house import LAW, LETTER, attached, lawful, office

LETTER_FILE = b"%PDF-1.7\r\n" + bytes(range(256)) * 400 + b"\r\r\n\n--x\r\n"
NAMED = "letter 1, 2013-01-02, Washington State Gambling Commission"
FILING: dict[str, Any] = {"condition": "controls-approved", "on": LETTER, "document": NAMED}


def send(caller: Caller, content: bytes, kind: str = "application/octet-stream") -> Any:
    headers = {**caller.headers, "Content-Type": kind}
    return caller.client.post("/api/documents", content=content, headers=headers)


def test_a_document_is_attached_and_read_back_by_its_digest(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two = lawful(house)
    kept = send(house.console("ann"), LETTER_FILE).json()
    digits = sha256(LETTER_FILE).hexdigest()
    assert (kept["sha256"], kept["bytes"]) == (digits, len(LETTER_FILE))
    assert house.console("ray").get(f"/api/documents/{digits}").status_code == 404, "it is on no filing yet"
    two.do("/api/law/conditions", **FILING, sha256=kept["sha256"], secret=kept["secret"])
    for reader in ("ray", "sue", "ann"):
        answer = house.console(reader).get(f"/api/documents/{digits}")
        assert answer.content == LETTER_FILE
        assert answer.headers["content-disposition"] == f'attachment; filename="{digits[:16]}.pdf"'
        assert answer.headers["content-type"] == "application/octet-stream"
    listed = house.console("ray").get("/api/law/approvals").json()["documents"]
    assert {"sha256": digits, "document": NAMED, "kept": True} in listed
    journal = str(house.controller.settings.address)
    assert main(["law", "documents", journal]) == 0
    assert f"{digits}  attached  {NAMED}\n" in capsys.readouterr().out
    assert main(["law", "documents", journal, digits, "-o", str(tmp_path / "letter.pdf")]) == 0
    assert (tmp_path / "letter.pdf").read_bytes() == LETTER_FILE
    assert main(["law", "documents", journal, "a" * 64, "-o", str(tmp_path / "letter.pdf")]) != 0
    assert "no document with the SHA-256" in capsys.readouterr().err
    assert house.console("ray").get("/api/papers/compliance", form="json").json()["documents"][digits] == NAMED


@pytest.mark.parametrize("path", ["conditions", "components", "makers-reports"])
def test_where_a_law_is_enforced_a_name_alone_is_no_document(house: House, path: str) -> None:
    """The approval of the whole system was on file by its name."""
    more: dict[str, Any] = {"components": {"components": {}}, "makers-reports": {"makers": ["A", "B"]}}
    body = {**more[path], "document": NAMED} if path in more else FILING
    lawful(house, mode="advise").do(f"/api/law/{path}", **body)
    office(house).do("/api/law", **LAW)
    refused = problem(office(house).command(f"/api/law/{path}", **body), 409)
    sentence = "While a law is enforced, attach the document: POST /api/documents gives its sha256 and secret"
    assert (refused["detail"], refused["field"]) == (sentence, "sha256")
    digest_alone = problem(office(house).command(f"/api/law/{path}", **body, sha256="0" * 64), 409)
    assert digest_alone["detail"] == sentence, "sixty-four zeros were taken for a document"
    office(house).do(f"/api/law/{path}", **{**body, **attached(house)})


def test_a_filing_names_the_file_that_was_kept_and_no_other(house: House) -> None:
    two, kept = lawful(house, mode="advise"), send(house.console("ann"), LETTER_FILE).json()
    other = send(house.console("ann"), b"another").json()
    for wrong in ({**kept, "sha256": other["sha256"]}, {**kept, "secret": "b" * 64}):
        told = two.command("/api/law/conditions", **FILING, sha256=wrong["sha256"], secret=wrong["secret"])
        assert "No such document is kept here" in problem(told, 400)["detail"]
    told = two.command("/api/law/conditions", **FILING, secret=kept["secret"])
    assert "No such document" in problem(told, 400)["detail"]
    named = {**FILING, "document": f"a.pdf, 2013-01-02, sha256:{other['sha256']}"}
    told = two.command("/api/law/conditions", **named, sha256=kept["sha256"], secret=kept["secret"])
    assert "The attached file is another one than" in problem(told, 409)["detail"]


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"", "application/octet-stream", 400),
        (b"x" * (MOST_FILE_BYTES + 1), "application/octet-stream", 413),
        (b"x", "text/plain", 415),
        (b"x", "multipart/form-data; boundary=a", 415),
        (b"x", "application/x-www-form-urlencoded", 415),
    ],
    ids=["empty", "too large", "text", "several parts", "a form"],
)
def test_what_is_no_document_is_refused(shared_house: House, content: bytes, kind: str, status: int) -> None:
    problem(send(shared_house.console("ann"), content, kind), status)


def test_who_files_nothing_sends_no_document(house: House) -> None:
    for who in ("sue", "ray", "ida"):
        problem(send(house.console(who), b"x"), 403)
    problem(send(house.keypad(), b"x"), 403)
    problem(send(house.nobody(), b"x"), 401)


def test_the_largest_document_has_room(house: House) -> None:
    content = bytes(MOST_FILE_BYTES)
    kept = send(house.console("ann"), content).json()
    lawful(house).do("/api/law/conditions", **FILING, sha256=kept["sha256"], secret=kept["secret"])
    assert house.console("ray").get(f"/api/documents/{kept['sha256']}").content == content


def test_filings_whose_documents_were_not_restored_close_the_floor(house: House, tmp_path: Path) -> None:
    """A room restored without its secrets still counted filings whose files were gone."""
    lawful(house)
    copy, room = tmp_path / "copy", tmp_path / "restored"
    room.mkdir()
    backup(house.controller.settings.address, copy)
    restore(copy, room / "room.db")
    with reopened(room, house.devices, house.wall) as restored:
        says = restored.controller.floor.closed
        assert "is not beside the journal: attach it to a filing again" in says
        refused = problem(restored.keypad().command("/api/tables/T1/start", bets=bets(1)), 409)
        assert "is not beside the journal" in refused["detail"]


def test_the_floor_opens_when_a_lost_document_is_attached_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    lawful(house)
    two, kept = office(house), Secrets.kept
    two.do("/api/law/conditions", **FILING | {"condition": "makers-licensed"} | attached(house, b"another"))
    before = house.controller.floor.paperwork.relied_on
    assert len(before) == len({*before.values()}) == 2, "each has a file of its own"
    gone = {name for names in before.values() for name in names}
    monkeypatch.setattr(Secrets, "kept", lambda self, names: kept(self, names) - gone)
    house.run(house.controller.check)
    assert house.controller.floor.closed
    monkeypatch.undo()
    office(house).do("/api/law/conditions", **FILING | attached(house))
    house.console("eve", "ida").do("/api/floor/opening", why="the letter is attached again")
    house.run(house.controller.check)
    assert not house.controller.floor.closed
    house.keypad().press("start", bets=bets(1))


def test_a_document_that_is_missing_beside_the_journal_is_named(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = send(house.console("ann"), LETTER_FILE).json()
    lawful(house).do("/api/law/conditions", **FILING, sha256=kept["sha256"], secret=kept["secret"])
    ray = house.console("ray")
    monkeypatch.setattr(Secrets, "read", lambda self, name: None)
    told = problem(ray.get(f"/api/documents/{kept['sha256']}"), 503)["detail"]
    assert "is not beside the journal: restore it from a backup with its secrets" in told
