"""A matrix: every rule that binds, on every way in. Each shows the same code, `unlawful`, and the same sentence."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fairfelt import games
from fairfelt.cli import main
from fairfelt.jackpot import Reason
from fairfelt.law import HOUSE_CAP, Mode, profile, profile_names
from fairfelt.ledger import Answer
from fairfelt.room import Floor
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.law import ReviewTables
from fairfelt.room.law.jurisdiction import NO_VERDICT
from fairfelt.server.law_office import LawOffice
from tests.law.ways.breaches import BREACHES, DUTIES, PAPERS, PROGRESSIVE, WAYS, Breach, Step, mega
from tests.room.floors import UNIT, command, digest
from tests.room.law.lawful_pit import DOCUMENT, LETTER, LIMITS, LawfulPit
from tests.support.heavy import first_few
from tests.web.api.calling import House, Wall, furnished
from tests.web.back_office import PINS, BackOffice, back_office

ALL = ["card ann", "card bob", "card eve", "card ida"]
UNLAWFUL = "unlawful"
ASKED = [breach for breach in BREACHES if breach.kind]
PATHS = {
    "open jackpot": "/api/jackpots",
    "make link": "/api/links",
    "set up table": "/api/tables",
    "post limits": "/api/tables/{table}/limits",
    "change terms": "/api/jackpots/{jackpot}/terms",
    "retire jackpot": "/api/jackpots/{jackpot}/retirement",
    "post house jackpot": "/api/house-jackpots",
    "offer merchandise": "/api/merchandise",
}


def at(day: str, steps: tuple[Step, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    for kind, body in steps:
        yield kind, {name: day if value == "TODAY" else value for name, value in body.items()}


def test_the_matrix_has_every_rule_that_binds() -> None:
    """A rule that is new to a profile, or a house rule that judges tables, gets a row here, or a reason why none."""
    binding = {rule.id for name in profile_names() for rule in profile(name).rules if rule.binds}
    rows = {breach.rule for breach in BREACHES}
    assert rows | set(DUTIES) == binding | {HOUSE_CAP}
    assert not rows & set(DUTIES)
    assert all(DUTIES.values())


@pytest.mark.parametrize("breach", BREACHES, ids=str)
def test_no_cell_of_the_matrix_is_empty(breach: Breach) -> None:
    """Every rule is tried on every way in, or says why there is no such way; never both."""
    reasons = {way for way, why in breach.nowhere.items() if why}
    assert breach.ways | reasons == set(WAYS)
    assert not breach.ways & reasons


def test_a_second_progressive_is_no_bet_of_a_table_whatever_the_law() -> None:
    """The ruling is the game's own: the room refuses it without asking any law, and so does a round at the table."""
    small = {"least_micros": UNIT, "most_micros": 5 * UNIT}
    both = {**LIMITS, "side_bets": {**LIMITS["side_bets"], "Progressive": small}}
    for profile_, mode in (("wa-commercial", "enforce"), ("wa-commercial", "advise"), ("laboratory", "advise")):
        pit = LawfulPit()
        pit.set_law(mode, profile_)
        answer = pit.ask("post limits", table="T1", limits=both, cards=ALL)
        assert (answer["ok"], answer.get("code")) == (False, "bad_field")


@pytest.mark.parametrize("breach", ASKED, ids=str)
def test_in_the_room(breach: Breach) -> None:
    pit = LawfulPit()
    for kind, body in at(LETTER, breach.before):
        pit.do(kind, **body, cards=ALL)
    before = pit.floor
    answer = pit.ask(breach.kind, **breach.body, cards=ALL)
    assert (answer["ok"], answer.get("code")) == (False, UNLAWFUL), answer
    assert breach.says in answer["reason"]
    assert pit.floor == before
    assert pit.events[-1].body.code == UNLAWFUL, "the refusal is on the log"


@pytest.mark.parametrize("breach", [breach for breach in ASKED if breach.advised], ids=str)
def test_under_advise_it_is_noted_and_without_a_law_nothing_is_said(breach: Breach) -> None:
    pit = LawfulPit(mode="advise")
    for kind, body in at(LETTER, breach.before):
        pit.do(kind, **body, cards=ALL)
    pit.do(breach.kind, **breach.body, cards=ALL)
    event = pit.events[-1].body
    verdicts = getattr(event, "verdicts", {}).values()
    noted = [*getattr(event, "notices", ()), *(notice for verdict in verdicts for notice in verdict.notices)]
    assert any(breach.says in notice for notice in noted)
    if not breach.free:
        return
    free = LawfulPit(mode="enforce")
    free.set_law("enforce", "laboratory")
    for kind, body in at(LETTER, breach.before):
        free.do(kind, **body, cards=ALL)
    free.do(breach.kind, **breach.body, cards=ALL)
    assert free.events[-1].body.notices == ()


