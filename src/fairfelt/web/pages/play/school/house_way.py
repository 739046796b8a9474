"""Setting the dealer's hand in parts: what the house way says, and what the learner did."""

from __future__ import annotations

from collections.abc import Sequence

from fairfelt.rules.cards import Card
from fairfelt.rules.courses.laid import LaidHand
from fairfelt.table import Round, RoundError

from ..views import shown
from .marks import Mark
from .samples import dealer_hands


def parts_of(round: Round) -> tuple[LaidHand, ...]:
    """The dealer's hand in its parts, as the house way sets it; nothing where it is not set in parts."""
    if not round.game.course or not round.dealt or not round.dealt.dealer:
        return ()
    hands = dealer_hands(round)
    return hands if len(hands) > 1 else ()


def mark_setting(round: Round, said: Sequence[Sequence[str]]) -> Mark:
    """How the learner set the dealer's cards, part by part."""
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
    due = "; ".join(f"{part.title}: {_faces(part.cards)} ({shown(part).words})" for part in right)
    line = course.house_line(round.dealt.dealer)
    because = "this is the first line of the house way that is for the hand and can be followed"
    return Mark("The house way", called, due, because, is_right=correct, skill="house way", rules=(line,))


def _faces(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
