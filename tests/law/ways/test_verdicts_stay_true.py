"""After whatever happens in a room under a law, the log holds what the law says to every table: nothing goes stale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from fairfelt import games
from fairfelt.law import Mode
from fairfelt.ledger.canonical import canonical
from fairfelt.room import SERVER, Floor, Jurisdiction
from fairfelt.room.event import ReviewedEvent
from fairfelt.room.law.ask_law import judge_table, may_say_other, review
from fairfelt.room.law.jurisdiction import LawVerdict
from fairfelt.room.registry import EVENTS, read_event
from tests.room.floors import LINK_PROGRESSIVE, MAKER, MEGA, UNIT, digest
from tests.room.journals.nights import BY_LAW, LawfulGoldenPit
from tests.room.journals.test_golden_journals import EVERY_BODY, KEPT, bodies
from tests.room.law.lawful_pit import DOCUMENT, LETTER, LIMITS, OFFICE, SET_UP, LawfulPit
from tests.support.heavy import examples, first_few


class Reviewed(LawfulGoldenPit):
    """Asks the law again after every command."""

    def ask(self, kind: str, device: str = "console", /, **body: Any) -> Mapping[str, Any]:
        answer = super().ask(kind, device, **body)
        assert not review(self.floor), f"after {kind} the law says something else than the log"
        return answer


@pytest.mark.parametrize("night", first_few(BY_LAW, 1))
def test_every_act_leaves_verdicts_that_are_true(night: str, tmp_path: Path) -> None:
    """An act that changes what the law looks at, and does not ask it, would be a way around every rule."""
    pit = Reviewed(str(tmp_path / "night.db"))
    BY_LAW[night](pit)
    pit.close()


def test_a_jackpot_that_is_played_off_needs_no_seed_on_the_next_day() -> None:
    """With the first day after its begin the seeds of nothing stopped every table, and nobody could win the rest."""
    pit = LawfulPit()
    pit.do("announce retirement", jackpot="mega", way="play off", document="notice", cards=OFFICE)
    pit.serves("begin day", day="2023-07-01")
    pit.do("begin retirement", jackpot="mega", cards=OFFICE)
    assert not any(level.seed_micros for level in pit.floor.jackpots["mega"].terms.levels)
    pit.serves("begin day", day="2023-07-02")
    assert pit.stop() == ""
    pit.start()


ENFORCED = Jurisdiction("wa-commercial", Mode.ENFORCE, "America/Los_Angeles", day=date(2023, 6, 14))


def fresh(floor: Floor) -> dict[str, LawVerdict]:
    return {name: judge_table(floor, name) for name in floor.tables}


OF_A_KIND = examples(4, 1_000_000)
"""Events of a kind that are tried in each journal."""


@pytest.mark.parametrize("journal", KEPT)
def test_no_event_there_is_changes_what_the_law_says_without_being_noticed(journal: str) -> None:
    """Every event of every golden journal, as if the law had bound: what changes a verdict has it asked again.

    Every kind of event stands in one of these journals, which another test sees to.
    """
    floor, kinds, seen = Floor(), {event.__struct_config__.tag for event in EVENTS}, Counter[str]()
    for body in bodies(journal):
        if body["kind"] not in kinds:
            continue  # the ledger's own
        event = read_event(canonical(body))
        after = event.apply(floor)
        seen[body["kind"]] += 1
        enforced, bound = replace(after, jurisdiction=ENFORCED), replace(floor, jurisdiction=ENFORCED)
        told = isinstance(event, ReviewedEvent) or may_say_other(bound, enforced)
        if not told and seen[body["kind"]] <= OF_A_KIND:
            assert fresh(enforced) == fresh(bound), f"after {body['kind']} the law says something else, nobody asks it"
        floor = after


def test_every_kind_of_event_is_among_them() -> None:
    assert {body["kind"] for body in EVERY_BODY} >= {event.__struct_config__.tag for event in EVENTS}


THREE = "three-card-poker"
OPENING = {"opening": LIMITS["opening"]}
HIGH = {"least_micros": 1, "most_micros": 390 * UNIT}
KEY = {"device_kind": "display", "link": "pit", "key_sha256": digest("second")}
PRIZE = {"table": "T1", "hand": "7-7-7", "amount_micros": 100 * UNIT}
PLAN = {"game": "flushes-gone-wild", "link": "pit", "wager": LINK_PROGRESSIVE, "paytable": "ML01", "maker": MAKER}
HEIR = {"jackpot": "heir", "terms": structs.replace(MEGA, name="heir")}
FILED = [{"name": at.name, "seed_micros": at.seed_micros, "rate_ppm": at.rate_ppm} for at in MEGA.levels]
RAISED = structs.replace(MEGA, levels=(structs.replace(MEGA.levels[0], rate_ppm=300_000), MEGA.levels[1]))
SIGNED = {"document": DOCUMENT, "cards": OFFICE}
LAW = {"profile": "wa-commercial", "zone": "UTC", **SIGNED}
ACTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("set law", "console", {**LAW, "mode": "enforce", "location": "Tacoma"}),
    ("set law", "console", {**LAW, "mode": "enforce"}),
    ("set law", "console", {**LAW, "mode": "advise"}),
    ("set law", "console", {**LAW, "mode": "enforce", "profile": "wa-tribal"}),
    ("begin day", SERVER, {"day": "2023-08-21"}),
    ("begin day", SERVER, {"day": "2024-01-01"}),
    ("correct day", "console", {"day": "2023-07-01", **SIGNED}),
    ("meet condition", "console", {"condition": "system-approved", "on": LETTER, **SIGNED}),
    ("withdraw condition", "console", {"condition": "system-approved", "why": "recalled", "cards": OFFICE}),
    ("pin game", "console", {"game": THREE, "fingerprint": games.fingerprint_of(THREE), **SIGNED}),
    ("withdraw pin", "console", {"fingerprint": games.fingerprint_of(THREE), "why": "x", "cards": OFFICE}),
    ("install components", "console", {"components": {"GM Atlas": "5.4.0"}, "second_record": True, **SIGNED}),
    ("install components", "console", {"components": {}, **SIGNED}),
    ("file preset", "console", {"game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01",
                                "levels": FILED, **SIGNED}),
    ("file makers report", "console", {"makers": [MAKER, "Brass Works"], **SIGNED}),
    ("limit wagers", "console", {"currency": "USD", "largest_micros": 100 * UNIT, "why": "x", "cards": OFFICE}),
    ("limit wagers", "console", {"currency": "USD", "why": "x", "cards": OFFICE}),
    ("post limits", "console", {"table": "T1", "limits": {**LIMITS, "opening": HIGH},
                                "cards": SET_UP}),
    ("post limits", "console", {"table": "T1", "limits": LIMITS, "cards": SET_UP}),
    ("open jackpot", "console", {**HEIR, "jackpot_kind": "mystery", "cards": SET_UP}),
    ("open jackpot", "console", {**HEIR, "cards": SET_UP}),
    ("make link", "console", {"link": "annex", "jackpot": "heir", "location": "Spokane", "cards": SET_UP}),
    ("make link", "console", {"link": "far", "jackpot": "mega", "location": "Seattle", "cards": SET_UP}),
    ("set up table", "console", {"table": "T5", **PLAN, "link": "annex", "limits": LIMITS, "cards": SET_UP}),
    ("set up table", "console", {"table": "T6", "game": THREE, "limits": OPENING, "cards": SET_UP}),
    ("close table", "console", {"table": "T1", "reason": "x", "cards": ["card sue"]}),
    ("open table", "console", {"table": "T1", "cards": ["card sue"]}),
    ("change table", "console", {"table": "T1", **PLAN, "maker": "Brass Works", "why": "x", "cards": SET_UP}),
    ("change table", "console", {"table": "T1", **PLAN, "limits": LIMITS, "why": "x", "cards": SET_UP}),
    ("retire table", "console", {"table": "T1", "why": "x", "cards": SET_UP}),
    ("enrol device", "console", {"device": "second", **KEY, "cards": SET_UP}),
    ("switch device", "console", {"device": "second", "enabled": True, "cards": SET_UP}),
    ("switch device", "console", {"device": "display pit", "enabled": False, "cards": SET_UP}),
    ("switch device", "console", {"device": "display pit", "enabled": True, "cards": SET_UP}),
    ("watch display", SERVER, {"device": "display pit"}),
    ("watch display", SERVER, {"device": "second"}),
    ("raise alarm", SERVER, {"alarm": "display late", "about": "display pit", "says": "x"}),
    ("clear alarm", SERVER, {"number": 1}),
    ("acknowledge alarm", "console", {"number": 1, "note": "x", "cards": ["card sue", "card ann"]}),
    ("post house jackpot", "console", {"name": "Lucky", **PRIZE, "cards": SET_UP}),
    ("post house jackpot", "console", {"name": "Lucky", **PRIZE, "posted": True, "cards": SET_UP}),
    ("remove house jackpot", "console", {"name": "Lucky", "why": "x", "cards": SET_UP}),
    ("change terms", "console", {"jackpot": "mega", "terms": RAISED, "why": "x", "cards": OFFICE}),
    ("change terms", "console", {"jackpot": "mega", "terms": MEGA, "why": "x", "cards": OFFICE}),
    ("announce retirement", "console", {"jackpot": "mega", "way": "play off", **SIGNED}),
    ("announce retirement", "console", {"jackpot": "mega", "way": "transfer", "to": "heir", "level": "Mega", **SIGNED}),
    ("begin retirement", "console", {"jackpot": "mega", "cards": OFFICE}),
    ("retire jackpot", "console", {"jackpot": "mega", "into": "heir", "level": "Mega", **SIGNED}),
    ("review tables", SERVER, {}),
    ("start game", "keypad T1", {"table": "T1", "bets": {"1": UNIT}}),
    ("press hand", "keypad T1", {"table": "T1", "seat": 1, "hand": "royal flush"}),
    ("confirm", "keypad T1", {"table": "T1", "cards": ["card eve"]}),
    ("end game", "keypad T1", {"table": "T1"}),
)  # fmt: skip
"""Everything that changes what the law looks at, and rounds; in any order much of it is refused."""


@given(st.lists(st.sampled_from(ACTS), min_size=5, max_size=40))
@settings(max_examples=examples(8, 40), deadline=None)
def test_in_any_order_the_log_holds_what_the_law_says(acts: list[tuple[str, str, dict[str, Any]]]) -> None:
    pit = LawfulPit()
    for kind, device, body in acts:
        answer = pit.ask(kind, device, **body)
        assert not review(pit.floor), f"after {kind} the law says something else than the log"
        if kind == "start game" and answer["ok"]:
            assert not judge_table(pit.floor, "T1").stop, "a game started that the law stops"
    assert pit.replayed()
