"""Who has the edge, and whether the sheet's own figures come out."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from fairfelt.engine.exact import percent_text, to_decimal
from fairfelt.engine.warnings import Flaw, FlawKind
from fairfelt.rules import ROUND, Kind

from ..check import Stage, check
from ..finding import GAME, Finding, Place, error, note
from ..subject import Subject

THIN, DEAR = Fraction(1, 100), Fraction(1, 4)
"""Side bets usually keep between one and twenty-five percent."""
ROUND_THIN, ROUND_DEAR = Fraction(1, 200), Fraction(1, 10)
"""Games usually keep between half a percent and ten percent of the first bet."""
SELDOM, OFTEN = Fraction(1, 1000), Fraction(1, 2)


@check("FF200", "no exact count", Stage.TRIED)
def not_counted(subject: Subject) -> Iterable[Finding]:
    """Some games have no exact solver here yet. Everything that needs one is left out then, and this says why."""
    if subject.unsolved:
        yield note(GAME, f"{subject.unsolved}.", right="Only what can be read off the sheet was checked.")


@check("FF212", "a best setting that is not counted", Stage.COUNTED)
def best_setting_missing(subject: Subject) -> Iterable[Finding]:
    """Where both sides set by the house way, a player who sets better keeps the house from its edge. Until the best
    setting is counted, nobody knows whether the house has one."""
    if subject.par.by_house_way and not subject.par.best:
        text = "The edge is that of players who set by the house way; what the best setting leaves is not counted."
        yield note(GAME, text, right=f"Count it with fairfelt strategy {subject.game.slug} --best, then look again.")


@check("FF201", "an edge for the player", Stage.COUNTED)
def player_edge(subject: Subject) -> Iterable[Finding]:
    """Counted exactly, with best play, the game or a bet returns more than it takes. Either a rule is not what the
    designer meant, or the house pays for the game."""
    for flaw in subject.flaws_of(FlawKind.PLAYER_EDGE):
        yield error(
            _place(flaw), flaw.text, right="Lower a pay, or correct the rule that was meant otherwise.",
            figures=(("house edge", _edge(subject, flaw)),),
        )  # fmt: skip


@check("FF202", "fixed pays that exceed the wager", Stage.COUNTED)
def fixed_pays(subject: Subject) -> Iterable[Finding]:
    """A progressive feeds a meter from its wagers. If its fixed pays alone return more than the wager, no meter can be
    fed and the house loses before anybody wins a share of it."""
    for flaw in subject.flaws_of(FlawKind.FIXED_PAYS):
        edge = _edge(subject, flaw)
        text = f"The fixed pays alone return {percent_text(1 - edge)} of the wager; nothing is left for a meter."
        yield error(
            _place(flaw), text, right="Lower the fixed pays, or say by fewer cards what is paid.",
            figures=(("house edge", edge),),
        )  # fmt: skip


def _edge(subject: Subject, flaw: Flaw) -> Fraction:
    return subject.par.wager(flaw.wager, flaw.paytable).house_edge if flaw.wager else subject.par.headline.house_edge


def _place(flaw: Flaw) -> Place:
    return Place(flaw.wager, flaw.paytable, flaw.line)


@check("FF203", "a figure that does not come out", Stage.COUNTED)
def disagreements(subject: Subject) -> Iterable[Finding]:
    """Every printed figure is computed again, exactly, and rounded to its printed digits. One that differs is a
    misprint, or the sheet means other rules than it says."""
    for published, found in subject.figures:
        if not found.agrees:
            what = f"{found.figure.replace('_', ' ')} {found.detail}".strip()
            text = f"The {what} is printed as {found.published} by {found.source}; computed it is {found.computed}."
            place = Place("" if published.wager == ROUND else found.wager, found.paytable)
            yield error(place, text, right=f"Print {found.computed}, or find the rule that makes it {found.published}.")


@check("FF206", "a house edge outside the usual", Stage.COUNTED)
def unusual_edges(subject: Subject) -> Iterable[Finding]:
    """Side bets usually keep 1% to 25%, games 0.5% to 10% of the first bet. A figure outside is lawful, and the first
    thing that is asked about. Progressives and envy are left out: what they give back depends on the room."""
    edge = subject.par.headline.house_edge
    if 0 <= edge < ROUND_THIN or edge > ROUND_DEAR:
        text = f"With best play the house keeps {percent_text(edge)} of the {subject.game.unit}; usual are 0.5% to 10%."
        yield note(GAME, text, right="Make sure that it is meant.", figures=(("house edge", edge),))
    for wager, sheet in subject.sheets:
        edge = sheet.house_edge
        if wager.kind is Kind.SIDE and not sheet.envy and (0 <= edge < THIN or edge > DEAR):
            text = f"The house keeps {percent_text(edge)} of the bet; usual are 1% to 25%."
            place = Place(wager.name, sheet.paytable)
            yield note(place, text, right="Make sure that it is meant.", figures=(("house edge", edge),))


@check("FF207", "a bet that hardly ever or mostly wins", Stage.COUNTED)
def unusual_hits(subject: Subject) -> Iterable[Finding]:
    """A side bet that wins less than once in a thousand hands, or more often than not, is seldom what was meant."""
    for wager, sheet in subject.sheets:
        hits = sheet.hit_frequency
        if hits and not SELDOM <= hits <= OFTEN:
            text = f"It wins {percent_text(hits)} of the time, once in {to_decimal(1 / hits):,.1f} hands."
            place = Place(wager.name, sheet.paytable)
            yield note(place, text, right="Make sure that it is meant.", figures=(("hit frequency", hits),))
