"""The signed log in the offices: the regulator's page, the code on a win page, and a new key by two people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from fairfelt.ledger.transparency import KeyType, cosign, new_signer_key, read_proof, read_verifier_key
from fairfelt.room.commands.accounts import PrintWinPage
from fairfelt.web.desk.task import SURE
from tests.web.back_office import MORNING_MICROS, PINS, BackOffice, back_office

NOW_S = MORNING_MICROS // 1_000_000


@pytest.fixture
def office(tmp_path: Path) -> Iterator[BackOffice]:
    """Nobody is signed in yet."""
    with back_office(tmp_path) as opened:
        yield opened


def test_a_regulator_sees_where_the_log_stands_and_who_watches_it(office: BackOffice) -> None:
    office.sign_in("R-1", then="/regulator")
    page = unescape(office.get("/regulator/transparency"))
    key = office.controller.floor.checkpoint_key
    assert f"fairfelt witness http://testserver --key {key} --state witness-" in page
    assert "No witness has signed since the server started." in page
    assert "No damage found" in page
    publishing, ledger = office.controller.publishing, office.controller.ledger
    signed = publishing.checkpoint(ledger)
    for name, ago_s, words in (("a", 40, "40 s ago"), ("b", 7_300, "2 h 1 min ago"), ("c", 86_400, "1 d 0 h ago")):
        witness = new_signer_key(name, KeyType.COSIGNATURE)
        written = cosign(signed, witness, NOW_S - ago_s).note.written
        publishing.take(ledger, written, witness.verifier.text, NOW_S)
        assert words in office.get("/regulator/transparency")
    office.win()
    assert 'href="/api/wins/1/proof" download="award-1.tlog-proof"' in office.get("/regulator/awards")
    page = office.get("/regulator/transparency")
    assert "not on a list" in page


def test_the_log_that_cannot_be_signed_is_said_plainly(office: BackOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    office.sign_in("R-1", then="/regulator")
    office.controller.publishing._publishers.clear()
    monkeypatch.setattr("fairfelt.ledger.store.Secrets.read", lambda *_: None)
    page = office.get("/regulator/transparency")
    assert "The log cannot be signed." in page
    assert "The key that signs checkpoints is not among the secrets" in page


def test_a_win_page_has_a_code_that_leads_to_its_proof(office: BackOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    office.win()
    office.sign_in("E-1")
    office.tell(PrintWinPage(number=1, cards=("E-1",)))
    coded: list[str] = []

    def drawn(text: str) -> str:
        coded.append(text)
        return "<svg></svg>"

    monkeypatch.setattr("fairfelt.reports.room.win_page._qr_code", drawn)
    page = unescape(office.get("/manager/wins/1/1"))
    proof = read_proof(office.client.get("/api/wins/1/proof").text)
    event = office.controller.ledger.entries(after=proof.index, limit=1)[0]
    assert coded == [f"http://testserver/proof?award=1&event={event.hash}"]
    assert event.hash in page
    assert "Download proof" in page
    assert "/api/wins/1/proof" in office.get("/manager/wins")
    assert office.client.get("/manager/wins/1/1.pdf").content.startswith(b"%PDF")


def test_two_people_change_the_key(office: BackOffice) -> None:
    office.sign_in("E-1")
    old = office.controller.floor.checkpoint_key
    assert old in unescape(office.get("/manager/log-key"))
    alone = office.send("/manager/log-key", document="order 7", **{SURE: "yes"})
    assert alone.status_code == 422
    assert office.controller.floor.checkpoint_key == old
    second = {"second_card": "E-2", "second_pin": PINS["E-2"][2], SURE: "yes"}
    done = office.send("/manager/log-key", document="order 7", **second)
    assert done.status_code == 200, done.text[-500:]
    new = office.controller.floor.checkpoint_key
    assert new != old
    publishing, ledger = office.controller.publishing, office.controller.ledger
    publishing.checkpoint(ledger).check_log([read_verifier_key(new)])
    office.client.post("/desk/sign-out", data={})
    office.sign_in("R-1", then="/regulator")
    assert re.search(r"The key was changed 1\s+time", office.get("/regulator/transparency"))
