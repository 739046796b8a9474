"""What breaks each rule: as a command, as a form of the office, and as a file for the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs, to_builtins

from fairfelt.jackpot import FixedPays, Level
from tests.room.floors import LINK_PROGRESSIVE, MAKER, MEGA, UNIT
from tests.room.law.lawful_pit import LIMITS

OPENING: dict[str, Any] = {"opening": LIMITS["opening"]}
Step = tuple[str, Mapping[str, Any]]
TABLE = {
    "table": "T5",
    "link": "pit",
    "game": "flushes-gone-wild",
    "wager": LINK_PROGRESSIVE,
    "paytable": "ML01",
    "maker": MAKER,
}
TYPED = {"table": "T5", "opening-least": "5", "opening-most": "100"}
PAPERS = (
    "controls-submitted", "controls-approved", "makers-licensed", "system-approved", "display-plain",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Breach:
    """One act that one rule is against."""

    rule: str
    says: str
    kind: str = ""
    """What is asked of the room; nothing where the room has no way to say it, with a law or without."""
    body: Mapping[str, Any] = field(default_factory=dict)
    form: tuple[str, Mapping[str, str]] | None = None
    """The page of the office and what is typed there; None where no page asks for it."""
    file: Mapping[str, Any] | None = None
    """What of a table's file is otherwise; None where the command line has no such question."""
    before: tuple[Step, ...] = ()
    """What is done first…"""
    after: tuple[Step, ...] = ()
    """…and set right again."""
    table: str = "T1"
    """The table that stops where it was done before the law bound; empty where no table plays for it yet."""
    opened: tuple[Step, ...] = field(default=())
    """What else is needed for a game to be started there."""

    def __str__(self) -> str:
        return self.rule


def withdrawn(condition: str) -> tuple[Step, ...]:
    return (("withdraw condition", {"condition": condition, "why": "recalled"}),)


def met(condition: str) -> tuple[Step, ...]:
    return (("meet condition", {"condition": condition, "on": "TODAY", "document": "D"}),)


def level(at: Level, **changes: Any) -> Level:
    return structs.replace(at, **changes)


def mega(**changes: Any) -> dict[str, Any]:
    terms: dict[str, Any] = to_builtins(structs.replace(MEGA, **changes))
    return terms


def new_terms(terms: Mapping[str, Any], **typed: str) -> dict[str, Any]:
    return {
        "kind": "change terms",
        "body": {"jackpot": "mega", "terms": terms, "why": "summer"},
        "form": ("/manager/jackpots/mega/terms", {"why": "summer", **typed}),
    }


def posted(table: str = "T1", *, form: Mapping[str, str] | None = None, **limits: Any) -> dict[str, Any]:
    return {
        "kind": "post limits",
        "body": {"table": table, "limits": {**LIMITS, **limits}},
        "form": (f"/manager/tables/{table}/limits", form) if form else None,
    }


def set_up(body: Mapping[str, Any], **typed: str) -> dict[str, Any]:
    query = f"?game={body['game']}|{body.get('variant', '')}"
    return {
        "kind": "set up table",
        "body": body,
        "form": (f"/manager/tables/new/set-up{query}", {**TYPED, **typed}),
        "table": body["table"],
    }


SMALL = {"least_micros": UNIT, "most_micros": 5 * UNIT}
TRIBAL = "Three Card Poker Bonus"
LINKED = {"progressive": f"pit|{LINK_PROGRESSIVE}|ML01"}
NO_SEED = mega(name="bare", levels=(level(MEGA.levels[0], seed_micros=0, reserve_rate_ppm=20_000), MEGA.levels[1]))
RISEN = mega(levels=(level(MEGA.levels[0], rate_ppm=160_000), MEGA.levels[1]))
FILED = [{"name": at.name, "seed_micros": at.seed_micros, "rate_ppm": at.rate_ppm} for at in MEGA.levels]
PROGRESSIVE = {"game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01"}

