"""Checks of a sheet as it is printed, and of what the solver finds that no sheet should say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, groupby, pairwise
from math import lcm

from fairfelt.engine.answers.par import DecisionRow
from fairfelt.engine.bets.census import line_counts
from fairfelt.engine.build_par import (
    Flaw,
    paying_hands_folded,
    pays_out_of_order,
    pays_that_never_occur,
    player_edges,
)
from fairfelt.engine.exact import Unsolved, follow, percent_text, solve, to_decimal
from fairfelt.rules import (
    CHECK,
    FOLD,
    ROUND,
    Basis,
    Cards,
    Facts,
    Game,
    Kind,
    Paytable,
    Published,
    Result,
    Wager,
    possible_facts,
)
from fairfelt.rules.hands import Ranking, line_of
from fairfelt.rules.hands.tracks import FlushRanking, RunRanking

from .check import GAME, Finding, Place, Stage, Subject, check, error, note, place_of, question
from .readings import NOTHING_TO_SAY, said_by_sheet

# Paytables by themselves: names, order, and what their pays are in.


@check("FF103", "two paytables of one name", Stage.SHEET)
def names_twice(subject: Subject) -> Iterable[Finding]:
    """A paytable is chosen and approved by its name. If two tables of a wager share one, nobody can say which of them
    is in play."""
    for wager in subject.game.wagers:
        for name, times in Counter(table.name.lower() for table in wager.paytables).items():
            if times > 1:
                text = f"{times} paytables of {wager.name} are called “{name}”."
                yield error(Place(wager.name, name), text, right="Give each table a name of its own.")


@check("FF104", "one paytable under two names", Stage.SHEET)
def tables_alike(subject: Subject) -> Iterable[Finding]:
    """Two tables that pay the same for every hand, envy included, are one table that was approved twice, or one of
    them has a misprint."""
    for wager in subject.game.wagers:
        for a, b in combinations(wager.paytables, 2):
            if (a.pays, a.envy, a.or_more) == (b.pays, b.envy, b.or_more):
                text = f"{wager.name} {b.name} pays line by line what {a.name} pays."
                yield note(place_of(wager, b), text, right="Keep one of them, or correct the pay in which they differ.")


@check("FF105", "a better hand pays less", Stage.SHEET)
def out_of_order(subject: Subject) -> Iterable[Finding]:
    """A hand is paid by the best line it makes. If a better line pays less than a lower one, a player is paid less for
    the better hand, and the order of hands or the pay is wrong."""
    for flaw in pays_out_of_order(subject.game):
        place = Place(flaw.wager, flaw.paytable, flaw.line)
        yield error(place, flaw.text, right="Pay the better hand as much or more, or pay the best pay a hand makes.")


@check("FF106", "a special case that pays no more", Stage.SHEET)
def case_for_nothing(subject: Subject) -> Iterable[Finding]:
    """A line that is a special case of another and pays the same could be left out; printed apart, it looks as if it
    was meant to pay more."""
    for wager, table in subject.tables:
        for line, pay in table.pays.items():
            general = wager.ranking.lines[line].kind_of if wager.ranking and line < len(wager.ranking.lines) else None
            alike = not table.envy or table.envy.per_unit(line) == table.envy.per_unit(general)
            if general is not None and table.pays.get(general) == pay and alike:
                name = table.line_name(general, wager.ranking)
                text = f"{table.line_name(line, wager.ranking)} pays {pay.words}, as every {name} does."
                yield note(place_of(wager, table, line), text, right="Leave the line out, or pay it more.")


@check("FF107", "“to 1” and “for 1” in one table", Stage.SHEET)
def to_and_for(subject: Subject) -> Iterable[Finding]:
    """A pay “to 1” returns the stake and a pay “for 1” keeps it. A table that mixes them is paid wrongly by a dealer
    who knows the one and not the other."""
    for wager, table in subject.tables:
        bases = {pay.basis for pay in table.pays.values() if pay.net > 0}
        if {Basis.TO, Basis.FOR} <= bases:
            text = f"{wager.name} {table.name} has pays “to 1” and pays “for 1”."
            yield error(place_of(wager, table), text, right="Print all pays of a table in one form.")


@check("FF108", "a pay that chips cannot make", Stage.SHEET)
def broken_chips(subject: Subject) -> Iterable[Finding]:
    """A pay such as 3 to 2 is a whole amount only for some bets. The sheet should say which bets may be made, or how
    the rest is rounded."""
    for wager, table in subject.tables:
        unit = lcm(*(pay.net.denominator for pay in table.pays.values()))
        if unit > 1:
            odds = next(pay.words for pay in table.pays.values() if pay.net.denominator > 1)
            text = f"{odds} is a whole number of chips only for a bet of {unit} chips, or of a multiple of that."
            right = f"Take bets in steps of {unit} of the least chip, or say how a part of a chip is rounded."
            yield note(place_of(wager, table), text, right=right)


# Wins that are not paid.


BY_LENGTH = (RunRanking, FlushRanking)
"""Rankings whose lines are lengths, so that a margin of victory is a number of cards."""


@check("FF101", "a win that pays nowhere", Stage.SHEET)
def margin_pays_nowhere(subject: Subject) -> Iterable[Finding]:
    """A player beats the dealer and the table lists no pay for it: a margin of victory between two lines or beyond
    them, a hand that was forgotten. What is not listed loses, which nobody means for a hand that wins."""
    for wager in subject.game.wagers:
        if wager.ranking is None and wager.is_base and subject.game.showdown:
            for table in wager.paytables:
                for name in sorted(set(_lost_wins(subject.game, wager, table))):
                    text = f"A player who wins {name} loses the {wager.name}: the table has no line for it."
                    right = f"List what the {wager.name} pays for it, or that it pushes."
                    yield error(Place(wager.name, table.name, name), text, right=right)


def _lost_wins(game: Game, wager: Wager, table: Paytable) -> Iterator[str]:
    assert game.showdown
    ranking = game.showdown.ranking
    settling = replace(wager, paytables=(table,))
    for facts in possible_facts(game):
        wins = facts.result is Result.WIN and _can_be(game, facts)
        if wins and settling.outcome(facts, ranking).pay.net < 0:
            yield _how(facts, ranking)


def _can_be(game: Game, facts: Facts) -> bool:
    """Whether cards can make lines like these, as far as lengths tell."""
    assert game.showdown
    if not isinstance(game.showdown.ranking, BY_LENGTH):
        return True
    longest = game.deal.count(Cards.OWN | game.showdown.shared)
    return facts.dealer >= 1 and max(facts.player, facts.dealer) <= longest


def _how(facts: Facts, ranking: Ranking) -> str:
    if isinstance(ranking, BY_LENGTH):
        return f"by {facts.margin} card{'s' * (facts.margin != 1)}"
    return f"with {ranking.lines[facts.player].name}"


# Printed figures held against each other, and against what they are figures of.


Span = tuple[Fraction, Fraction]
"""All numbers that are printed alike."""


@check("FF111", "a figure of something that is not there", Stage.SHEET)
def figures_of_nothing(subject: Subject) -> Iterable[Finding]:
    """A printed figure names a wager, a paytable or a rule that the sheet does not have: one of the two is a misprint,
    and the figure cannot be verified."""
    for published in subject.game.published:
        try:
            _look_up(subject.game, published)
        except LookupError as missing:
            text = f"{published.printed} is printed, but {missing}."
            yield error(_place(published), text, right="Name what the sheet has, or add what the figure is of.")


def _look_up(game: Game, published: Published) -> None:
    if published.strategy:
        game.strategy(published.strategy)
    if published.wager != ROUND:
        game.wager(published.wager)
    if published.paytable:
        game.paytable(published.paytable_of or published.wager, published.paytable)


@check("FF112", "printed figures that contradict each other", Stage.SHEET)
def contradictions(subject: Subject) -> Iterable[Finding]:
    """The house edge and the return make one, and the expected value is the edge with its sign turned; the edge for
    each unit bet times the average bet is the edge. Figures that break this beyond their rounding cannot all be right.
    """
    for same in _together(subject.game.published):
        printed: dict[str, str] = {figure.figure: figure.printed for figure in same}
        for names, left, right in _sums({figure.figure: span(figure) for figure in same}):
            if left[1] < right[0] or right[1] < left[0]:
                told = ", ".join(f"{name.replace('_', ' ')} {printed[name]}" for name in names)
                text = f"{told}: these cannot all be right, whatever was rounded."
                yield error(_place(same[0]), text, right="Recompute all of them from the same count.")


def _together(figures: Iterable[Published]) -> Iterator[list[Published]]:
    def key(figure: Published) -> tuple[object, ...]:
        return (
            figure.wager,
            figure.paytable_label,
            figure.bettors,
            figure.strategy,
            figure.decks,
            figure.hand,
            figure.choice,
        )

    whole = [figure for figure in figures if not figure.outcome]
    for _, same in groupby(sorted(whole, key=key), key=key):
        yield list(same)


def _sums(spans: dict[str, Span]) -> Iterator[tuple[tuple[str, ...], Span, Span]]:
    """Names of figures that hang together, and the two sides that have to meet."""
    edge = spans.get("house_edge")
    if edge and (back := spans.get("player_return")):
        yield ("house_edge", "player_return"), edge, (1 - back[1], 1 - back[0])
    if edge and (value := spans.get("expected_value")):
        yield ("house_edge", "expected_value"), edge, (-value[1], -value[0])
    risk, bet = spans.get("element_of_risk"), spans.get("average_wager")
    if edge and risk and bet:
        product = sorted(a * b for a in risk for b in bet)
        yield ("house_edge", "element_of_risk", "average_wager"), edge, (product[0], product[-1])


def span(published: Published) -> Span:
    """From the least number that is printed so to the greatest; for a figure that is cut, either side of it."""
    digits = published.printed.strip("$%").replace(",", "")
    if published.printed.startswith("1 in "):
        number = Fraction(published.printed.removeprefix("1 in ").replace(",", ""))
        return 1 / (number + Fraction(1, 2)), 1 / (number - Fraction(1, 2))
    unit = Fraction(1, 10 ** len(digits.partition(".")[2])) * (Fraction(1) if published.cut else Fraction(1, 2))
    scale = Fraction(1, 100) if published.printed.endswith("%") else Fraction(1)
    number = Fraction(digits)
    return (number - unit) * scale, (number + unit) * scale


def _place(published: Published) -> Place:
    return Place("" if published.wager == ROUND else published.wager, published.paytable_label)


# Whether figures are for tables that can be dealt.


@check("FF109", "more seats than the deck serves", Stage.SHEET)
def seats(subject: Subject) -> Iterable[Finding]:
    """A figure for more bettors than can be dealt in holds at no table."""
    game = subject.game
    for published in game.published:
        if published.bettors and published.bettors >= game.seats:
            text = (
                f"{published.printed} is printed for {published.bettors} other bettors; "
                f"the deck serves {game.seats} players, of whom {max(game.seats - 1, 0)} are others."
            )
            yield error(
                Place(published.wager, published.paytable_label), text, right="Assume a table that can be dealt."
            )


# Envy and shares of a meter: who gets them, on which hands, from whom.


EDGES = ("house_edge", "player_return", "expected_value")
"""Figures that say how much the house keeps."""


@check("FF113", "envy for a hand that does not win", Stage.SHEET)
def envy_lines(subject: Subject) -> Iterable[Finding]:
    """Envy goes with a line of the paytable. A line that is not listed pays none, and a better hand should not be
    envied less."""
    for wager, table in subject.tables:
        amounts = sorted(table.envy.amounts.items()) if table.envy else []
        for line, amount in amounts:
            if line not in table.pays:
                text = f"Envy of {amount:,} goes with a hand that {wager.name} {table.name} does not pay."
                yield error(place_of(wager, table, line), text, right="List the hand, or take the envy off.")
        for (_, worse), (line, better) in pairwise(amounts):
            if better < worse:
                text = f"This hand brings envy of {better:,}, a lower one {worse:,}."
                yield error(place_of(wager, table, line), text, right="Let the better hand bring as much or more.")


@check("FF114", "envy where the dealer's hand decides", Stage.SHEET)
def envy_of_the_dealer(subject: Subject) -> Iterable[Finding]:
    """Nobody is to win envy from the dealer's hand. A bet that is settled by both hands cannot keep to that as it
    stands: each win is the dealer's hand as well, and one hand of the dealer's can make several players win at once."""
    for wager, table in subject.tables:
        if table.envy and (wager.ranking is None or wager.against):
            text = (
                f"{wager.name} {table.name} is won by the player's and the dealer's hand together, and brings envy. "
                "One hand of the dealer's can make several players win in the same round."
            )
            right = "Say whether each of them brings the others envy, and whether a winner gets it from the next one."
            yield question(place_of(wager, table), text, right=right)


@check("FF115", "shares of a level", Stage.SHEET)
def shares(subject: Subject) -> Iterable[Finding]:
    """No hand can take more than all of a meter. A level that no hand takes whole is never reseeded."""
    for wager, table in subject.tables:
        for line, pay in table.pays.items():
            if pay.share > 1:
                text = f"{pay.words} is more than there is."
                yield error(place_of(wager, table, line), text, right="Pay 100% or less.")
        for level in sorted({pay.level for pay in table.pays.values() if pay.level}):
            most = max(pay.share for pay in table.pays.values() if pay.level == level)
            if most < 1:
                text = f"No hand takes the whole {level}: the most is {most * 100}%."
                yield note(place_of(wager, table), text, right="Say when the level is reseeded.")


ORDER_SAID = "one after another, and reseeded by the whole award."
"""How winners of one level are paid here, as `sheet_words.toml` has it of a wager."""


@check("FF311", "who is paid first from a meter", Stage.SHEET)
def order_of_shares(subject: Subject) -> Iterable[Finding]:
    """Two shares of one level won in one round come to different amounts by the order in which they are paid. The
    sheet has to name the order, and whether the level is reseeded in between."""
    for wager in subject.game.wagers:
        for shares_won, levels in _by_shares(wager).items():
            text = _order_text(" or ".join(sorted(levels)), max(shares_won), min(shares_won))
            if said := said_by_sheet(subject.game, wager.name, ORDER_SAID):
                yield note(place_of(wager), f"{text} The sheet says so ({said}).", right=NOTHING_TO_SAY)
            else:
                yield question(place_of(wager), text, right="Name the order of payment, and when a level is reseeded.")


def _by_shares(wager: Wager) -> dict[frozenset[Fraction], set[str]]:
    """Levels by the shares of them that one table pays."""
    found: dict[frozenset[Fraction], set[str]] = {}
    for table in wager.paytables:
        for level in {pay.level for pay in table.pays.values() if pay.level}:
            won = frozenset(pay.share for pay in table.pays.values() if pay.level == level)
            found.setdefault(won, set()).add(level)
    return found


def _order_text(level: str, most: Fraction, least: Fraction) -> str:
    if most == least:
        return (
            f"Two players win {most * 100}% of the {level} in one round: the second gets his share of what is left, "
            "or of the new seed, or they divide it."
        )
    return (
        f"One player wins {most * 100}% of the {level} and another {least * 100}% in one round: paid after the larger "
        f"share, the smaller is {least * 100}% of what is left or of the new seed; paid before it, {least * 100}% of "
        "the whole."
    )


@check("FF309", "by whose bet envy is multiplied", Stage.SHEET)
def envy_multiplier(subject: Subject) -> Iterable[Finding]:
    """Where envy is “multiplied by the wager amount”, two bets are on the table: that of the player with the hand and
    that of the one who gets the envy. With equal bets no figure tells them apart, so the words have to."""
    for wager in subject.game.wagers:
        amounts = [max(t.envy.amounts.values()) for t in wager.paytables if t.envy and t.envy.times_wager]
        if amounts:
            most = max(amounts)
            text = (
                f"Envy of {most:,} is multiplied by the wager, and it is not said whose. A player with a bet of 1 gets "
                f"{most:,} or {5 * most:,} from a neighbor who bet 5; read here: {most:,}, by his own bet."
            )
            yield question(place_of(wager), text, right="Say by whose wager the envy is multiplied.")


@check("FF116", "no figure printed", Stage.SHEET)
def figures_missing(subject: Subject) -> Iterable[Finding]:
    """A sheet should print the house edge of every wager and paytable it offers, so that it can be verified; a figure
    from elsewhere does not show that the designer's table is the one that was meant."""
    for wager in subject.game.optional:
        printed = [p for p in subject.game.published if p.wager == wager.name and p.figure in EDGES]
        missing = [table.name for table in wager.paytables if not any(p.paytable in ("", table.name) for p in printed)]
        sources = sorted({p.source for p in printed if p.source != Published.source})
        if missing:
            text = f"No house edge is printed for paytable {', '.join(missing)}."
            yield note(place_of(wager), text, right="Print it, with the assumptions it rests on.")
        if sources and all(p.source != Published.source for p in printed):
            text = f"All figures come from elsewhere ({'; '.join(sources)}), none from the rule sheet."
            yield note(place_of(wager), text, right="Attach the paytables to the sheet, with their figures.")


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
    for flaw in _edges(subject, of_meters=False):
        yield error(
            _flaw_place(flaw), flaw.text, right="Lower a pay, or correct the rule that was meant otherwise.",
            figures=(("house edge", _edge(subject, flaw)),),
        )  # fmt: skip


