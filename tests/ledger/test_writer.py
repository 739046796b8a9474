"""Commands in, answers out: once each, in order, on disk before they are acknowledged; the same on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from fairfelt.ledger import (
    CLOCK,
    FAULT,
    NOTHING,
    REFUSED,
    Answer,
    Command,
    Head,
    LedgerCorrupt,
    LedgerUnavailable,
    MachineFault,
    Malformed,
    Opening,
    WrongJournal,
)
from fairfelt.ledger.audit import verify
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.group import Committed
from fairfelt.ledger.store import Journal, place_of
from tests.ledger.bank import Bank, Ticking, move, moves
from tests.ledger.desk import NAME, answers, engine_at, log, opened, run
from tests.support.tampering import tamper


def test_a_command_is_carried_out_once(place: str) -> None:
    with opened(place) as ledger:
        first = ledger.submit(move("k1", 1)).result()
        again = ledger.submit(move("k1", 1)).result()
        assert (first.body, first.refused, first.number) == ({"balances": {"a": 5, "mint": -5}}, False, 1)
        assert again == first
        assert (first.again, again.again) == (False, True)
    with opened(place) as ledger:
        assert ledger.submit(move("k1", 1)).result() == first
        assert ledger.committed.balances == {"a": 5, "mint": -5}
    assert [entry.kind for entry in log(place)] == ["moved"]


def test_the_answer_is_the_same_within_one_group(place: str) -> None:
    first, again, changed = answers(engine_at(place), move("k1", 1), move("k1", 1), move("k1", 1, 6))
    assert again == first
    assert changed.body["sentence"] == "number 1 of k1 was another command: the next one is 2"


def test_a_refusal_of_the_machine_is_kept_like_any_answer(place: str) -> None:
    engine = engine_at(place)
    short, then, again = answers(engine, move("k", 1, 9, "a", "b"), move("k", 2), move("k", 1, 9, "a", "b"))
    assert (short.refused, short.body) == (True, {"sentence": "a has 0, less than 9"})
    assert not then.refused
    assert again == short


@pytest.mark.parametrize(
    ("command", "reason", "sentence"),
    [
        (move("k", 4), "gap", "number 4 leaves a gap: the next one of k is 3"),
        (move("k", 2, 99), "changed", "number 2 of k was another command: the next one is 3"),
        (move("k", 0), "unknown", "number 0 of k is not known: the next one is 3"),
    ],
)
def test_what_is_out_of_turn_is_refused_logged_and_uses_no_number(
    place: str, command: Command, reason: str, sentence: str
) -> None:
    engine = engine_at(place)
    answers(engine, *moves("k", 2))
    (refused,) = answers(engine, command)
    assert (refused.refused, refused.number) == (True, 3)
    assert refused.body == {"device": "k", "expected": 3, "reason": reason, "sentence": sentence}
    assert not answers(engine, move("k", 3))[0].refused
    entry = log(place)[2]
    assert (entry.kind, entry.device, entry.device_sequence, entry.answer) == (REFUSED, "k", command.sequence, None)
    assert engine.committed.balances["a"] == 1 + 2 + 5


def test_a_command_without_events_leaves_a_trace(place: str) -> None:
    engine = engine_at(place)
    look = Command("k", 1, {"kind": "look", "account": "a"}, 0)
    assert answers(engine, look, look)[1].body == {"balance": 0}
    assert [entry.kind for entry in log(place)] == [NOTHING]


@pytest.mark.parametrize("kind", ["fail", "unbalanced"])
def test_a_fault_of_the_machine_stops_only_that_command(place: str, kind: str) -> None:
    engine = engine_at(place)
    before, fault, after = run(engine, move("k", 1), Command("k", 2, {"kind": kind}, 0), move("k", 2))
    assert isinstance(fault, MachineFault)
    assert isinstance(before, Answer)
    assert isinstance(after, Answer)
    assert [entry.kind for entry in log(place)] == ["moved", FAULT, "moved"]
    assert verify(place, Bank()).head == engine.committed.head


def test_a_machine_that_contradicts_the_books_closes_the_floor(place: str) -> None:
    engine = engine_at(place)
    answers(engine, move("k", 1))
    for _ in range(2):
        with pytest.raises(LedgerCorrupt, match="the machine holds 99 millionths in a, expected 5"):
            run(engine, Command("k", 2, {"kind": "lying"}, 0))
    assert len(log(place)) == 1


def test_a_clock_that_goes_back_is_put_on_the_log_once(place: str) -> None:
    clock = Ticking()
    engine = engine_at(place, clock=clock)
    answers(engine, move("k", 1))
    latest = clock.now_micros
    clock.now_micros -= 1_000_000
    answers(engine, move("k", 2), move("k", 3))
    answers(engine, move("k", 4))
    clock.now_micros += 2_000_000
    answers(engine, move("k", 5))
    entries = log(place)
    assert [entry.kind for entry in entries] == ["moved", CLOCK, "moved", "moved", "moved", "moved"]
    assert [entry.at_micros for entry in entries[:5]] == [latest] * 5
    assert entries[5].at_micros == clock.now_micros
    assert entries[1].body == (f'{{"clock_micros":{latest - 999_000},"journal_micros":{latest},"kind":"ledger/clock"}}')


def test_the_events_of_a_command_stand_together_whatever_the_clock_does(place: str) -> None:
    times = iter([5_000, 4_000, 3_000, 2_000])
    journal = Journal(place_of(place))
    journal.open(new_id=NAME)
    engine = Engine(Bank(), journal, lambda: next(times))
    two = {"moves": [{"from": "mint", "to": "a", "micros": 1}] * 2}
    answers(engine, *(Command("k", sequence, {"kind": "moves", **two}, 0) for sequence in (1, 2, 3)))
    assert [entry.kind for entry in log(place)] == ["moved", "moved", CLOCK, "moved", "moved", "moved", "moved"]
    assert verify(place, Bank()).head == engine.committed.head


def test_many_devices_at_once(place: str) -> None:
    seen: list[Head] = []

    def note(committed: Committed[object]) -> None:
        seen.append(committed.head)
        raise ValueError("a listener's own trouble")

    with opened(place, on_commit=note) as ledger, ThreadPoolExecutor(4) as clients:
        results = list(clients.map(lambda k: [ledger.submit(c).result() for c in moves(f"k{k}", 25)], range(4)))
        assert ledger.available
    assert sorted(answer.number for row in results for answer in row) == list(range(1, 101))
    assert seen[-1].number == 100
    assert verify(place, Bank()).state == {"a": 4 * 325, "mint": -4 * 325}


@pytest.mark.parametrize(
    "command",
    [
        Command("", 1, {"kind": "move"}, 0),
        Command("a\0b", 1, {"kind": "move"}, 0),
        Command("k", -1, {"kind": "move"}, 0),
        Command("k", True, {"kind": "move"}, 0),
        Command("k", 1 << 63, {"kind": "move"}, 0),
        Command("k", 1, {"kind": "m" * 201}, 0),
        Command("k", 1, {"kind": ""}, 0),
        Command("k", 1, {"kind": 5}, 0),
        Command("k", 1, {"from": "a"}, 0),
        Command("k", 1, ["move"], 0),
        Command("k", 1, "move", 0),
        Command("k", 1, {"kind": "move", "micros": 1.5}, 0),
        Command("k", 1, {"kind": "move", "to": "\ud800"}, 0),
    ],
)
def test_a_malformed_command_does_not_get_in(tmp_path: object, command: Command) -> None:
    with opened(f"{tmp_path}/j.db") as ledger, pytest.raises(Malformed):
        ledger.submit(command)


def test_a_command_that_does_not_say_what_it_is_gets_a_sentence(place: str) -> None:
    with opened(place) as ledger, pytest.raises(Malformed, match='plain data has a text under "kind"'):
        ledger.submit(Command("k", 1, {"from": "mint", "to": "a", "micros": 5}, 0))


def test_a_closed_ledger_says_so(place: str) -> None:
    ledger = opened(place)
    ledger.close()
    ledger.close()
    with pytest.raises(LedgerUnavailable, match="the ledger is closed"):
        ledger.submit(move("k", 1))


def test_a_newer_database_and_a_strange_one_are_refused(place: str) -> None:
    opened(place).close()
    tamper(place, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(WrongJournal, match="written by a newer Fairfelt"):
        opened(place)
    tamper(place, "CREATE TABLE answers (device text)", "UPDATE alembic_version SET version_num = '0002'")
    with pytest.raises(
        WrongJournal, match="the format fairfelt-ledger-1 of a trial version: this one reads fairfelt-ledger-2"
    ):
        opened(place)
    tamper(place, "DROP TABLE alembic_version")
    with pytest.raises(WrongJournal, match="holds other tables"):
        opened(place)


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:", "mysql://x/y", "no/such/folder/j.db"])
def test_places_that_cannot_hold_a_journal(address: str) -> None:
    with pytest.raises(WrongJournal):
        Opening(address=address, machine=Bank()).activate()


def test_a_known_head_must_be_there(place: str) -> None:
    with opened(place) as ledger:
        answers = [ledger.submit(command).result() for command in moves("k", 3)]
        known = ledger.committed.head
    assert answers[-1].number == known.number
    assert verify(place, Bank(), known=known).head == known
    with pytest.raises(LedgerCorrupt, match="event 4 is known: it was cut"):
        verify(place, Bank(), known=Head(4, known.hash))
    with pytest.raises(LedgerCorrupt, match="event 2 is known with hash"):
        verify(place, Bank(), known=Head(2, known.hash))
