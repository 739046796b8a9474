"""How a course came to where it is: every card and every choice, with the state after it."""

from __future__ import annotations

from typing import Any

from fairfelt.rules import Choice, Decide, Over
from fairfelt.rules.courses.laid import LaidHand, Moment
from fairfelt.table import Choose, Round


def moments_of(round: Round) -> tuple[Moment[Any], ...]:
    """The moments of a round that has a course, from the first bet to now."""
    course, run = round.game.course, round.run
    if not course or not run:
        return ()
    moments: list[Moment[Any]] = [Moment(course.start(len(round.seats)))]
    choices = iter([operation.choice.lower() for operation in round.operations if isinstance(operation, Choose)])
    cards = iter([card for packet in run.dealt.packets for card in packet.cards])
    while not isinstance(step := course.next(state := moments[-1].state), Over):
        if isinstance(step, Decide):
            name = next(choices, None)
            made: Choice | None = next((choice for choice in step.choices if choice.name.lower() == name), None)
            if made is None:
                break
            moments.append(Moment(course.choose(state, made), made))
        else:
            card = next(cards)
            moments.append(Moment(course.draw(state, card), card))
    return tuple(moments)


def hands_of(round: Round, seat: int) -> tuple[LaidHand, ...]:
    """The cards before a player as hands."""
    cards, course = round.held(seat), round.game.course
    if not course or not round.run:
        return (LaidHand(cards),)
    player = next(at for at, taken in enumerate(round.seats) if taken.number == seat)
    return course.own_hands(moments_of(round), player, cards)