@pytest.mark.parametrize("breach", [breach for breach in ASKED if breach.table], ids=str)
def test_a_journal_from_elsewhere_is_asked_again_before_anybody_plays(breach: Breach) -> None:
    """A log that was imported or restored may hold what another program let pass: the server has every table judged."""
    pit = LawfulPit(mode="advise")
    for kind, body in (*at(LETTER, breach.before), (breach.kind, breach.body), *at(LETTER, breach.opened)):
        pit.do(kind, **body, cards=ALL)
    pit.floor = let_pass(pit.floor)
    pit.serves("review tables")
    assert breach.says in pit.stop(breach.table)
    keypad = f"keypad {breach.table}"
    if not pit.floor.tables[breach.table].link:
        opened = pit.ask("open table", table=breach.table, cards=ALL)
        assert (opened["code"], breach.says in opened["reason"]) == (UNLAWFUL, True)
        return
    if keypad not in pit.floor.devices:
        key = {"device": keypad, "device_kind": "keypad", "table": breach.table, "key_sha256": digest("another")}
        pit.do("enrol device", **key, cards=ALL)
        pit.do("switch device", device=keypad, enabled=True, cards=ALL)
    answer = pit.ask("start game", keypad, table=breach.table, bets={"1": UNIT})
    assert (answer["ok"], answer.get("code")) == (False, UNLAWFUL), answer
    assert breach.says in answer["reason"]


@pytest.mark.parametrize("lawful", [True, False])
def test_a_server_that_starts_has_tables_judged_again_only_where_that_changes_something(lawful: bool) -> None:
    pit, heard = LawfulPit(), list[RoomCommand]()
    if not lawful:
        pit.set_law("advise")
        pit.do("withdraw condition", condition="controls-approved", why="recalled", cards=ALL)
        pit.floor = let_pass(pit.floor)

    async def tell(_: object, told: RoomCommand) -> Any:
        heard.append(told)

    ledger: Any = SimpleNamespace(committed=SimpleNamespace(state=pit.floor))
    asyncio.run(LawOffice(tell, lambda: 0).review_tables(ledger))
    assert heard == ([] if lawful else [ReviewTables()])


