"""The one place that is asked before an act that could break a rule: it passes with its notices, or it is refused.

The law looks at the floor as it would be afterwards. A table that had a reason to stop before may keep it: an act is
refused for what it makes worse, and never for what it leaves as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import structs

from fairfelt.law import Finding
from fairfelt.room.event import GatedEvent
from fairfelt.room.state.floor import Floor

from ..refusal import Code, Refusal
from .ask_law import display_said, lawful, review
from .law_verdict import Said

E = TypeVar("E", bound=GatedEvent)


def permit(floor: Floor, event: E, *checks: Iterable[Finding], said: Iterable[Said] = ()) -> E:
    """The event with what the law says to it and to every table after it; UNLAWFUL where a binding rule is against."""
    notices, after = lawful(floor, *checks, said=said), event.apply(floor)
    verdicts, later = review(after), _may_follow(after)
    for name, verdict in sorted(verdicts.items(), key=lambda row: row[0] in floor.tables):  # a new table first
        stands = floor.tables.get(name)
        before = stands.law_verdict.stops if stands else ()
        if worse := [sentence for sentence in verdict.stops if sentence not in before and sentence not in later]:
            sentence = f"table {name} may not open: {'; '.join(worse)}"
            raise Refusal(Code.UNLAWFUL, sentence, decided_by=verdict.decided_by)
    return structs.replace(event, verdicts=verdicts, notices=notices)


def _may_follow(floor: Floor) -> frozenset[str]:
    """Findings that keep games from starting and refuse no act: a display is paired after its link is made."""
    law = floor.jurisdiction.law
    return frozenset(each.sentence for name in floor.links for each in (display_said(floor, name, law) if law else ()))
