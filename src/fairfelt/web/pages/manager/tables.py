"""Tables and links: what is played where, in service or not, and setting more of them up."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.meters import all_offers
from fairfelt.room import Controls
from fairfelt.rules.money import AmountError, parse_amount
from fairfelt.web.api.handlers.set_up import ON_THE_FLOOR, SETTING_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task

from .dashboard import titles
from .office import drawn, named

BACK = "/manager/tables"


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
        title="Make a link",
        lead="Tables of one licensed location that feed and win one jackpot, and displays that show it.",
        button="Make the link",
        back=BACK,
        fields=(
            Field(name="link", label="Name of the link", hint="Such as pit or high limit."),
            Field(name="jackpot", label="Jackpot", sort="choice", choices=tuple((name, name) for name in running),
                  hint="" if running else "There is none yet: open one first."),
            Field(name="location", label="Licensed location", hint="As it stands on win pages."),
        ),
    )  # fmt: skip


async def _make_link(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(
        "make link",
        link=form.name("link"),
        jackpot=form.one_of("jackpot", desk.floor.jackpots),
        location=form.text("location"),
    )


def _table_paper(desk: Desk) -> Paper:
    floor = desk.floor
    levels = {name: ", ".join(floor.meters(link.jackpot)) for name, link in floor.links.items()}
    return Paper(
        title="Set a table up",
        lead="Game, progressive wager and paytable stay as they are set up. The hand buttons come from the paytable.",
        button="Set the table up",
        back=BACK,
        fields=(
            Field(name="table", label="Name of the table", hint="Such as T7."),
            Field(name="link", label="Link", sort="choice",
                  choices=tuple((name, f"{name}: {words}") for name, words in levels.items()),
                  hint="" if levels else "There is none yet: make one first."),
            Field(name="offer", label="Game, wager and paytable", sort="choice",
                  choices=tuple((key, f"{of.words} ({', '.join(of.levels)})") for key, of in all_offers().items()),
                  hint="In brackets the levels it wins: the jackpot of the link has to have them."),
            Field(name="controls", label="Controls", sort="choice",
                  choices=tuple((kind.value, kind.value.capitalize()) for kind in Controls)),
            Field(name="denominations", label="Wagers that may be made", optional=True,
                  hint="With a space between them, such as 5 10 25. With none, any up to the jackpot’s largest."),
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
                "offer", f"this paytable wins a level {missing[0]}; the jackpot of {link} has {', '.join(there)}"
            )
    about = chosen._asdict() if chosen else {}
    coins = _denominations(form)
    if chosen and not form.mistakes:
        await desk.controller.law.examine_joining(desk.controller.ledger, link, {"table": table, **about})
    return await ask("set up table", table=table, link=link, controls=controls, denominations_micros=coins, **about)


def _denominations(form: Form) -> list[int]:
    """Amounts with spaces between them, the smallest first."""
    try:
        coins = sorted(parse_amount(word, currency="") for word in form.get("denominations").split())
    except AmountError as error:
        form.mistake("denominations", str(error))
        return []
    if any(not 0 < coin <= MOST_MICROS for coin in coins):
        form.mistake("denominations", "every wager is an amount above zero")
    return coins


def _close_paper(desk: Desk) -> Paper:
    name, _ = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Close table {name}",
        lead="No game starts there any more. A game that runs is finished, with its claims and awards.",
        button="Close the table",
        back=BACK,
        fields=(Field(name="reason", label="Why", hint="It is shown on the keypad."),),
    )


async def _close(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask("close table", table=named(desk, desk.floor.tables, "table")[0], reason=form.text("reason"))


def _open_paper(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Open table {name}",
        lead="Puts it back into service.",
        button="Open the table",
        back=BACK,
        facts=(("Closed because", table.closed or "it is not closed"),),
    )


async def _open(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask("open table", table=named(desk, desk.floor.tables, "table")[0])


TASKS = [
    Task(path="/manager/links/new", access=SETTING_UP, paper=_link_paper, do=_make_link),
    Task(path="/manager/tables/new/set-up", access=SETTING_UP, paper=_table_paper, do=_set_up),
    Task(path="/manager/tables/{table}/close", access=ON_THE_FLOOR, paper=_close_paper, do=_close),
    Task(path="/manager/tables/{table}/open", access=ON_THE_FLOOR, paper=_open_paper, do=_open),
]
