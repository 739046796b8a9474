"""Adding a table: first its game, then a form with the choices that this game has, and adding a link."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from starlette.responses import Response

from fairfelt import games
from fairfelt.jackpot.meters.offers import SEPARATOR, ProgressiveOffer, offers_of
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.room import Controls, Floor, FoldedHands, Table
from fairfelt.room.commands.set_up import ChangeTable, MakeLink, SetUpTable
from fairfelt.room.state.table_limits import NO_LIMITS
from fairfelt.rules import Game
from fairfelt.runtime.formats import AmountError, FieldError, convert, parse_amount
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task

from ..office import drawn
from .limits import limit_fields, read_limits

GAME, PROGRESSIVE, CURRENCY = "game", "progressive", "currency"
OF_PROGRESSIVE = ("controls", "maker", "denominations_micros")
"""What is read and left where a table has none."""
HERE = "/manager/tables/new/set-up"


@cache
def _catalogue() -> dict[str, Game]:
    """Every version of every game, by what a form sends for it."""
    versions = [version for game in games.catalogue() for version in game.variants]
    return {SEPARATOR.join((game.slug, game.variant)): game for game in sorted(versions, key=lambda game: game.title)}


async def choose(desk: Desk) -> Response:
    """Which game a new table is for: its bets and paytables are the fields of the form."""
    return drawn(desk, "manager/tables/choose.html", games=game_choices(), heading="Add table", action=HERE, has="")


def game_choices() -> list[tuple[str, str, str]]:
    """Every game as a form sends and shows it, and what else is said of it."""
    words = {True: "with progressive bets", False: ""}
    return [(key, game.title, words[bool(offers_of(game))]) for key, game in _catalogue().items()]


def chosen_game(desk: Desk) -> Game:
    """The game that the address names."""
    key = desk.request.query_params.get(GAME, "")
    if key not in _catalogue():
        raise Nowhere("no game of that name is in the catalogue: choose one from the list under Add table")
    return _catalogue()[key]


def progressive_choices(floor: Floor, game: Game) -> dict[str, tuple[str, ProgressiveOffer]]:
    """Every link with every progressive bet of the game whose levels its jackpot has, by what a form sends for it."""
    return {
        SEPARATOR.join((link, offer.bet_key)): (link, offer)
        for link, held in floor.links.items()
        for offer in offers_of(game)
        if not floor.jackpots[held.jackpot].retired and set(offer.levels) <= set(floor.meters(held.jackpot))
    }


def progressive_fields(
    floor: Floor, game: Game, *, value: str = "", controls: Controls = Controls.NEXUS, maker: str = ""
) -> Iterator[Field]:
    """What a progressive needs, where the game has one: which, the keypad, its maker, the denominations."""
    if not offers_of(game):
        return
    found = progressive_choices(floor, game)
    words = {key: f"{link}: {of.wager}, {of.paytable} ({', '.join(of.levels)})" for key, (link, of) in found.items()}
    yield Field(
        PROGRESSIVE, "Progressive", value=value, choices={"": "None"} | words,
        hint="" if found else "No link has a jackpot with the levels of this game’s paytables. Open one first.",
    )  # fmt: skip
    if found:
        yield Field("controls", "Controls", value=controls.value,
                    choices={kind: kind.value.capitalize() for kind in Controls},
                    hint=" ".join(f"{kind.value.capitalize()}: {kind.meaning}" for kind in Controls))  # fmt: skip
        yield Field("maker", "Manufacturer of the progressive equipment", value=maker,
                    hint="Needed where a rule asks who made the equipment of tables that share a jackpot.")  # fmt: skip
        yield Field(
            "denominations", "Denominations", optional=True, read=_denominations,
            hint="Of the progressive bet, with spaces between: 5 10 25. Blank allows any amount up to the max bet.",
        )  # fmt: skip


def _new_table(desk: Desk) -> Paper:
    game, floor = chosen_game(desk), desk.floor
    return Paper(
        title=f"Add table: {game.title}",
        button="Add table",
        lead="Limits may be posted now or later. A side bet with blank limits is not offered.",
        fields=(
            Field("table", "Table name", hint="For example: T7."),
            *progressive_fields(floor, game),
            Field(CURRENCY, "Currency", value=floor.currencies[0],
                  hint="A table with a progressive takes its jackpot’s."),
            *limit_fields(game, NO_LIMITS, "", game.seats, optional=True),
        ),
    )  # fmt: skip


async def set_up_table(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Outcome:
    """Add a table with this plan, or change one to it, once the law was asked about the link it joins."""
    game, found = chosen_game(desk), desk.floor.tables.get(desk.request.path_params.get("table", ""))
    choices = progressive_choices(desk.floor, game)
    plan = {name: value for name, value in fields.items() if name not in OF_PROGRESSIVE}
    if form.get(PROGRESSIVE) and (key := form.one_of(PROGRESSIVE, choices)) in choices:
        link, offer = choices[key]
        plan = {**fields, "link": link, "wager": offer.wager, "paytable": offer.paytable}
    limits = read_limits(form, game, fields[CURRENCY], progressive=plan.get("wager", ""), optional=True)
    if found and is_same(found, game):
        limits["aggregates"] = found.limits.aggregates
    plan |= {"game": game.slug, "variant": game.variant, "limits": limits}
    if plan.get("link") and not form.mistakes:
        with suppress(FieldError):  # what is wrong is said below
            joining = convert(plan, ChangeTable if found else SetUpTable)
            await desk.controller.law.examine_joining(desk.controller.ledger, joining)
    return await ask(plan)


def is_same(table: Table, game: Game) -> bool:
    """Whether a table plays a game in this version."""
    return (table.game, table.variant) == (game.slug, game.variant)


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


def _new_link(desk: Desk) -> Paper:
    return Paper(
        title="Add link",
        lead="A link connects tables and displays at one licensed location to one jackpot.",
        back="/manager/tables",
        fields=(
            Field("link", "Link name", hint="For example: pit or high limit."),
            Field("jackpot", "Jackpot", empty="No jackpots yet. Open one first.",
                  choices=[name for name, found in desk.floor.jackpots.items() if not found.retired]),
            Field("location", "Licensed location", hint="Printed on win pages."),
            Field("folded_hands", "Folded hands",
                  choices={choice: choice.value.capitalize() for choice in FoldedHands},
                  hint="Holds where the sheet leaves it to the casino. Elsewhere the paytable decides."),
        ),
    )  # fmt: skip


TASKS = [
    Task("/manager/links/new", MakeLink, _new_link),
    Task(HERE, SetUpTable, _new_table, do=set_up_table, moves_funds=True),
]
