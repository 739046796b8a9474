"""The deal of a round act by act, in the order of its definition: lock-ups, packets or cards, burns, turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any, Literal

from fairfelt.reports.placard.dealing import CLOCKWISE, deal_sentences
from fairfelt.reports.sheet.english import count
from fairfelt.rules import Cards, Course, Draw, Game
from fairfelt.rules.cards import Card
from fairfelt.rules.courses.course import PLACES, LaidHand
from fairfelt.table import Choose, DealCards, Operation, PlaceBets, Round
from fairfelt.table.layout import layout_of
from fairfelt.web.pages.play.practice import place_usual_bets, play_until

Skill = Literal[
    "lammers", "dealing", "drawing", "house way", "reading", "order", "settling", "chips", "envy", "incidents"
]
SKILLS: Mapping[Skill, str] = {
    "lammers": "Lock-ups and lammers",
    "dealing": "Dealing in order",
    "drawing": "Drawing by the rules",
    "house way": "Setting the house way",
    "reading": "Announcing hands",
    "order": "Order of the seats",
    "settling": "Settling and paying",
    "chips": "Cutting chips",
    "envy": "Envy",
    "incidents": "Misdeals and foul hands",
}
"""By the round: from the bets to the last payment."""


ActKind = Literal["lock", "lammer", "deal", "burn", "turn", "stop"]
DEALER, COMMUNITY = "dealer", "community"
"""Places besides the seats, which go by their numbers."""


@dataclass(frozen=True)
class Act:
    """One motion of a dealer."""

    kind: ActKind
    place: str = ""
    """A seat by its number, the dealer or the community; nothing for what concerns no place."""
    wager: str = ""
    """The bet that is locked up or gets a lammer."""


@dataclass(frozen=True)
class Step:
    """The next step of the deal: all of these acts, in any order."""

    acts: frozenset[Act]
    skill: Skill
    because: str
    rules: tuple[str, ...] = ()
    """The rule in the words of the sheet."""
    decided: int = 0
    """The number of players' decisions before it."""
    cards: tuple[Card, ...] = ()
    """Cards that leave the shoe, or are turned over."""
    face_up: bool = False


def place_of(to: Cards, seat: int) -> str:
    return str(seat) if to is Cards.OWN else DEALER if to is Cards.DEALER else COMMUNITY


def place_words(game: Game, place: str) -> str:
    """A place as a dealer calls it."""
    if place not in (DEALER, COMMUNITY):
        return f"seat {place}"
    names = game.course.places if game.course else PLACES
    return names[Cards.DEALER if place == DEALER else Cards.COMMUNITY]


def act_words(game: Game, act: Act) -> str:
    where = place_words(game, act.place) if act.place else ""
    return {
        "lock": f"locks up the {act.wager} bet of {where}",
        "lammer": f"sets a lammer beside the {act.wager} bet of {where}",
        "deal": f"deals to {where}",
        "burn": "burns",
        "turn": f"turns over the cards of {where}",
        "stop": "draws no more cards",
    }[act.kind]


FEW = 30
MANY = 120
"""Enough that every total of a dealer comes up."""


@lru_cache(maxsize=64)
def sampled(game: Game) -> tuple[Round, ...]:
    """A few rounds of one player, the same every time."""
    return tuple(_dealt(game, Random(seed)) for seed in range(FEW))


def dealer_hands(round: Round) -> tuple[LaidHand, ...]:
    """The dealer's cards as they lie in the end."""
    course = round.game.course
    assert course and round.dealt, "a course that is dealt"
    return course.place_hands(Cards.DEALER, round.dealt.dealer, complete=True)


@lru_cache(maxsize=64)
def names_of_hands(game: Game) -> frozenset[str]:
    """All that a dealer's hand was called in many rounds; nothing where it has no name."""
    seeds = range(MANY) if any(map(_name, sampled(game))) else ()
    return frozenset(filter(None, (_name(_dealt(game, Random(seed))) for seed in seeds)))


def compares_places(game: Game) -> bool:
    """True if players bet on which of two hands on the table wins."""
    return game.course is not None and type(game.course).winning_place is not Course.winning_place


def _name(round: Round) -> str:
    """The name of the dealer's hand; empty where it lies in parts or has no name."""
    hands = dealer_hands(round)
    return hands[0].words if len(hands) == 1 else ""


def _dealt(game: Game, source: Random) -> Round:
    round = place_usual_bets(Round(game), range(1, 2), 0)
    return play_until(round.apply(DealCards.shuffled(game.deck, source)), None)


def script_of(round: Round) -> tuple[Step, ...]:
    """Every step from the first lock-up to the last card of a round whose decisions are all made."""
    wagers = lock_up_wagers(round.game)
    bets = [operation for operation in round.operations if isinstance(operation, PlaceBets)]
    acts = {
        replace(wagers[name], place=str(bet.seat)) for bet in bets for name in wagers.keys() & bet.amounts_micros.keys()
    }
    because = "before the deal the sensor bets are locked up, and each bet that pays envy gets its lammer"
    locked = [Step(frozenset(acts), "lammers", because)] if acts else []
    return (*locked, *(_course_steps(round) if round.game.course else _packet_steps(round)))


def decisions_of(round: Round) -> tuple[Choose, ...]:
    return tuple(operation for operation in round.operations if isinstance(operation, Choose))


