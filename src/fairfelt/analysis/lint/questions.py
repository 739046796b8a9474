"""What the words of a sheet leave open, and every way to read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from fairfelt.engine.exact import WagerPar, percent_text
from fairfelt.rules import (
    EVEN,
    PUSH,
    ROUND,
    Cards,
    Game,
    Kind,
    Paytable,
    Published,
    Result,
    Ruling,
    Wager,
    by_margin,
    possible_facts,
    unless_dealer_qualifies,
)
from fairfelt.rules.cards import RANK_NAMES, RANKS
from fairfelt.rules.hands import LINE_BITS, Ranking, line_of
from fairfelt.rules.hands.tracks import FlushOrStraightFlush, RunRanking, TrackRanking

from .check import GAME, Finding, Place, Stage, Subject, check, error, note, place_of, question
from .readings import (
    NOTHING_TO_SAY,
    Question,
    Reading,
    count_reading,
    reading_check,
    said_by_sheet,
    write_finding,
)

# Runs: where the ace stands, what a hand without a run is worth, what a run that wraps ends in.


LOW = f"A{RANKS[:-1]}"
"""The ranks with the ace below the deuce."""
Change = Callable[[RunRanking], RunRanking]

ACES: dict[str, Change] = {
    "runs wrap around through the ace": lambda run: _shaped(run, LOW, RANKS, closed=True),
    "the ace is low or high": lambda run: _shaped(run, f"{LOW}A", RANKS),
    "the ace is high only": lambda run: _shaped(run, RANKS, RANKS),
    "the ace is low only": lambda run: _shaped(run, LOW, LOW),
}
ONE_END_ONLY = ("the ace is high only", "the ace is low only")
"""Where colors alternate, the thirteen ranks close no circle: the ace has one end."""


@reading_check("FF301", "where the ace stands in a run")
def aces(subject: Subject) -> Iterable[Question]:
    """A run can wrap around through the ace, or the ace is low, high, or either. Each reading changes how many hands
    make every length, so the printed figures of bets on a length show which was meant."""
    run = _run(subject.game)
    if run:
        offered = {words: ACES[words] for words in (ONE_END_ONLY if run.tracks > 1 else ACES)}
        others = [
            Reading(words, _reread(subject.game, change), _reread(subject.game, change, side_bets_only=True))
            for words, change in offered.items()
            if _shape(change(run)) != _shape(run)
        ]
        as_read = next(words for words, change in offered.items() if _shape(change(run)) == _shape(run))
        asks = "Where may the ace stand in a run?"
        said = subject.felt_says("ace", "wrap")
        yield Question(GAME, asks, f"{as_read}.", tuple(others), "Say it in the rules.", said)


@reading_check("FF302", "hands without a run")
def no_run(subject: Subject) -> Iterable[Question]:
    """Two hands of which neither has two cards in a row can tie, or the highest card decides. Such hands are few at
    one table and many over a year."""
    if subject.game.showdown and isinstance(subject.game.showdown.ranking, RunRanking):
        other = Reading("hands without a run are all alike", _reread(subject.game, NoRunAlike.of))
        asks, as_read = "How do two hands without a run compare?", "by their highest card."
        yield Question(GAME, asks, as_read, (other,), "Say what decides between them.")


@reading_check("FF303", "what a run that wraps ends in")
def wrapped_end(subject: Subject) -> Iterable[Question]:
    """A run that goes on through the ace has a last card and a highest card, and they are not the same."""
    showdown = subject.game.showdown
    if showdown and isinstance(showdown.ranking, RunRanking) and showdown.ranking.closed:
        other = Reading("the highest card of the run counts", _reread(subject.game, HighestOfRun.of))
        asks, as_read = "What does a run count by that goes on past the ace?", "by its last card, a deuce or a three."
        yield Question(GAME, asks, as_read, (other,), "Give an example of two such runs.")


class OtherRuns(RunRanking):
    """The same runs, in one thing counted otherwise."""

    otherwise: str

    @classmethod
    def of(cls, run: RunRanking) -> RunRanking:
        """That ranking, so read."""
        name, colors = f"{run.name}, {cls.otherwise}", run.tracks > 1
        return cls(name, run.word, order=run.order, heights=run.heights, closed=run.closed, colors=colors)


class NoRunAlike(OtherRuns):
    """Nothing tells hands without a run apart."""

    otherwise = "no run alike"

    def mask_value(self, mask: int, wild: int) -> int:
        value = super().mask_value(mask, wild)
        return value if value >> LINE_BITS > 1 else value >> LINE_BITS << LINE_BITS

    def describe(self, value: int) -> str:
        return super().describe(value) if value >> LINE_BITS > 1 else f"no {self.word}"


class HighestOfRun(OtherRuns):
    """A run counts by the highest card that is in it."""

    otherwise = "by the highest card"

    def _runs(self, mask: int) -> list[tuple[int, int]]:
        order = [self.heights.index(rank) for rank in self.order]
        found = []
        for length, end in super()._runs(mask):
            at = order.index(end)
            found.append((length, max(order[(at - back) % len(order)] for back in range(length))))
        return found


def _run(game: Game) -> RunRanking | None:
    rankings = [game.showdown.ranking if game.showdown else None, *(wager.ranking for wager in game.wagers)]
    return next((ranking for ranking in rankings if isinstance(ranking, RunRanking)), None)


def _shaped(run: RunRanking, order: str, heights: str, *, closed: bool = False) -> RunRanking:
    name = f"{run.name} read as {order}{' and around' * closed}"
    return RunRanking(name, run.word, order=order, heights=heights, closed=closed, colors=run.tracks > 1)


def _shape(run: RunRanking) -> tuple[str, str, bool]:
    return run.order, run.heights, run.closed


def _reread(game: Game, change: Change, *, side_bets_only: bool = False) -> Game:
    """The game with every ranking by runs read that way, one value for all who share it.

    Of the side bets those that outlive a fold: what folds cost the others is known once the game is solved anew.
    """
    changed: dict[int, RunRanking] = {}

    def anew(ranking: Ranking) -> Ranking:
        if not isinstance(ranking, RunRanking):
            return ranking
        return changed.setdefault(id(ranking), change(ranking))

    wagers = tuple(
        replace(w, ranking=anew(w.ranking)) if w.ranking and (not side_bets_only or w.survives_fold) else w
        for w in game.wagers
    )
    showdown = game.showdown
    if showdown and not side_bets_only:
        showdown = replace(showdown, ranking=anew(showdown.ranking))
    return replace(game, wagers=wagers, showdown=showdown)


# Hands that make two lines of one paytable.


@reading_check("FF315", "a hand that makes two lines")
def two_lines(subject: Subject) -> Iterable[Question]:
    """A long flush can hold a short straight flush: it makes two lines of the table, and one is paid. The sheet has to
    say which, and where the ace stands in the straight."""
    wager = next((w for w in subject.game.wagers if isinstance(w.ranking, FlushOrStraightFlush)), None)
    if wager:
        others = (
            Reading("the longest flush decides", _reread_flushes(subject.game, LongestFirst())),
            Reading("the ace is high only in a straight flush", _reread_flushes(subject.game, AceHigh())),
        )
        asks = "What does a hand pay that makes both a flush and a straight flush?"
        as_read = "the better pay of the two, the ace low or high."
        yield Question(place_of(wager, wager.paytable), asks, as_read, others, "Say that the higher pay counts.")


class LongestFirst(FlushOrStraightFlush):
    """A flush is straight only if all its cards are in a row."""

    name = "flush or straight flush, by the longest flush"

    def mask_value(self, mask: int, wild: int) -> int:
        flush = min(mask.bit_count(), 7)
        in_a_row = line_of(super().mask_value(mask, wild)) == self.flush_line(flush, straight=True)
        return self.flush_line(flush, straight=in_a_row) << LINE_BITS


class AceHigh(FlushOrStraightFlush):
    """The ace is the highest card of a straight flush and never its lowest."""

    name = "flush or straight flush, ace high"
    straights = RunRanking("ace high only", "straight", order=RANKS, heights=RANKS)


def _reread_flushes(game: Game, ranking: Ranking) -> Game:
    wagers = (
        replace(wager, ranking=ranking) if isinstance(wager.ranking, FlushOrStraightFlush) else wager
        for wager in game.wagers
    )
    return replace(game, wagers=tuple(wagers))


# The showdown: ties, wins by nothing, and what goes on when the dealer does not qualify.


COPIES = {Result.WIN: "players win copies", Result.TIE: "copies push", Result.LOSS: "the dealer wins copies"}

TIE_WORDS = ("copies", "copy", " tie", "equal", "same hand")


@reading_check("FF310", "a tie rule is missing")
def ties(subject: Subject) -> Iterable[Question]:
    """Two hands can be worth the same. If neither the felt nor a ruling says what becomes of the bets then, the dealer
    decides, and the house edge with him."""
    showdown = subject.game.showdown
    if showdown and not subject.felt_says(*TIE_WORDS) and not subject.rulings_say(*TIE_WORDS):
        others = tuple(
            Reading(words, replace(subject.game, showdown=replace(showdown, copies=result)))
            for result, words in COPIES.items()
            if result is not showdown.copies
        )
        asks = "Nothing says what becomes of the bets when both hands are equal."
        yield Question(GAME, asks, f"{COPIES[showdown.copies]}.", others, "Print the tie rule.")


@reading_check("FF304", "a win by no cards at all")
def zero_margin(subject: Subject) -> Iterable[Question]:
    """Pays by margin of victory start at one card. A player who wins with a hand of the same length wins by none, and
    a table that pays one card and pushes nothing else has to say that it means it."""
    for wager in subject.game.wagers:
        table = wager.paytable
        if wager.settle is by_margin and table.pays.get(0) is PUSH and table.pays.get(1, PUSH) is not PUSH:
            even = Paytable(table.name, {**table.pays, 0: EVEN}, names=table.names, or_more=table.or_more)
            other = Reading("a win by 0 cards pays 1 to 1", subject.game.with_wager(wager.name, paytables=(even,)))
            asks = f"What does the {wager.name} do when the player wins with a hand of the same length?"
            right = "Print a line for a win by 0 cards."
            yield Question(place_of(wager, table, 0), asks, "it pushes.", (other,), right)


@reading_check("FF305", "what goes on without a qualifying dealer")
def unqualified(subject: Subject) -> Iterable[Question]:
    """When the dealer does not qualify, some bets are settled at once. Whether the others still have action is worth
    more than most pays, and is easily left out."""
    game = subject.game
    if not game.showdown or not game.showdown.qualify or len(game.streets) > 1:
        return
    bets = [w for w in game.wagers if w.is_base and w.kind is not Kind.BONUS and w.ranking is None]
    active = [w for w in bets if not _asks_the_dealer(game, w)]
    if active and len(active) < len(bets):
        names = " and ".join(w.name for w in active)
        others = (Reading(f"{names} push too", _all_pushing(game, active)),)
        asks = f"What becomes of {names} when the dealer does not qualify?"
        right = "Say that all other bets have action, or that the round is over."
        yield Question(GAME, asks, "they still have action.", others, right)


def _asks_the_dealer(game: Game, wager: Wager) -> bool:
    """Whether it pays otherwise for a dealer who does not qualify."""
    assert game.showdown
    pays: dict[object, set[str]] = {}
    for facts in possible_facts(game):
        pay = wager.outcome(facts, game.showdown.ranking).pay
        pays.setdefault(replace(facts, qualified=True), set()).add(pay.words)
    return any(len(words) > 1 for words in pays.values())


def _all_pushing(game: Game, wagers: list[Wager]) -> Game:
    for wager in wagers:
        game = game.with_wager(wager.name, settle=unless_dealer_qualifies(wager.settle, pay=PUSH))
    return game


# Side bets: which cards they read, and whether they outlive a fold.


ALL_CARDS = Cards.OWN | Cards.COMMUNITY


@reading_check("FF306", "which cards a bet reads")
def cards_read(subject: Subject) -> Iterable[Question]:
    """Where there are shared cards, a bet is paid by the player's own cards or by the best hand of all of them. It
    makes a small bet or a gift; figures and sense mostly tell which."""
    for wager in subject.game.optional:
        other = {Cards.OWN: ALL_CARDS, ALL_CARDS: Cards.OWN}.get(wager.on)
        if other and _can_read(subject.game, wager, other):
            reading = Reading(f"the {other}", subject.game.with_wager(wager.name, on=other))
            asks = f"Which cards is the {wager.name} paid by?"
            right = "Say it once, in the rule of the bet, and everywhere alike."
            yield Question(place_of(wager), asks, f"the {wager.on}.", (reading,), right)


def _can_read(game: Game, wager: Wager, cards: Cards) -> bool:
    """Whether there are such cards, and its ranking reads that number of them."""
    if not wager.ranking or wager.first or not game.deal.count(Cards.COMMUNITY):
        return False
    try:
        wager.ranking.value(game.deck.cards[: game.deal.count(cards)])
    except ValueError:
        return False
    return True


@reading_check("FF307", "whether a bet outlives a fold")
def folded_bets(subject: Subject) -> Iterable[Question]:
    """A player folds and has a side bet or a progressive on the table. Whether it still wins must be said for each;
    where best play folds no hand that it pays, no figure depends on it."""
    for wager in subject.game.optional if subject.game.can_fold else ():
        turned = subject.game.with_wager(wager.name, survives_fold=not wager.survives_fold)
        reading = Reading(_words(survives=not wager.survives_fold), turned)
        asks = f"Does the {wager.name} outlive a fold?"
        as_read, right = f"{_words(survives=wager.survives_fold)}.", "Say what a fold does to it."
        yield Question(place_of(wager), asks, as_read, (reading,), right)


def _words(*, survives: bool) -> str:
    return "folded hands are still paid" if survives else "a fold loses it"


# Envy: for how many bettors a figure holds. And for what amount bet: for each Ante, or for each unit.


@check("FF308", "envy without its number of bettors", Stage.READINGS)
def envy_bettors(subject: Subject) -> Iterable[Finding]:
    """Envy is paid from the hands of others, so the house edge of an envy table is a function of how many others bet. A
    figure without that number is no figure; every number a table can seat is tried on it."""
    for wager, sheet in subject.sheets:
        if sheet.envy:
            printed = [p for p in subject.game.published if _is_edge_of(p, wager, sheet)]
            found = [_holds_for(subject, sheet, published) for published in printed]
            text = f"No house edge is printed for this envy table, and no number of bettors; {_span(subject, sheet)}."
            right = "Print the figure with the number it assumes."
            yield from found or [question(Place(sheet.wager, sheet.paytable), text, right=right)]


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


# What players and dealers have to be told: wild cards, the order of the deal, progressives together.


@check("FF117", "wild in the game and not for a bet", Stage.SHEET)
def not_wild_for_a_bet(subject: Subject) -> Iterable[Finding]:
    """A card that is wild in the game is natural for a bet with a ranking of its own. Players and dealers take it for
    wild there too, unless the felt or a ruling says otherwise."""
    game = subject.game
    if not game.showdown:
        return
    wild = _wild_ranks(game, game.showdown.ranking)
    for wager in game.wagers:
        plain = wild - _wild_ranks(game, wager.ranking) if wager.ranking else set()
        said = subject.rulings_say("natural") or subject.felt_says(wager.name.lower())
        for name in () if said else sorted(RANK_NAMES[rank] for rank in plain):
            text = (
                f"A {name} is wild in the game and natural for the {wager.name}, and neither felt nor ruling says so."
            )
            yield question(place_of(wager), text, right=f"Say it beside the {wager.name}, and on the placard.")


def _wild_ranks(game: Game, ranking: Ranking) -> set[int]:
    return {one.rank for one in game.deck.cards if isinstance(ranking, TrackRanking) and ranking.is_wild(one)}


SPREAD_SAID = "when everybody has cards."
"""When a packet that was set aside is spread here, as `sheet_words.toml` has it of the game."""


@check("FF118", "when a packet that is set aside is spread", Stage.SHEET)
def set_aside(subject: Subject) -> Iterable[Finding]:
    """Shared cards whose packet comes out first lie on the table while the others are dealt. Burned and spread at once
    they can be seen before the bets are closed, so the order of these steps belongs on the sheet."""
    packets = subject.game.deal.packets
    if any(each.to is Cards.COMMUNITY and each.taken != each.size for each in packets[:-1]):
        text = "The packet of the community cards comes out before others, and some of it is burned: when is it spread?"
        if said := said_by_sheet(subject.game, "", SPREAD_SAID):
            yield note(GAME, f"{text} The sheet says so ({said}).", right=NOTHING_TO_SAY)
        else:
            yield question(GAME, f"{text} Read here: {SPREAD_SAID}", right="Give this step its place in the procedure.")


@check("FF119", "two progressives at one seat", Stage.SHEET)
def two_progressives(subject: Subject) -> Iterable[Finding]:
    """A sheet with several progressives says whether a seat may have more than one of them: by one hand both would be
    won, and a limit on the number of games with one hand counts each."""
    feeding = [wager.name for wager in subject.game.wagers if wager.feeds_meter]
    apart = [set(ruling.one_of) for ruling in subject.game.rulings]
    for one, other in combinations(feeding, 2):
        if not any({one, other} <= names for names in apart):
            text = f"Nothing says whether a player may bet on {one} and {other} in one round; read here: on both."
            yield question(Place(one), text, right="Say which of them a table offers, or that both may be bet.")


# Rulings that the game carries: what the sheet left open, and what each other answer would come to.


SAY_IT = "Say it on the sheet."


@check("FF313", "a ruling with other answers", Stage.READINGS)
def rulings_compared(subject: Subject) -> Iterable[Finding]:
    """The sheet was silent or contradicted itself, and a ruling decided. Every other answer the ruling offers is
    counted: how far it moves each figure, and whether a printed one would still come out."""
    for ruling in subject.game.rulings:
        if ruling.alternatives:
            others = tuple(
                Reading(other.reading, subject.game.with_ruling(ruling.name, choice))
                for choice, other in ruling.alternatives.items()
            )
            asked = Question(_place(ruling), ruling.question, ruling.reading, others, SAY_IT)
            said = said_by_sheet(subject.game, ruling.name, ruling.reading)
            yield write_finding(asked, [count_reading(subject, other) for other in others], said)


@check("FF314", "a ruling without other answers", Stage.SHEET)
def plain_rulings(subject: Subject) -> Iterable[Finding]:
    """The sheet left something open and a ruling decided it, without another answer that could be counted. It is told
    so that nobody takes it for the sheet's own words. One that the sheet's figures are said to confirm is a note."""
    prints = any(published.source == Published.source for published in subject.game.published)
    for ruling in subject.game.rulings:
        if not ruling.alternatives:
            because = f" {ruling.because}" if ruling.because else ""
            said = said_by_sheet(subject.game, ruling.name, ruling.reading)
            because += f" The sheet says so ({said})." if said else ""
            text = f"{ruling.question} Read here: {ruling.reading}{because}"
            told = note if said or (ruling.confirmed and prints) else question
            yield told(_place(ruling), text, right=NOTHING_TO_SAY if said else SAY_IT)


def _place(ruling: Ruling) -> Place:
    return Place(line=f"ruling {ruling.name}")
