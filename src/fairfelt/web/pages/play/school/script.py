"""The deal of a round act by act, in the order of its definition: lock-ups, packets or cards, burns, turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fairfelt.reports.placard.dealing import CLOCKWISE
from fairfelt.reports.placard.rules_of_play import deal_sentences
from fairfelt.reports.sheet.english import count
from fairfelt.rules import Cards, Course, Decide, Draw, Game, Over
from fairfelt.rules.cards import Card
from fairfelt.table import Choose, Operation, PlaceBets, Round
from fairfelt.table.layout import layout_of

from .acts import COMMUNITY, DEALER, Act, Step, place_of, place_words
from .samples import draws_by_rule
from .skills import Skill


def script_of(round: Round) -> tuple[Step, ...]:
    """Every step from the first lock-up to the last card of a round whose decisions are all made."""
    cards = _course_steps(round) if round.game.course else _packet_steps(round)
    return (*_lock_ups(round), *cards)


def decisions_of(round: Round) -> tuple[Choose, ...]:
    """What the players chose, in order."""
    return tuple(operation for operation in round.operations if isinstance(operation, Choose))


def round_after(round: Round, decided: int) -> Round:
    """The same round after so many of its decisions."""
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


def _lock_ups(round: Round) -> Iterator[Step]:
    wagers = lock_up_wagers(round.game)
    bets = [operation for operation in round.operations if isinstance(operation, PlaceBets)]
    acts = {
        replace(wagers[name], place=str(bet.seat)) for bet in bets for name in wagers.keys() & bet.amounts_micros.keys()
    }
    if acts:
        because = "before the deal the sensor bets are locked up, and each bet that pays envy gets its lammer"
        yield Step(frozenset(acts), "lammers", because)


def _packet_steps(round: Round) -> Iterator[Step]:
    assert round.dealt, "told after the deal"
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
    """What is turned over for each decision, and the rest at the end."""
    game, decisions = round.game, decisions_of(round)
    revealed, now, seen = layout_of(game).revealed, round_after(round, 0), (0, 0)
    for decided, decision in enumerate(decisions):
        assert now.turn, "somebody decides"
        name = game.streets[now.turn.street].name
        yield from _turned(round, seen, seen := revealed[now.turn.street], decided, f"it lies open before “{name}”")
        now = now.apply(decision)
    yield from _turned(round, seen, revealed[-1], len(decisions), "every player has decided")


def _turned(round: Round, seen: tuple[int, int], now: tuple[int, int], decided: int, because: str) -> Iterator[Step]:
    assert round.dealt, "told after the deal"
    places = ((COMMUNITY, round.dealt.community), (DEALER, round.dealt.dealer))
    for (place, cards), before, after in zip(places, seen, now, strict=True):
        if after > before:
            turned = cards[before:after]
            yield Step(frozenset([Act("turn", place)]), "dealing", because, decided=decided, cards=turned, face_up=True)


def _course_steps(round: Round) -> tuple[Step, ...]:
    """The same card by card; cards that come to one place whatever they are make one packet."""
    course, dealt = round.game.course, round.dealt
    assert course and dealt, "a course that is dealt"
    steps: list[Step] = []
    seats, decisions = [seat.number for seat in round.seats], decisions_of(round)
    state, out, decided = course.start(len(seats)), 0, 0
    hidden: tuple[Card, ...] = ()
    by_rule = False  # until a decision or a card changes what comes next: from then on the dealer draws by rule
    while not isinstance(step := course.next(state), Over):
        if isinstance(step, Decide):
            chosen = next(choice for choice in step.choices if choice.name.lower() == decisions[decided].choice.lower())
            state, decided, by_rule = course.choose(state, chosen), decided + 1, True
            continue
        if step.to is Cards.DEALER and by_rule and hidden:
            steps.append(_turn_dealer(hidden, decided))
            hidden = ()
        if step.burn:
            steps.append(_burn(step.burn, course.sentences, decided))
        card = dealt.order[out + step.burn]
        out += step.burn + 1
        hidden = (*hidden, card) if step.to is Cards.DEALER and not step.face_up else hidden
        fresh = _dealt_step(round.game, step, place_of(step.to, seats[step.player]), by_rule=by_rule, decided=decided)
        last = steps[-1] if steps else None
        if last and replace(last, cards=()) == fresh and fresh.skill == "dealing" and not step.burn:
            steps[-1] = replace(last, cards=(*last.cards, card))
        else:
            steps.append(replace(fresh, cards=(card,)))
        by_rule = by_rule or not _is_fixed(course, state, round.game)
        state = course.draw(state, card)
    if hidden:
        steps.append(_turn_dealer(hidden, decided))
    if draws_by_rule(round.game):
        because = "by the rules no further card is drawn"
        steps.append(Step(frozenset([Act("stop")]), "drawing", because, course.sentences, decided))
    return tuple(steps)


def _dealt_step(game: Game, step: Draw, place: str, *, by_rule: bool, decided: int) -> Step:
    assert game.course, "a course"
    because = f"the next card goes to {place_words(game, place)}"
    acts = frozenset([Act("deal", place)])
    skill: Skill = "drawing" if by_rule and step.to is not Cards.OWN else "dealing"
    return Step(acts, skill, because, game.course.sentences, decided, face_up=step.face_up)


def _turn_dealer(cards: tuple[Card, ...], decided: int) -> Step:
    because = "the dealer's hand is turned over when every player has played"
    return Step(frozenset([Act("turn", DEALER)]), "dealing", because, decided=decided, cards=cards, face_up=True)


def _is_fixed(course: Course[Any], state: Any, game: Game) -> bool:
    """Whether the card after this one goes to the same place, whatever this one is."""
    kinds = {course.alike(card): card for card in game.deck.faces}
    following = (course.next(course.draw(state, card)) for card in kinds.values())
    return len({step if isinstance(step, Draw) else None for step in following}) == 1
