"""Tables: setting them up, changing, moving, closing and retiring them, and their limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import structs
from starlette.responses import Response

from fairfelt import games
from fairfelt.jackpot.meters.jackpot_model import SEPARATOR, ProgressiveOffer, offers_of
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.law import AggregateLimit, Limits
from fairfelt.room import Controls, Floor, FoldedHands, Table, TableLimits
from fairfelt.room.commands.closing import CloseTable, OpenTable, ResumePlay, SuspendPlay
from fairfelt.room.commands.devices import RestoreSensors
from fairfelt.room.commands.law import PostLimits
from fairfelt.room.commands.set_up import ChangeTable, MakeLink, MoveTable, RetireTable, SetUpTable
from fairfelt.room.state.floor import Scope
from fairfelt.room.state.limits import NO_LIMITS
from fairfelt.rules import Game, Opens, Wager
from fairfelt.runtime.formats import AmountError, parse_amount
from fairfelt.web.api.access import ON_THE_FLOOR, SETTING_UP
from fairfelt.web.api.handlers.wins import of_today, placard_of
from fairfelt.web.desk import Desk, Fact, Field, Form, Task, go
from fairfelt.web.desk.desk import path_of
from fairfelt.web.desk.task import find_by, is_first
from fairfelt.web.desk.words import game_titles, plain
from fairfelt.web.http.answers import not_found

OPENING, FEES, EMPLOYEES = "opening", "fees", "employee_play"
SHOWN = {"yes": "Yes, on the layout or a sign", "no": "Not yet"}


def _game(table: Table) -> Game:
    return games.find(table.game, table.variant)


def _limit_facts(desk: Desk, table: Table) -> Iterator[Fact]:
    yield "Game", _game(table).title
    if table.link:
        yield table.wager, f"paytable {table.paytable}, fixed at setup"
    if table.law_verdict.most_says:
        yield "Legal limit", table.law_verdict.most_says


def _limited(game: Game) -> Iterator[tuple[str, str, str, str]]:
    """The name of the fields of each min and max, what they limit, and the term of the limits with the bet in it."""
    yield OPENING, f"opening bets ({', '.join(bet.name for bet in game.openings)})", "opening", ""
    if game.opens is not Opens.ALL:
        for place, wager in enumerate(game.openings):
            yield f"{OPENING}-{place}", f"{wager.name} if different", "openings", wager.name
    for place, wager in enumerate(game.optional):
        yield f"bet-{place}", wager.name, "side_bets", wager.name


def _with_choice(game: Game, progressive: str) -> dict[str, Wager]:
    """Bets with a paytable to choose, by their fields: once for bets paid alike; the progressive's stays as set up."""
    return {
        f"paytable-{place}": wager
        for place, wager in enumerate(game.wagers)
        if wager is game.paid_alike(wager.name)[0] and len(wager.paytables) > 1
        if wager.name.lower() != progressive.lower()
    }


def limit_fields(
    game: Game, limits: TableLimits, currency: str, seats: int, *, progressive: str = "", optional: bool = False
) -> Iterator[Field]:
    """Everything that hangs at a table: min and max of each bet, paytables where there is a choice, and the rest."""
    for name, words, term, bet in _limited(game):
        held: Limits | None = getattr(limits, term).get(bet) if bet else limits.opening
        amounts = (held.least_micros, held.most_micros) if held else (None, None)
        for (part, label), micros in zip((("least", "Min"), ("most", "Max")), amounts, strict=True):
            yield Field(f"{name}-{part}", f"{label}, {words}", sort="amount", unit=currency, value=plain(micros),
                        optional=optional or bool(bet))  # fmt: skip
    for name, wager in _with_choice(game, progressive).items():
        alike = ", ".join(each.name for each in game.paid_alike(wager.name))
        yield Field(name, f"Paytable, {alike}", value=limits.paytables.get(wager.name, ""),
                    choices=[each.name for each in wager.paytables])  # fmt: skip
    yield Field("seats", "Seats", value=str(seats), optional=False,
                read=lambda form: form.whole("seats", 1, game.seats, optional=False))  # fmt: skip
    yield Field(FEES, "Fees", value=limits.fees, optional=True, hint="Leave blank if playing is free.")
    yield Field(EMPLOYEES, "Employee play", value=limits.employee_play, hint="Printed on the placard.")


