"""Sessions, PINs and the brake on guessing, with a clock in our hand."""

from pathlib import Path

import pytest

from fairfelt.ledger.store import Journal, Secrets, place_of
from fairfelt.server import BadPin, Pins, Sessions, SignInRefused, Throttle, TooManyTries
from fairfelt.server.cards import IDLE_S, LONGEST_S, MOST_KEYS, MOST_SESSIONS
from tests.server.dying_server import CHEAP


class Hand:
    """A clock that moves when told."""

    def __init__(self) -> None:
        self.now_s = 1_000.0

    def __call__(self) -> float:
        return self.now_s


def test_a_session_ends_when_nobody_uses_it() -> None:
    clock = Hand()
    sessions = Sessions(clock)
    token = sessions.open("card eve", "eve", "console")
    clock.now_s += IDLE_S
    found = sessions.find(token, "console")
    assert found
    assert found.person == "eve"
    clock.now_s += IDLE_S + 1
    assert sessions.find(token, "console") is None


def test_a_session_ends_after_a_long_day_even_in_use() -> None:
    clock = Hand()
    sessions = Sessions(clock)
    token = sessions.open("card eve", "eve", "console")
    for _ in range(int(LONGEST_S // IDLE_S)):
        clock.now_s += IDLE_S
        assert sessions.find(token, "console")
    clock.now_s += IDLE_S
    assert sessions.find(token, "console") is None


def test_a_token_is_worth_nothing_elsewhere_or_made_up() -> None:
    sessions = Sessions(Hand())
    token = sessions.open("card eve", "eve", "console")
    assert sessions.find(token, "keypad") is None
    assert sessions.find("made up", "console") is None
    assert not sessions.close(token, "keypad")
    assert sessions.close(token, "console")
    assert sessions.find(token, "console") is None


def test_all_sessions_of_a_card_end_with_it() -> None:
    sessions = Sessions(Hand())
    eve, sue = sessions.open("card eve", "eve", "a"), sessions.open("card sue", "sue", "a")
    sessions.close_card("card eve")
    assert sessions.find(eve, "a") is None
    assert sessions.find(sue, "a")


def test_sessions_have_a_limit_and_ended_ones_make_room() -> None:
    clock = Hand()
    sessions = Sessions(clock)
    for _ in range(MOST_SESSIONS):
        sessions.open("card eve", "eve", "console")
    with pytest.raises(SignInRefused):
        sessions.open("card eve", "eve", "console")
    clock.now_s += IDLE_S + 1
    assert sessions.open("card eve", "eve", "console")


def test_failures_are_braked_by_who_made_them_and_forgotten_in_time() -> None:
    clock = Hand()
    throttle = Throttle(clock, most=3, within_s=60)
    for _ in range(3):
        throttle.check("here")
        throttle.failed("here")
        clock.now_s += 10
    with pytest.raises(TooManyTries) as told:
        throttle.check("here")
    assert told.value.wait_s == 30
    assert str(told.value) == "too many failed attempts: wait 30 seconds and try again"
    throttle.check("elsewhere")
    clock.now_s += 30
    throttle.check("here")


def test_the_brake_remembers_no_more_than_it_must() -> None:
    throttle = Throttle(Hand(), most=1)
    for number in range(MOST_KEYS + 1):
        throttle.failed(str(number))
    throttle.check("0")
    with pytest.raises(TooManyTries):
        throttle.check("1")


@pytest.fixture
def pins(tmp_path: Path) -> Pins:
    place = place_of(tmp_path / "room.db")
    journal = Journal(place)
    journal.open()
    journal.close()
    return Pins(Secrets(place), CHEAP)


def test_a_pin_is_known_by_its_digest_only(pins: Pins) -> None:
    secret = pins.keep("2468")
    assert len(secret) == 64
    assert pins.known_among([secret, "0" * 64]) == {secret}
    assert pins.right(secret, "2468")
    assert not pins.right(secret, "2469")
    assert not pins.right(secret, "")
    assert not pins.right("", "2468")
    assert not pins.right("0" * 64, "nobody's PIN")


def test_the_same_pin_twice_is_two_secrets(pins: Pins) -> None:
    assert pins.keep("2468") != pins.keep("2468")


@pytest.mark.parametrize(
    ("pin", "sentence"),
    [
        ("123", "a PIN is 4 to 12 digits"),
        ("1234567890123", "a PIN is 4 to 12 digits"),
        ("12a4", "a PIN is 4 to 12 digits"),
        ("١٢٣٤", "a PIN is 4 to 12 digits"),
        ("7777", "a PIN of one digit repeated is the first one anybody tries: choose another"),
    ],
)
def test_a_bad_pin_is_told(pin: str, sentence: str, pins: Pins) -> None:
    with pytest.raises(BadPin, match=sentence):
        pins.keep(pin)
