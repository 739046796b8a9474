"""The back-out of one award: what it takes back, before and after, and the form that two people sign."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.room import Floor
from fairfelt.room.commands.voids import BackOutAward, back_out, reversible
from fairfelt.room.refusal import Refusal
from fairfelt.room.state.awards import GivenAward, seat_words
from fairfelt.web.api.handlers.accounting import TWO_PEOPLE
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task, nothing_besides
from fairfelt.web.desk.words import account as account_name
from fairfelt.web.desk.words import money
from fairfelt.web.http.request import number_in

Fact = tuple[str, str]


def _award(desk: Desk) -> tuple[int, GivenAward]:
    number = number_in(desk.request.path_params["number"])
    try:
        return number, reversible(desk.floor, number)
    except Refusal as refusal:
        raise Nowhere(refusal.sentence) from refusal


def _paper(desk: Desk) -> Paper:
    number, award = _award(desk)
    return Paper(
        title=f"Back out award {number}",
        lead="Voids one award: all of it, its hit and the envy it brought to others. Their win pages say VOID from "
        "then on, with who, when and why. Nothing is edited: it is an entry of its own.",
        button="Back out the award",
        back="/manager/wins",
        facts=tuple(before_and_after(desk.floor, number, award)),
        fields=(
            Field(name="why", label="Why", hint="Such as: the hand was not a royal flush on review."),
            Field(name="document", label="Document", hint="The number of the report or slip behind it."),
        ),
        danger=f"Award {number} becomes void for good, and the winner has to return what was paid.",
    )


def before_and_after(floor: Floor, number: int, award: GivenAward) -> Iterator[Fact]:
    """What the back-out would change, as it stands and as it would stand."""
    voided = back_out(floor, number, "", "", ())
    now, then = floor.jackpots[award.jackpot], voided.apply(floor).jackpots[award.jackpot]
    currency, level = now.terms.currency, award.prize.win.level if award.prize else ""
    envy, where = money(sum(award.envy_micros), currency), f"table {award.table}, {seat_words(award.seat)}"
    if voided.is_envy:
        yield "Award", f"envy for {award.hand} at {where}, {envy}"
    else:
        yield "Award", f"{award.hand} at {where}, {money(award.amount_micros, currency)}"
    if award.envy_micros and not voided.is_envy:
        pages = f", awards {', '.join(map(str, award.envy_pages))}" if award.envy_pages else ""
        pays = "1 pay" if len(award.envy_micros) == 1 else f"{len(award.envy_micros)} pays"
        yield "Envy taken back", f"{pays}, {envy}{pages}"
    if voided.is_envy:
        hits = now.counts.envy.hits, then.counts.envy.hits
    elif level:
        hits = now.counts.of(level).hits, then.counts.of(level).hits
    else:
        hits = now.counts.fixed.hits, then.counts.fixed.hits
    counted = "Envy pays" if voided.is_envy else f"Hits of {level}" if level else "Fixed pays"
    yield counted, f"{hits[0]:,} before, {hits[1]:,} after"
    if later := _later_awards(floor, number, award):
        pages = ", ".join(map(str, later))
        yield "Paid after it from the same level", f"awards {pages}; back these out first to have all of them paid anew"
    for account in sorted({*now.book.balances, *then.book.balances}):
        if (before := now.book[account]) != (after := then.book[account]):
            yield account_name(account), f"{money(before, currency)} before, {money(after, currency)} after"


def _later_awards(floor: Floor, number: int, award: GivenAward) -> list[int]:
    """Awards of the same round and level that were worked out on what this one left."""
    table, level = floor.tables[award.table], award.prize.win.level if award.prize else ""
    awarded = [hand.number for hand in (table.ended.awarded if table.ended else table.awarded)]
    later = {other: floor.given[other].prize for other in awarded if other > number and number in awarded}
    return [other for other, prize in later.items() if level and prize and prize.win.level == level]


async def _back_out(desk: Desk, form: Form, ask: Ask) -> Outcome:
    number = number_in(desk.request.path_params["number"])
    return await ask(BackOutAward, number=number, why=form.text("why"), document=form.text("document"))


TASKS = [
    Task(path="/manager/wins/{number}/back-out", access=TWO_PEOPLE, paper=_paper, do=_back_out, review=nothing_besides)
]