async def _post(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    _, table = desk.named(desk.floor.tables, "table")
    limits = read_limits(form, _game(table), table.currency, progressive=table.wager)
    return {**fields, "limits": {**limits, "aggregates": table.limits.aggregates}}


def read_limits(
    form: Form, game: Game, currency: str, *, progressive: str = "", optional: bool = False
) -> dict[str, Any]:
    """Read these fields as a command takes them."""
    found: dict[str, Any] = {"openings": {}, "side_bets": {}}
    for name, _, term, bet in _limited(game):
        least, most = f"{name}-least", f"{name}-most"
        limits = None  # where both were left empty and may be
        if not (optional or bet) or form.get(least) or form.get(most):
            low, high = (form.amount(each, currency, least=1) for each in (least, most))
            if low > high > 0:
                form.mistake(most, "the max is below the min")
            limits = {"least_micros": low, "most_micros": high}
        if not bet:
            found[term] = limits
        elif limits:
            found[term][bet] = limits
    paytables = {
        wager.name: form.one_of(name, [each.name for each in wager.paytables])
        for name, wager in _with_choice(game, progressive).items()
        if wager.name in found["side_bets"] or not wager.is_optional
    }
    return {**found, "paytables": paytables, "fees": form.text(FEES, optional=True),
            "employee_play": form.text(EMPLOYEES)}  # fmt: skip


def _covered(limit: AggregateLimit) -> str:
    """The bets of a limit, which distinguish it from the others of its table."""
    return " and ".join(limit.wagers)


def _bets(table: Table) -> tuple[str, ...]:
    """The bets of a table that can be limited."""
    return tuple(table.limits.offer(_game(table), table.seats).wagers)


def _aggregate_fields(desk: Desk, table: Table) -> Iterable[Field]:
    currency = table.currency
    return (
        Field("bet", "Bet", choices=_bets(table), hint="To add a side bet, post its limits first.", sort="choice"),
        Field("most", "Max to all players per deal", sort="amount", unit=currency),
        Field("player", "Max to one player", sort="amount", unit=currency, optional=True),
        Field("approval", "Approval document", optional=True, hint="Required by some jurisdictions."),
        Field("displayed", "Displayed", choices=SHOWN),
    )


async def _posted_limits(desk: Desk, form: Form) -> Mapping[str, Any]:
    _, table = desk.named(desk.floor.tables, "table")
    limits = [(_covered(limit), limit) for limit in table.limits.aggregates]
    return {"limits": limits, "here": desk.request.url.path, "currency": table.currency}


async def _add_aggregate(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    """One limit more; the bet has no other, so that the same form sent twice asks for the same."""
    _, table = desk.named(desk.floor.tables, "table")
    currency = table.currency
    bet = form.one_of("bet", _bets(table))
    limit = AggregateLimit(
        wagers=(bet,),
        table_micros=form.amount("most", currency, least=1),
        player_micros=form.amount_or_none("player", currency, least=1),
        approval=form.text("approval", optional=True),
        displayed=form.one_of("displayed", SHOWN) == "yes",
    )
    return fields | _limits_with(table, bet, limit)


async def _remove_aggregate(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    _, table = desk.named(desk.floor.tables, "table")
    if is_first(desk, form):
        form.one_of("bet", [_covered(limit) for limit in table.limits.aggregates])
    return fields | _limits_with(table, form.get("bet"))


def _limits_with(table: Table, bet: str, *limits: AggregateLimit) -> dict[str, Any]:
    """The table's limits as they are posted, with these aggregates on a bet."""
    others = (limit for limit in table.limits.aggregates if _covered(limit) != bet)
    return {"limits": structs.replace(table.limits, aggregates=(*others, *limits)), "seats": table.seats}


GAME, PROGRESSIVE, CURRENCY = "game", "progressive", "currency"
OF_PROGRESSIVE = ("controls", "maker", "denominations_micros")
"""Terms that are dropped for a table without a progressive."""
HERE = "/manager/tables/new/set-up"


@cache
def _catalogue() -> dict[str, Game]:
    """Every version of every game, by what a form sends for it."""
    versions = [version for game in games.catalogue() for version in game.variants]
    return {SEPARATOR.join((game.slug, game.variant)): game for game in sorted(versions, key=lambda game: game.title)}


def chosen_game(desk: Desk) -> Game:
    """The game that the address names."""
    key = desk.request.query_params.get(GAME, "")
    if key not in _catalogue():
        raise not_found("no game of that name is in the catalogue: choose one from the list under Add table")
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
    """Fields of a progressive, where the game has one: which, the keypad, its maker, the denominations."""
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


async def set_up_table(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    """Add a table with this plan, or change one to it."""
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
    return plan


def is_same(table: Table, game: Game) -> bool:
    """True if a table plays a game in this version."""
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


ALL = "all"


async def tables(desk: Desk) -> Response:
    """All of them, link by link, then those without a progressive and those that left the floor."""
    floor = desk.floor
    links = [
        (name, link, [(table, at) for table, at in floor.tables.items() if at.link == name])
        for name, link in floor.links.items()
    ]
    others = [(table, at) for table, at in floor.tables.items() if not (at.link or at.retired)]
    retired = [(table, at) for table, at in floor.tables.items() if at.retired]
    return desk.draw(
        "manager/tables/tables.html", links=links, others=others, retired=retired, titles=game_titles(floor),
        suspensions=floor.suspensions, sets_up=desk.may(SETTING_UP), closes=desk.may(ON_THE_FLOOR),
    )  # fmt: skip


async def placard(desk: Desk) -> Response:
    """The placard of a table, to print."""
    call = desk.call()
    return await desk.download(of_today(call, placard_of(call)))


async def choose(desk: Desk) -> Response:
    """Choose the game of a new table, or one for a table to change to: its bets are the fields of the form."""
    heading, action, has = "Add table", HERE, ""
    if "table" in desk.request.path_params:
        name, table = desk.named(desk.floor.tables, "table")
        heading, action = f"Change table {name}", path_of("manager", "tables", name, "change")
        has = SEPARATOR.join((table.game, table.variant))
    words = {True: "with progressive bets", False: ""}
    found = [(key, game.title, words[bool(offers_of(game))]) for key, game in _catalogue().items()]
    return desk.draw("manager/tables/choose.html", games=found, heading=heading, action=action, has=has)


def _status(desk: Desk, table: Table) -> list[Fact]:
    return [("Status", f"Closed: {table.closed}" if table.closed else "Open")]


def _change_fields(desk: Desk, table: Table) -> Iterable[Field]:
    game = chosen_game(desk)
    limits, seats = (table.limits, table.seats) if is_same(table, game) else (NO_LIMITS, game.seats)
    now = SEPARATOR.join((table.link, table.wager, table.paytable)) if table.link else ""
    return (
        *progressive_fields(desk.floor, game, value=now, controls=table.controls, maker=table.maker),
        Field(CURRENCY, "Currency", value=table.currency),
        *limit_fields(game, limits, table.currency, seats, optional=True),
    )


def _sensor_fields(desk: Desk, table: Table) -> Iterable[Field]:
    seats = {str(seat): f"Seat {seat}: {why}" for seat, why in table.quarantined.items()}
    every = {ALL: "All of them"} if len(seats) > 1 else {}
    yield Field("seat", "Sensor", choices=seats | every)
    yield Field("note", "What was done", hint="For example: sensor replaced and tested with every chip.")


async def _restore_sensors(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    quarantined = desk.floor.tables[fields["table"]].quarantined
    chosen = form.one_of("seat", [*map(str, quarantined), ALL])
    return {**fields, "seats": [seat for seat in quarantined if chosen in (str(seat), ALL)]}


def _play(desk: Desk) -> dict[str, str]:
    """Everything whose play can be suspended."""
    floor, title_of = desk.floor, game_titles(desk.floor)
    played = {table.game: title_of[name] for name, table in floor.tables.items() if not table.retired}
    return {
        **{f"{Scope.JACKPOT}/{name}": f"Jackpot {name}, on all its links" for name in floor.jackpots},
        **{f"{Scope.LINK}/{name}": f"Link {name}" for name in floor.links},
        **{f"{Scope.GAME}/{slug}": f"Game {title}, at all tables" for slug, title in played.items()},
    }


def _suspensions(desk: Desk, it: None) -> list[Fact]:
    suspended = desk.request.path_params["scope"], desk.request.path_params["name"]
    found = [each for each in desk.floor.suspensions if (each.scope, each.name) == suspended]
    return [("Suspended", each.sentence) for each in found] or [("Status", "Not suspended")]


TASKS = [
    Task(
        "/manager/tables/{table}/limits", PostLimits, prepare=_post, facts=_limit_facts,
        fields=lambda desk, table: limit_fields(
            _game(table), table.limits, table.currency, table.seats, progressive=table.wager
        ),
    ),
    Task(
        "/manager/tables/{table}/aggregates", PostLimits, prepare=_add_aggregate, also=_posted_limits,
        show=lambda desk, form, fields, done: go(desk.request.url.path, event=done.number),
        template="manager/law/aggregates.html", fields=_aggregate_fields,
    ),
    Task(
        "/manager/tables/{table}/aggregates/remove", PostLimits, prepare=_remove_aggregate,
        fields=lambda desk, table: [
            Field("bet", "Limit on", choices=list(dict.fromkeys(map(_covered, table.limits.aggregates))),
                  value=desk.request.query_params.get("bet", ""), empty="None posted.")
        ],
    ),
    Task(
        "/manager/links/new", MakeLink,
        fields=lambda desk, it: (
            Field("link", "Link name", hint="For example: pit or high limit."),
            Field("jackpot", "Jackpot", empty="No jackpots yet. Open one first.",
                  choices=[name for name, found in desk.floor.jackpots.items() if not found.retired]),
            Field("location", "Licensed location", hint="Printed on win pages."),
            Field("folded_hands", choices={choice: choice.value.capitalize() for choice in FoldedHands}),
        ),
    ),
    Task(
        HERE, SetUpTable, of=chosen_game, prepare=set_up_table,
        fields=lambda desk, game: (
            Field("table", "Table name", hint="For example: T7."),
            *progressive_fields(desk.floor, game),
            Field(CURRENCY, "Currency", value=desk.floor.currencies[0],
                  hint="A table with a progressive takes its jackpot’s."),
            *limit_fields(game, NO_LIMITS, "", game.seats, optional=True),
        ),
    ),
    Task("/manager/tables/{table}/close", CloseTable),
    Task("/manager/tables/{table}/open", OpenTable, facts=_status),
    Task(
        "/manager/tables/{table}/change", ChangeTable,
        title=lambda desk, table: f"Change table {desk.request.path_params['table']}: {chosen_game(desk).title}",
        prepare=set_up_table,
        facts=lambda desk, table: [("Game now", games.title_of(table.game, table.variant)), *_status(desk, table)],
        fields=_change_fields,
    ),
    Task(
        "/manager/tables/{table}/move", MoveTable,
        facts=lambda desk, table: [("Place now", table.place or "not set"), *_status(desk, table)],
    ),
    Task("/manager/tables/{table}/retire", RetireTable, facts=_status),
    Task(
        "/manager/tables/{table}/sensors", RestoreSensors,
        of=find_by(
            "table", lambda floor: {name: table for name, table in floor.tables.items() if table.quarantined},
            "no sensor of table {} is in quarantine",
        ),
        prepare=_restore_sensors,
        fields=_sensor_fields,
        facts=lambda desk, table: [("Bets are read by", table.sensing or table.sensors_lost or "no table controller")],
    ),
    Task(
        "/manager/tables/new/suspension", SuspendPlay,
        fields=lambda desk, it: (
            Field("play", "What", term="scope/name", empty="Nothing is set up yet.", choices=_play(desk)),
            Field("why", "Reason", hint="Shown on keypads and displays."),
        ),
    ),
    Task("/manager/suspensions/{scope}/{name}/resume", ResumePlay, facts=_suspensions),
]  # fmt: skip
