"""Training on the log: only the server says how a person trained, and the last sessions are kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairfelt.room import SERVER, Floor, Person, Role
from fairfelt.room.authority import Requester
from fairfelt.room.commands.people import RecordTraining
from fairfelt.room.event import Refusal
from fairfelt.room.state.people import SESSIONS_KEPT, SkillScore, TrainingSession
from tests.room.events import build_event

SCORES = (SkillScore("dealing", 9, 10, 50), SkillScore("chips", 1, 2, 7))


def test_the_last_sessions_of_a_person_are_kept_newest_last() -> None:
    floor = replace(Floor(), people={"dan": Person("Dan", Role.DEALER)})
    for at in range(SESSIONS_KEPT + 2):
        session = TrainingSession("War", "Trainee", SCORES, at)
        floor = build_event(RecordTraining.recorded, person="dan", session=session).apply(floor)
    kept = floor.training["dan"]
    assert (len(kept), kept[-1].at_micros) == (SESSIONS_KEPT, SESSIONS_KEPT + 1)
    assert kept[-1].total == SkillScore("", 10, 12, 57)


@pytest.mark.parametrize(
    ("device", "person", "right", "why"),
    [
        ("console", "dan", 1, "server"),
        (SERVER, "eve", 1, "eve"),
        (SERVER, "dan", 3, "more right than was asked"),
    ],
)
def test_what_nobody_may_record_is_refused(device: str, person: str, right: int, why: str) -> None:
    floor = replace(Floor(), people={"dan": Person("Dan", Role.DEALER)})
    asked = RecordTraining(person=person, game="War", level="Trainee", skills=(SkillScore("chips", right, 2, 7),))
    with pytest.raises(Refusal, match=why):
        asked.decide(floor, Requester(floor, device, ()))
