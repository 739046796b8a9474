"""Adding a table: first its game, then a form with the choices that this game has, and adding a link."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from starlette.responses import Response

from fairfelt import games
from fairfelt.formats.money import AmountError, parse_amount
from fairfelt.formats.reading import FieldError, convert
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.meters.offers import SEPARATOR, ProgressiveOffer, offers_of
from fairfelt.room import Controls, Floor, FoldedHands
from fairfelt.room.commands.set_up import MakeLink, SetUpTable
from fairfelt.room.state.table_limits import NO_LIMITS
from fairfelt.rules import Game
from fairfelt.web.api.handlers.set_up import TWO_DEPARTMENTS
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task
from fairfelt.web.desk.command import is_first

from ..office import drawn
from .limits import limit_fields, read_limits, read_seats

GAME, PROGRESSIVE, CURRENCY = "game", "progressive", "currency"
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
    words = ((key, f"{link}: {of.wager}, {of.paytable} ({', '.join(of.levels)})") for key, (link, of) in found.items())
    yield Field(
        name=PROGRESSIVE, label="Progressive", sort="choice", value=value, choices=(("", "None"), *words),
        hint="" if found else "No link has a jackpot with the levels of this game’s paytables. Open one first.",
    )  # fmt: skip
    if found:
        yield Field(name="controls", label="Controls", sort="choice", value=controls.value,
                    choices=tuple((kind.value, kind.value.capitalize()) for kind in Controls),
                    hint=" ".join(f"{kind.value.capitalize()}: {kind.meaning}" for kind in Controls))  # fmt: skip
        yield Field(
            name="maker", label="Manufacturer of the progressive equipment", optional=True, value=maker,
            hint="Needed where a rule asks who made the equipment of tables that share a jackpot.",
        )  # fmt: skip
        yield Field(
            name="denominations", label="Denominations", optional=True,
            hint="Of the progressive bet, with spaces between: 5 10 25. Blank allows any amount up to the max bet.",
        )  # fmt: skip


def read_progressive(desk: Desk, form: Form, game: Game) -> dict[str, object]:
    """What was chosen of it, as a command takes it; nothing for a table without one."""
    choices = progressive_choices(desk.floor, game)
    if not form.get(PROGRESSIVE) or (key := form.one_of(PROGRESSIVE, choices)) not in choices:
        return {}
    link, offer = choices[key]
    return {
        "link": link,
        "wager": offer.wager,
        "paytable": offer.paytable,
        "controls": form.one_of("controls", [kind.value for kind in Controls]),
        "maker": form.text("maker", optional=True),
        "denominations_micros": _denominations(form),
    }


def _paper(desk: Desk) -> Paper:
    game, floor = chosen_game(desk), desk.floor
    currency = floor.currencies[0]
    return Paper(
        title=f"Add table: {game.title}",
        button="Add table",
        lead="Limits may be posted now or later. A side bet with blank limits is not offered.",
        fields=(
            Field(name="table", label="Table name", hint="For example: T7."),
            *progressive_fields(floor, game),
            Field(name=CURRENCY, label="Currency", value=currency,
                  hint="A table with a progressive takes its jackpot’s."),
            *limit_fields(game, NO_LIMITS, "", game.seats, optional=True),
        ),
    )  # fmt: skip


async def _set_up(desk: Desk, form: Form, ask: Ask) -> Outcome:
    game, law, first = chosen_game(desk), desk.controller.law, is_first(desk, form)
    fields = {**read_plan(desk, form, game), "table": form.name("table")}
    if fields.get("link") and not form.mistakes:
        with suppress(FieldError):  # what is wrong is said below
            await law.examine_joining(desk.controller.ledger, convert(fields, SetUpTable))
    done = await ask(SetUpTable, **fields)
    await law.look_at_funds(desk.controller.ledger, anew=first)
    return done


def read_plan(desk: Desk, form: Form, game: Game) -> dict[str, Any]:
    """What was typed of a table that plays this game, as a command takes it; its name is not among it."""
    chosen, currency = read_progressive(desk, form, game), form.currency(CURRENCY)
    return {
        "game": game.slug,
        "variant": game.variant,
        CURRENCY: currency,
        "limits": read_limits(form, game, currency, progressive=str(chosen.get("wager", "")), optional=True),
        "seats": read_seats(form, game.seats),
        **chosen,
    }


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


TASKS = [
    Task(path="/manager/links/new", access=TWO_DEPARTMENTS, paper=_link_paper, do=_make_link),
    Task(path=HERE, access=TWO_DEPARTMENTS, paper=_paper, do=_set_up),
]
