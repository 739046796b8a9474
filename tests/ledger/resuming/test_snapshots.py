"""A start from a snapshot: the same books and state as from the first event, and whatever is damaged is found."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from contextlib import closing

import pytest
from sqlalchemy import create_engine, select, update

from fairfelt.ledger import Entry, Event, Follower, Head, Ledger, LedgerCorrupt, Opening
from fairfelt.ledger.audit import verify
from fairfelt.ledger.canonical import digest
from fairfelt.ledger.chain import SNAPSHOT
from fairfelt.ledger.replay import kept_numbers, replay_snapshot, resume
from fairfelt.ledger.store import Journal, place_of, snapshot
from fairfelt.ledger.store.tables import SNAPSHOTS
from tests.ledger.bank import Bank, State, Ticking, move, moves
from tests.ledger.desk import NAME, answers, engine_at, log
from tests.support.tampering import forge_witness, rewrite, tamper

EVERY = 5


class Noting(Bank):
    """A bank that notes what it replays."""

    def __init__(self) -> None:
        self.replayed = 0

    def replay(self, state: State, event: Event) -> State:
        self.replayed += 1
        return super().replay(state, event)


def opened(place: str, machine: Bank | None = None, **options: object) -> Ledger[State]:
    """The writer of a journal with a snapshot every few events."""
    options = {"snapshot_every": EVERY, "clock": Ticking(1_800_000_000_000_000), **options}
    return Opening(address=place, machine=machine or Bank(), new_id=NAME, **options).activate()  # type: ignore[arg-type]


@pytest.fixture
def journal(place: str) -> str:
    """A journal with three snapshots and two events after the last."""
    with closing(Journal(place_of(place))) as held:
        engine = engine_at(place, held)
        for first, many in ((1, 5), (6, 4), (10, 4)):
            answers(engine, *moves("k", many, first))
            engine.save_state()
        answers(engine, move("j", 1, taker="b"), move("k", 14, 14))
    assert numbers(place) == [15, 10, 5]
    return place


def numbers(place: str) -> list[int]:
    """The events after which there are snapshots."""
    with snapshot(place) as taken:
        return kept_numbers(taken.connection)


def damage(place: str, number: int, text: str | None = None) -> None:
    """Make a snapshot unreadable, or make it say something else."""
    with create_engine(place_of(place)).begin() as connection:
        body = b"torn" if text is None else zlib.compress(text.encode())
        connection.execute(update(SNAPSHOTS).where(SNAPSHOTS.c.number == number).values(body=body))


def text_of(place: str, number: int) -> str:
    """What a snapshot says."""
    with create_engine(place_of(place)).connect() as connection:
        body = connection.execute(select(SNAPSHOTS.c.body).where(SNAPSHOTS.c.number == number)).scalar_one()
        return zlib.decompress(body).decode()


def kinds(entries: Sequence[Entry]) -> str:
    """The log at a glance."""
    return "".join("S" if entry.kind == SNAPSHOT else "." for entry in entries)


def test_a_start_replays_only_what_came_after_the_last_snapshot(journal: str) -> None:
    whole = verify(journal, Bank())
    assert kinds(log(journal)) == ".....S....S....S.."
    machine = Noting()
    with opened(journal, machine, snapshot_every=0) as ledger:
        assert machine.replayed == 2
        assert (ledger.committed.head, ledger.committed.state) == (whole.head, whole.state)
        assert ledger.committed.balances == whole.book.balances
        assert (ledger.next_sequence("k"), ledger.next_sequence("j")) == (15, 2)
        assert ledger.submit(move("k", 3, 3)).result().again
        assert not ledger.warnings
    assert verify(journal, Bank()).postings == whole.postings == 30
    assert whole.answers == 15


def test_who_follows_begins_with_the_last_snapshot_too(journal: str) -> None:
    machine = Noting()
    followed = Follower(journal, machine).poll()
    assert machine.replayed == 2
    assert followed.balances == verify(journal, Bank()).book.balances


@pytest.mark.parametrize(
    ("forgery", "sentence"),
    [
        (None, "its text is missing or damaged"),
        ('"a":999', "it was changed: its digest is not the one on the chain"),
        ("{", "Input data was truncated"),
    ],
)
def test_a_damaged_snapshot_is_found_and_an_older_one_used(journal: str, forgery: str | None, sentence: str) -> None:
    whole = verify(journal, Bank())
    text = text_of(journal, 15)
    assert '"a":91' in text
    damage(journal, 15, text.replace('"a":91', forgery) if forgery == '"a":999' else forgery)
    machine = Noting()
    with opened(journal, machine, snapshot_every=0) as ledger:
        assert machine.replayed == 6
        assert ledger.committed.state == whole.state
        assert ledger.warnings == (f"the snapshot after event 15 is not used: {ledger.warnings[0].partition(': ')[2]}",)
        assert sentence in ledger.warnings[0]


def test_without_any_good_snapshot_all_is_read_from_the_first_event(journal: str) -> None:
    whole = verify(journal, Bank())
    for number in numbers(journal):
        damage(journal, number)
    machine = Noting()
    with opened(journal, machine, snapshot_every=0) as ledger:
        assert (machine.replayed, len(ledger.warnings)) == (15, 3)
        assert ledger.committed.state == whole.state
        assert ledger.verified.number == whole.head.number


def test_a_snapshot_that_was_removed_is_not_missed(journal: str) -> None:
    tamper(journal, "DELETE FROM snapshots WHERE number = 15")
    machine = Noting()
    with opened(journal, machine, snapshot_every=0) as ledger:
        assert (machine.replayed, ledger.warnings) == (6, ())


def test_a_snapshot_of_another_form_is_not_used(journal: str) -> None:
    class Newer(Noting):
        form = "bank/2"

    machine = Newer()
    with opened(journal, machine, snapshot_every=0) as ledger:
        assert machine.replayed == 15
        assert "is written in the form 'bank/1', and this program reads 'bank/2'" in ledger.warnings[0]
        assert ledger.verify() == ledger.committed.head


def test_a_machine_that_does_not_restore_what_it_saved_is_replayed(journal: str) -> None:
    class Lossy(Noting):
        def restore(self, text: str) -> State:
            return {account: held for account, held in super().restore(text).items() if account != "mint"}

    machine = Lossy()
    with opened(journal, machine, snapshot_every=0) as ledger:
        assert machine.replayed == 15
        assert "the machine holds 0 millionths in mint" in ledger.warnings[0]


def test_a_forged_snapshot_with_its_event_breaks_the_chain(journal: str) -> None:
    text = text_of(journal, 15)
    forged = text.replace('"a":91', '"a":999')
    damage(journal, 15, forged)
    tamper(journal, f"UPDATE events SET body = replace(body, '{digest(text)}', '{digest(forged)}') WHERE number = 16")
    with pytest.raises(LedgerCorrupt, match="event 16 was changed"):
        opened(journal)


def test_a_snapshot_that_no_event_leads_to_is_found_by_verifying_though_the_chain_is_right(journal: str) -> None:
    text = text_of(journal, 15)
    forged = text.replace('"a":91', '"a":81').replace('"mint":-91', '"mint":-81')
    assert forged != text
    damage(journal, 15, forged)
    rewrite(journal, digest(text), digest(forged))
    forge_witness(journal)
    tamper(journal, "UPDATE balances SET amount_micros = amount_micros - 10 WHERE account = 'a'")
    tamper(journal, "UPDATE balances SET amount_micros = amount_micros + 10 WHERE account = 'mint'")
    with opened(journal, snapshot_every=0) as ledger:
        assert ledger.verified.number == 0
        with pytest.raises(LedgerCorrupt, match="event 16 says that the state before it had the digest"):
            ledger.verify()
        assert not ledger.available
    with pytest.raises(LedgerCorrupt, match="event 16 says"):
        verify(journal, Bank())


def test_what_was_changed_before_the_snapshot_is_found_by_verifying(journal: str) -> None:
    tamper(journal, "UPDATE events SET device = 'x' WHERE number = 7")
    with opened(journal, snapshot_every=0) as ledger:
        with pytest.raises(LedgerCorrupt, match="event 7 was changed"):
            ledger.verify()
        assert ledger.verified.number == 0
        assert "event 7 was changed" in str(ledger.fault)


def test_what_was_verified_is_said_truthfully(journal: str) -> None:
    clock = Ticking(1_800_000_000_000_000)
    with opened(journal, clock=clock, snapshot_every=0) as ledger:
        assert ledger.verified.number == 0
        assert ledger.verify() == ledger.committed.head
        first = ledger.verified
        assert (first.number, first.at_micros) == (len(log(journal)), clock.now_micros)
        assert ledger.verify().number == first.number
        assert ledger.verified.at_micros > first.at_micros


def test_a_known_head_before_the_snapshot_must_be_there(journal: str) -> None:
    entries = log(journal)

    def replayed(known: Head) -> Head:
        with snapshot(journal) as taken:
            return replay_snapshot(taken, Bank(), known=known, so_far=resume(taken, Bank()).so_far).head

    assert replayed(entries[2].head) == replayed(entries[16].head) == entries[-1].head
    for number in (3, 17):
        with pytest.raises(LedgerCorrupt, match=f"event {number} is known with hash 0+, but"):
            replayed(Head(number, "0" * 64))
    with pytest.raises(LedgerCorrupt, match="event 99 is known: it was cut"):
        replayed(Head(99, "0" * 64))


def test_an_orderly_end_saves_what_is_worth_it(place: str) -> None:
    with opened(place, snapshot_every=100) as ledger:
        for command in moves("k", 12):
            ledger.submit(command).result()
    assert numbers(place) == [12]
    with opened(place, snapshot_every=100) as ledger:
        for command in moves("k", 3, first=13):
            ledger.submit(command).result()
    assert numbers(place) == [12]


def test_only_those_that_are_needed_are_kept(place: str) -> None:
    engine = engine_at(place)
    for first in range(1, 60, 5):
        answers(engine, *moves("k", 5, first))
        engine.save_state()
    assert numbers(place) == [71, 65, 59, 53, 47, 41, 35, 29]


class Counted:
    """Something kept beside the state."""

    def __init__(self) -> None:
        self.text: str | None = None

    def save(self) -> str | None:
        return self.text

    def restore(self, text: str) -> None:
        self.text = text


def test_what_is_kept_beside_the_state_is_saved_and_restored_with_it(place: str) -> None:
    days, nothing = Counted(), Counted()
    days.text = '{"read_to":5}'
    with opened(place, kept={"days": days, "wins": nothing}) as ledger:
        for command in moves("k", 5):
            ledger.submit(command).result()
    again, other = Counted(), Counted()
    opened(place, kept={"days": again, "wins": other}).close()
    assert (again.text, other.text) == ('{"read_to":5}', None)
    with create_engine(place_of(place)).begin() as connection:
        connection.execute(update(SNAPSHOTS).where(SNAPSHOTS.c.name == "days").values(body=zlib.compress(b"forged")))
    third = Counted()
    opened(place, kept={"days": third}).close()
    assert third.text is None
