"""Tables and links: games, limits and status of each, and adding more of them."""

from __future__ import annotations

from contextlib import suppress

from starlette.responses import Response

from fairfelt.formats.money import AmountError, parse_amount
from fairfelt.formats.reading import FieldError, convert
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.meters import all_offers
from fairfelt.room import Controls, FoldedHands
from fairfelt.room.commands.closing import CloseTable, OpenTable
from fairfelt.room.commands.set_up import MakeLink, SetUpTable
from fairfelt.web.api.handlers.set_up import ON_THE_FLOOR, SETTING_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task

from .dashboard import titles
from .office import drawn, named


async def tables(desk: Desk) -> Response:
    """All of them, link by link."""
    floor = desk.floor
    links = [
        (name, link, [(table, at) for table, at in floor.tables.items() if at.link == name])
        for name, link in floor.links.items()
    ]
    return drawn(
        desk, "manager/tables.html", links=links, titles=titles(floor), jackpots=floor.jackpots,
        currencies={name: floor.currency_of(table) for name, table in floor.tables.items()},
        sets_up=desk.may(SETTING_UP), closes=desk.may(ON_THE_FLOOR),
    )  # fmt: skip


def _link_paper(desk: Desk) -> Paper:
    running = [name for name, found in desk.floor.jackpots.items() if not found.retired]
    return Paper(
        title="Add link",
        lead="A link connects tables and displays at one licensed location to one jackpot.",
        back="/manager/tables",
        fields=(
            Field(name="link", label="Link name", hint="For example: pit or high limit."),
            Field(name="jackpot", label="Jackpot", sort="choice", choices=tuple((name, name) for name in running),
                  hint="" if running else "No jackpots yet. Open one first."),
            Field(name="location", label="Licensed location", hint="Printed on win pages."),
            Field(name="folded_hands", label="Folded hands", sort="choice",
                  choices=tuple((choice.value, choice.value.capitalize()) for choice in FoldedHands),
                  hint="Holds where the sheet leaves it to the casino. Elsewhere the paytable decides."),
        ),
    )  # fmt: skip


async def _make_link(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(
        MakeLink,
        link=form.name("link"),
        jackpot=form.one_of("jackpot", desk.floor.jackpots),
        location=form.text("location"),
        folded_hands=form.one_of("folded_hands", [choice.value for choice in FoldedHands]),
    )


def _table_paper(desk: Desk) -> Paper:
    floor = desk.floor
    levels = {name: ", ".join(floor.meters(link.jackpot)) for name, link in floor.links.items()}
    return Paper(
        title="Add table",
        lead="The game, progressive wager and paytable cannot change later. The paytable sets the hand buttons.",
        fields=(
            Field(name="table", label="Table name", hint="For example: T7."),
            Field(name="link", label="Link", sort="choice",
                  choices=tuple((name, f"{name}: {words}") for name, words in levels.items()),
                  hint="" if levels else "No links yet. Add one first."),
            Field(name="offer", label="Game, wager and paytable", sort="choice",
                  choices=tuple((key, f"{of.words} ({', '.join(of.levels)})") for key, of in all_offers().items()),
                  hint="Levels in parentheses must exist in the link’s jackpot."),
            Field(name="controls", label="Controls", sort="choice",
                  choices=tuple((kind.value, kind.value.capitalize()) for kind in Controls),
                  hint=" ".join(f"{kind.value.capitalize()}: {kind.meaning}" for kind in Controls)),
            Field(name="denominations", label="Denominations", optional=True,
                  hint="Separate with spaces: 5 10 25. Leave blank to allow any amount up to the max bet."),
        ),
    )  # fmt: skip


async def _set_up(desk: Desk, form: Form, ask: Ask) -> Outcome:
    floor = desk.floor
    table, link = form.name("table"), form.one_of("link", floor.links)
    chosen = all_offers().get(form.one_of("offer", all_offers()))
    controls = form.one_of("controls", [kind.value for kind in Controls])
    if chosen and link in floor.links:
        there = floor.meters(floor.links[link].jackpot)
        if missing := [level for level in chosen.levels if level not in there]:
            form.mistake(
                "offer", f"this paytable needs level {missing[0]}; the jackpot of {link} has {', '.join(there)}"
            )
    about = chosen._asdict() if chosen else {}
    fields = {"table": table, "link": link, "controls": controls, "denominations_micros": _denominations(form), **about}
    if chosen and not form.mistakes:
        with suppress(FieldError):  # what is wrong is said below
            await desk.controller.law.examine_joining(desk.controller.ledger, convert(fields, SetUpTable))
    return await ask(SetUpTable, **fields)


def _denominations(form: Form) -> list[int]:
    """Amounts with spaces between them, the smallest first."""
    try:
        coins = sorted(parse_amount(word, currency="") for word in form.get("denominations").split())
    except AmountError as error:
        form.mistake("denominations", str(error))
        return []
    if any(not 0 < coin <= MOST_MICROS for coin in coins):
        form.mistake("denominations", "every denomination must be above zero")
    return coins


def _close_paper(desk: Desk) -> Paper:
    name, _ = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Close table {name}",
        lead="No new games start here. A game in progress finishes, with its jackpots.",
        fields=(Field(name="reason", label="Reason", hint="Shown on the keypad."),),
    )


async def _close(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(CloseTable, table=named(desk, desk.floor.tables, "table")[0], reason=form.text("reason"))


def _open_paper(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Open table {name}",
        lead="Returns the table to service.",
        facts=(("Status", f"Closed: {table.closed}" if table.closed else "Open"),),
    )


async def _open(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(OpenTable, table=named(desk, desk.floor.tables, "table")[0])


TASKS = [
    Task(path="/manager/links/new", access=SETTING_UP, paper=_link_paper, do=_make_link),
    Task(path="/manager/tables/new/set-up", access=SETTING_UP, paper=_table_paper, do=_set_up),
    Task(path="/manager/tables/{table}/close", access=ON_THE_FLOOR, paper=_close_paper, do=_close),
    Task(path="/manager/tables/{table}/open", access=ON_THE_FLOOR, paper=_open_paper, do=_open),
]