@check("FF202", "fixed pays that exceed the wager", Stage.COUNTED)
def fixed_pays(subject: Subject) -> Iterable[Finding]:
    """A progressive feeds a meter from its wagers. If its fixed pays alone return more than the wager, no meter can be
    fed and the house loses before anybody wins a share of it."""
    for flaw in _edges(subject, of_meters=True):
        edge = _edge(subject, flaw)
        text = f"The fixed pays alone return {percent_text(1 - edge)} of the wager; nothing is left for a meter."
        yield error(
            _flaw_place(flaw), text, right="Lower the fixed pays, or say by fewer cards what is paid.",
            figures=(("house edge", edge),),
        )  # fmt: skip


def _edges(subject: Subject, *, of_meters: bool) -> Iterator[Flaw]:
    """Edges of the player, of bets on a meter or of all else."""
    game, par = subject.game, subject.par
    for flaw in player_edges(game, par.wagers, par.headline):
        if bool(flaw.wager and game.wager(flaw.wager).feeds_meter) is of_meters:
            yield flaw


def _edge(subject: Subject, flaw: Flaw) -> Fraction:
    return subject.par.wager(flaw.wager, flaw.paytable).house_edge if flaw.wager else subject.par.headline.house_edge


def _flaw_place(flaw: Flaw) -> Place:
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
    for flaw in pays_that_never_occur(subject.game, subject.par.wagers):
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
    for flaw in paying_hands_folded(subject.par.wagers):
        sheet = subject.par.wager(flaw.wager, flaw.paytable)
        share, right = sheet.hits_folded, "Let the bet outlive a fold, or say by which play its figures are counted."
        if sheet.levels:
            right += " On a link's certificate, count the odds by the link's own rule on folded hands, and state it."
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
    for strategy in subject.game.strategies:
        try:
            cost = follow(solve(subject.game), strategy).cost
        except Unsolved:
            continue  # rules of thumb are followed through a single decision only
        if cost * 200 > 1:
            text = f"“{strategy.words}” costs {percent_text(cost)} of the {subject.game.unit} more than best play."
            yield note(GAME, text, right="Print a sharper rule, or what this one costs.", figures=(("cost", cost),))
