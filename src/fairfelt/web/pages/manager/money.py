"""Funds, payouts, malfunctions, and prizes of the house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from starlette.responses import Response

from fairfelt.jackpot import Jackpot
from fairfelt.jackpot.book import RESERVE, at
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.law import BankEntryKind, DeadlineState, check_house_jackpot
from fairfelt.reports.law.funds import funds_report
from fairfelt.room import Floor, PostedPrize
from fairfelt.room.commands import duties as commands
from fairfelt.room.commands.accounts import BookBankEntry, FileStatement, KeepOddsFunds
from fairfelt.room.state.awards import OfferedMerchandise, Payment
from fairfelt.web.api import access
from fairfelt.web.api.handlers import duties
from fairfelt.web.api.handlers.jackpots import accounts_now
from fairfelt.web.api.handlers.wins import of_today
from fairfelt.web.desk import Desk, Fact, Field, Form, Task, nothing_besides
from fairfelt.web.desk.forms import CURRENCY
from fairfelt.web.desk.task import NO_VALUE, Review, numbered
from fairfelt.web.desk.words import game_titles, money, timer_words
from fairfelt.web.http.answers import not_found, number_in, read_integer

KINDS = {
    BankEntryKind.DEPOSIT: "Deposit",
    BankEntryKind.WITHDRAWAL: "Withdrawal for jackpot payouts",
    BankEntryKind.SEIZURE: "Seizure by a tax authority",
}


async def funds(desk: Desk) -> Response:
    """Funds held, bank balance, required balance, weekly deposits."""
    accounts = await accounts_now(desk.call())
    enough = not any(account.findings for account in accounts)
    sheet = funds_report(accounts).sheet
    return desk.draw("manager/law/funds.html", sheet=sheet, enough=enough, files=desk.may(access.FILING))


async def funds_document(desk: Desk) -> Response:
    """The same to download."""
    call = desk.call()
    return await desk.download(of_today(call, funds_report(await accounts_now(call))))


def _balance(desk: Desk, it: None) -> list[Fact]:
    floor = desk.floor
    return [("Book balance", money(floor.booked_micros(each), each)) for each in floor.currencies]


def _amount(desk: Desk, name: str, label: str) -> tuple[Field, ...]:
    """An amount in a currency of the room."""
    return Field(name, label), Field(CURRENCY, "Currency", choices=desk.floor.currencies)


async def _compared(desk: Desk, form: Form, after: Floor) -> Review:
    """The books beside the bank."""
    currency = form.get(CURRENCY)
    booked, stated = desk.floor.booked_micros(currency), form.amount_or_none("balance", currency) or 0
    apart = (
        "They agree." if booked == stated else f"They differ by {money(stated - booked, currency)}; the log says so."
    )
    change = f"Balance by the books and by the bank, {currency}", money(booked, currency), money(stated, currency)
    return Review(changes=(change,), notes=(apart,))


def _today(desk: Desk) -> str:
    return day.isoformat() if (day := desk.floor.jurisdiction.day) else ""


FAILURES = "/manager/malfunctions"


async def payouts(desk: Desk) -> Response:
    """Jackpots to be paid, each with its checklist."""
    call = desk.call(duties.AllPayments(done="all" in desk.request.query_params))
    found = (await duties.payments(call))["payments"]
    return desk.draw(
        "manager/law/payouts.html", payments=found[::-1], pays=desk.may(access.PRINTING),
        everything=call.query.done, timer=_timer(desk), overdue=DeadlineState.OVERDUE,
    )  # fmt: skip


async def malfunctions(desk: Desk) -> Response:
    """Equipment that failed, and the notice to the regulator."""
    found = (await duties.malfunctions(desk.call()))["malfunctions"]
    return desk.draw(
        "manager/law/malfunctions.html", malfunctions=found[::-1], reports=desk.may(access.ON_THE_FLOOR),
        timer=_timer(desk), money=money, currencies=desk.floor.currency_by_jackpot,
    )  # fmt: skip


def _timer(desk: Desk) -> object:
    now_micros = desk.controller.settings.clock()
    return lambda due: timer_words(due, now_micros)


def _payment(desk: Desk) -> Payment:
    number = desk.request.path_params["number"]
    paid = desk.floor.payments.get(number_in(number))
    if paid is None:
        raise not_found(f"win page {number} has no payout steps")
    if paid.next is None:
        raise not_found(f"win page {paid.number} is paid and filed")
    return paid


def _steps_so_far(desk: Desk, paid: Payment) -> Iterator[Fact]:
    if paid.what:
        yield "Award", paid.what
    yield "Amount", money(paid.amount_micros, paid.currency)
    yield "Required by", (paid.next and paid.next.cited) or "house procedure"
    for number, (step, done) in enumerate(zip(paid.steps, paid.done, strict=False), 1):
        yield f"{number}. {step.text}", f"{done.by}{': ' + done.note if done.note else ''}"


def _step_fields(desk: Desk, paid: Payment) -> Iterator[Field]:
    turn, noted = paid.next, {step.id for step in paid.steps if step.note}
    assert turn, "a step is to be done"
    yield Field("step", sort="hidden", value=turn.id)
    yield Field(
        "note", turn.note.capitalize() if turn.note else "Note", optional=not turn.note,
        read=lambda form: form.text("note", optional=form.get("step") not in noted),
    )  # fmt: skip


def _failure_fields(desk: Desk, it: None) -> Iterable[Field]:
    jackpots = desk.floor.jackpots
    held = [name for name, found in jackpots.items() if not (found.retired or found.share)]
    meters = [f"{name}/{level.name}" for name in held for level in jackpots[name].terms.levels]

    def off_by(form: Form) -> int:
        found = jackpots.get(form.get("meter").partition("/")[0])
        return form.amount("off_by", found.terms.currency, least=-MOST_MICROS) if found else 0

    return (
        Field("equipment", "Equipment", hint="For example: display pit 1 or keypad T3."),
        Field("what", "What happened"),
        Field("meter", term="jackpot/level",
              choices={"": "none", **{meter: meter.replace("/", ", ") for meter in meters}}),
        Field("off_by", optional=True, read=off_by),
    )  # fmt: skip


PRIZES = "/manager/prizes"
SIGNS = {"yes": "Posted at the table", "no": "Not posted yet"}


async def prizes(desk: Desk) -> Response:
    """All bonuses, with the findings on each."""
    floor, law = desk.floor, desk.floor.law
    rows = [
        (
            name,
            prize,
            _currency(floor, prize.table),
            [finding.sentence for finding in check_house_jackpot(law, prize.jackpot)],
        )
        for name, prize in floor.house_jackpots.items()
    ]
    return desk.draw(
        "manager/law/prizes.html", rows=rows, tables=floor.tables, sets_up=desk.may(access.SETTING_UP),
        pays=desk.may(access.TWO_TO_PAY), merchandise=floor.merchandise.items(),
        jackpots=floor.jackpots, adjusts=desk.may(access.TWO_TO_ADJUST), gives=desk.may(access.TWO_TO_PAY),
    )  # fmt: skip


def _currency(floor: Floor, table: str) -> str:
    """The currency at a table; none where there is no such table."""
    return floor.tables[table].currency if table in floor.tables else ""


def _prize_fields(desk: Desk, it: None) -> Iterable[Field]:
    floor, of_game = desk.floor, game_titles(desk.floor)
    there = {name: _currency(floor, name) for name in floor.tables}
    shared = set(there.values())
    return (
        Field("name", "Bonus name", hint="For example: Lucky Seven."),
        Field("table", "Table", empty="No tables yet. Add one first.",
              choices={name: f"{name}: {of_game[name]}, {currency}" for name, currency in there.items()}),
        Field("hand", "Winning hand", hint="For example: a royal flush in spades."),
        Field("amount", unit=shared.pop() if len(shared) == 1 else "",
              read=lambda form: form.amount("amount", there.get(form.get("table"), ""), least=1)),
        Field("sign", "Sign with amount and disclosures", choices=SIGNS, term="posted"),
    )  # fmt: skip


def _prize_facts(desk: Desk, prize: PostedPrize) -> tuple[Fact, ...]:
    amount = money(prize.jackpot.amount_micros, _currency(desk.floor, prize.table))
    return (
        ("Table", prize.table),
        ("Hand", prize.jackpot.hand),
        ("Amount per player", amount),
        ("Players paid", f"{prize.paid:,}"),
    )


def _prize_name(desk: Desk, prize: PostedPrize) -> dict[str, str]:
    return {"name": desk.request.path_params["prize"]}


def _seats(form: Form, places: int) -> list[int]:
    """Different seats of the table, the lowest first."""
    typed = form.text("seats").split()
    seats = sorted(filter(None, (read_integer(seat, 1, places) for seat in typed)))
    if len(set(seats)) < len(typed):
        form.mistake("seats", f"this table has seats 1 to {places}: enter each once, such as 2 5")
    return seats


async def _removed(desk: Desk, form: Form, after: Floor) -> Review:
    """The bonus that players can win no more."""
    name, prize = desk.named(desk.floor.house_jackpots, "prize")
    posted = money(prize.jackpot.amount_micros, _currency(desk.floor, prize.table))
    return Review(changes=((f"{name} at {prize.table}", f"{posted} for {prize.jackpot.hand}", NO_VALUE),))


async def choose_jackpot(desk: Desk) -> Response:
    """For which jackpot an item is offered: its hands and levels are the fields of the form."""
    running = {name: found for name, found in desk.floor.jackpots.items() if not found.retired}
    return desk.draw("manager/law/merchandise.html", jackpots=running)


def _offer_fields(desk: Desk, found: Jackpot) -> Iterable[Field]:
    currency = found.terms.currency
    levels = {level.name: found.book[at(RESERVE, level.name)] for level in found.terms.levels}
    hands = commands.fixed_hands(desk.floor, desk.request.path_params["jackpot"])
    return (
        Field("item", "Item", hint="For example: a motorcycle."),
        Field("hand", "Winning hand", empty="No table plays for this jackpot with a fixed pay.",
              choices={hand: f"{hand}: pays up to {money(most, currency)}" for hand, most in hands.items()}),
        Field("value", "Value", unit=currency),
        Field("level", choices={level: f"{level}: holds {money(held, currency)}" for level, held in levels.items()}),
        Field("from_reserve", "Price borne by the reserve", unit=currency),
        Field("owner", "Approval of the owner of the game’s rights", term="rights_owner_approval"),
        Field("controls", "Approved internal controls", term="controls_approval"),
        Field("invoice", "Invoice, paid in full"),
        Field("sign", "Notice at the table", choices=SIGNS, term="posted"),
    )  # fmt: skip


def _merchandise_facts(desk: Desk, found: OfferedMerchandise) -> list[Fact]:
    prize = found.prize
    return [
        ("Item", prize.item),
        ("Value", prize.money(prize.value_micros)),
        ("Jackpot, hand", f"{found.jackpot}, {found.hand}"),
        ("Borne by the reserve", f"{prize.money(prize.from_reserve_micros)} of {found.level}"),
        ("Status", found.state),
    ]


OFFERED = numbered("merchandise", "no merchandise of that number is offered")
PAY = Task(
          "/manager/prizes/{prize}/pay", commands.PayHouseJackpot, review=nothing_besides, facts=_prize_facts,
          given=_prize_name,
          fields=lambda desk, prize: (
        Field("seats", read=lambda form: _seats(form, desk.floor.tables[prize.table].seats)),
        Field("document", "Document", hint="Payout slip number."),
    ),
      )  # fmt: skip
TASKS = [
    Task(
        "/manager/funds/entries", BookBankEntry, review=nothing_besides, facts=_balance,
        fields=lambda desk, it: (
            Field("kind", "Type", choices=KINDS, term="entry_kind"),
            *_amount(desk, "amount", "Amount"),
            Field("on", "Date", value=_today(desk)),
            Field("document", "Document", hint="Slip or statement number."),
        ),
    ),
    Task(
        "/manager/funds/statements", FileStatement, review=_compared, facts=_balance,
        fields=lambda desk, it: (
            *_amount(desk, "balance", "Statement balance"),
            Field("on", "Date", value=_today(desk)),
            Field("document", "Document", hint="Statement number."),
        ),
    ),
    Task(
        "/manager/funds/odds", KeepOddsFunds, review=nothing_besides,
        facts=lambda desk, it: [
            ("Current", money(desk.floor.funds.odds_micros.get(each, 0), each)) for each in desk.floor.currencies
        ],
        fields=lambda desk, it: (
            *_amount(desk, "amount", "New amount"), Field("document", "Document", hint="Bank statement or letter."),
        ),
    ),
    Task(
        "/manager/payouts/{number}/step", commands.DoPayoutStep,
        title=lambda desk, paid: f"Win page {paid.number}, step {len(paid.done) + 1} of {len(paid.steps)}",
        lead=lambda desk, paid: paid.next.text, of=_payment, facts=_steps_so_far, fields=_step_fields,
        by=lambda desk, paid: access.TWO_TO_COMPARE if paid.next.people > 1 else access.PRINTING,
    ),
    Task("/manager/malfunctions/new/report", commands.ReportMalfunction, back=FAILURES, fields=_failure_fields),
    Task(
        "/manager/malfunctions/{number}/notice", commands.TellMalfunction,
        of=numbered("malfunctions", "there is no malfunction {}"), back=FAILURES,
        facts=lambda desk, found: (("Equipment", found.equipment), ("What happened", found.what)),
    ),
    Task(
        "/manager/prizes/{prize}/void", commands.VoidHouseJackpotPay, review=nothing_besides, given=_prize_name,
        facts=lambda desk, prize: (
            *_prize_facts(desk, prize), ("Last paid to seats", ", ".join(map(str, prize.last_seats)) or NO_VALUE),
        ),
    ),
    Task("/manager/prizes/new/post", commands.PostHouseJackpot, review=nothing_besides, fields=_prize_fields),
    PAY,
    Task(
        "/manager/prizes/{prize}/remove", commands.RemoveHouseJackpot, review=_removed, facts=_prize_facts,
        given=_prize_name,
    ),
    Task(
        "/manager/merchandise/offer/{jackpot}", commands.OfferMerchandise, review=nothing_besides, back=PRIZES,
        fields=_offer_fields,
    ),
    Task(
        "/manager/merchandise/{number}/award", commands.AwardMerchandise, of=OFFERED, review=nothing_besides,
        back=PRIZES, facts=_merchandise_facts,
    ),
    Task(
        "/manager/merchandise/{number}/withdraw", commands.WithdrawMerchandise, of=OFFERED, review=nothing_besides,
        back=PRIZES, facts=_merchandise_facts,
    ),
]  # fmt: skip
