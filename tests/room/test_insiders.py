"""One malicious insider of each role, with one card and its PIN, tries everything that can be asked of the room.

Alone they never move money beyond what their role confirms, never act as another, and never make a second signature.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from fairfelt.jackpot import Reason
from fairfelt.room import SERVER, Role
from fairfelt.room.commands.felt import TrayPaid, TrayPayVoided
from fairfelt.room.commands.round_events import AwardsConfirmed, ClaimsSet
from fairfelt.room.event import RoomEvent
from fairfelt.room.state.people import CONFIRMS, NEW_MICROS
from tests.room.commands.test_bad_input import TAGS, right_body
from tests.room.floors import PEOPLE, UNIT, digest
from tests.room.law.lawful_pit import SET_UP, LawfulPit
from tests.support.heavy import chosen, examples

MINE = digest("a secret that only the insider knows")
"""A PIN, a key or a code of the insider's own choice."""
INSIDERS = {**{Role(role): name for name, role in reversed(PEOPLE.items())}, Role.REGULATOR: "ray"}
BUTTONS = {"game started/1", "claims set/1", "meter adjusted/1", "game ended/1"}
"""What moves money at a keypad, where nobody has to sign in: wagers come in, prizes freeze and are let go."""
CONFIRMED = {"awards confirmed/1", "award posted/1", "round voided/1", "hand fouled/1"}
"""What a supervisor or an executive may do alone, each up to their own limit."""
FIELDS: dict[str, list[Any]] = {
    "card": [*(f"card {name}" for name in (*PEOPLE, "lou")), "card ghost"],
    "person": [*PEOPLE, "lou", "ghost"],
    "role": [role.value for role in Role],
    "secret": [MINE],
    "key_sha256": [MINE],
    "device": ["keypad T1", "keypad T2", "console", "spare"],
    "device_kind": ["keypad", "display", "console", "auditor"],
    "table": ["T1", "T2", "T9"],
    "jackpot": ["mega", "absurd"],
    "into": ["mega", "absurd"],
    "level": ["Mega", "Major"],
    "amount_micros": [UNIT, 9_000 * UNIT, 1_000_000 * UNIT],
    "hand": ["royal flush", "straight flush", "four of a kind"],
    "seat": [1, 2, 3],
    "number": [1, 2],
    "enabled": [True, False],
    "to_jph": [True, False],
    "dealers_sign_in": [True, False],
    "right": [True, False],
    "mode": ["advise", "enforce"],
    "lost": [["card eve"], ["card ann", "card bob"]],
    "name": ["Sevens", "pit", "mega"],
    "bets": [[{"seat": 1, "amount_micros": 5 * UNIT}, {"seat": 2, "amount_micros": UNIT}]],
}
BY_TAG: dict[str, dict[str, list[Any]]] = {
    "adjust/1": {"reason": [reason.value for reason in Reason]},
    "report bets/1": {
        "bets": [[{"seat": 1, "wager": name, "amount_micros": 5 * UNIT} for name in ("Ante", "Blind")]],
    },
    "pay from tray/1": {"pays": [[{"seat": 1, "wager": "Blind", "hand": "5-card flush"}]]},
}


DEVICES = ["console", "keypad T1", "keypad T2"]


def choices(tag: str) -> dict[str, list[Any]]:
    """What each field of a command may be."""
    return {name: found for name in right_body(tag) if (found := BY_TAG.get(tag, FIELDS).get(name, FIELDS.get(name)))}


@cache
def furnished() -> LawfulPit:
    """A lawful room with an award on its books, a claim that waits, and an executive on leave."""
    pit = LawfulPit()
    for table in ("T1", "T2"):
        pit.start(table)
    pit.press("press hand", "T1", seat=1, hand="royal flush")
    pit.press("confirm", "T1", cards=["card eve", "card sue"])
    pit.press("end game", "T1")
    for name, role in (("ray", "regulator"), ("lou", "executive")):
        pit.do("add person", person=name, name=name.title(), role=role, cards=SET_UP)
        pit.do("issue card", card=f"card {name}", person=name, secret=digest("a code"), cards=SET_UP)
        pit.serves("set pin", card=f"card {name}", device="console", secret=digest(name))
    pit.do("record leave", person="lou", why="until March", cards=SET_UP[:1])
    pit.sequence += NEW_MICROS
    return pit


