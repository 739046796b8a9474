"""Marks for a learner's dealing: what was announced, set, paid and settled, what was right, and why; and drills."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from random import Random, SystemRandom
from time import perf_counter
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from fairfelt.reports.sheet.english import listed
from fairfelt.rules import MICROS, Basis, Cards, Game, format_amount
from fairfelt.rules.courses.course import LaidHand
from fairfelt.rules.hands import line_of
from fairfelt.rules.settlement import TAKEN_BACK
from fairfelt.table import DealCards, PlaceBets, Round, RoundError, Settle, WagerSettlement
from fairfelt.web.http.answers import BadQuery
from fairfelt.web.pages.play.practice import place_usual_bets, play_until
from fairfelt.web.pages.play.school.script import (
    COMMUNITY,
    DEALER,
    Skill,
    compares_places,
    dealer_hands,
    names_of_hands,
    place_words,
)
from fairfelt.web.pages.play.views import hand_value, paid_row, ranking_of, words_of_laid

CENT_MICROS = MICROS // 100
Chip = Literal[500_000, 100_000, 50_000, 10_000, 2_500, 500, 100, 50, 25]
RACK_CENTS: tuple[Chip, ...] = get_args(Chip)
"""Chips of the rack, in cents, the largest first: the quarter pays every line on the usual bets exactly."""
MOST_OF_ONE = 999
Chips = dict[Chip, Annotated[int, Meta(ge=0, le=MOST_OF_ONE, description=f"a whole number up to {MOST_OF_ONE}")]]
"""How many of each chip."""


@dataclass(frozen=True)
class Payment:
    """Chips cut from the rack, by their worth in cents."""

    chips: Mapping[Chip, int] = field(default_factory=dict)

    @property
    def micros(self) -> int:
        return sum(cents * count for cents, count in self.chips.items()) * CENT_MICROS

    @property
    def count(self) -> int:
        return sum(self.chips.values())

    @property
    def words(self) -> str:
        """The chips as a dealer cuts them: "2 of $25 and 1 of $5"."""
        cut = [f"{self.chips[cents]} of {chip_words(cents)}" for cents in RACK_CENTS if self.chips.get(cents)]
        return listed(cut) if cut else "no chips"


def chip_words(cents: Chip) -> str:
    return format_amount(cents * CENT_MICROS, decimals=2 if cents % 100 else 0)


def fewest_chips(micros: int) -> Payment:
    """The fewest chips of the rack that make an amount: the largest first."""
    chips: Chips = {}
    left = micros // CENT_MICROS
    for cents in RACK_CENTS:
        count, left = divmod(left, cents)
        if count:
            chips[cents] = count
    return Payment(chips)


TIE = "a tie"


@dataclass(frozen=True)
class Announcement:
    """The options of an announcement, the right one, and the reason."""

    options: tuple[str, ...]
    right: int
    because: str
    of_winner: bool = False
    """True if it says who wins, and not what the dealer holds."""


def announcement_of(round: Round) -> Announcement | None:
    """The announcement in a round that is dealt; None where there is nothing to say."""
    value, ranking = hand_value(round), ranking_of(round.game)
    if value is not None and ranking:
        names = tuple(line.name for line in ranking.lines)
        return Announcement(names, line_of(value), f"it is {ranking.describe(value)}")
    if not round.game.course:
        return None
    if compares_places(round.game):
        return _winner(round)
    hands = dealer_hands(round)
    if len(hands) != 1 or not hands[0].words:
        return None
    name = hands[0].words
    options = tuple(sorted({*names_of_hands(round.game), name}, key=lambda option: (len(option), option)))
    return Announcement(options, options.index(name), "the cards count so")


def _winner(round: Round) -> Announcement:
    course = round.game.course
    assert course and round.run and round.dealt, "a course that is dealt"
    places = {Cards.COMMUNITY: COMMUNITY, Cards.DEALER: DEALER, None: ""}
    winner = course.winning_place(round.run.state)
    options = tuple(place_words(round.game, place) if place else TIE for place in places.values())
    lying = {Cards.COMMUNITY: round.dealt.community, Cards.DEALER: round.dealt.dealer}
    totals = [
        f"{course.places[place]} has {hand.words}"
        for place, cards in lying.items()
        for hand in course.place_hands(place, cards, complete=True)
    ]
    return Announcement(options, list(places).index(winner), " and ".join(totals), of_winner=True)


Call = Literal["take", "push", "pay", "claim", "nothing"]
CALLS: Mapping[Call, str] = {
    "take": "takes the bet",
    "push": "leaves it: a push",
    "pay": "pays",
    "claim": "calls a claim on the meter",
    "nothing": "pays nothing",
}


class Called(msgspec.Struct):
    """A learner's call for one wager, with the chips of a pay."""

    call: Call
    chips: Chips = msgspec.field(default_factory=dict)