def let_pass(floor: Floor) -> Floor:
    """The same floor as a program that knew no such rule would have left it, under a law that binds."""
    tables = {name: replace(table, law_verdict=NO_VERDICT) for name, table in floor.tables.items()}
    return replace(floor, tables=tables, jurisdiction=replace(floor.jurisdiction, mode=Mode.ENFORCE))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A room behind its API, under the law since the day of the letter."""
    wall = Wall()
    wall.set(LETTER, 20)
    with furnished(tmp_path_factory.mktemp("matrix"), wall) as opened:

        def tell(asked: RoomCommand) -> Answer:
            return opened.run(opened.controller.tell, asked)

        for asked in under_law(ALL, LETTER):
            assert not tell(asked).refused
            opened.run(opened.controller.law.keep, opened.controller.ledger)
        yield opened


def under_law(cards: list[str], day: str) -> Iterator[RoomCommand]:
    """Everything that the law asks for, and then the law that binds."""
    law = {"profile": "wa-commercial", "zone": "America/Los_Angeles", "document": "licence 1", "cards": cards}
    yield command("set law", mode="advise", **law)
    for table in ("T1", "T2"):
        yield command("post limits", table=table, limits=LIMITS, cards=cards)
    for condition in PAPERS:
        yield command("meet condition", condition=condition, on=day, document=DOCUMENT, cards=cards)
    yield command("set law", mode="enforce", **law)


@pytest.mark.parametrize("breach", first_few(ASKED, 12), ids=str)
def test_over_http(house: House, breach: Breach) -> None:
    for kind, body in at(LETTER, breach.before):
        assert not house.run(house.controller.tell, command(kind, **body, cards=ALL)).refused
    path = PATHS[breach.kind].format(**breach.body)
    named = {part[1:-1] for part in PATHS[breach.kind].split("/") if part.startswith("{")}
    sent = {name: value for name, value in breach.body.items() if name not in named}
    answer = house.console("ann", "bob", "eve", "ida").command(path, **sent)
    for kind, body in at(LETTER, breach.after):
        assert not house.run(house.controller.tell, command(kind, **body, cards=ALL)).refused
    assert (answer.status_code, answer.json()["code"]) == (409, UNLAWFUL), answer.text
    assert breach.says in answer.json()["detail"]


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BackOffice]:
    """The office of a room under the law, an executive signed in."""
    with back_office(tmp_path_factory.mktemp("office")) as opened:
        assert opened.client.portal
        for asked in under_law(["E-1", "E-2", "T-1", "A-1"], "2027-01-15"):
            opened.tell(asked)
            opened.client.portal.call(opened.controller.law.keep, opened.controller.ledger)
        opened.sign_in("E-1")
        yield opened


@pytest.mark.parametrize("breach", [breach for breach in BREACHES if breach.form], ids=str)
def test_on_the_pages_of_the_office(office: BackOffice, breach: Breach) -> None:
    cards = ["E-1", "A-1"]
    for kind, body in at("2027-01-15", breach.before):
        office.tell(command(kind, **body, cards=cards))
    assert breach.form
    path, typed = breach.form
    second = {"second_card": "A-1", "second_pin": PINS["A-1"][2], "sure": "yes"}
    before = office.controller.head.number
    answer = office.send(path, **typed, **second)
    refused = [json.loads(entry.body) for entry in entries_since(office, before) if entry.kind == "refused/1"]
    for kind, body in at("2027-01-15", breach.after):
        office.tell(command(kind, **body, cards=cards))
    assert answer.status_code == 422, answer.text[-500:]
    assert breach.says.lower() in answer.text.replace("&#39;", "'").lower()
    # What is reviewed before it is signed is refused there: nobody has asked the room for it yet.
    assert [(one["code"], breach.says in one["reason"]) for one in refused] in ([], [(UNLAWFUL, True)])


def entries_since(office: BackOffice, number: int) -> list[Any]:
    assert office.client.portal
    return list(office.client.portal.call(lambda: _read(office, number)))


async def _read(office: BackOffice, number: int) -> list[Any]:
    return office.controller.ledger.entries(after=number)


@pytest.mark.parametrize("breach", [breach for breach in BREACHES if breach.file], ids=str)
def test_on_the_command_line(breach: Breach, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert breach.file
    file = tmp_path / "table.toml"
    file.write_text(described({}))
    assert main(["law", "table", str(file), "--on", LETTER, "--json"]) == 0, capsys.readouterr()
    capsys.readouterr()
    file.write_text(described(breach.file))
    assert main(["law", "table", str(file), "--on", LETTER, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["may_open"], told["code"]) == (False, UNLAWFUL)
    found = [finding for finding in told["findings"] if finding["rule"] == breach.rule]
    assert any(breach.says in finding["text"] for finding in found)
    assert main(["law", "table", str(file), "--on", LETTER, "--advise"]) == 0


@pytest.mark.parametrize("breach", [breach for breach in BREACHES if breach.line], ids=str)
def test_by_other_words_on_the_command_line(breach: Breach, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*breach.line, "--on", LETTER, "--json"]) == 1
    assert breach.says in capsys.readouterr().out


def described(other: Mapping[str, Any]) -> str:
    """A table's file that keeps every rule, but for what is otherwise."""
    content: dict[str, Any] = {
        "table": "7", "game": PROGRESSIVE["game"], "opening": {"least": "5", "most": "100"}, "met": PAPERS, **other,
    }  # fmt: skip
    if content["game"] == PROGRESSIVE["game"]:
        content.setdefault("progressive", {**PROGRESSIVE, "terms": mega()})
        content["progressive"].pop("game", None)
        content.setdefault("side_bets", {PROGRESSIVE["wager"]: {"least": "1", "most": "5"}})
    met = [{"condition": name} for name in content.pop("met")]
    lines = [f"{name} = {toml(value)}" for name, value in content.items()]
    rows = ", ".join(
        f"{{ condition = {toml(row['condition'])}, on = {LETTER}, document = {toml(DOCUMENT)} }}" for row in met
    )
    return "\n".join([*lines, f"met = [{rows}]"])


def toml(value: Any) -> str:
    """A value in one line; nothing is left out as TOML has no word for it."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{toml(name)} = {toml(each)}" for name, each in value.items() if each is not None)
        return f"{{ {inner} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value)


def test_seats_and_reasons_have_no_way_to_be_broken() -> None:
    """What the matrix says of the two rules without a single way in."""
    (seats,) = {rule.number("most_seats") for rule in profile("wa-commercial").rules if rule.id == "table.seats"}
    assert max(version.seats for game in games.catalogue() for version in game.variants) <= seats
    (known,) = [rule.names("reasons") for rule in profile("wa-commercial").rules if rule.id == "adjustment.reasons"]
    assert {reason.value for reason in Reason} <= set(known)
