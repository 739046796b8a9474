"""Checks that count: what the solver finds that no sheet should say."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from fairfelt.engine.answers.par import DecisionRow
from fairfelt.engine.bets.census import line_counts
from fairfelt.engine.build_par import Flaw, FlawKind
from fairfelt.engine.exact import percent_text, to_decimal
from fairfelt.rules import CHECK, FOLD, ROUND, Cards, Game, Kind
from fairfelt.rules.hands import line_of

from .check import GAME, Finding, Place, Stage, Subject, check, error, note

# Who has the edge, and whether the sheet's own figures come out.


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


# Lines, bets and hands of the dealer that cannot happen, or cannot fail to.


@check("FF204", "a pay that can never occur", Stage.COUNTED)
def never_occurs(subject: Subject) -> Iterable[Finding]:
    """A line is printed that no deal can make, or that another line takes all hands of: too few cards, a margin that is
    out of reach, a hand that always counts as another."""
    for flaw in subject.flaws_of(FlawKind.NEVER_OCCURS):
        place = Place(flaw.wager, flaw.paytable, flaw.line)
        yield error(place, flaw.text, right="Leave the line out, or correct the hand that was meant.")


@check("FF205", "a bet that cannot win or cannot lose", Stage.COUNTED)
def one_sided(subject: Subject) -> Iterable[Finding]:
    """A bet that no hand wins takes money for nothing; one that no hand loses gives it away."""
    for wager, sheet in subject.sheets:
        place = Place(wager.name, sheet.paytable)
        if not sheet.hit_frequency:
            yield error(place, "No hand wins this bet.", right="Pay for a hand that occurs.")
        elif all(row.contribution >= 0 for row in sheet.outcomes):
            yield error(place, "No hand loses this bet.", right="Say which hands lose.")


@check("FF210", "a dealer who always or never qualifies", Stage.COUNTED)
def qualifying(subject: Subject) -> Iterable[Finding]:
    """A qualifying hand that every hand of the dealer's reaches is no rule, and one that none reaches takes the dealer
    out of the game. Judged by whole lines of the ranking."""
    showdown = subject.game.showdown
    if not showdown or not showdown.qualify:
        return
    counts = line_counts(showdown.ranking, subject.game.deck, subject.game.deal.count(Cards.DEALER | showdown.shared))
    occurring = [line for line, count in enumerate(counts) if count]
    least = line_of(showdown.qualifying_value)
    if min(occurring) > least or showdown.qualifying_value == 0:
        text = f"Every hand of the dealer's is better than {showdown.qualify.words}: the dealer always qualifies."
        yield error(GAME, text, right="Say that the dealer always plays, or ask for a better hand.")
    if max(occurring) < least:
        text = f"No hand of the dealer's is as good as {showdown.qualify.words}: the dealer never qualifies."
        yield error(GAME, text, right="Ask for a hand that the dealer's cards can make.")


@check("FF211", "paying hands that are folded", Stage.COUNTED)
def folded_hits(subject: Subject) -> Iterable[Finding]:
    """A side bet that is lost by folding loses hands that it would pay, wherever the game alone is better given up. Its
    printed figures must say which play they assume."""
    for flaw in subject.flaws_of(FlawKind.FOLDED_HITS):
        share = subject.par.wager(flaw.wager, flaw.paytable).hits_folded
        right = "Let the bet outlive a fold, or say by which play its figures are counted."
        place = Place(flaw.wager, flaw.paytable)
        yield note(place, flaw.text, right=right, figures=(("paying hands folded", share),))


@check("FF208", "a choice that is never right or always", Stage.COUNTED)
def idle_choices(subject: Subject) -> Iterable[Finding]:
    """A choice that best play never makes is a trap; a decision with one right answer for every hand is none."""
    if subject.par.by_house_way:
        return  # what is counted is not best play
    streets = {street.name for street in subject.game.streets}
    for row in subject.par.decisions:
        if row.street not in streets:
            continue  # which bet to open with is decided without a card
        if row.frequency == 0:
            text = f"At “{row.street}” it is never right to {_to(subject.game, row)}."
            yield note(GAME, text, right="Make sure that the choice is meant to be a poor one.")
        elif row.frequency == 1:
            text = f"At “{row.street}” it is right with every hand to {_to(subject.game, row)}."
            yield note(GAME, text, right="A decision that depends on nothing can be left out.")


def _to(game: Game, row: DecisionRow) -> str:
    """A choice as something to do: those of the rules are verbs, a bet goes by its name."""
    choice = next(choice for choice in game.street(row.street).choices if choice.name == row.choice)
    return choice.name if choice in (FOLD, CHECK) or choice.takes_back else f"choose “{choice.name}”"


@check("FF209", "a rule of thumb that costs much", Stage.COUNTED)
def dear_rules(subject: Subject) -> Iterable[Finding]:
    """A rule printed for players should come close to best play. What it costs beyond is counted in parts of the first
    bet; more than half a percent is told."""
    from fairfelt.engine.exact import Unsolved, follow, solve

    for strategy in subject.game.strategies:
        try:
            cost = follow(solve(subject.game), strategy).cost
        except Unsolved:
            continue  # rules of thumb are followed through a single decision only
        if cost * 200 > 1:
            text = f"“{strategy.words}” costs {percent_text(cost)} of the {subject.game.unit} more than best play."
            yield note(GAME, text, right="Print a sharper rule, or what this one costs.", figures=(("cost", cost),))