BREACHES = (
    Breach(
        rule="approval.operation",
        says="Three Card Poker Bonus - Tribal (60 of the letter) is for tribal houses only",
        **set_up(
            {"table": "T5", "game": "three-card-poker", "limits": {**OPENING, "side_bets": {TRIBAL: SMALL}}},
            **{"bet-1-least": "1", "bet-1-most": "5"},
        ),
        file={"game": "three-card-poker", "side_bets": {TRIBAL: {"least": "1", "most": "5"}}},
    ),
    Breach(
        rule="table.one_progressive",
        says="a table offers Progressive or Multi-Game Link Progressive, not both",
        file={"side_bets": {name: {"least": "1", "most": "5"} for name in ("Progressive", LINK_PROGRESSIVE)}},
    ),
    Breach(
        rule="meter.fixed_pays",
        says="hands that win no share of the meter are paid from the tray, not from the meter",
        **new_terms(mega(fixed_pays=FixedPays.METER), fixed_pays="meter"),
        file={"progressive": {**PROGRESSIVE, "terms": mega(fixed_pays=FixedPays.METER)}},
    ),
    Breach(
        rule="meter.seed",
        says="Mega has no seed",
        kind="open jackpot",
        body={"jackpot": "bare", "terms": NO_SEED},
        form=(
            f"/manager/jackpots/new/open?for=flushes-gone-wild||{LINK_PROGRESSIVE}|ML01",
            {"jackpot": "bare", "name": "bare", "seed-0": "0", "largest": "25", "executive": "100"},
        ),
        file={"progressive": {**PROGRESSIVE, "terms": NO_SEED}},
        opened=(
            ("make link", {"link": "bare", "jackpot": "bare", "location": "Spokane"}),
            ("set up table", {**TABLE, "link": "bare", "limits": LIMITS}),
        ),
        table="T5",
    ),
    Breach(
        rule="meter.rate",
        says="16% of each wager is above the pre-configured 15% of Mega",
        before=(("file preset", {**PROGRESSIVE, "levels": FILED, "document": "sheet 4"}),),
        **new_terms(RISEN, **{"rate-0": "16"}),
    ),
    Breach(
        rule="approval.equipment",
        says="Fairfelt, which keeps the meters here, is not an approved one",
        before=withdrawn("system-approved"),
        after=met("system-approved"),
        **set_up({**TABLE, "limits": LIMITS}, **LINKED),
        file={"met": [name for name in PAPERS if name != "system-approved"]},
    ),
    Breach(
        rule="approval.conditions",
        says="nothing shows that the internal controls for the game are approved",
        before=withdrawn("controls-approved"),
        after=met("controls-approved"),
        **set_up({**TABLE, "limits": LIMITS}, **LINKED),
        file={"met": [name for name in PAPERS if name != "controls-approved"]},
    ),
    Breach(
        rule="approval.games",
        says="compare and pin it first",
        **set_up({"table": "T5", "game": "caribbean-stud", "limits": OPENING}),
        file={"game": "caribbean-stud"},
    ),
    Breach(
        rule="wager.cap",
        says="the most for a single wager",
        **posted(
            opening={"least_micros": UNIT, "most_micros": 1_000 * UNIT},
            form={"opening-least": "1", "opening-most": "1000"},
        ),
        file={"opening": {"least": "1", "most": "1000"}},
    ),
    Breach(
        rule="link.same_game",
        says="one licensed location, not in Seattle and Spokane",
        kind="make link",
        body={"link": "far", "jackpot": "mega", "location": "Seattle"},
        form=("/manager/links/new", {"link": "far", "jackpot": "mega", "location": "Seattle"}),
        opened=(("set up table", {**TABLE, "link": "far", "limits": LIMITS}),),
    ),
    Breach(
        rule="jackpot.kinds",
        says="mystery jackpot is not won by a predetermined specific hand",
        kind="open jackpot",
        body={"jackpot": "odd", "terms": mega(), "jackpot_kind": "mystery"},
        table="",
    ),
)
