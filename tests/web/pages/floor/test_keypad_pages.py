"""The pages around keypads and displays: the room, in earnest and as a demonstration, and what stands on a keypad."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from msgspec import structs
from starlette.testclient import TestClient

from fairfelt.jackpot import Level
from fairfelt.room import LABELS, Controls, HandButton, Phase, Table
from fairfelt.server import Controller, Manifest, Settings
from fairfelt.twin.demo import CARDS, demo_hints, demo_key, demonstrate, tables
from fairfelt.web import application
from fairfelt.web.pages.counting import Counting
from fairfelt.web.pages.floor import BUTTONS, chips, pay_text
from tests.web.card_room import TERMS, UNIT
from tests.web.visiting import check_three, closing, uncounted

OURS = {"Sec-Fetch-Site": "same-origin"}


def a_table(controls: Controls = Controls.NEXUS, denominations_micros: tuple[int, ...] = ()) -> Table:
    return Table(
        link="pit", game="", variant="", wager="", paytable="", fingerprint="", seats=6, folded_hands_qualify=False,
        denominations_micros=denominations_micros, controls=controls, hands=(),
    )  # fmt: skip


@pytest.mark.parametrize("controls", Controls)
def test_every_button_that_can_be_live_stands_on_the_keypad(controls: Controls) -> None:
    table = a_table(controls)
    labels = LABELS[controls]
    there = {labels[button.press] for button in BUTTONS if button.press in labels} | {"bet", "hand"}
    for phase in Phase:
        live = Table(**{**vars(table), "phase": phase}).live
        assert {labels[press] for press in live} <= there


def test_the_legacy_controls_have_a_key_that_is_turned_both_ways() -> None:
    turned = {LABELS[Controls.LEGACY][button.press]: button.to_jph for button in BUTTONS if button.path == "key"}
    assert turned == {"key to JPH": True, "key to RUN": False}
    assert not [button for button in BUTTONS if button.path == "key" and button.press in LABELS[Controls.NEXUS]]


def test_chips_are_the_denominations_or_the_usual_ones_up_to_the_largest_bet() -> None:
    assert chips(a_table(denominations_micros=(5 * UNIT, 10 * UNIT)), TERMS) == (5 * UNIT, 10 * UNIT)
    assert chips(a_table(), TERMS) == tuple(units * UNIT for units in (1, 2, 5, 10, 25))


@pytest.mark.parametrize(
    ("hand", "levels", "words"),
    [
        (HandButton("royal flush", "Mega", "1"), 2, "100% of Mega"),
        (HandButton("royal flush", "Mega", str(Fraction(1, 8))), 1, "12.50% of the meter"),
        (HandButton("flush", times_wager=40), 1, "40 for 1"),
    ],
)
def test_what_a_hand_pays_in_a_few_words(hand: HandButton, levels: int, words: str) -> None:
    terms = structs.replace(TERMS, levels=tuple(Level(f"Level {at}", UNIT, 0) for at in range(levels)))
    assert pay_text(hand, terms) == words


@pytest.fixture
def demonstration(tmp_path: Path) -> Iterator[TestClient]:
    """A demonstration that is played."""
    settings = Settings(
        address=tmp_path / "demo.db", hasher=PasswordHasher(1, 8, 1), read_manifest=lambda: Manifest({"a.py": "1"}, {})
    )
    counting = Counting(study=uncounted, check=check_three)
    app = application(counting, Controller(settings), hints=demo_hints(), play_room=demonstrate)
    with TestClient(app, headers=OURS) as client:
        yield client


def test_the_demonstration_opens_every_keypad_and_display_by_a_click(demonstration: TestClient) -> None:
    page = ""
    while demo_key(tables()[-1].keypad) not in page:
        page = demonstration.get("/room").text
    keys = [unescape(key) for key in re.findall(r'name="key" value="([^"]+)"', page)]
    assert len(keys) == len(set(keys)) == len(tables()) + len({table.link for table in tables()})
    assert CARDS[0].pin in page
    for key in keys:
        there = demonstration.post("/pair", data={"key": key})
        assert there.status_code == 200
        assert there.url.path.startswith(("/table/", "/display/"))
    display = next(f"/display/{table.link}" for table in tables())
    assert demonstration.get(f"{display}?rotate=30").status_code == 200
    for seconds in ("4", "601", "-5", "x", "²", "9" * 4301):
        wrong = demonstration.get(f"{display}?rotate={seconds}")
        assert wrong.status_code == 404 and "otate is whole seconds from 5 to 600" in unescape(wrong.text), seconds
    paired = demonstration.get("/pair").text
    assert paired.count("Unpair") == len(keys), "one browser may be all of them"


@pytest.mark.parametrize(("path", "status"), [("/room", 200), ("/pair", 404), ("/table/T1", 404), ("/manager", 404)])
def test_without_a_room_the_page_says_how_to_get_one(path: str, status: int) -> None:
    with closing(Counting(study=uncounted, check=check_three)) as counting:
        answer = TestClient(application(counting)).get(path)
    assert answer.status_code == status
    assert "This server runs no room: fairfelt serve --demo shows one" in answer.text
