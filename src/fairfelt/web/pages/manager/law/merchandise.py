"""Merchandise: a prize in kind in place of a fixed pay, bought from a reserve, given for a win page, or withdrawn."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.jackpot.book import RESERVE, at
from fairfelt.room import Floor
from fairfelt.room.commands.duties import AwardMerchandise, OfferMerchandise, WithdrawMerchandise, fixed_hands
from fairfelt.room.state.duties import OfferedMerchandise
from fairfelt.web.api.handlers.duties import TWO_TO_ADJUST, TWO_TO_PAY
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task, nothing_besides
from fairfelt.web.desk.words import money
from fairfelt.web.http.request import number_in

from ..office import drawn, named

PRIZES = "/manager/prizes"
SIGNS = (("yes", "Posted at the table"), ("no", "Not posted yet"))


async def choose(desk: Desk) -> Response:
    """For which jackpot an item is offered: its hands and levels are the fields of the form."""
    rows = [
        (
            name,
            [
                (level.name, money(found.book[at(RESERVE, level.name)], found.terms.currency))
                for level in found.terms.levels
            ],
        )
        for name, found in desk.floor.jackpots.items()
        if not found.retired
    ]
    return drawn(desk, "manager/law/merchandise.html", rows=rows)


def _offer_paper(desk: Desk) -> Paper:
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    currency = found.terms.currency
    hands = fixed_hands(desk.floor, name)
    levels = [(level.name, found.book[at(RESERVE, level.name)]) for level in found.terms.levels]
    return Paper(
        title=f"Offer merchandise: {name}",
        lead="The reserve bears its part of the price at once. The item is worth at least what the hand pays at the "
        "largest bet.",
        button="Offer merchandise",
        back=PRIZES,
        fields=(
            Field(name="item", label="Item", hint="For example: a motorcycle."),
            Field(name="hand", label="Winning hand", sort="choice",
                  choices=tuple((hand, f"{hand}: pays up to {money(most, currency)}") for hand, most in hands.items()),
                  hint="" if hands else "No table plays for this jackpot with a fixed pay."),
            Field(name="value", label="Value", sort="amount", unit=currency),
            Field(name="level", label="Reserve of level", sort="choice",
                  choices=tuple((level, f"{level}: holds {money(held, currency)}") for level, held in levels)),
            Field(name="from_reserve", label="Price borne by the reserve", sort="amount", unit=currency),
            Field(name="owner", label="Approval of the owner of the game’s rights", optional=True),
            Field(name="controls", label="Approved internal controls", optional=True),
            Field(name="invoice", label="Invoice, paid in full", optional=True),
            Field(name="sign", label="Notice at the table", sort="choice", choices=SIGNS),
        ),
    )  # fmt: skip


async def _offer(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    currency = found.terms.currency
    return await ask(
        OfferMerchandise,
        jackpot=name,
        level=form.one_of("level", [level.name for level in found.terms.levels]),
        hand=form.one_of("hand", fixed_hands(desk.floor, name)),
        item=form.text("item"),
        value_micros=form.amount("value", currency, least=1),
        from_reserve_micros=form.amount("from_reserve", currency),
        rights_owner_approval=form.text("owner", optional=True),
        controls_approval=form.text("controls", optional=True),
        invoice=form.text("invoice", optional=True),
        posted=form.one_of("sign", dict(SIGNS)) == "yes",
    )


def _found(desk: Desk) -> tuple[int, OfferedMerchandise]:
    number = number_in(desk.request.path_params["number"])
    floor: Floor = desk.floor
    if number not in floor.merchandise:
        raise Nowhere("no merchandise of that number is offered")
    return number, floor.merchandise[number]


def _facts(found: OfferedMerchandise) -> tuple[tuple[str, str], ...]:
    prize = found.prize
    return (
        ("Item", prize.item),
        ("Value", prize.money(prize.value_micros)),
        ("Jackpot, hand", f"{found.jackpot}, {found.hand}"),
        ("Borne by the reserve", f"{prize.money(prize.from_reserve_micros)} of {found.level}"),
        ("Status", found.state),
    )


def _award_paper(desk: Desk) -> Paper:
    number, found = _found(desk)
    return Paper(
        title=f"Award merchandise {number}",
        lead="The hand was confirmed at the keypad and has a win page. The winner gets the item, and the tray keeps "
        "the fixed pay.",
        button="Award merchandise",
        back=PRIZES,
        facts=_facts(found),
        fields=(
            Field(name="win_page", label="Win page", hint="Number of the award’s win page."),
            Field(name="document", label="Document", hint="Signed receipt of the winner."),
        ),
        danger="The award cannot be backed out afterward.",
    )


async def _award(desk: Desk, form: Form, ask: Ask) -> Outcome:
    number, _ = _found(desk)
    page = number_in(form.text("win_page"))
    if not page:
        form.mistake("win_page", "a win page has a number, such as 7")
    return await ask(AwardMerchandise, number=number, win_page=page or 1, document=form.text("document"))


def _withdraw_paper(desk: Desk) -> Paper:
    number, found = _found(desk)
    return Paper(
        title=f"Withdraw merchandise {number}",
        lead="The item is offered no more. What the reserve bore goes back into it.",
        button="Withdraw merchandise",
        back=PRIZES,
        facts=_facts(found),
        fields=(
            Field(name="why", label="Reason"),
            Field(name="document", label="Document", hint="Refund or sale of the item."),
        ),
        danger="Take the notice at the table down too.",
    )


async def _withdraw(desk: Desk, form: Form, ask: Ask) -> Outcome:
    number, _ = _found(desk)
    return await ask(WithdrawMerchandise, number=number, why=form.text("why"), document=form.text("document"))


TASKS = [
    Task(
        path="/manager/merchandise/offer/{jackpot}",
        access=TWO_TO_ADJUST,
        paper=_offer_paper,
        do=_offer,
        review=nothing_besides,
    ),
    Task(
        path="/manager/merchandise/{number}/award",
        access=TWO_TO_PAY,
        paper=_award_paper,
        do=_award,
        review=nothing_besides,
    ),
    Task(
        path="/manager/merchandise/{number}/withdraw",
        access=TWO_TO_ADJUST,
        paper=_withdraw_paper,
        do=_withdraw,
        review=nothing_besides,
    ),
]
