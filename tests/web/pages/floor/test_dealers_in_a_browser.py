"""Dealers at the keypad in a real browser: signed in, asked again without losing a press, claims in their order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairfelt.room.commands.people import SetHouseRules
from fairfelt.room.commands.round_events import AwardsConfirmed, GameStarted
from fairfelt.room.commands.rounds import Bet, EndGame, PlaceBets, PressHand, StartGame
from fairfelt.room.event import Refused, RoomEvent
from tests.support.heavy import first_few
from tests.web.browsers import fits
from tests.web.card_room import (
    TABLET_FIRST,
    CardRoom,
    claim,
    keypad,
    light,
    opened,
    press,
    put_in,
    ready,
    sign_in,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

pytestmark = pytest.mark.xdist_group("browser")
MAJOR = "straight flush"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    """A room whose dealers sign in."""
    with opened(tmp_path, rule(dealers_sign_in=True)) as served:
        yield served


def rule(*, dealers_sign_in: bool) -> SetHouseRules:
    return SetHouseRules(dealers_sign_in=dealers_sign_in, why="as busy as it is", cards=("E-1", "E-2"))


def by(room: CardRoom, *types: type[RoomEvent]) -> list[list[str]]:
    """Who did these, oldest first."""
    events: list[dict[str, Any]] = room.events(*types)
    return [[actor["person"] for actor in event.get("by", [])] for event in events]


@TABLET_FIRST
def test_a_dealer_signs_in_deals_and_signs_out(room: CardRoom, browser: Browser, size: ViewportSize) -> None:
    page = keypad(browser, room, size=size)
    page.get_by_text("No dealer is signed in: sign in with card and PIN, then deal.").wait_for()
    page.locator("#seat-3").click()
    sign_in(page)
    page.get_by_text("1 bet, $1.").wait_for()
    page.locator("#seats[aria-busy=false]").wait_for()
    assert by(room, PlaceBets.recorded) == [["dan"]]
    assert fits(page)
    press(page, "START GAME")
    page.get_by_text("Bets are locked").wait_for()
    page.reload()
    ready(page)
    page.get_by_text("Dan, dealer").wait_for()
    press(page, "END GAME")
    page.get_by_text("Choose a chip").wait_for()
    press(page, "Sign out")
    page.get_by_text("No dealer signed in").wait_for()
    press(page, "Sign in")
    sign_in(page)
    assert by(room, PlaceBets.recorded, GameStarted, EndGame.recorded) == [["dan"], ["dan"], ["dan"]]
    assert room.events(Refused) == [], "nobody troubled the room before"


@pytest.mark.heavy
def test_who_cancels_sends_nothing(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room)
    page.locator("#seat-3").click()
    page.locator("dialog[open]").get_by_role("button", name="Cancel").click()
    page.locator("#seats-note").get_by_text("a dealer signs in first").wait_for()
    page.locator("#seat-3[data-bet='no bet']").wait_for()
    assert room.events(PlaceBets.recorded, Refused) == []


@pytest.mark.heavy
def test_a_rule_made_while_the_keypad_is_open_asks_too(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room)
    room.tell(rule(dealers_sign_in=False))
    page.reload()
    ready(page)
    light(page, 1)
    room.tell(rule(dealers_sign_in=True))
    press(page, "START GAME")
    page.locator("dialog").get_by_text("No dealer is signed in at this keypad").wait_for()
    sign_in(page)
    page.get_by_text("Bets are locked").wait_for()
    assert by(room, GameStarted) == [["dan"]]
    assert [event["code"] for event in room.events(Refused)] == ["sign_in_required"]


@pytest.mark.heavy
@pytest.mark.parametrize("reload", first_few([True, False], 1))
def test_an_ended_session_is_renewed_and_the_same_press_sent_again(
    room: CardRoom, browser: Browser, *, reload: bool
) -> None:
    page = keypad(browser, room)
    press(page, "Sign in")
    sign_in(page)
    light(page, 4)
    room.controller.cards.sessions.close_card("D-1")
    press(page, "START GAME")
    page.locator("dialog").get_by_text("sign in again with card and PIN").wait_for()
    if reload:
        page.reload()
        page.locator("dialog").get_by_text("No dealer is signed in at this keypad").wait_for()
    sign_in(page)
    page.get_by_text("Bets are locked").wait_for()
    assert by(room, GameStarted) == [["dan"]]
    assert len(room.events(Refused)) == int(reload)


@pytest.mark.heavy
def test_a_dealer_who_was_away_too_long_signs_in_for_the_confirmation(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room)
    press(page, "Sign in")
    sign_in(page)
    light(page, 4)
    press(page, "START GAME")
    claim(page, 4, "Flush")
    room.controller.cards.sessions.close_card("D-1")
    press(page, "CONFIRM")
    put_in(page, "S-1")
    page.locator("dialog").get_by_text("Dealer sign-in").wait_for()
    sign_in(page)
    page.locator("#claims").get_by_text("Confirmed: pay").wait_for()
    page.locator("#person").wait_for(state="hidden")
    page.get_by_text("Dan, dealer").wait_for()
    assert by(room, AwardsConfirmed) == [["dan", "sam"]]
    press(page, "END GAME")
    page.get_by_text("Choose a chip").wait_for()
    assert by(room, EndGame.recorded) == [["dan"]], "the supervisor's card was for one press"


@pytest.mark.heavy
@TABLET_FIRST
def test_a_later_claim_is_confirmed_anyway_or_not(room: CardRoom, browser: Browser, size: ViewportSize) -> None:
    cards = ("D-1",)
    page = keypad(browser, room, size=size)
    room.ask("keypad T2", 1, StartGame(table="T2", bets=(Bet(1, 5_000_000),), cards=cards))
    room.ask("keypad T2", 2, PressHand(table="T2", seat=1, hand=MAJOR, cards=cards))
    press(page, "Sign in")
    sign_in(page)
    light(page, 4)
    press(page, "START GAME")
    claim(page, 4, "Straight flush")
    press(page, "CONFIRM")
    put_in(page, "S-1")
    page.locator("#earlier").get_by_text("Table T2 claimed Major before this table").wait_for()
    assert fits(page)
    page.locator("#earlier").get_by_role("button", name="Cancel").click()
    page.locator("#actions-note").get_by_text("Table T2 claimed Major").wait_for()
    assert room.events(AwardsConfirmed) == []
    press(page, "CONFIRM")
    put_in(page, "S-1")
    page.locator("#earlier").get_by_role("button", name="Confirm anyway").click()
    page.locator("#claims").get_by_text("Confirmed: pay").wait_for()
    page.locator("#person").wait_for(state="hidden")
    assert by(room, AwardsConfirmed) == [["dan", "sam"]]
    assert [event["code"] for event in room.events(Refused)] == ["earlier_claim"] * 2
