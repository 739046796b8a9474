"""House-funded bonuses: fixed amounts posted at a table, and merchandise in place of a fixed pay."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.jackpot.book import RESERVE, at
from fairfelt.law import check_house_jackpot
from fairfelt.room import Floor, PostedPrize
from fairfelt.room.commands.duties import (
    AwardMerchandise,
    OfferMerchandise,
    PayHouseJackpot,
    PostHouseJackpot,
    RemoveHouseJackpot,
    VoidHouseJackpotPay,
    WithdrawMerchandise,
    fixed_hands,
)
from fairfelt.room.state.people import CONFIRMS
from fairfelt.web.api.access import person
from fairfelt.web.api.handlers.duties import TWO_TO_ADJUST, TWO_TO_PAY
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Desk, Fact, Field, Form, Nowhere, Paper, Task, nothing_besides
from fairfelt.web.desk.task import NO_VALUE, Review
from fairfelt.web.desk.words import money
from fairfelt.web.http.request import number_in, read_integer

from ..office import drawn, named, titles
from .payouts import PAYING

PAYING_BY_TWO = person(*CONFIRMS, people=2)
PRIZES = "/manager/prizes"
SIGNS = {"yes": "Posted at the table", "no": "Not posted yet"}


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


def _post(desk: Desk) -> Paper:
    floor, of_game = desk.floor, titles(desk.floor)
    there = {name: _currency(floor, name) for name in floor.tables}
    shared = set(there.values())
    return Paper(
        title="Add bonus",
        lead="A fixed amount to each player with a hand, paid by the house. No meter and no player funds are used.",
        fields=(
            Field("name", "Bonus name", hint="For example: Lucky Seven."),
            Field("table", "Table", empty="No tables yet. Add one first.",
                  choices={name: f"{name}: {of_game[name]}, {currency}" for name, currency in there.items()}),
            Field("hand", "Winning hand", hint="For example: a royal flush in spades."),
            Field("amount", "Amount per player", unit=shared.pop() if len(shared) == 1 else "",
                  hint="In the currency of the table.",
                  read=lambda form: form.amount("amount", there.get(form.get("table"), ""), least=1)),
            Field("sign", "Sign with amount and disclosures", choices=SIGNS, term="posted"),
        ),
    )  # fmt: skip


def _facts(desk: Desk, prize: PostedPrize) -> tuple[Fact, ...]:
    amount = money(prize.jackpot.amount_micros, _currency(desk.floor, prize.table))
    return (
        ("Table", prize.table),
        ("Hand", prize.jackpot.hand),
        ("Amount per player", amount),
        ("Players paid", f"{prize.paid:,}"),
    )


def _pay(desk: Desk) -> Paper:
    name, prize = named(desk, desk.floor.house_jackpots, "prize")
    return Paper(
        title=f"Pay {name}",
        lead="Each player with the hand is paid in full. Whose cards it takes goes by all of it together: a large sum "
        "takes an executive and a second person. A prize that needs a verified hand or a tax form gets a win page.",
        button="Mark paid",
        facts=_facts(desk, prize),
        fields=(
            Field("seats", "Winning seats", hint="Separate with spaces: 2 5.",
                  read=lambda form: _seats(form, desk.floor.tables[prize.table].seats)),
            Field("document", "Document", hint="Payout slip number."),
        ),
        given={"name": name},
    )  # fmt: skip


def _seats(form: Form, places: int) -> list[int]:
    """Different seats of the table, the lowest first."""
    typed = form.text("seats").split()
    seats = sorted(filter(None, (read_integer(seat, 1, places) for seat in typed)))
    if len(set(seats)) < len(typed):
        form.mistake("seats", f"this table has seats 1 to {places}: enter each once, such as 2 5")
    return seats


def _remove(desk: Desk) -> Paper:
    name, prize = named(desk, desk.floor.house_jackpots, "prize")
    return Paper(
        title=f"Remove {name}",
        lead="No notice is required, as its sign says. Remove the sign too.",
        button="Remove bonus",
        facts=_facts(desk, prize),
        fields=[Field("why", "Reason")],
        given={"name": name},
    )


async def _removed(desk: Desk, form: Form, after: Floor) -> Review:
    """What players at the table can win no more."""
    name, prize = named(desk, desk.floor.house_jackpots, "prize")
    posted = money(prize.jackpot.amount_micros, _currency(desk.floor, prize.table))
    return Review(changes=((f"{name} at {prize.table}", f"{posted} for {prize.jackpot.hand}", NO_VALUE),))


def _void(desk: Desk) -> Paper:
    name, prize = named(desk, desk.floor.house_jackpots, "prize")
    return Paper(
        title=f"Void last pay of {name}",
        lead="The last pay was wrong: it is void for all of its seats, and its win pages say so. The money is taken "
        "back by the house’s own procedure.",
        button="Void pay",
        facts=(*_facts(desk, prize), ("Last paid to seats", ", ".join(map(str, prize.last_seats)) or NO_VALUE)),
        fields=(Field("why", "Reason"), Field("document", "Document")),
        given={"name": name},
    )


async def choose_jackpot(desk: Desk) -> Response:
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


def _offer(desk: Desk) -> Paper:
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    currency = found.terms.currency
    levels = {level.name: found.book[at(RESERVE, level.name)] for level in found.terms.levels}
    hands = fixed_hands(desk.floor, name)
    return Paper(
        title=f"Offer merchandise: {name}",
        lead="The reserve bears its part of the price at once. The item is worth at least what the hand pays at the "
        "largest bet.",
        button="Offer merchandise",
        back=PRIZES,
        fields=(
            Field("item", "Item", hint="For example: a motorcycle."),
            Field("hand", "Winning hand", empty="No table plays for this jackpot with a fixed pay.",
                  choices={hand: f"{hand}: pays up to {money(most, currency)}" for hand, most in hands.items()}),
            Field("value", "Value", unit=currency),
            Field("level", "Reserve of level",
                  choices={level: f"{level}: holds {money(held, currency)}" for level, held in levels.items()}),
            Field("from_reserve", "Price borne by the reserve", unit=currency),
            Field("owner", "Approval of the owner of the game’s rights", term="rights_owner_approval"),
            Field("controls", "Approved internal controls", term="controls_approval"),
            Field("invoice", "Invoice, paid in full"),
            Field("sign", "Notice at the table", choices=SIGNS, term="posted"),
        ),
    )  # fmt: skip


def _offered(desk: Desk) -> tuple[int, list[Fact]]:
    """The merchandise that the address names, and what is known of it."""
    number = number_in(desk.request.path_params["number"])
    if number not in desk.floor.merchandise:
        raise Nowhere("no merchandise of that number is offered")
    found = desk.floor.merchandise[number]
    prize = found.prize
    return number, [
        ("Item", prize.item),
        ("Value", prize.money(prize.value_micros)),
        ("Jackpot, hand", f"{found.jackpot}, {found.hand}"),
        ("Borne by the reserve", f"{prize.money(prize.from_reserve_micros)} of {found.level}"),
        ("Status", found.state),
    ]


def _award(desk: Desk) -> Paper:
    number, facts = _offered(desk)
    return Paper(
        title=f"Award merchandise {number}",
        lead="The hand was confirmed at the keypad and has a win page. The winner gets the item, and the tray keeps "
        "the fixed pay.",
        button="Award merchandise",
        back=PRIZES,
        facts=facts,
        fields=(
            Field("win_page", "Win page", hint="Number of the award’s win page.", read=_win_page),
            Field("document", "Document", hint="Signed receipt of the winner."),
        ),
        danger="The award cannot be backed out afterward.",
    )


def _win_page(form: Form) -> int:
    page = number_in(form.text("win_page"))
    if not page:
        form.mistake("win_page", "a win page has a number, such as 7")
    return page


def _withdraw(desk: Desk) -> Paper:
    number, facts = _offered(desk)
    return Paper(
        title=f"Withdraw merchandise {number}",
        lead="The item is offered no more. What the reserve bore goes back into it.",
        button="Withdraw merchandise",
        back=PRIZES,
        facts=facts,
        fields=(Field("why", "Reason"), Field("document", "Document", hint="Refund or sale of the item.")),
        danger="Take the notice at the table down too.",
    )


TASKS = [
    Task("/manager/prizes/{prize}/void", VoidHouseJackpotPay, _void, review=nothing_besides),
    Task("/manager/prizes/new/post", PostHouseJackpot, _post, review=nothing_besides),
    Task("/manager/prizes/{prize}/pay", PayHouseJackpot, _pay, review=nothing_besides),
    Task("/manager/prizes/{prize}/pay-by-two", PayHouseJackpot, _pay, by=PAYING_BY_TWO, review=nothing_besides),
    Task("/manager/prizes/{prize}/remove", RemoveHouseJackpot, _remove, review=_removed),
    Task("/manager/merchandise/offer/{jackpot}", OfferMerchandise, _offer, review=nothing_besides),
    Task("/manager/merchandise/{number}/award", AwardMerchandise, _award, review=nothing_besides),
    Task("/manager/merchandise/{number}/withdraw", WithdrawMerchandise, _withdraw, review=nothing_besides),
]
