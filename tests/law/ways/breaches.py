"""What breaks each rule: as a command, as a form of the office, and as a file for the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs, to_builtins

from fairfelt.jackpot import FixedPays, Level
from fairfelt.law import HOUSE_CAP
from fairfelt.law.limits import SHEET_CAP
from tests.room.floors import LINK_PROGRESSIVE, MAKER, MEGA, UNIT
from tests.room.law.lawful_pit import DOCUMENT, LIMITS

ROOM, API, OFFICE, LINE, LOG = WAYS = ("room", "API", "office", "command line", "imported log")
"""Every way into the room."""
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
    line: tuple[str, ...] = ()
    """What is asked of the command line besides a table's file."""
    table: str = "T1"
    """The table that stops where it was done before the law bound; empty where no table plays for it yet."""
    nowhere: Mapping[str, str] = field(default_factory=dict)
    """Why there is no such way in, by way: every cell of the matrix is filled or has its reason."""
    advised: bool = True
    """Whether it passes under a law that advises; not where a jackpot itself cannot be so."""
    free: bool = True
    """Whether it passes without a law; not where the rule is the house's own."""
    opened: tuple[Step, ...] = field(default=())
    """What else is needed for a game to be started there."""

    def __str__(self) -> str:
        return self.rule

    @property
    def ways(self) -> frozenset[str]:
        """On which ways it is tried."""
        tried = {ROOM: self.kind, API: self.kind, OFFICE: self.form, LINE: self.file or self.line, LOG: self.table}
        return frozenset(way for way, there in tried.items() if there and (way != LOG or self.kind))


def withdrawn(condition: str) -> tuple[Step, ...]:
    return (("withdraw condition", {"condition": condition, "why": "recalled"}),)


def met(condition: str) -> tuple[Step, ...]:
    return (("meet condition", {"condition": condition, "on": "TODAY", "document": DOCUMENT}),)


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
FLAT = mega(levels=(level(MEGA.levels[0], rate_ppm=0), MEGA.levels[1]))
FILED = [
    {"name": at.name, "seed_micros": at.seed_micros, "rate_ppm": at.rate_ppm + at.reserve_rate_ppm}
    for at in MEGA.levels
]
PROGRESSIVE = {"game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01"}