class Insider(RuleBasedStateMachine):
    """Somebody alone, against a room that works as it should."""

    role = Role.TECHNICIAN

    @initialize()
    def come_in(self) -> None:
        self.pit = copy(furnished())
        self.pit.events = []
        self.name = INSIDERS[self.role]
        self.before = self.pit.floor
        self.seen = 0

    @rule(data=st.data())
    def ask_for_anything(self, data: st.DataObject) -> None:
        """Any command from any device, with any cards they hold: their own, once or twice, or none."""
        tag = data.draw(st.sampled_from(sorted(TAGS)), "command")
        cards = data.draw(st.sampled_from([[f"card {self.name}"], [f"card {self.name}"] * 2, []]), "cards")
        chosen = {name: data.draw(st.sampled_from(values), name) for name, values in sorted(choices(tag).items())}
        self.ask(tag, data.draw(st.sampled_from(DEVICES), "device"), {**chosen, "cards": cards})

    def ask(self, tag: str, device: str, chosen: dict[str, Any]) -> None:
        """One command."""
        body = {**right_body(tag), **chosen}
        self.pit.ask(body.pop("kind").removesuffix("/1"), device, **body)

    @rule(table=st.sampled_from(["T1", "T2"]), hand=st.sampled_from(FIELDS["hand"]))
    def claim_and_confirm(self, table: str, hand: str) -> None:
        """What a thief at a table would do: a game, a hand that nobody holds, and their own card."""
        device, cards = f"keypad {table}", [f"card {self.name}"]
        bets = [{"seat": 1, "amount_micros": 25 * UNIT}]
        self.pit.ask("start game", device, table=table, bets=bets, cards=cards)
        self.pit.ask("press hand", device, table=table, seat=1, hand=hand, cards=cards)
        for kind, body in (("turn key", {"to_jph": True}), ("confirm", {}), ("turn key", {"to_jph": False})):
            self.pit.ask(kind, device, table=table, **body, cards=cards)
        self.pit.ask("end game", device, table=table, cards=cards)

    @rule(card=st.sampled_from([f"card {name}" for name in PEOPLE]))
    def guess_a_pin(self, card: str) -> None:
        """Nobody guesses right; the server says so."""
        self.pit.ask("enter pin", SERVER, card=card, device="console", right=False)

    @rule(days=st.integers(1, 3))
    def wait(self, days: int) -> None:
        """Patience."""
        self.pit.sequence += days * NEW_MICROS

    @invariant()
    def nobody_else_acts(self) -> None:
        for event in self._new_events():
            assert set(event.people) <= {self.name}, event
            self._check_money(event)

    @invariant()
    def nobody_can_sign_who_could_not_before(self) -> None:
        if not hasattr(self, "pit"):
            return
        now, before = self.pit.floor, self.before
        assert now.people.keys() == before.people.keys()
        for name, who in now.people.items():
            assert who.role is before.people[name].role
            assert who.away or not before.people[name].away, f"{name} came back by one person"
        assert now.cards.keys() == before.cards.keys()
        for name, card in now.cards.items():
            assert card.secret == before.cards[name].secret or card.person == self.name
        assert now.devices.keys() == before.devices.keys()
        assert all(device.key_sha256 != MINE for device in now.devices.values())
        assert (now.jackpots.keys(), now.checkpoint_key) == (before.jackpots.keys(), before.checkpoint_key)
        assert (now.jurisdiction.profile, now.jurisdiction.mode) == (
            before.jurisdiction.profile, before.jurisdiction.mode,
        )  # fmt: skip
        assert {name: at.terms for name, at in now.jackpots.items()} == {
            name: at.terms for name, at in before.jackpots.items()
        }
        assert now.house_jackpots.keys() <= before.house_jackpots.keys()
        assert now.house_rules.pay_rules == before.house_rules.pay_rules

    def _new_events(self) -> list[RoomEvent]:
        if not hasattr(self, "pit"):
            return []
        new, self.seen = self.pit.events[self.seen :], len(self.pit.events)
        self.moved = [event for event in new if event.postings]
        return [event.body for event in new]

    def _check_money(self, event: RoomEvent) -> None:
        tag = str(event.__struct_config__.tag)
        allowed = BUTTONS | (CONFIRMED if self.role in CONFIRMS else set())
        moved = {str(each.kind) for each in self.moved}
        assert moved <= allowed, moved - allowed
        assert not isinstance(event, TrayPayVoided), "nobody voids a pay alone"
        if isinstance(event, TrayPaid):
            assert self.role in CONFIRMS, "where the house has no rules by amount, a supervisor pays from the tray"
        if isinstance(event, AwardsConfirmed):
            most = self.pit.floor.jackpots["mega"].terms.executive_from_micros
            assert all(award.amount_micros < most for award in event.awards), tag
            assert all(row.amount_micros < most for row in event.envy), tag
            before = [each.body for each in self.pit.events[: [e.body for e in self.pit.events].index(event)]]
            claims = [each.claims for each in before if isinstance(each, ClaimsSet) and each.table == event.table]
            assert all(self.name not in claim.entered_by for claim in claims[-1]), "nobody confirms their own entry"


