"""A real board, with pins that are played: what is connected where, buttons, lamps, the key switch, the counter."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from fairfelt.server.hardware.protocol import CardSecret, SealedCard, seal, unseal

KEY = "the key of the table controller"
FIRMWARE = Path(__file__).parents[3] / "firmware"
CONFIG: dict[str, Any] = {
    "host": "broker.example", "port": 8883, "authority": "authority.pem", "device": "t1", "key": "a secret",
    "store": "store.json", "bet_micros": 1_000_000,
    "pins": {
        "sensors": {"1": 2, "2": 3}, "lamps": {"1": 16, "2": 17}, "buttons": {"start": 10}, "hands": {"flush": 11},
        "key_switch": 13, "connection_lamp": 25,
    },
}  # fmt: skip


class Pin:
    """A pin whose level is in our hand; inputs are high until they are pressed."""

    IN, OUT, PULL_UP = 0, 1, 2
    all: ClassVar[dict[int, Pin]] = {}

    def __init__(self, number: int, way: int, pull: int | None = None) -> None:
        assert isinstance(number, int), "a pin of this board is a number"
        self.level = way == Pin.IN
        Pin.all[number] = self

    def value(self, level: bool | None = None) -> bool:
        if level is not None:
            self.level = bool(level)
        return self.level


class Table:
    """Takes what the board says."""

    def __init__(self) -> None:
        self.pressed: list[tuple[str, dict[str, Any]]] = []
        self.sensed: dict[int, int] = {}

    def sense(self, readings: dict[int, int], now_ms: int) -> None:
        self.sensed = readings

    def press(self, do: str, body: dict[str, Any], now_ms: int) -> bool:
        self.pressed.append((do, body))
        return True

    def is_current(self, now_ms: int) -> bool:
        return True

    def is_waiting(self) -> bool:
        return False

    def lamps(self) -> dict[str, str]:
        return {"2": "locked"}


@pytest.fixture
def firmware(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports a file of the firmware."""
    names = {file.stem for file in FIRMWARE.glob("*.py")}
    monkeypatch.syspath_prepend(str(FIRMWARE))
    monkeypatch.setitem(sys.modules, "machine", SimpleNamespace(Pin=Pin))
    kept = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    yield import_module
    for name in names:
        sys.modules.pop(name, None)
    sys.modules.update(kept)


def test_buttons_sensors_lamps_and_the_key_switch(firmware: Any) -> None:
    """The pin of the key switch had the name of the device's secret key in the configuration: no board could start."""
    board, table = firmware("board").Board(CONFIG), Table()
    pins = Pin.all
    for number in (3, 10, 11, 13):
        pins[number].level = False
    for now_ms in (0, 20, 40, 60, 80):
        board.look(table, now_ms)
    assert table.sensed == {2: 1_000_000}
    assert table.pressed == [("key", {"to_jph": True}), ("start", {}), ("hand", {"hand": "flush"})], "each once"
    board.show(table, 80)
    assert [pins[number].level for number in (16, 17, 25)] == [False, True, True]


