"""Cards with their PINs, devices with their keys: the log holds digests, and knows who is who."""

from typing import Any

import pytest

from fairfelt.room import SERVER, Device, DeviceKind
from tests.room.floors import Pit, digest

IDA = {"cards": ["card ida"]}


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


def test_a_locked_card_changes_nothing_until_somebody_else_unlocks_it_perhaps_with_a_new_pin() -> None:
    pit = Pit()
    answers = [pit.serves("enter pin", device="keypad T1", card="card sue", right=False) for _ in range(3)]
    assert [answer["locks"] for answer in answers] == [False, False, True]
    asked = {"card": "card sue", "secret": digest("new")}
    assert "is locked" in pit.refused("change pin", **asked, cards=["card sue"])
    pit.do("unlock card", card="card sue", **IDA)
    assert pit.floor.cards["card sue"].secret == digest("sue"), "without a new one the PIN stays"
    sentence = "card card sue is not locked: its holder changes the PIN, with the card itself"
    assert pit.refused("unlock card", **asked, **IDA) == sentence
    assert pit.floor.cards["card sue"].secret == digest("sue")
    for name in ("card sue", "card ida"):
        for _ in range(3):
            pit.serves("enter pin", device="keypad T1", card=name, right=False)
    pit.do("unlock card", card="card ida", cards=["card eve"])
    pit.do("unlock card", **asked, **IDA)
    assert pit.floor.cards["card sue"].secret == digest("new")


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
    pit.do("issue card", card="card eve 2", person="eve", secret=digest("eve 2"), **IDA)
    pit.do("close floor", reason="x", cards=["card eve 2"])


@pytest.mark.parametrize("secret", ["", "1234", "F" * 64, 7, None])
def test_a_secret_is_a_digest_and_never_the_secret_itself(secret: object) -> None:
    asked = {"card": "card 9", "person": "sue", "secret": secret}
    assert Pit().refused("issue card", **asked, **IDA).startswith("secret is a SHA-256 of 64 hexadecimal digits")


def test_the_first_person_of_a_room_can_let_others_in() -> None:
    pit = Pit.__new__(Pit)
    pit.room, pit.events, pit.sequence = type(Pit().room)(), [], 0
    pit.floor = pit.room.initial()
    asked = {"person": "dan", "name": "Dan", "role": "dealer"}
    assert "an executive or technician, not a dealer" in pit.refused("add person", **asked)


def test_each_kind_of_device_belongs_somewhere() -> None:
    pit = Pit()
    kinds: tuple[tuple[str, dict[str, str]], ...] = (
        ("keypad", {"table": "T1"}), ("display", {"link": "pit"}), ("console", {}),
    )  # fmt: skip
    for kind, place in kinds:
        pit.do("enrol device", device=f"a {kind}", device_kind=kind, key_sha256=digest(kind), **place, **IDA)
    assert pit.floor.devices["a keypad"] == Device(DeviceKind.KEYPAD, digest("keypad"), table="T1")
    assert pit.floor.devices["a display"] == Device(DeviceKind.DISPLAY, digest("display"), link="pit")
    assert pit.floor.devices["a console"] == Device(DeviceKind.CONSOLE, digest("console"))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"device_kind": "toaster"}, 'device_kind is one of keypad, display, console, auditor, not "toaster"'),
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
    assert sentence in Pit().refused("enrol device", **asked, **IDA)


def test_a_device_gets_another_key() -> None:
    pit = Pit()
    asked = {"device": "keypad T1", "key_sha256": digest("newer")}
    assert "card required" in pit.refused("renew key", **asked, cards=["card sue"])
    pit.do("renew key", **asked, **IDA)
    assert pit.floor.devices["keypad T1"].key_sha256 == digest("newer")
    assert pit.floor.devices["keypad T1"].enabled
    assert "a key of its own" in pit.refused("renew key", **asked, **IDA)
    assert 'no device "toaster"' in pit.refused("renew key", device="toaster", key_sha256=digest("x"), **IDA)
