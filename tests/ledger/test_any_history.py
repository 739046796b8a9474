"""Any history of commands, repetitions, gaps, failures and restarts, on both databases and a model at once."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from fairfelt.ledger import Answer, Command, Head, LedgerUnavailable
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.replay import replay_snapshot
from fairfelt.ledger.store import place_of, snapshot
from tests.ledger.bank import Bank, State, Ticking, move
from tests.ledger.desk import NAME, run
from tests.ledger.store.test_faults import Flaky
from tests.support.heavy import first_few
from tests.support.postgres import fresh_schema

DEVICES = ("k1", "k2")

ASKED = st.tuples(
    st.sampled_from(DEVICES),
    st.sampled_from(["next", "next", "next", "again", "changed", "gap", "first"]),
    st.integers(1, 50),
    st.sampled_from(["mint", "a", "b"]),
    st.sampled_from(["a", "b"]),
)


@dataclass
class Model:
    """What must be true, told as simply as possible."""

    held: dict[str, int] = field(default_factory=dict)
    sent: dict[str, list[tuple[Command, dict[str, Any]]]] = field(default_factory=dict)

    def expect(self, command: Command) -> dict[str, Any] | None:
        """The answer that must come; none if the ledger itself refuses."""
        sent = self.sent.setdefault(command.device, [])
        if 0 < command.sequence <= len(sent):
            before, answer = sent[command.sequence - 1]
            return answer if before.body == command.body else None
        if command.sequence != len(sent) + 1:
            return None
        answer = self._move(command.body)
        sent.append((command, answer))
        return answer

    def _move(self, body: dict[str, Any]) -> dict[str, Any]:
        giver, taker, micros = body["from"], body["to"], body["micros"]
        if giver != "mint" and self.held.get(giver, 0) < micros:
            return {"sentence": f"{giver} has {self.held.get(giver, 0)}, less than {micros}"}
        self.held[giver] = self.held.get(giver, 0) - micros
        self.held[taker] = self.held.get(taker, 0) + micros
        return {"balances": dict(self.held)}

    def command(self, device: str, how: str, micros: int, giver: str, taker: str) -> Command:
        """A command that is new, or one out of turn."""
        sent = self.sent.get(device, [])
        sequence = {"gap": len(sent) + 3, "first": 1, "next": len(sent) + 1}.get(how, max(1, len(sent)))
        if how == "again" and sent:
            return sent[-1][0]
        return move(device, sequence, micros, giver, taker)


class Keeping(Flaky):
    """A journal whose lock counts as kept: PostgreSQL alone loses it with the connection, and the log would say so."""

    def reopen(self) -> Head | None:
        head = super().reopen()
        self.taken_anew = False
        return head


class Twins(RuleBasedStateMachine):
    """The same journal on SQLite and on PostgreSQL."""

    server: str

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.folder = tempfile.TemporaryDirectory()
        self.places = (str(Path(self.folder.name) / "j.db"), fresh_schema(self.server))
        self.clocks = (Ticking(), Ticking())
        self.open()

    def open(self) -> None:
        self.journals = [Keeping(place_of(place)) for place in self.places]
        for journal in self.journals:
            journal.open(new_id=NAME)
        self.engines: list[Engine[State]] = [
            Engine(Bank(), journal, clock) for journal, clock in zip(self.journals, self.clocks, strict=True)
        ]

    def fail(self, how: str) -> None:
        for journal in self.journals:
            journal.fails = how

    @rule(asked=st.lists(ASKED, min_size=1, max_size=5), lost_reply=st.booleans())
    def send(self, asked: list[tuple[str, str, int, str, str]], lost_reply: bool) -> None:
        self.fail("after" if lost_reply else "")
        commands, expected = [], []
        for words in asked:
            commands.append(self.model.command(*words))
            expected.append(self.model.expect(commands[-1]))
        first, second = (run(engine, *commands) for engine in self.engines)
        assert first == second
        for answer, body in zip(first, expected, strict=True):
            assert isinstance(answer, Answer)
            assert answer.body == body if body is not None else (answer.refused and "reason" in answer.body)

    @rule(asked=ASKED)
    def send_in_vain(self, asked: tuple[str, str, int, str, str]) -> None:
        self.fail("in the middle")
        device, _, micros, giver, taker = asked
        command = self.model.command(device, "next", micros, giver, taker)
        for engine, clock in zip(self.engines, self.clocks, strict=True):
            before = clock.now_micros
            try:
                run(engine, command)
            except LedgerUnavailable:
                clock.now_micros = before
            else:
                raise AssertionError("a commit that failed was acknowledged")

    @rule()
    def restart(self) -> None:
        for journal in self.journals:
            journal.close()
        self.open()

    @rule(seconds=st.integers(1, 5))
    def set_clock_back(self, seconds: int) -> None:
        for clock in self.clocks:
            clock.now_micros -= seconds * 1_000

    @invariant()
    def the_books_agree(self) -> None:
        first, second = (engine.committed for engine in self.engines)
        assert first.head == second.head
        assert first.balances == second.balances == self.model.held

    def teardown(self) -> None:
        for place, engine in zip(self.places, self.engines, strict=True):
            with snapshot(place) as taken:
                assert replay_snapshot(taken, Bank()).head == engine.committed.head
        for journal in self.journals:
            journal.close()
        self.folder.cleanup()


@pytest.mark.parametrize("histories", first_few([5, 100], 1))
def test_any_history_is_the_same_everywhere(server: str, histories: int) -> None:
    Twins.server = server
    run_state_machine_as_test(Twins, settings=settings(max_examples=histories, stateful_step_count=15))