def test_milliseconds_go_on_where_the_counter_begins_anew(firmware: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """After twelve days the counter of a board starts over, and nothing was ever sent again."""
    main, period = firmware("main"), 2**30
    now = [period - 10]
    monkeypatch.setattr(main.time, "ticks_ms", lambda: now[0], raising=False)
    monkeypatch.setattr(
        main.time, "ticks_diff", lambda new, old: (new - old + period // 2) % period - period // 2, raising=False
    )
    ticks_ms = main.Ticks()
    began = ticks_ms()
    now[0] = 15
    assert ticks_ms() - began == 25


def test_what_is_wrong_with_the_description_of_a_board_is_said(firmware: Any) -> None:
    faults = firmware("pins").faults
    assert faults(CONFIG) == []
    assert faults({}) == [
        "config.json names no device", "config.json names no host", "config.json names no key",
        "config.json names no port", "config.json names no store",
        'config.json names no authority for TLS; "plain": true leaves TLS out, on a desk',
        "bet_micros in config.json is no amount in millionths above zero", "config.json has no pins with sensors",
    ]  # fmt: skip
    pins = {
        "sensors": {"1": 2, "left": 3}, "lamps": {"1": 2}, "buttons": {"dance": 4}, "key_switch": True, "horns": {}
    }  # fmt: skip
    assert faults({**CONFIG, "pins": pins}) == [
        "there are no horns on a board", "pin 2 is named twice: sensor 1, lamp 1", "key switch has no pin, but True",
        "sensors are by seat, not by 'left'", "no button does 'dance'; buttons do start, end, confirm, void",
    ]  # fmt: skip


def test_both_ends_seal_alike(firmware: Any) -> None:
    """The same bytes from the board's own HMAC and from Python's, also where a key is longer than a block."""
    for key in (KEY, "k" * 16, "ä" * 100):
        for card, pin in (("S-1", "3579"), ("", ""), ("a card with a long name " * 3, "123456789012")):
            theirs = firmware("cards").seal(key, "exchange", "0" * 32, card, pin)
            assert theirs == seal(key, "exchange", "0" * 32, card, pin)
            assert unseal(key, SealedCard(2, "exchange", "0" * 32, theirs)) == CardSecret(card, pin)
    documented = (FIRMWARE.parent / "docs" / "hardware.md").read_text().replace("\n", "")
    assert seal("k" * 16, "exchange", "0" * 32, "S-1", "3579") in documented
    assert seal(KEY, "exchange", "1" * 32, "S-1", "3579") != seal(KEY, "exchange", "2" * 32, "S-1", "3579")


def test_a_board_answers_no_challenge_of_another_card_and_gives_up(firmware: Any) -> None:
    """A challenge that is sent to it again would have it seal another PIN with the same bytes."""
    cards = firmware("cards").Cards(KEY)
    assert cards.present("S-1", "3579", 0)
    assert not cards.present("E-1", "2468", 1), "one at a time"
    ((part, told),) = cards.say
    assert part == "ask"
    cards.hear("challenge", {"id": "another one", "nonce": "0" * 32}, 1)
    assert len(cards.say) == 1
    cards.hear("challenge", {"id": told["id"], "nonce": "0" * 32}, 1)
    assert cards.say[1][0] == "card"
    cards.hear("answer", {"id": told["id"], "ok": False, "code": "ask_again"}, 2)
    cards.work(3)
    assert cards.say[2] == ("ask", told)
    cards.work(15_000)
    assert (cards.is_waiting(), cards.sentence) == (False, "no answer: put the card in again")
    cards.hear("answer", {"id": told["id"], "ok": True, "signed_in": 1}, 15_001)
    assert cards.signed_in == 0


def test_a_press_names_the_last_card_and_from_the_sign_out_on_the_sign_out(firmware: Any) -> None:
    cards, table = firmware("cards").Cards(KEY), firmware("table").Table({}, id)
    table.cards = cards
    cards.present("S-1", "3579", 0)
    card = cards.say[0][1]["id"]
    cards.hear("answer", {"id": card, "ok": True, "signed_in": 1}, 0)
    state = {"next": 7, "round": 1, "bets": {}, "sensed": [], "quarantined": {}, "lamps": {}, "phase": "playing"}
    table.hear("table", state, 0)
    assert table.press("confirm", {}, 1)
    assert table.store["under"]["after"] == card
    table.hear("answer", {"n": 7, "ok": True, "next": 8, **state}, 2)
    cards.present("", "", 3)
    assert table.press("confirm", {}, 4), "the sign-out is not answered, and may never be"
    assert table.store["under"]["after"] == cards.say[-1][1]["id"] != card


@pytest.mark.parametrize("rounds", [(2,), (4,), (2, 5), (1,)])
def test_after_a_power_cut_or_an_outage_the_room_compares_at_once(firmware: Any, rounds: tuple[int, ...]) -> None:
    """Rounds that a controller had not seen were an alarm at the next START, and rounds that the room had lost none."""
    table = firmware("table").Table({"counted": {"round": 2, "rounds": 2, "wagers": 2, "wagered_micros": 2}}, id)
    state = {"next": 7, "bets": {}, "sensed": [], "quarantined": {}, "lamps": {}, "phase": "playing"}
    for at in rounds:
        table.say.clear()
        table.hear("table", {**state, "round": at}, 0)
        ((part, told),) = table.say
        assert (part, told["round"]) == ("counters", 2)
        table.hear("counted", {"round": at, "rounds": at, "wagers": at, "wagered_micros": at}, 0)
        assert table.store["counted"]["rounds"] == at
    table.hear("table", {**state, "round": rounds[-1] + 1}, 0)
    assert table.store["counted"]["rounds"] == rounds[-1] + 1


def test_a_round_that_is_opened_again_is_not_counted_and_makes_no_sensor_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """An award of the last round was backed out while bets for the next one lay on the sensors."""
    monkeypatch.syspath_prepend(FIRMWARE)
    monkeypatch.delitem(sys.modules, "table", raising=False)
    table = import_module("table").Table({"counted": {"round": 1, "rounds": 1, "wagers": 2, "wagered_micros": 2}}, id)
    state = {"next": 7, "round": 1, "bets": {}, "sensed": [1], "quarantined": {}, "lamps": {}}
    table.hear("table", {**state, "phase": "betting"}, 0)
    for turn in range(1, 5):
        table.sense({1: 1_000_000}, turn)
        table.store["under"] = None
        table.hear("table", {**state, "phase": "playing"}, turn)
        table.hear("table", {**state, "phase": "betting"}, turn)
    presses = [told["do"] for part, told in table.say if part == "press"]
    assert set(presses) == {"sensed"}, "the bets are told again, and no sensor is called stuck"
    assert table.store["counted"]["rounds"] == 1