def try_as(role: Role, *, examples: int, steps: int) -> None:
    """Everything that somebody of a role can try."""
    machine = type(f"{role.value.title()}Insider", (Insider,), {"role": role})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


@pytest.mark.parametrize("role", chosen(INSIDERS, {Role.EXECUTIVE, Role.ACCOUNTING, Role.DEALER}))
def test_no_single_command_makes_one_person_two(role: Role) -> None:
    """Every command with every value of every field, at every device."""
    machine = type("Sweep", (Insider,), {"role": role})()
    nobody: dict[str, list[Any]] = {"cards": [[]]}
    for tag in TAGS:
        for device in DEVICES:
            for name, values in (nobody | choices(tag)).items():
                for value in values:
                    machine.come_in()
                    machine.ask(tag, device, {"cards": [f"card {machine.name}"], name: value})
                    machine.nobody_else_acts()
                    machine.nobody_can_sign_who_could_not_before()


@pytest.mark.parametrize("role", INSIDERS)
def test_whoever_is_on_leave_does_nothing_with_their_card(role: Role) -> None:
    """Every command with the card of somebody who is away, alone and beside two who are there."""
    pit, name = copy(furnished()), INSIDERS[role]
    others = [card for card in SET_UP if card != f"card {name}"]
    pit.do("record leave", person=name, why="a long trip", cards=others[:1])
    for tag in TAGS:
        for cards in ([f"card {name}"], [*SET_UP, f"card {name}"]):
            before, body = pit.floor, {**right_body(tag), "cards": cards}
            answer = pit.ask(body.pop("kind").removesuffix("/1"), DEVICES[0], **body)
            assert (answer.get("code"), pit.floor) == ("person_away", before), tag


@pytest.mark.parametrize("role", chosen(INSIDERS, {Role.EXECUTIVE, Role.ACCOUNTING, Role.DEALER}))
def test_nobody_alone_moves_money_acts_as_another_or_makes_a_second_signature(role: Role) -> None:
    try_as(role, examples=examples(6, 30), steps=40)


@pytest.mark.heavy
@pytest.mark.parametrize("role", INSIDERS)
def test_the_same_for_many_more_tries(role: Role) -> None:
    try_as(role, examples=600, steps=80)
