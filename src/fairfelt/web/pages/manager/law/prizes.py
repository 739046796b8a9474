"""House-funded bonuses: a fixed amount posted at a table and paid to each player with the hand."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.law import check_house_jackpot
from fairfelt.room import Floor, PostedPrize
from fairfelt.room.commands.duties import (
    PayHouseJackpot,
    PostHouseJackpot,
    RemoveHouseJackpot,
    VoidHouseJackpotPay,
)
from fairfelt.room.state.people import CONFIRMS
from fairfelt.web.api.access import person
from fairfelt.web.api.handlers.duties import TWO_TO_ADJUST, TWO_TO_PAY
from fairfelt.web.api.handlers.set_up import SETTING_UP, TWO_TO_SET_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task, nothing_besides
from fairfelt.web.desk.preview import NONE, Review
from fairfelt.web.desk.words import money
from fairfelt.web.http.request import read_integer

from ..office import drawn, named, titles
from .payouts import PAYING

PAYING_BY_TWO = person(*CONFIRMS, people=2)
SIGNS = (("yes", "Posted at the table"), ("no", "Not posted yet"))


async def prizes(desk: Desk) -> Response:
    """All bonuses, with the findings on each."""
    floor = desk.floor
    rows = [
        (name, prize, _currency(floor, prize.table), _findings(floor, prize))
        for name, prize in floor.house_jackpots.items()
    ]
    return drawn(
        desk, "manager/law/prizes.html", rows=rows, tables=floor.tables, sets_up=desk.may(SETTING_UP),
        pays=desk.may(PAYING), pays_by_two=desk.may(PAYING_BY_TWO), merchandise=floor.merchandise.items(),
        jackpots=floor.jackpots, adjusts=desk.may(TWO_TO_ADJUST), gives=desk.may(TWO_TO_PAY),
    )  # fmt: skip


def _findings(floor: Floor, prize: PostedPrize) -> list[str]:
    """Violations that a law in advise mode lets pass."""
    law = floor.jurisdiction.law
    return [finding.sentence for finding in check_house_jackpot(law, prize.jackpot)] if law else []


def _currency(floor: Floor, table: str) -> str:
    """The currency at a table; none where there is no such table."""
    return floor.tables[table].currency if table in floor.tables else ""


def _post_paper(desk: Desk) -> Paper:
    floor = desk.floor
    there = {name: _currency(floor, name) for name in floor.tables}
    of_game = titles(floor)
    shared = set(there.values())
    return Paper(
        title="Add bonus",
        lead="A fixed amount to each player with a hand, paid by the house. No meter and no player funds are used.",
        fields=(
            Field(name="name", label="Bonus name", hint="For example: Lucky Seven."),
            Field(name="table", label="Table", sort="choice",
                  choices=tuple((name, f"{name}: {of_game[name]}, {currency}") for name, currency in there.items()),
                  hint="" if there else "No tables yet. Add one first."),
            Field(name="hand", label="Winning hand", hint="For example: a royal flush in spades."),
            Field(name="amount", label="Amount per player", sort="amount",
                  unit=shared.pop() if len(shared) == 1 else "", hint="In the currency of the table."),
            Field(name="sign", label="Sign with amount and disclosures", sort="choice", choices=SIGNS),
        ),
    )  # fmt: skip


async def _post(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, table = form.name("name"), form.one_of("table", desk.floor.tables)
    return await ask(
        PostHouseJackpot,
        name=name,
        table=table,
        hand=form.text("hand"),
        amount_micros=form.amount("amount", _currency(desk.floor, table), least=1),
        posted=form.one_of("sign", dict(SIGNS)) == "yes",
    )


def _facts(desk: Desk, prize: PostedPrize) -> tuple[tuple[str, str], ...]:
    amount = money(prize.jackpot.amount_micros, _currency(desk.floor, prize.table))
    return (
        ("Table", prize.table),
        ("Hand", prize.jackpot.hand),
        ("Amount per player", amount),
        ("Players paid", f"{prize.paid:,}"),
    )


def _pay_paper(desk: Desk) -> Paper:
    name, prize = named(desk, desk.floor.house_jackpots, "prize")
    return Paper(
        title=f"Pay {name}",
        lead="Each player with the hand is paid in full. Whose cards it takes goes by all of it together: a large sum "
        "takes an executive and a second person. A prize that needs a verified hand or a tax form gets a win page.",
        button="Mark paid",
        facts=_facts(desk, prize),
        fields=(
            Field(name="seats", label="Winning seats", hint="Separate with spaces: 2 5."),
            Field(name="document", label="Document", hint="Payout slip number."),
        ),
    )


async def _pay(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, prize = named(desk, desk.floor.house_jackpots, "prize")
    seats = _seats(form, desk.floor.tables[prize.table].seats)
    return await ask(PayHouseJackpot, name=name, seats=seats, document=form.text("document"))


def _seats(form: Form, places: int) -> list[int]:
    """Different seats of the table, the lowest first."""
    typed = form.text("seats").split()
    seats = sorted(filter(None, (read_integer(seat, 1, places) for seat in typed)))
    if len(set(seats)) < len(typed):
        form.mistake("seats", f"this table has seats 1 to {places}: enter each once, such as 2 5")
    return seats


def _remove_paper(desk: Desk) -> Paper:
    name, prize = named(desk, desk.floor.house_jackpots, "prize")
    return Paper(
        title=f"Remove {name}",
        lead="No notice is required, as its sign says. Remove the sign too.",
        button="Remove bonus",
        facts=_facts(desk, prize),
        fields=(Field(name="why", label="Reason"),),
    )


async def _remove(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, _ = named(desk, desk.floor.house_jackpots, "prize")
    return await ask(RemoveHouseJackpot, name=name, why=form.text("why"))


async def _removed(desk: Desk, form: Form, after: Floor) -> Review:
    """What players at the table can win no more."""
    name, prize = named(desk, desk.floor.house_jackpots, "prize")
    posted = money(prize.jackpot.amount_micros, _currency(desk.floor, prize.table))
    return Review(changes=((f"{name} at {prize.table}", f"{posted} for {prize.jackpot.hand}", NONE),))


def _void_paper(desk: Desk) -> Paper:
    name, prize = named(desk, desk.floor.house_jackpots, "prize")
    return Paper(
        title=f"Void last pay of {name}",
        lead="The last pay was wrong: it is void for all of its seats, and its win pages say so. The money is taken "
        "back by the house’s own procedure.",
        button="Void pay",
        facts=(*_facts(desk, prize), ("Last paid to seats", ", ".join(map(str, prize.last_seats)) or NONE)),
        fields=(Field(name="why", label="Reason"), Field(name="document", label="Document")),
    )


async def _void(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, _ = named(desk, desk.floor.house_jackpots, "prize")
    return await ask(VoidHouseJackpotPay, name=name, why=form.text("why"), document=form.text("document"))


TASKS = [
    Task(
        path="/manager/prizes/{prize}/void", access=TWO_TO_ADJUST, paper=_void_paper, do=_void, review=nothing_besides
    ),
    Task(path="/manager/prizes/new/post", access=TWO_TO_SET_UP, paper=_post_paper, do=_post, review=nothing_besides),
    Task(path="/manager/prizes/{prize}/pay", access=PAYING, paper=_pay_paper, do=_pay, review=nothing_besides),
    Task(
        path="/manager/prizes/{prize}/pay-by-two",
        access=PAYING_BY_TWO,
        paper=_pay_paper,
        do=_pay,
        review=nothing_besides,
    ),
    Task(path="/manager/prizes/{prize}/remove", access=SETTING_UP, paper=_remove_paper, do=_remove, review=_removed),
]
