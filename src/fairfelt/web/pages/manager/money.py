"""Funds, payouts, malfunctions, prizes of the house; win pages, slips of pays from the tray, and counts of a day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date

from starlette.responses import Response

from fairfelt.jackpot import Jackpot
from fairfelt.jackpot.book import RESERVE, at
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.law import BankEntryKind, DeadlineState, check_house_jackpot
from fairfelt.reports.law.funds import funds_report
from fairfelt.reports.report import Report
from fairfelt.reports.room.tables import table_day_report, theory_blocks
from fairfelt.reports.room.win_page import tray_slip_report
from fairfelt.reports.sheet import Section
from fairfelt.room import Floor, PostedPrize
from fairfelt.room.commands import duties as commands
from fairfelt.room.commands.accounts import (
    BookBankEntry,
    CorrectCount,
    FileStatement,
    KeepOddsFunds,
    PrintWinPage,
    RecordCount,
)  # fmt: skip
from fairfelt.room.commands.felt import VoidTrayPay, valid_slip
from fairfelt.room.commands.voids import BackOutAward, reversible
from fairfelt.room.event import Refusal
from fairfelt.room.projections.days import read_table_days
from fairfelt.room.state.awards import CountKind, GivenAward, Payment, TableCount, TraySlip, seat_words
from fairfelt.room.table_odds import read_edges
from fairfelt.rules import AmountError, format_amount, parse_amount
from fairfelt.web.api import access
from fairfelt.web.api.access import COUNTING, PRINTING, TWO_TO_ADJUST
from fairfelt.web.api.handlers import law as api
from fairfelt.web.api.handlers.jackpots import accounts_now
from fairfelt.web.api.handlers.wins import of_today, printed_copy, win, win_report
from fairfelt.web.desk import Desk, Fact, Field, Form, Mistaken, Task, go
from fairfelt.web.desk.desk import T, path_of
from fairfelt.web.desk.forms import CURRENCY
from fairfelt.web.desk.task import NO_VALUE, Review, carry_out, find_by
from fairfelt.web.desk.words import game_titles, money, plain, timer_words
from fairfelt.web.http.answers import not_found, number_in, read_integer
from fairfelt.web.pages.awards import numbered_one

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


FAILURES = "/manager/malfunctions"


async def payouts(desk: Desk) -> Response:
    """Jackpots to be paid, each with its checklist."""
    call = desk.call(api.AllPayments(done="all" in desk.request.query_params))
    found = (await api.payments(call))["payments"]
    return desk.draw(
        "manager/law/payouts.html", payments=found[::-1], pays=desk.may(access.PRINTING),
        everything=call.query.done, timer=_timer(desk), overdue=DeadlineState.OVERDUE,
    )  # fmt: skip


async def malfunctions(desk: Desk) -> Response:
    """Equipment that failed, and the notice to the regulator."""
    found = (await api.malfunctions(desk.call()))["malfunctions"]
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


OFFERED = find_by("number", lambda floor: floor.merchandise, "no merchandise of that number is offered")


TRAY_PAYS = "/manager/tray-pays"
ON_A_PAGE = 25


async def print_preview(desk: Desk) -> Response:
    """Preview the next print of a win page; nothing is on the log until it is printed."""
    page = await win(desk.call())
    copy = page.copy + 1
    sheet = (await win_report(desk.call(), replace(page, copy=copy))).sheet
    action = path_of("manager", "wins", str(page.number), "print")
    return desk.draw("manager/print.html", page=page, copy=copy, sheet=sheet, number=desk.next_number, action=action)


async def print_page(desk: Desk, form: Form) -> Response:
    """Print a win page: the first copy is the original, every later one is marked as a reprint."""
    number = number_in(desk.request.path_params["number"])
    try:
        done = await carry_out(desk, form, PRINTING, PrintWinPage, {"number": number})
    except Mistaken:
        return desk.message("Not printed", form.mistakes[""])
    return go(path_of("manager", "wins", str(number), str(done.body["copy"])), event=done.number)


async def printed(desk: Desk) -> Response:
    """A copy of a win page on the screen, ready for paper."""
    page = await printed_copy(desk.call())
    here = path_of("manager", "wins", str(page.number), str(page.copy))
    return desk.draw("manager/copy.html", page=page, sheet=(await win_report(desk.call(), page)).sheet, here=here)


async def printed_document(desk: Desk) -> Response:
    """The same as PDF or as HTML."""
    call = desk.call()
    return await desk.download(await win_report(call, await printed_copy(call)), ("pdf", "html"))


def _by_number(find: Callable[[Floor, int], T]) -> Callable[[Desk], T]:
    """The subject of a task: what the room finds by the number in the address."""

    def found(desk: Desk) -> T:
        try:
            return find(desk.floor, number_in(desk.request.path_params["number"]))
        except Refusal as refusal:
            raise not_found(refusal.sentence) from refusal

    return found


def _award_facts(desk: Desk, award: GivenAward) -> Iterator[Fact]:
    currency, is_envy = desk.floor.jackpots[award.jackpot].terms.currency, award.envy_for is not None
    envy, where = money(sum(award.envy_micros), currency), f"table {award.table}, {seat_words(award.seat)}"
    won = f"envy for {award.hand} at {where}, {envy}"
    yield "Award", won if is_envy else f"{award.hand} at {where}, {money(award.amount_micros, currency)}"
    if award.envy_micros and not is_envy:
        pages = f", awards {', '.join(map(str, award.envy_pages))}" if award.envy_pages else ""
        pays = "1 pay" if len(award.envy_micros) == 1 else f"{len(award.envy_micros)} pays"
        yield "Envy taken back", f"{pays}, {envy}{pages}"
    # Awards of the same round and level that were worked out on what this one left
    floor, number = desk.floor, number_in(desk.request.path_params["number"])
    table, level = floor.tables[award.table], award.prize.win.level if award.prize else ""
    awarded = [hand.number for hand in (table.ended.awarded if table.ended else table.awarded)]
    others = {other: floor.given[other].prize for other in awarded if other > number and number in awarded}
    later = [other for other, prize in others.items() if level and prize and prize.win.level == level]
    if later:
        pages = ", ".join(map(str, later))
        yield "Paid after it from the same level", f"awards {pages}; back these out first to have all of them paid anew"


async def tray_pays(desk: Desk) -> Response:
    """A page of the slips."""
    at, total = max(1, number_in(desk.request.query_params.get("page", ""))), desk.floor.slips_made
    last = max(0, total - (at - 1) * ON_A_PAGE)
    first = max(0, last - ON_A_PAGE)
    read, ledger = desk.controller.wins.slips, desk.controller.ledger
    found = await asyncio.to_thread(read, ledger, after=first, limit=last - first) if last else []
    return desk.draw(
        "manager/tables/tray_pays.html", slips=found[::-1], shown={"at": at, "first": first, "total": total},
        voids=desk.may(TWO_TO_ADJUST), voidable=desk.floor.tray_slips,
    )  # fmt: skip


async def slip_document(desk: Desk) -> Response:
    """The record of one slip, as PDF or as HTML."""
    missing = "there is no slip {}: the list has them all"
    slip = await numbered_one(desk, desk.controller.wins.slips, desk.floor.slips_made, missing)
    report = tray_slip_report(slip, desk.floor.jurisdiction.zone)
    return await desk.download(report, ("pdf", "html"))


def _slip_facts(desk: Desk, slip: TraySlip) -> Iterator[Fact]:
    yield "Table", slip.table
    yield "Pays", f"{len(slip.pays):,}"
    yield "Total", money(slip.amount_micros, desk.floor.tables[slip.table].currency)
    if slip.win_pages:
        yield "Win pages", f"{', '.join(map(str, slip.win_pages))}: void too, and their payout steps end"


HERE = "/manager/tables/records"
COUNTED = {
    CountKind.OPENING: "Opening bank",
    CountKind.FILL: "Fill",
    CountKind.CREDIT: "Credit",
    CountKind.DROP: "Drop",
    CountKind.CLOSING: "Closing bank",
}


async def records(desk: Desk) -> Response:
    """One gaming day: every table, also without activity, and every count behind it."""
    form = Form(dict(desk.request.query_params))
    day = form.day("day", optional=True) or _today(desk)
    sheet = (await asyncio.to_thread(_day_report, desk, day)).sheet
    fields = (Field("day", "Gaming day", sort="day", value=day.isoformat()),)
    return desk.draw(
        "manager/tables/records.html", form=form, fields=fields, sheet=sheet, day=day.isoformat(),
        correctable=[number for number, count in desk.floor.counts.items() if count.day == day],
        counts=desk.may(COUNTING), corrects=desk.may(TWO_TO_ADJUST),
    )  # fmt: skip


async def records_document(desk: Desk) -> Response:
    """The same to download."""
    try:
        day = date.fromisoformat(desk.request.path_params["day"])
    except ValueError:
        raise not_found("an address of a day ends such as 2027-01-15.csv") from None
    return await desk.download(await asyncio.to_thread(_day_report, desk, day))


def _day_report(desk: Desk, day: date) -> Report:
    controller = desk.controller
    days = read_edges(read_table_days(controller.ledger, controller.periods, day))
    theory = Section("Theoretical win", *theory_blocks(days, dated=False))
    return table_day_report(days, day, theory, notes=["same_bets"])


def _today(desk: Desk) -> date:
    return desk.floor.jurisdiction.day or desk.today


def _count_fields(desk: Desk, it: None) -> Iterable[Field]:
    tables = desk.floor.tables

    def currency(form: Form) -> str:
        table = form.get("table")
        return tables[table].currency if table in tables else ""

    return (
        Field("table", empty="No tables yet.", choices={name: f"{name}, {at.currency}" for name, at in tables.items()}),
        Field("day", "Gaming day", value=_today(desk).isoformat()),
        Field("counted", "Count", choices=COUNTED),
        Field("amount", "Amount", read=lambda form: form.amount("amount", currency(form))),
        Field("document", "Document", hint="Slip number."),
        Field("rounds", "Hands dealt", hint="With the closing bank, where no keypad counts them."),
        Field("handle", read=lambda form: form.amount_or_none("handle", currency(form))),
        Field("sides", optional=True, term="side_handles", read=lambda form: _sides(form, currency(form))),
    )  # fmt: skip


def _sides(form: Form, currency: str) -> dict[str, int]:
    """Side bets with their amounts, one after the other with semicolons."""
    found: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in form.get("sides").split(";"))):
        name, _, amount = part.rpartition(" ")
        try:
            found[name.strip()] = parse_amount(amount, currency=currency)
        except AmountError:
            form.mistake("sides", f"{part!r} is no side bet with an amount: enter them as Pair Plus 1,200; Trips 300")
    return found


def _correction(desk: Desk, count: TableCount) -> Iterator[Field]:
    currency = desk.floor.tables[count.table].currency
    yield Field("amount", "Right amount", unit=currency, value=plain(count.amount_micros))
    if count.counted is CountKind.CLOSING:  # with which the handles were recorded
        yield Field("handle", "Right handle", unit=currency, hint="Blank leaves the handle as it is.")
        yield Field("sides", optional=True, term="side_handles", read=lambda form: _sides(form, currency))  # fmt: skip


async def _corrected(desk: Desk, form: Form, after: Floor) -> Review:
    """The count before and after."""
    number = number_in(desk.request.path_params["number"])
    was, now = desk.floor.counts[number], after.counts[number]
    currency = desk.floor.tables[was.table].currency
    before, right = (format_amount(count.amount_micros, currency) for count in (was, now))
    return Review(changes=((f"{COUNTED[was.counted]} of {was.table}", before, right),))


TASKS = [
    Task(
        "/manager/funds/entries", BookBankEntry, review=True, facts=_balance,
        fields=lambda desk, it: (
            Field("kind", "Type", choices=KINDS, term="entry_kind"),
            *_amount(desk, "amount", "Amount"),
            Field("on", "Date", value=_today(desk).isoformat()),
            Field("document", "Document", hint="Slip or statement number."),
        ),
    ),
    Task(
        "/manager/funds/statements", FileStatement, review=_compared, facts=_balance,
        fields=lambda desk, it: (
            *_amount(desk, "balance", "Statement balance"),
            Field("on", "Date", value=_today(desk).isoformat()),
            Field("document", "Document", hint="Statement number."),
        ),
    ),
    Task(
        "/manager/funds/odds", KeepOddsFunds, review=True,
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
        of=find_by("number", lambda floor: floor.malfunctions, "there is no malfunction {}"), back=FAILURES,
        facts=lambda desk, found: (("Equipment", found.equipment), ("What happened", found.what)),
    ),
    Task(
        "/manager/prizes/{prize}/void", commands.VoidHouseJackpotPay, review=True, given=_prize_name,
        facts=lambda desk, prize: (
            *_prize_facts(desk, prize), ("Last paid to seats", ", ".join(map(str, prize.last_seats)) or NO_VALUE),
        ),
    ),
    Task("/manager/prizes/new/post", commands.PostHouseJackpot, review=True, fields=_prize_fields),
    Task(
        "/manager/prizes/{prize}/pay", commands.PayHouseJackpot, review=True, facts=_prize_facts,
        given=_prize_name,
        fields=lambda desk, prize: (
            Field("seats", read=lambda form: _seats(form, desk.floor.tables[prize.table].seats)),
            Field("document", "Document", hint="Payout slip number."),
        ),
    ),
    Task(
        "/manager/prizes/{prize}/remove", commands.RemoveHouseJackpot, review=_removed, facts=_prize_facts,
        given=_prize_name,
    ),
    Task(
        "/manager/merchandise/offer/{jackpot}", commands.OfferMerchandise, review=True, back=PRIZES,
        fields=_offer_fields,
    ),
    *(
        Task(
            f"/manager/merchandise/{{number}}/{step}", command, of=OFFERED, review=True, back=PRIZES,
            facts=lambda desk, found: (
                ("Item", found.prize.item),
                ("Value", found.prize.money(found.prize.value_micros)),
                ("Jackpot, hand", f"{found.jackpot}, {found.hand}"),
                ("Borne by the reserve", f"{found.prize.money(found.prize.from_reserve_micros)} of {found.level}"),
                ("Status", found.state),
            ),
        )
        for step, command in (("award", commands.AwardMerchandise), ("withdraw", commands.WithdrawMerchandise))
    ),
    Task(
        "/manager/wins/{number}/back-out", BackOutAward, of=_by_number(reversible), review=True,
        facts=_award_facts,
    ),
    Task(
        f"{TRAY_PAYS}/{{number}}/void", VoidTrayPay, of=_by_number(valid_slip), review=True, back=TRAY_PAYS,
        facts=_slip_facts,
    ),
    Task("/manager/tables/records/new", RecordCount, back=HERE, fields=_count_fields),
    Task(
        "/manager/tables/records/{number}/correct", CorrectCount,
        of=find_by("number", lambda floor: floor.counts, "there is no count {} of the last days"), review=_corrected,
        back=f"{HERE}?day={{it.day}}", fields=_correction,
        facts=lambda desk, count: (
            ("Table", count.table),
            ("Gaming day", count.day.isoformat()),
            (COUNTED[count.counted], format_amount(count.amount_micros, desk.floor.tables[count.table].currency)),
        ),
    ),
]  # fmt: skip
