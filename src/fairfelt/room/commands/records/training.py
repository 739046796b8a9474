"""The command that puts training in the dealer school on record."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from fairfelt.room.authority import Requester, known
from fairfelt.room.commands.command import RoomCommand
from fairfelt.room.events.people import TrainingRecorded
from fairfelt.room.refusal import Code, Refusal
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import SkillScore, TrainingSession
from fairfelt.runtime.formats import Line, Name

Skills = Annotated[tuple[SkillScore, ...], Meta(min_length=1, max_length=20, description="1 to 20 skills")]


class RecordTraining(RoomCommand, frozen=True, kw_only=True, tag="record training/1"):
    """Record a person's session in the dealer school, which marked it; only the server sends this."""

    person: Name
    game: Line
    level: Line
    skills: Skills

    def decide(self, floor: Floor, who: Requester) -> TrainingRecorded:
        who.require_server("how somebody trained")
        known(floor.people, self.person, "person")
        if any(score.right > score.asked for score in self.skills):
            raise Refusal(Code.BAD_FIELD, "a skill cannot have more right than was asked", "skills")
        session = TrainingSession(self.game, self.level, self.skills, who.now_micros)
        return TrainingRecorded(person=self.person, session=session)