def round_after(round: Round, decided: int) -> Round:
    """The same round after its first n decisions."""
    kept: list[Operation] = []
    for operation in round.operations:
        if isinstance(operation, Choose):
            decided -= 1
        if decided >= 0:
            kept.append(operation)
    return Round.replay(round.game, kept)


def lock_up_wagers(game: Game) -> dict[str, Act]:
    """Bets that something is done with before the deal: those on a sensor, and those beside which a lammer stands."""
    progressive = {wager.name: Act("lock", wager=wager.name) for wager in game.wagers if wager.feeds_meter}
    lammers = {name: Act("lammer", wager=name) for name in game.procedure.lammers if game.wager(name).paytable.envy}
    return progressive | lammers


def _packet_steps(round: Round) -> Iterator[Step]:
    assert round.dealt, "called after the deal"
    game, order = round.game, round.dealt.order
    rules = (f"The dealer deals {CLOCKWISE}.", *deal_sentences(game))
    seats = (*round.dealt.own, 0, 0)
    for cut in round.dealt.cuts:
        place = place_of(cut.to, seats[cut.place])
        cards = order[cut.first : cut.last]
        because = f"the next packet goes to {place_words(game, place)}"
        if cut.first > cut.top:
            yield _burn(cut.first - cut.top, rules)
        yield Step(frozenset([Act("deal", place)]), "dealing", because, rules, cards=cards)
        if cut.bottom > cut.last:
            yield _burn(cut.bottom - cut.last, rules)
    yield from _turns(round)


def _burn(cards: int, rules: tuple[str, ...], decided: int = 0) -> Step:
    because = f"{count(cards, 'card')} {'is' if cards == 1 else 'are'} burned now"
    return Step(frozenset([Act("burn")]), "dealing", because, rules, decided)


def _turns(round: Round) -> Iterator[Step]:
    """Turn over the cards for each decision, and the rest at the end."""
    game, decisions = round.game, decisions_of(round)
    revealed, now, seen = layout_of(game).revealed, round_after(round, 0), (0, 0)
    for decided, decision in enumerate(decisions):
        assert now.turn, "a player decides"
        name = game.streets[now.turn.street].name
        yield from _turned(round, seen, seen := revealed[now.turn.street], decided, f"it lies open before “{name}”")
        now = now.apply(decision)
    yield from _turned(round, seen, revealed[-1], len(decisions), "every player has decided")


def _turned(round: Round, seen: tuple[int, int], now: tuple[int, int], decided: int, because: str) -> Iterator[Step]:
    assert round.dealt, "called after the deal"
    places = ((COMMUNITY, round.dealt.community), (DEALER, round.dealt.dealer))
    for (place, cards), before, after in zip(places, seen, now, strict=True):
        if after > before:
            turned = cards[before:after]
            yield Step(frozenset([Act("turn", place)]), "dealing", because, decided=decided, cards=turned, face_up=True)


def _course_steps(round: Round) -> tuple[Step, ...]:
    """The same card by card; cards that come to one place whatever they are make one packet."""
    course, run = round.game.course, round.run
    assert course and run, "a course that is dealt"
    steps: list[Step] = []
    seats, draws, decided = [seat.number for seat in round.seats], iter(run.draws), 0
    hidden: tuple[Card, ...] = ()
    by_rule = False  # until a decision or a card changes what comes next: from then on the dealer draws by rule
    for before, after in pairwise(run.moments):
        card = after.played
        if not isinstance(card, Card):
            decided, by_rule = decided + 1, True
            continue
        step = next(draws)
        if step.to is Cards.DEALER and by_rule and hidden:
            steps.append(_turn_dealer(hidden, decided))
            hidden = ()
        if step.burn:
            steps.append(_burn(step.burn, course.sentences, decided))
        hidden = (*hidden, card) if step.to is Cards.DEALER and not step.face_up else hidden
        place = place_of(step.to, seats[step.player])
        because, acts = f"the next card goes to {place_words(round.game, place)}", frozenset([Act("deal", place)])
        skill: Skill = "drawing" if by_rule and step.to is not Cards.OWN else "dealing"
        fresh = Step(acts, skill, because, course.sentences, decided, face_up=step.face_up)
        last = steps[-1] if steps else None
        if last and replace(last, cards=()) == fresh and fresh.skill == "dealing" and not step.burn:
            steps[-1] = replace(last, cards=(*last.cards, card))
        else:
            steps.append(replace(fresh, cards=(card,)))
        by_rule = by_rule or not _is_fixed(course, before.state, round.game)
    if hidden:
        steps.append(_turn_dealer(hidden, decided))
    # The number of cards for the dealer's and the shared places depends on the cards
    lying = (each.dealt for each in sampled(round.game) if each.dealt)
    if len({(len(dealt.dealer), len(dealt.community)) for dealt in lying}) > 1:
        because = "by the rules no further card is drawn"
        steps.append(Step(frozenset([Act("stop")]), "drawing", because, course.sentences, decided))
    return tuple(steps)


def _turn_dealer(cards: tuple[Card, ...], decided: int) -> Step:
    because = "the dealer's hand is turned over when every player has played"
    return Step(frozenset([Act("turn", DEALER)]), "dealing", because, decided=decided, cards=cards, face_up=True)


def _is_fixed(course: Course[Any], state: Any, game: Game) -> bool:
    """True if the next card goes to the same place whatever this one is."""
    kinds = {course.alike(card): card for card in game.deck.faces}
    following = (course.next(course.draw(state, card)) for card in kinds.values())
    return len({step if isinstance(step, Draw) else None for step in following}) == 1
