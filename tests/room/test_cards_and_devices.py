"""Cards with their PINs, devices with their keys: the log holds digests, and knows who is who."""

from typing import Any

import pytest

from fairfelt.room import SERVER, Device, DeviceKind, Room
from tests.room.floors import Pit, digest, first_person

IDA = {"cards": ["card ida"]}
TWO = {"cards": ["card ida", "card eve"]}


def test_a_card_carries_the_digest_of_its_secret_and_its_holder_changes_it() -> None:
    pit = Pit()
    assert pit.floor.cards["card sue"].secret == digest("sue")
    asked = {"card": "card sue", "secret": digest("another")}
    assert (
        pit.refused("change pin", **asked, cards=["card ida"]) == "the PIN of card card sue is changed with that card"
    )
    pit.do("change pin", **asked, cards=["card sue"])
    assert pit.events[-1].kind == "pin changed/1"
    assert pit.floor.cards["card sue"].secret == digest("another")


def lock(pit: Pit, card: str) -> None:
    """Three wrong PINs."""
    for _ in range(3):
        pit.serves("enter pin", device="keypad T1", card=card, right=False)


def test_a_locked_card_is_unlocked_by_somebody_else_with_the_pin_it_had() -> None:
    """Whoever unlocked a card could set its PIN, and did so to cards that were not locked: they acted as its holder."""
    pit = Pit()
    answers = [pit.serves("enter pin", device="keypad T1", card="card sue", right=False) for _ in range(3)]
    assert [answer["locks"] for answer in answers] == [False, False, True]
    assert "is locked" in pit.refused("change pin", card="card sue", secret=digest("new"), cards=["card sue"])
    assert 'no field "secret"' in pit.refused("unlock card", card="card sue", secret=digest("new"), **IDA)
    pit.do("unlock card", card="card sue", **IDA)
    assert pit.floor.cards["card sue"].secret == digest("sue")
    assert (
        pit.refused("unlock card", card="card sue", **IDA) == "card card sue is not locked: there is nothing to unlock"
    )


def test_who_unlocks_a_card_cannot_go_on_guessing_its_pin() -> None:
    pit = Pit()
    for _ in range(2):
        lock(pit, "card sue")
        pit.do("unlock card", card="card sue", **IDA)
        pit.serves("enter pin", device="keypad T1", card="card sue", right=True)
    lock(pit, "card sue")
    pit.do("unlock card", card="card sue", **IDA)
    lock(pit, "card sue")
    assert "two people have to reset its PIN" in pit.refused("unlock card", card="card sue", **IDA)
    assert pit.events[-1].body.code == "pin_reset_required"


def test_whether_a_pin_was_right_comes_from_the_server_only() -> None:
    reason = Pit().refused("enter pin", "keypad T1", device="keypad T1", card="card sue", right=True)
    assert reason == "whether a PIN was right comes from the server only, not from keypad T1"


def test_a_withdrawn_card_is_good_for_nothing_and_its_holder_gets_another() -> None:
    pit = Pit()
    asked = {"card": "card eve", "why": "lost in the car park"}
    assert pit.refused("withdraw card", **asked, cards=["card eve"]) == "nobody withdraws their own card"
    assert "executive or technician" in pit.refused("withdraw card", **asked, cards=["card sue"])
    pit.do("withdraw card", **asked, **IDA)
    sentence = "card card eve is withdrawn; a new card has to be issued"
    refusals: list[tuple[str, str, dict[str, Any]]] = [
        ("enter pin", SERVER, {"card": "card eve", "device": "keypad T1", "right": True}),
        ("change pin", "console", {"card": "card eve", "secret": digest("x"), "cards": ["card eve"]}),
        ("unlock card", "console", {"card": "card eve", **IDA}),
        ("withdraw card", "console", {**asked, **IDA}),
        ("close floor", "console", {"reason": "x", "cards": ["card eve"]}),
    ]
    for kind, device, body in refusals:
        assert pit.refused(kind, device, **body) == sentence
    again = {"card": "card eve 2", "person": "eve", "secret": digest("a code")}
    pit.do("issue card", **again, cards=["card ida", "card sue"])
    assert "has no PIN yet" in pit.refused("close floor", reason="x", cards=["card eve 2"])
    pit.serves("set pin", card="card eve 2", device="console", secret=digest("eve 2"))
    pit.do("close floor", reason="x", cards=["card eve 2"])


