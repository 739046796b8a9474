"""Nobody acts as two: a second person is somebody else, and not made by the first a moment ago."""

from __future__ import annotations

from typing import Any

import pytest

from fairfelt.room import SERVER
from fairfelt.room.state.people import NEW_MICROS
from tests.room.floors import MEGA, UNIT, Pit, digest

TWO = ["card eve", "card ida"]
ADJUSTMENT = {
    "jackpot": "mega",
    "level": "Mega",
    "reason": "seed recovery",
    "amount_micros": 9_000 * UNIT,
    "document": "D-1",
}


def issue(pit: Pit, person: str, card: str = "", cards: list[str] = TWO) -> str:
    """A card whose holder has chosen a PIN."""
    card = card or f"card {person}"
    pit.do("issue card", card=card, person=person, secret=digest("code"), cards=cards)
    pit.serves("set pin", card=card, device="console", secret=digest(card))
    return card


def add(pit: Pit, person: str, role: str) -> str:
    """Somebody new, made by Eve and Ida."""
    pit.do("add person", person=person, name=f"{person.title()} New", role=role, cards=TWO)
    return issue(pit, person)


def wait(pit: Pit, micros: int = NEW_MICROS) -> None:
    """The pit's commands come one millionth of a second after the other."""
    pit.sequence += micros


SINGLE: list[tuple[str, dict[str, Any]]] = [
    ("add person", {"person": "ghost", "name": "Ghost", "role": "accounting"}),
    ("add person", {"person": "ghost", "name": "Ghost", "role": "dealer"}),
    ("issue card", {"card": "spare", "person": "sue", "secret": digest("x")}),
    ("reset pin", {"card": "card sue", "secret": digest("x")}),
    ("change role", {"person": "dan", "role": "supervisor", "why": "a favor"}),
    ("renew key", {"device": "keypad T1", "key_sha256": digest("x")}),
    ("enrol device", {"device": "spare", "device_kind": "console", "key_sha256": digest("x")}),
    ("open jackpot", {"jackpot": "absurd", "terms": MEGA}),
]


@pytest.mark.parametrize(("kind", "body"), SINGLE)
@pytest.mark.parametrize("card", ["card eve", "card ida", "card sue", "card ann", "card dan"])
def test_what_one_person_alone_could_do_takes_two(kind: str, body: dict[str, Any], card: str) -> None:
    """An executive added a ghost and adjusted $9,000 with it; a technician set PINs and opened an absurd jackpot."""
    pit = Pit()
    for cards in ([card], [card, card]):
        pit.refused(kind, **body, cards=cards)
        assert pit.events[-1].body.code in ("role_required", "own_card")


@pytest.mark.parametrize(("kind", "body"), SINGLE)
def test_two_people_may(kind: str, body: dict[str, Any]) -> None:
    Pit().do(kind, **body, cards=TWO)
    assert "two cards required" in Pit().refused(kind, **body, cards=["card ann", "card bob"])
    assert "two cards required" in Pit().refused(kind, **body, cards=["card ida", "card dan"])


def test_a_ghost_is_no_second_person_for_a_day() -> None:
    pit = Pit()
    ghost = add(pit, "ghost", "accounting")
    sentence = pit.refused("adjust", **ADJUSTMENT, cards=["card eve", ghost])
    assert sentence.startswith("Ghost New is no second person beside eve yet"), "people are called by their names"
    assert pit.events[-1].body.code == "not_independent"
    wait(pit, NEW_MICROS - 10)
    pit.refused("adjust", **ADJUSTMENT, cards=["card eve", ghost])
    wait(pit)
    pit.do("adjust", **ADJUSTMENT, cards=["card eve", ghost])


def test_two_ghosts_of_the_same_hand_are_no_two_people() -> None:
    pit = Pit()
    ghosts = [add(pit, name, "accounting") for name in ("ghost", "ghoul")]
    pit.refused("adjust", **ADJUSTMENT, cards=ghosts)
    assert pit.events[-1].body.code == "not_independent"
    pit.do("adjust", **ADJUSTMENT, cards=[ghosts[0], "card ann"])
    pit.do("adjust", **{**ADJUSTMENT, "amount_micros": UNIT}, cards=[*ghosts, "card ann"])


