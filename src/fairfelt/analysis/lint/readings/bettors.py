"""Envy: for how many bettors a figure holds. And for what amount bet: for each Ante, or for each unit."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from fairfelt.engine.exact import WagerPar, percent_text
from fairfelt.rules import ROUND, Published, Wager

from ..check import Stage, check
from ..finding import GAME, Finding, Place, error, note, question
from ..subject import Subject


@check("FF308", "envy without its number of bettors", Stage.READINGS)
def envy_bettors(subject: Subject) -> Iterable[Finding]:
    """Envy is paid from the hands of others, so the house edge of an envy table is a function of how many others bet. A
    figure without that number is no figure; every number a table can seat is tried on it."""
    for wager, sheet in subject.sheets:
        if sheet.envy:
            printed = [p for p in subject.game.published if _is_edge_of(p, wager, sheet)]
            found = [_holds_for(subject, sheet, published) for published in printed]
            yield from found or [_by_bettors(subject, sheet)]


def _is_edge_of(published: Published, wager: Wager, sheet: WagerPar) -> bool:
    table = published.paytable or wager.paytable.name
    return (published.wager, table, published.figure) == (wager.name, sheet.paytable, "house_edge")


def _edge(sheet: WagerPar, bettors: int) -> Fraction:
    return sheet.house_edge - sheet.envy_per_bettor * bettors


def _holds_for(subject: Subject, sheet: WagerPar, published: Published) -> Finding:
    """The numbers of other bettors for which a printed figure comes out."""
    others = range(subject.game.seats)
    fitting = [n for n in others if published.agrees(_edge(sheet, n))]
    place, span = Place(sheet.wager, sheet.paytable), _span(subject, sheet)
    if not fitting:
        text = f"{published.printed} is printed for an envy table and comes out for no number of other bettors; {span}."
        return error(place, text, right="Print the figure with the number of bettors it assumes.")
    numbers = " or ".join(map(str, fitting))
    only = f"it comes out for {numbers} other bettors only"
    text = f"{published.printed} is printed for an envy table; {only}, and {span}."
    return question(place, text, right=f"Print beside it: with {numbers} other bettors of one unit each.")


def _by_bettors(subject: Subject, sheet: WagerPar) -> Finding:
    text = f"No house edge is printed for this envy table, and no number of bettors; {_span(subject, sheet)}."
    return question(Place(sheet.wager, sheet.paytable), text, right="Print the figure with the number it assumes.")


def _span(subject: Subject, sheet: WagerPar) -> str:
    most = subject.game.seats - 1
    alone, full = percent_text(_edge(sheet, 0)), percent_text(_edge(sheet, most))
    return f"the house edge is {alone} alone and {full} with {most} others"


@check("FF312", "for each Ante or for each unit bet", Stage.READINGS)
def per_what(subject: Subject) -> Iterable[Finding]:
    """A house edge can be meant for each first bet or for each unit that is bet in the end. They differ by the average
    bet, so a printed figure shows which; the sheet should say it."""
    round_ = subject.par.round
    for published in subject.game.published:
        plain = published.wager == ROUND and published.figure == "house_edge" and not published.paytable
        if plain and not published.strategy and not published.decks and round_.average_wager != 1:
            yield _meant(subject, published)


def _meant(subject: Subject, published: Published) -> Finding:
    round_, unit = subject.par.round, subject.game.unit
    by_ante, by_unit = percent_text(round_.house_edge), percent_text(round_.element_of_risk)
    told = f"for each {unit} it is {by_ante}, for each unit bet {by_unit}"
    figures = (("house edge", round_.house_edge), ("element of risk", round_.element_of_risk))
    if published.agrees(round_.house_edge):
        text = f"The printed {published.printed} is the loss for each {unit}: {told}."
        return note(GAME, text, right=f"Print “of the {unit}” beside it.", figures=figures)
    if published.agrees(round_.element_of_risk):
        text = f"The printed {published.printed} is the loss for each unit bet, not for each {unit}: {told}."
        return error(GAME, text, right="Print it as element of risk, or print the other.", figures=figures)
    text = f"The printed {published.printed} is neither: {told}."
    return error(GAME, text, right="Print one of them and say which.", figures=figures)