@pytest.mark.parametrize("secret", ["", "1234", "F" * 64, 7, None])
def test_a_secret_is_a_digest_and_never_the_secret_itself(secret: object) -> None:
    asked = {"card": "card 9", "person": "sue", "secret": secret}
    assert Pit().refused("issue card", **asked, **IDA).startswith("secret is a SHA-256 of 64 hexadecimal digits")


def empty_pit() -> Pit:
    """A room with nobody in it."""
    pit = Pit.__new__(Pit)
    pit.room, pit.events, pit.sequence = Room(), [], 0
    pit.floor = pit.room.initial()
    return pit


@pytest.mark.parametrize(
    ("roles", "sentence"),
    [
        (("executive", "dealer"), "founded by two people who set it up: executives or technicians"),
        (("executive",), "first is 2 to 100 people"),
        (("executive", "technician", "technician"), ""),
    ],
)
def test_two_people_who_set_up_found_a_room(roles: tuple[str, ...], sentence: str) -> None:
    pit = empty_pit()
    first = [first_person(f"p{at}", role) for at, role in enumerate(roles)]
    if sentence:
        assert sentence in pit.refused("found room", SERVER, first=first)
        return
    assert "comes from the server only" in pit.refused("found room", first=first)
    assert 'already a person "p0"' in pit.refused("found room", SERVER, first=[*first, first[0]])
    pit.serves("found room", first=first)
    assert "was founded before" in pit.refused("found room", SERVER, first=first)


def test_nobody_joins_a_room_that_was_not_founded() -> None:
    assert "two cards required" in empty_pit().refused("add person", person="eve", name="Eve", role="executive")


def test_each_kind_of_device_belongs_somewhere() -> None:
    pit = Pit()
    kinds: tuple[tuple[str, dict[str, str]], ...] = (
        ("keypad", {"table": "T1"}), ("display", {"link": "pit"}), ("console", {}),
    )  # fmt: skip
    for kind, place in kinds:
        pit.do("enrol device", device=f"a {kind}", device_kind=kind, key_sha256=digest(kind), **place, **TWO)
    assert pit.floor.devices["a keypad"] == Device(DeviceKind.KEYPAD, digest("keypad"), table="T1")
    assert pit.floor.devices["a display"] == Device(DeviceKind.DISPLAY, digest("display"), link="pit")
    assert pit.floor.devices["a console"] == Device(DeviceKind.CONSOLE, digest("console"))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (
            {"device_kind": "toaster"},
            'device_kind is one of keypad, display, sign, console, auditor, room, not "toaster"',
        ),
        ({"table": "T9"}, 'there is no table "T9"'),
        ({"table": ""}, 'there is no table ""'),
        ({"device_kind": "display", "link": "moon"}, 'there is no link "moon"'),
        ({"device_kind": "display"}, 'there is no link ""'),
        ({"device": "server"}, "needs a name that is not 'server'"),
        ({"device": "a/b"}, "device is a name of 1 to 80 characters without a slash"),
        ({"device": "keypad T1"}, 'there is already a device "keypad T1"'),
        ({"key_sha256": "abc"}, "key_sha256 is a SHA-256"),
        ({"key_sha256": digest("T1")}, "every device needs a key of its own"),
    ],
)
def test_devices_that_cannot_be_enrolled(wrong: dict[str, str], sentence: str) -> None:
    asked = {"device": "new", "device_kind": "keypad", "table": "T1", "key_sha256": digest("new"), **wrong}
    assert sentence in Pit().refused("enrol device", **asked, **TWO)


def test_a_device_gets_another_key() -> None:
    pit = Pit()
    asked = {"device": "keypad T1", "key_sha256": digest("newer")}
    assert "two cards required" in pit.refused("renew key", **asked, cards=["card sue", "card ann"])
    assert "two cards required" in pit.refused("renew key", **asked, **IDA)
    pit.do("renew key", **asked, **TWO)
    assert pit.floor.devices["keypad T1"].key_sha256 == digest("newer")
    assert pit.floor.devices["keypad T1"].enabled
    assert "a key of its own" in pit.refused("renew key", **asked, **TWO)
    assert 'no device "toaster"' in pit.refused("renew key", device="toaster", key_sha256=digest("x"), **TWO)