def test_a_card_a_reset_and_a_role_are_as_new_as_a_person() -> None:
    """Whoever hands out a card or a code could use it: for a day it is no second signature beside them."""
    for made in ("card", "reset", "role"):
        pit = Pit()
        card = "card ann"
        if made == "card":
            card = issue(pit, "ann", "spare")
        elif made == "reset":
            pit.do("reset pin", card=card, secret=digest("code"), cards=TWO)
            pit.serves("set pin", card=card, device="console", secret=digest("x"))
        else:
            card = "card sue"
            pit.do("change role", person="sue", role="accounting", why="a move", cards=TWO)
        pit.refused("adjust", **ADJUSTMENT, cards=["card eve", card])
        assert pit.events[-1].body.code == "not_independent", made
        pit.do("adjust", **ADJUSTMENT, cards=["card bob", card])


def test_somebody_with_an_older_card_at_hand_is_known_by_that() -> None:
    pit = Pit()
    spare = issue(pit, "ann", "spare")
    pit.do("adjust", **ADJUSTMENT, cards=["card eve", spare, "card ann"])


def test_two_cards_of_one_person_are_one_person_everywhere() -> None:
    pit = Pit()
    issue(pit, "ida", "spare")
    for kind, body in SINGLE:
        assert "two cards required" in pit.refused(kind, **body, cards=["spare", "card ida"])
    pit.refused("open floor", why="x", cards=["spare", "card ida"])
    assert pit.events[-1].body.code == "role_required"


def test_nobody_changes_their_own_role_or_sends_themselves_back() -> None:
    pit = Pit()
    change = {"person": "ida", "role": "executive", "why": "I deserve it"}
    assert pit.refused("change role", **change, cards=["card ida"]) == "nobody changes their own role"
    assert "two cards required" in pit.refused("change role", **change, cards=TWO)
    assert pit.refused("record leave", person="ida", why="tired", cards=["card ida"]).startswith("nobody records")


def test_a_role_changes_from_now_on() -> None:
    pit = Pit()
    assert "card required" in pit.refused("close floor", reason="x", cards=["card dan"])
    pit.do("change role", person="dan", role="supervisor", why="promoted", cards=TWO)
    assert "is supervisor already" in pit.refused("change role", person="dan", role="supervisor", why="x", cards=TWO)
    changed = pit.events[-2].body
    assert (changed.role.value, changed.instead_of.value, changed.people) == ("supervisor", "dealer", ("eve", "ida"))
    pit.do("close floor", reason="x", cards=["card dan"])


def test_somebody_leaves_and_returns() -> None:
    pit = Pit()
    assert "card required" in pit.refused("record leave", person="dan", why="x", cards=["card sue"])
    pit.do("record leave", person="dan", why="until March", cards=["card ida"])
    assert pit.floor.people["dan"].away == "until March"
    assert "is stopped while its holder is away" in pit.refused(
        "start game", "keypad T1", table="T1", cards=["card dan"]
    )
    assert "is stopped" in pit.refused("enter pin", SERVER, card="card dan", device="keypad T1", right=True)
    assert "is away already" in pit.refused("record leave", person="dan", why="x", cards=["card ida"])
    assert "two cards required" in pit.refused("record return", person="dan", why="back", cards=["card ida"])
    pit.do("record return", person="dan", why="back", cards=TWO)
    assert "is not away" in pit.refused("record return", person="dan", why="back", cards=TWO)
    pit.press("start game", "T1", bets={"1": UNIT}, cards=["card dan"])


def test_at_the_machine_only_whom_nobody_is_left_to_help_is_helped() -> None:
    pit = Pit()
    code = {"card": "card eve", "secret": digest("code")}
    assert "two cards required" in pit.refused("reset pin", SERVER, card="card sue", secret=digest("code"))
    for card in ("card sue", "card ann", "card bob"):
        pit.do("withdraw card", card=card, why="lost", cards=["card ida"])
    assert "is not locked" in pit.refused("reset pin", SERVER, **code)
    for _ in range(3):
        pit.serves("enter pin", card="card eve", device="keypad T1", right=False)
    pit.serves("reset pin", **code)
    assert "has no PIN yet" in pit.refused("close floor", reason="x", cards=["card eve"])
    pit.serves("set pin", card="card eve", device="console", secret=digest("eve"))
    assert "has a PIN" in pit.refused("set pin", SERVER, card="card eve", device="console", secret=digest("eve"))
    pit.do("close floor", reason="x", cards=["card eve"])