TWO_ALIKE = (f"flushes-gone-wild/{LINK_PROGRESSIVE}/ML01",) * 2
THREE = mega(
    name="three",
    levels=tuple(Level(name, 1_000 * UNIT, 50_000, 10_000) for name in ("Mega", "Major", "Minor")),
)
LOW = mega(levels=(level(MEGA.levels[0], seed_micros=9_000 * UNIT, limit_micros=9_950 * UNIT), MEGA.levels[1]))
LIMITED: dict[str, Any] = {"wagers": [LINK_PROGRESSIVE], "approval": "letter 5", "displayed": True}
MANY_BETS, SIDES = "ez-baccarat-with-dragon-bonus", ("Tie", "Dragon 7", "Panda 8", "Dragon Bonus Player")
LARGE = {"least_micros": 10 * UNIT, "most_micros": 10 * UNIT}
NEW_TABLE = "/manager/tables/new/set-up?game=flushes-gone-wild|"
RADIO = {
    "jackpot": "mega", "level": "Mega", "hand": "full house", "item": "a radio", "rights_owner_approval": "letter 3",
    "controls_approval": "letter 12", "invoice": "invoice 7",
}  # fmt: skip

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
        nowhere=dict.fromkeys((ROOM, API, OFFICE, LOG), "the game's own ruling refuses it, whatever the law"),
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
        says="18% of each wager, meter and reserve together, is above the pre-configured 17% of Mega",
        before=(("file preset", {**PROGRESSIVE, "levels": FILED, "document": DOCUMENT}),),
        **new_terms(RISEN, **{"rate-0": "16"}),
        nowhere={LINE: "what the room has filed of the maker's figures is in no table's file"},
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
        line=("law", "link", *TWO_ALIKE, "--location", "Spokane", "--location", "Seattle"),
    ),
    Breach(
        rule="jackpot.kinds",
        says="mystery jackpot is not won by a predetermined specific hand",
        kind="open jackpot",
        body={"jackpot": "odd", "terms": mega(), "jackpot_kind": "mystery"},
        opened=(
            ("make link", {"link": "odd", "jackpot": "odd", "location": "Spokane"}),
            ("set up table", {**TABLE, "link": "odd", "limits": LIMITS}),
        ),
        table="T5",
        nowhere={
            OFFICE: "its form opens progressive jackpots only",
            LINE: "a table's file knows progressives and jackpots of the house only",
        },
    ),
    Breach(
        rule="jackpot.rises",
        says="Mega takes 0% of each wager, and a progressive rises with each",
        **new_terms(FLAT, **{"rate-0": "0"}),
        file={"progressive": {**PROGRESSIVE, "terms": FLAT}},
    ),
    Breach(
        rule=SHEET_CAP,
        says="",
        nowhere=dict.fromkeys(WAYS, "what wager.cap is to a card room, for a tribal casino: judged by the same check"),
    ),
    Breach(
        rule="link.different_games",
        says="WAC 230-15-685 (6)",
        before=(
            ("open jackpot", {"jackpot": "three", "terms": THREE}),
            ("make link", {"link": "three", "jackpot": "three", "location": "Spokane"}),
            ("set up table", {**TABLE, "table": "T8", "link": "three", "paytable": "ML03", "limits": LIMITS}),
        ),
        **set_up(
            {**TABLE, "link": "three", "limits": LIMITS},
            **{**LINKED, "progressive": f"three|{LINK_PROGRESSIVE}|ML01", "maker": MAKER},
        ),
        line=("law", "link", f"flushes-gone-wild/{LINK_PROGRESSIVE}/ML03", TWO_ALIKE[0]),
    ),
    Breach(
        rule="link.makers",
        says="the equipment comes from different makers",
        **set_up({**TABLE, "maker": "Brass Works", "limits": LIMITS}, **LINKED, maker="Brass Works"),
        line=("law", "link", *TWO_ALIKE, "--maker", MAKER, "--maker", "Brass Works"),
    ),
    Breach(
        rule="jackpot.limit",
        says="Mega: a limit of $9,950.00 is below the current $10,000.00",
        kind="change terms",
        body={"jackpot": "mega", "terms": LOW, "why": "summer"},
        advised=False,
        table="",
        nowhere={
            OFFICE: "its form says so at the field, and does not ask the room",
            LINE: "a table's file says nothing of what stands on a meter",
            LOG: "a meter that stands above its limit overflows; no table stops for it",
        },
    ),
    Breach(
        rule="payout.aggregate",
        says="the aggregate limit of $1,000.00 is below $1,250.00",
        **{
            **posted(aggregates=[{**LIMITED, "table_micros": 1_000 * UNIT}]),
            "form": (
                "/manager/tables/T1/aggregates",
                {"bet": LINK_PROGRESSIVE, "most": "1,000", "approval": "letter 5", "displayed": "yes"},
            ),
        },
        file={
            "side_bets": {LINK_PROGRESSIVE: {"least": "1", "most": "25"}},
            "aggregates": [{**LIMITED, "table": "1,000"}],
        },
    ),
    Breach(
        rule="games.per_hand",
        says="take more than $5.00; only 3 may",
        **set_up(
            {"table": "T5", "game": MANY_BETS, "limits": {**OPENING, "side_bets": dict.fromkeys(SIDES, LARGE)}},
            **{f"bet-{at}-{end}": "10" for at in range(1, 5) for end in ("least", "most")},
        ),
        file={"game": MANY_BETS, "side_bets": {name: {"least": "10", "most": "10"} for name in SIDES}},
    ),
    Breach(
        rule="table.seats",
        says="",
        nowhere=dict.fromkeys(WAYS, "no game here has more than nine seats, and a table has no more than its game"),
    ),
    Breach(
        rule="adjustment.reasons",
        says="",
        nowhere=dict.fromkeys(WAYS, "the program knows the reasons of the law and no others, on every way in"),
    ),
    Breach(
        rule="jackpot.house",
        says="post the amount and the two disclosures at the table",
        kind="post house jackpot",
        body={"name": "Lucky", "table": "T1", "hand": "7-7-7", "amount_micros": 100 * UNIT},
        form=(
            "/manager/prizes/new/post",
            {"name": "Lucky", "table": "T1", "hand": "7-7-7", "amount": "100", "sign": "no"},
        ),
        file={"house_jackpots": [{"name": "Lucky", "hand": "7-7-7", "amount": "100"}]},
    ),
    Breach(
        rule="jackpot.removal",
        says="is not under way; announce it, and begin after the notice",
        kind="retire jackpot",
        before=(("open jackpot", {"jackpot": "heir", "terms": mega(name="heir")}),),
        body={"jackpot": "mega", "into": "heir", "level": "Major", "document": "memo"},
        form=("/manager/jackpots/mega/retire", {"heir": "heir/Major", "document": "memo"}),
        table="",
        nowhere={LINE: "no command ends a jackpot", LOG: "a jackpot that has ended is played for nowhere"},
    ),
    Breach(
        rule="posting.table",
        says="no limits of the opening bets are posted",
        **{**set_up(TABLE), "form": (NEW_TABLE, {"table": "T5", **LINKED, "maker": MAKER})},
        nowhere={LINE: "a table's file is refused without its limits, whatever the law"},
    ),
    Breach(
        rule="posting.table",
        says=f"no limits of {LINK_PROGRESSIVE} are posted",
        **{**posted(side_bets={}), "form": (NEW_TABLE, {**TYPED, **LINKED, "maker": MAKER})},
        file={"side_bets": {}},
    ),
    Breach(
        rule="prize.merchandise",
        says="needs a notice at the table",
        kind="offer merchandise",
        body={**RADIO, "value_micros": 50_000 * UNIT, "from_reserve_micros": 0},
        form=(
            "/manager/merchandise/offer/mega",
            {"item": "a radio", "hand": "full house", "value": "50,000", "level": "Mega", "from_reserve": "0",
             "owner": "letter 3", "controls": "letter 12", "invoice": "invoice 7", "sign": "no"},
        ),
        line=(
            "law", "merchandise", "a radio", "--hand", "full house", "--value", "50,000", "--prize", "100",
            "--from-reserve", "0", "--reserve", "0", "--owner", "letter 3", "--controls", "letter 12", "--invoice",
            "invoice 7",
        ),
        table="",
        nowhere={LOG: "a prize in kind stops no table; its notice goes on saying what is missing"},
    ),
    Breach(
        rule=HOUSE_CAP,
        says="goes up to $105.00 (house rules)",
        before=(("limit wagers", {"currency": "USD", "largest_micros": 210 * UNIT, "why": "controls"}),),
        after=(("limit wagers", {"currency": "USD", "why": "controls"}),),
        free=False,
        **posted(
            opening={"least_micros": UNIT, "most_micros": 120 * UNIT},
            form={"opening-least": "1", "opening-most": "120"},
        ),
        nowhere={LINE: "house rules are the room's, and are in no table's file"},
    ),
)  # fmt: skip

DUTIES = {
    "approval.modifications": "a game that was changed has another fingerprint: approval.games",
    "rules.precedence": "the order of the layers, which every verdict keeps",
    "jackpot.custodian": "the book: players' money leaves it by listed ways only",
    "jackpot.display": "a game does not start without a current display; no act is refused for it",
    "jackpot.opening": "every jackpot begins with an event that holds its amounts",
    "link.envy": "envy is paid at the table of the hand; no command names another",
    "funds.seizure": "a shortage of the account closes the floor",
    "funds.account": "a shortage of the account closes the floor",
    "funds.odds_prizes": "looked at with the funds, after every act that may change them",
    "record.daily": "a paper that has every day",
    "payout.verification": "steps of a payment",
    "payout.recording": "steps of a payment",
    "payout.check": "steps of a payment",
    "cash.on_hand": "cash is outside the room",
    "incident.malfunction": "hours of a notice",
    "tax.form": "steps of a payment",
    "tax.withholding": "steps of a payment",
    "tax.cash": "steps of a payment",
}
"""Binding rules that no act at the gate can break, and what keeps them."""
