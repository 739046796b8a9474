"""The table while a learner deals by hand: the cards that are out, what players have said, and what can be touched."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.cards import Card
from fairfelt.reports.sheet.english import capital, count
from fairfelt.table import Round

from ..steps import deed
from ..views.laid import Json, ShownHand, Sight, hand_view
from ..views.table_view import seats_view
from .acts import COMMUNITY, DEALER, Act, act_words, place_words
from .lesson import Lesson
from .script import decisions_of, lock_up_wagers, round_after


def acting_view(lesson: Lesson) -> Json:
    """What can be touched: the same from the first card to the last, so that it gives nothing away."""
    acts = {act for step in lesson.script for act in step.acts}
    places = [*(str(seat.number) for seat in lesson.round.seats), COMMUNITY, DEALER]
    return {
        "places": [_place(lesson, place, acts) for place in places],
        "burns": any(act.kind == "burn" for act in acts),
        "stops": any(act.kind == "stop" for act in acts),
        "bets": [{"act": act.kind, "wager": act.wager} for act in lock_up_wagers(lesson.game).values()],
        "done": [{"act": act.kind, "place": act.place, "wager": act.wager} for act in _locked(lesson)],
        "said": list(_said(lesson)),
    }


def cards_so_far(lesson: Lesson) -> dict[str, Json]:
    """The cards at every place, as far as they are out and turned over."""
    up: dict[str, list[Card]] = {}
    down: dict[str, int] = {}
    for step in lesson.script[: lesson.done]:
        act = step.only
        if not act or not step.cards:
            continue
        if step.face_up:
            up.setdefault(act.place, []).extend(step.cards)
        change = len(step.cards) * (-1 if act.kind == "turn" else 0 if step.face_up else 1)
        down[act.place] = down.get(act.place, 0) + change
    places = [*(str(seat.number) for seat in lesson.round.seats), COMMUNITY, DEALER]
    return {
        place: hand_view(ShownHand(tuple(up.get(place, ())), as_dealt=True), hidden=down.get(place, 0))
        for place in places
    }


def seats_so_far(lesson: Lesson, lying: dict[str, Json]) -> list[Json]:
    """Every player with the bets and decisions so far, and the cards that are out."""
    now = _now(lesson)
    return [seat | {"hands": [lying[str(seat["number"])]]} for seat in seats_view(now, Sight(now))]


def told_so_far(lesson: Lesson) -> Iterator[str]:
    """What was done and said, in order."""
    yield "The deck is shuffled, and its commitment is shown. Players make their bets."
    told = 0
    for step in lesson.script[: lesson.done]:
        yield from _decisions(lesson.round, told, step.decided)
        told = step.decided
        cards = f" ({count(len(step.cards), 'card')})" if step.cards else ""
        yield from (f"{capital('the dealer ' + act_words(lesson.game, act))}{cards}." for act in _in_order(step.acts))
    yield from _decisions(lesson.round, told, _decided(lesson))


def _place(lesson: Lesson, place: str, acts: set[Act]) -> Json:
    seats = {str(seat.number) for seat in lesson.round.seats}
    dealt = {act.place for act in acts if act.kind == "deal"}
    deals = place in dealt or (place in seats and bool(seats & dealt))
    return {
        "place": place,
        "words": place_words(lesson.game, place),
        "deals": deals,
        "turns": Act("turn", place) in acts,
    }


def _decided(lesson: Lesson) -> int:
    """How many decisions of players are made before what comes next."""
    return lesson.script[lesson.done].decided


def _now(lesson: Lesson) -> Round:
    return round_after(lesson.round, _decided(lesson))


def _said(lesson: Lesson) -> Iterator[str]:
    """What players said since the last step."""
    before = lesson.script[lesson.done - 1].decided if lesson.done else 0
    return _decisions(lesson.round, before, _decided(lesson))


def _decisions(round: Round, first: int, last: int) -> Iterator[str]:
    for made in decisions_of(round)[first:last]:
        seat = round.seat(made.seat)
        choice = next(
            choice for street in round.game.streets for choice in street.choices
            if choice.name.lower() == made.choice.lower()
        )  # fmt: skip
        yield f"Seat {made.seat} {deed(choice, seat, 0)}."


def _locked(lesson: Lesson) -> Iterator[Act]:
    """Lock-ups and lammers that are done."""
    acts = [act for step in lesson.script[: lesson.done] for act in step.acts]
    return (act for act in (*acts, *lesson.partly) if act.wager)


def _in_order(acts: frozenset[Act]) -> list[Act]:
    return sorted(acts, key=lambda act: (act.wager, act.place))