@dataclass(frozen=True)
class Mark:
    """One thing a learner had to say, and whether it was right."""

    what: str
    said: str
    right: str
    """The right answer."""
    because: str
    """The reason."""
    is_right: bool
    skill: Skill
    rules: tuple[str, ...] = ()
    """The rule that was broken, in the words of the sheet."""
    seconds: float = 0.0
    """That it took."""
    routine: bool = False
    """True if it is one of many small acts, which are counted and need not be listed where they were right."""
    seat: int = 0
    """The seat whose hand or bet it is about."""
    wager: str = ""
    row: int | None = None
    """The line of the paytable by which that bet is paid."""


def bets_to_settle(round: Round, seat: int) -> tuple[WagerSettlement, ...]:
    """The wagers of a seat that the dealer has to settle: not those taken back."""
    assert round.settlement, "the answers are known"
    return tuple(bet for bet in round.settlement.of(seat) if bet.outcome != TAKEN_BACK)


def right_call(bet: WagerSettlement) -> Call:
    if bet.level_share:
        return "claim"
    if bet.net_micros > 0:
        return "pay"
    if not bet.stake_micros:
        return "nothing"
    return "take" if bet.net_micros < 0 else "push"


def due_micros(bet: WagerSettlement) -> int:
    """The chips that leave the rack: a pay "for 1" replaces the bet, which the dealer takes."""
    if right_call(bet) != "pay":
        return 0
    return bet.returned_micros if bet.outcome.pay.basis is Basis.FOR else bet.net_micros


def calls_for(game: Game, bet: WagerSettlement) -> tuple[Call, ...]:
    """The calls for a wager: a claim only where the paytable in play has a share of a meter."""
    if not bet.stake_micros:
        return ("pay", "nothing")
    has_meter = any(pay.level for pay in game.wager(bet.wager).paytable.pays.values())
    return ("take", "push", "pay", "claim") if has_meter else ("take", "push", "pay")


def mark_hand(round: Round, value: int, said_line: int, seat: int) -> Mark:
    ranking, line = ranking_of(round.game), line_of(value)
    assert ranking, "a hand is read by a ranking"
    said, right = ranking.lines[said_line].name, ranking.lines[line].name
    because = f"it is {ranking.describe(value)}"
    return Mark(f"Seat {seat}, the hand", said, right, because, is_right=said == right, skill="reading", seat=seat)


def mark_announcement(announcement: Announcement, said: int) -> Mark:
    called, right = announcement.options[said], announcement.options[announcement.right]
    what = "Who wins" if announcement.of_winner else "The dealer's hand"
    return Mark(what, called, right, announcement.because, is_right=called == right, skill="reading")


def mark_bets(round: Round, seat: int, said: Mapping[str, Called]) -> Iterator[Mark]:
    for bet in bets_to_settle(round, seat):
        yield from mark_bet(round.game, bet, said.get(bet.wager))


def mark_bet(game: Game, bet: WagerSettlement, said: Called | None) -> Iterator[Mark]:
    """Mark the call for one wager, and the chips of a pay whose amount is right."""
    if said is None or said.call not in calls_for(game, bet):
        raise BadQuery(bet.wager, f"{bet.wager} is still open: say what the dealer does with it")
    call, payment = said.call, Payment(said.chips if said.call == "pay" else {})  # only a pay has chips
    if call == "pay" and not payment.count:
        raise BadQuery(bet.wager, f"{bet.wager} is paid with no chips: cut them from the rack")
    right, due = right_call(bet), due_micros(bet)
    mark = Mark(
        what=f"Seat {bet.seat}, {bet.wager}",
        said=_words(call, payment.micros),
        right=_words(right, due),
        because=bet.explanation,
        is_right=call == right and payment.micros == due,
        skill="settling",
        seat=bet.seat,
        wager=bet.wager,
        row=paid_row(game, bet),
    )
    yield mark
    if mark.is_right and call == "pay":
        yield replace(_mark_chips(mark.what, payment), seat=bet.seat, wager=bet.wager)


def mark_envy(round: Round, seat: int, payment: Payment) -> Iterator[Mark]:
    """Mark the envy of a seat: for every hand of others that pays it, never for its own or the dealer's."""
    assert round.settlement, "the answers are known"
    paid = [envy for envy in round.settlement.envy if envy.seat == seat]
    due = sum(envy.net_micros for envy in paid)
    because = "; ".join(envy.explanation for envy in paid) or "no other player made a hand that pays envy"
    said, right = (_words("pay", micros) if micros else CALLS["nothing"] for micros in (payment.micros, due))
    what = f"Seat {seat}, envy"
    yield Mark(what, said, right, because, is_right=payment.micros == due, skill="envy")
    if payment.micros == due > 0:
        yield _mark_chips(what, payment)


