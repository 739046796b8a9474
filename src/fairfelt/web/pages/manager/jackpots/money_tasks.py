"""Moving a jackpot's money by hand: adjustments, and the end of a jackpot. Both take two people and a document."""

from __future__ import annotations

from fairfelt.jackpot import AdjustmentError, Jackpot, Reason, adjustment
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.reports.sheet.english import capital
from fairfelt.room.commands.accounts import Adjust, open_references
from fairfelt.room.commands.retirement import RetireJackpot
from fairfelt.room.state.floor import Floor
from fairfelt.web.api.handlers.accounting import TWO_PEOPLE
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task, nothing_besides
from fairfelt.web.desk.command import is_first
from fairfelt.web.desk.frame import path_of
from fairfelt.web.desk.words import money

from ..office import named
from .retirement import counted, heirs

Reference = tuple[str, Reason | None, int]
"""What an adjustment may refer to, for which reason, and its number."""
NO_REFERENCE: Reference = ("nothing", None, 0)
MEANINGS = {
    Reason.WON: "an award was backed out and is paid after all, by its win page: from the meter to winners",
    Reason.DISPLAY_MALFUNCTION: "a reported malfunction left a wrong amount, by its number: off the meter to the "
    "house, or with a minus back. Never more than recorded wagers brought since the level was last won whole",
    Reason.OVER_LIMIT: "the meter stands above its limit: from the meter to the overflow",
    Reason.NONDISPLAYED_TO_RECEIPTS: "from the reserve to the house’s receipts",
    Reason.SEED_RECOVERY: "the house takes its seed back, never players’ money: from the meter to the house’s seeds",
}


def _levels(jackpot: Jackpot) -> tuple[tuple[str, str], ...]:
    currency = jackpot.terms.currency
    return tuple(
        (level.name, f"{level.name}: {money(jackpot.meter(level.name), currency)}") for level in jackpot.terms.levels
    )


def _adjust_paper(desk: Desk) -> Paper:
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    references = tuple((sent, words) for sent, (words, _, _) in _references(desk.floor, name, found).items())
    return Paper(
        title=f"Manual adjustment of {name}",
        lead="Moves money between two accounts, for one of five reasons. Nothing is edited: it is an entry of its own. "
        "An award is backed out from the win log.",
        button="Make the adjustment",
        back=path_of("manager", "jackpots", name),
        facts=tuple((capital(reason.value), words) for reason, words in MEANINGS.items()),
        fields=(
            Field(name="level", label="Level", sort="choice", choices=_levels(found)),
            Field(name="reason", label="Reason", sort="choice", choices=tuple((of.value, of.value) for of in Reason)),
            Field(name="refers_to", label="Refers to", sort="choice", choices=references,
                  hint="A win page for “won”, a malfunction for “display malfunction”; report the malfunction first."),
            Field(name="amount", label="Amount", sort="amount", unit=found.terms.currency,
                  hint="Such as 12,500.00; with a minus only for a display malfunction."),
            Field(name="document", label="Document", hint="The number of the report, slip or letter behind it."),
        ),
        danger="Two people sign it, and only another adjustment reverses it.",
    )  # fmt: skip


async def _adjust(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    level = form.one_of("level", [level.name for level in found.terms.levels])
    reason = form.one_of("reason", [reason.value for reason in Reason])
    amount_micros = form.amount("amount", found.terms.currency, least=-MOST_MICROS)
    document, references = form.text("document"), _references(desk.floor, name, found)
    _, only_for, refers_to = references.get(form.one_of("refers_to", references), NO_REFERENCE)
    if only_for and only_for.value != reason:
        form.mistake("refers_to", "“won” refers to a win page, “display malfunction” to a malfunction")
    if not form.mistakes and is_first(desk, form):
        _check(form, found, level, Reason(reason), amount_micros)
    return await ask(
        Adjust, jackpot=name, level=level, reason=reason, amount_micros=amount_micros, document=document,
        refers_to=refers_to,
    )  # fmt: skip


def _references(floor: Floor, name: str, found: Jackpot) -> dict[str, Reference]:
    """Every open win page and malfunction of a jackpot, by what a form sends."""
    shown = {"": NO_REFERENCE}
    for reason, of in ((Reason.WON, "win page"), (Reason.DISPLAY_MALFUNCTION, "malfunction")):
        for level in found.terms.levels:
            for number, left in (open_references(floor, name, level.name, reason) or {}).items():
                words = f"{of} {number}, {level.name}: {money(left, found.terms.currency)}"
                shown[f"{of} {number}"] = words, reason, number
    return shown


def _check(form: Form, found: Jackpot, level: str, reason: Reason, amount_micros: int) -> None:
    """What the reason does not allow is said at the amount."""
    try:
        adjustment(found, level, reason, amount_micros)
    except AdjustmentError as error:
        form.mistake("amount", str(error))


def _retire_paper(desk: Desk) -> Paper:
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    return Paper(
        title=f"Retire {name}",
        lead="Ends the jackpot. All it holds for players (meters, reserves, overflow) goes onto a level of another.",
        button="Retire the jackpot",
        back="/manager/jackpots",
        facts=(*_levels(found), *counted(desk.floor, name)),
        fields=(
            Field(name="heir", label="Into", sort="choice", choices=heirs(desk, name)),
            Field(name="document", label="Document", hint="The approval or the notice behind it."),
        ),
        danger=f"{name} ends for good. Its tables have to be set up on another link.",
    )


async def _retire(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    heir = form.one_of("heir", [sent for sent, _ in heirs(desk, name)])
    into, _, level = heir.partition("/")
    document = form.text("document")
    if not form.mistakes:
        await desk.controller.law.examine_transfer(desk.controller.ledger, (name, into, level))
    return await ask(RetireJackpot, jackpot=name, into=into, level=level, document=document)


TASKS = [
    Task(
        path="/manager/jackpots/{jackpot}/adjust",
        access=TWO_PEOPLE,
        paper=_adjust_paper,
        do=_adjust,
        review=nothing_besides,
    ),
    Task(
        path="/manager/jackpots/{jackpot}/retire",
        access=TWO_PEOPLE,
        paper=_retire_paper,
        do=_retire,
        review=nothing_besides,
    ),
]
