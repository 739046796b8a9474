"""The proof page in a real browser: what it says of right, wrong and unsigned proofs, and that it sends none."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from fairfelt.ledger.transparency import KeyType, SignerKey
from tests.ledger.witness.test_watched_room import win
from tests.web.browsers import DESK, PHONE, fits
from tests.web.card_room import CardRoom, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """A room that has paid an award."""
    with opened(tmp_path_factory.mktemp("room")) as served:
        win(served)
        yield served


@pytest.fixture(scope="module")
def phone(one_browser: Browser) -> Iterator[Page]:
    """A phone in Washington."""
    with one_browser.new_context(viewport=PHONE, timezone_id="America/Los_Angeles") as context:
        yield context.new_page()


@pytest.fixture
def page(phone: Page, room: CardRoom) -> Page:
    """The proof page, empty."""
    phone.goto(f"{room.url}/proof")
    return phone


def proof_of(room: CardRoom) -> str:
    with urlopen(f"{room.url}/api/wins/1/proof", timeout=120) as answer:
        found: str = answer.read().decode()
    return found


def drop(page: Page, text: str) -> None:
    """Choose a file; what the page then says is to be waited for."""
    page.locator("#file").set_input_files({"name": "x.tlog-proof", "mimeType": "text/plain", "buffer": text.encode()})


def test_the_code_of_a_win_page_leads_to_what_it_proves(page: Page, room: CardRoom) -> None:
    with urlopen(f"{room.url}/api/wins/1/proof", timeout=120) as answer:
        assert answer.headers["content-type"].startswith("text/plain")
    page.goto(f"{room.url}/proof?award=1")
    page.get_by_role("heading", name="Award 1 is on the room’s log").wait_for()
    said = page.locator("#result").inner_text()
    for words in ("$250.00 (USD)", "Full house", "Spokane", "Signed by the room with the key", "Time, UTC", "PST"):
        assert words in said, words
    assert "Who won, who else was at the table" in said
    page.set_viewport_size(DESK)
    assert fits(page)
    page.set_viewport_size(PHONE)
    assert fits(page)


def wrong_files(text: str) -> Iterator[tuple[str, str]]:
    """Files that prove nothing, and what is said of each."""
    yield text.replace("c2sp.org", "example.org", 1), "This file is not a proof"
    yield text.replace("\n\n", "\n", 1), "damaged or incomplete"
    yield text.replace("extra ey", "extra !!", 1), "a part of it is not base64"
    index = int(text.split("\nindex ")[1].split()[0])
    other = text.replace(f"\nindex {index}\n", f"\nindex {index ^ 1}\n")
    yield other, "its hashes do not lead to the signed root"
    extra = text.split("\n")[1].removeprefix("extra ")
    line = b64decode(extra).replace(b'"amount_micros":250000000', b'"amount_micros":950000000')
    yield text.replace(extra, b64encode(line).decode()), "The event was changed"
    signature = text.rstrip("\n").rsplit(" ", 1)[1]
    data = bytearray(b64decode(signature))
    data[-1] ^= 1
    yield text.replace(signature, b64encode(bytes(data)).decode()), "The signature is wrong"


def test_a_file_is_checked_here_and_sent_nowhere(page: Page, room: CardRoom) -> None:
    text = proof_of(room)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    drop(page, text)
    page.get_by_role("heading", name="Award 1 is on the room’s log").wait_for()
    for wrong, sentence in wrong_files(text):
        assert wrong != text
        drop(page, wrong)
        page.locator("#result").get_by_text(sentence).wait_for()
        assert "is on the room’s log" not in page.locator("#result").inner_text(), sentence
    assert [url for url in asked if not url.endswith("/static/mark.svg")] == []
    name = room.controller.floor.checkpoint_key.split("+")[0]
    for typed, sentence in (
        ("", "No key was entered, so the signature was not checked"),
        (SignerKey(name, KeyType.LOG, b"x" * 32).verifier.text, "did not sign this with the key entered"),
        (SignerKey("another", KeyType.LOG, b"x" * 32).verifier.text, "This proof is of another room than the key"),
        ("nonsense", "This is not the key of a room"),
    ):
        page.locator("#key").fill(typed)
        page.locator("#key").blur()
        drop(page, text)
        page.locator("#result").get_by_text(sentence).wait_for()
    page.locator("#key").fill(room.controller.floor.checkpoint_key)
    page.evaluate(
        "() => { crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError')); }"
    )
    drop(page, text)
    page.get_by_role("heading", name="the signature was not checked").wait_for()
    page.locator("#result").get_by_text("the signature was not checked here").wait_for()


def test_another_event_than_the_printed_one_is_found(page: Page, room: CardRoom) -> None:
    page.goto(f"{room.url}/proof?award=1&event={'0' * 64}")
    page.locator("#result").get_by_text("This is not the event on the printed jackpot slip").wait_for()
    page.goto(f"{room.url}/proof?award=99")
    page.locator("#result").get_by_text("There is no award 99; the last one is 1").wait_for()


@pytest.mark.heavy
def test_a_page_that_is_not_secure_checks_nothing(browser: Browser, room: CardRoom) -> None:
    page = browser.new_context(viewport=PHONE).new_page()
    page.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', { value: false })")
    page.goto(f"{room.url}/proof?award=1")
    page.locator("#result").get_by_text("checks proofs only on a secure page").wait_for()
    assert page.locator("#drop").is_hidden()