def _mark_chips(what: str, payment: Payment) -> Mark:
    """Mark the chips of a right amount: a dealer cuts the largest first."""
    fewest = fewest_chips(payment.micros)
    because = "a payment is cut from the largest chips that fit, so that it can be read at a glance"
    is_right = payment.count == fewest.count
    return Mark(f"{what}, chips", payment.words, fewest.words, because, is_right=is_right, skill="chips")


def _words(call: Call, micros: int) -> str:
    return f"{CALLS[call]} {format_amount(micros)}" if call == "pay" else CALLS[call]


def parts_of(round: Round) -> tuple[LaidHand, ...]:
    """The dealer's hand in its parts, as the house way sets it; nothing where it is not set in parts."""
    if not round.game.course or not round.dealt or not round.dealt.dealer:
        return ()
    hands = dealer_hands(round)
    return hands if len(hands) > 1 else ()


def mark_setting(round: Round, said: Sequence[Sequence[str]]) -> Mark:
    """Mark how the learner set the dealer's cards, part by part."""
    right, course = parts_of(round), round.game.course
    assert course and round.dealt, "a hand that is set"
    if [len(part) for part in said] != [len(part.cards) for part in right]:
        sizes = ", ".join(f"{len(part.cards)} in {part.title.lower()}" for part in right)
        raise RoundError(f"set all cards of the dealer: {sizes}")
    held = sorted(map(str, round.dealt.dealer))
    if sorted(face for part in said for face in part) != held:
        raise RoundError("set the cards that the dealer holds, each once")
    correct = all(sorted(part) == sorted(map(str, due.cards)) for part, due in zip(said, right, strict=True))
    called = "; ".join(f"{due.title}: {' '.join(part)}" for part, due in zip(said, right, strict=True))
    due = "; ".join(f"{part.title}: {' '.join(map(str, part.cards))} ({words_of_laid(part)})" for part in right)
    line = course.house_line(round.dealt.dealer)
    because = "this is the first line of the house way that is for the hand and can be followed"
    return Mark("The house way", called, due, because, is_right=correct, skill="house way", rules=(line,))


DrillKind = Literal["pay", "call"]
QUESTIONS = 20
DRILL_S = 60
"""Twenty in a minute is the pace that schools ask of a dealer who auditions."""
TRIES = 240
PATIENCE_S = 0.6
"""After that what was found is asked: a course that is slow to deal makes nobody wait."""
TIMES = (1, 2, 3, 5, 7)
"""How much of the usual bet a player may make: sevens are hard to multiply."""


@dataclass(frozen=True)
class Question:
    """A table where all cards are out, and the bet or the hand that is asked for."""

    round: Round
    bet: WagerSettlement


def questions(game: Game, kind: DrillKind, source: Random | None = None) -> tuple[Question, ...]:
    """As many as a drill has. What pays rarely is asked as often as what pays every other round."""
    source = source or SystemRandom()
    if kind == "call" and not ranking_of(game):
        return ()
    found = defaultdict[tuple[str, str], list[Question]](list)
    until = perf_counter() + PATIENCE_S
    for at in range(TRIES):
        if perf_counter() > until and sum(map(len, found.values())) >= QUESTIONS:
            break
        # One player who stays in, before the settlement
        usual, times = place_usual_bets(Round(game), range(1, 2), at).seats[0].stakes_micros, source.choice(TIMES)
        round = Round(game).apply(PlaceBets(1, {wager: micros * times for wager, micros in usual.items()}))
        round = play_until(round.apply(DealCards.shuffled(game.deck, source)), None)
        seat = round.seats[0]
        for bet in bets_to_settle(round.apply(Settle()), seat.number):
            if kind == "pay" and right_call(bet) == "pay" and due_micros(bet) % (RACK_CENTS[-1] * CENT_MICROS) == 0:
                found[bet.wager, bet.outcome.name].append(Question(round, bet))
            elif kind == "call" and bet.wager in seat.stakes_micros and not seat.folded:
                value = hand_value(round, seat.number) or 0
                found["", str(value >> 20)].append(Question(round, bet))
                break
    in_turn = [each for row in zip_longest(*found.values()) for each in row if each]
    asked = in_turn[:QUESTIONS]
    source.shuffle(asked)
    return tuple(asked)
