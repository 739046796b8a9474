"""Lines, bets and hands of the dealer that cannot happen, or cannot fail to."""

from __future__ import annotations

from collections.abc import Iterable

from fairfelt.engine.answers.par import DecisionRow
from fairfelt.engine.bets.census import line_counts
from fairfelt.engine.exact import percent_text
from fairfelt.engine.warnings import FlawKind
from fairfelt.rules import CHECK, FOLD, Cards, Game
from fairfelt.rules.hands import line_of

from ..check import Stage, check
from ..finding import GAME, Finding, Place, error, note
from ..subject import Subject


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
