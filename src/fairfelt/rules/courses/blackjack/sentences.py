"""The rules of a blackjack table in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from fairfelt.rules.hands.runs import NUMBERS

from .rules import ACE, TEN, BlackjackRules, DoublingRule, Surrender


def sentences_of(rules: BlackjackRules) -> tuple[str, ...]:
    """From the first card to the last."""
    return (
        "Each player is dealt two cards and the dealer two, one face up and one face down. An ace counts 1 or 11, "
        "pictures count 10; suits do not count.",
        "An ace and a ten as the first two cards are a natural, which beats everything"
        + ("; a player's natural also beats the dealer's." if rules.natural_wins else " but another natural."),
        *(_peek(rules) if not rules.zaps_before_peek else ()),
        *_zapping(rules),
        *(_peek(rules) if rules.zaps_before_peek else ()),
        "A player may stand or take cards one by one, and loses at once above 21.",
        *_doubling(rules),
        *_splitting(rules),
        *_surrendering(rules),
        *_bonuses(rules),
        f"{dealer_sentence(rules)} The higher total up to 21 wins; equal totals push"
        + (", but a player's 21 wins." if rules.wins_with_21 else "."),
        *(["A dealer's 22 pushes every hand that is still in, but not a natural."] if rules.pushes_22 else
          ["If the dealer goes above 21, every hand that is still in wins."]),
    )  # fmt: skip


def dealer_sentence(rules: BlackjackRules) -> str:
    """When the dealer draws."""
    soft = "draws to 16 and on a soft 17" if rules.hits_soft_17 else "draws to 16 and stands on every 17"
    return f"The dealer {soft}."


def _peek(rules: BlackjackRules) -> Iterable[str]:
    if rules.peeks:
        yield "With an ace or a ten up the dealer looks for a natural first; a natural ends the round at once."


def _zapping(rules: BlackjackRules) -> Iterable[str]:
    if rules.zaps:
        totals = _listed(str(total) for total in sorted(rules.zaps)).replace(" and ", " or ")
        yield f"Two cards that come to a hard {totals} may be exchanged once for two new ones."
        yield "An ace and a ten that come for other cards are no natural: they push with one, and else win even money."


def _surrendering(rules: BlackjackRules) -> Iterable[str]:
    if rules.surrender is not Surrender.NO:
        yield f"A player may surrender {rules.surrender.value}, for half of the bet."
    if rules.rescues:
        yield "A doubled hand may be surrendered as well, for half of all that lies on it."


def _bonuses(rules: BlackjackRules) -> Iterable[str]:
    if rules.bonuses:
        paid = "; ".join(f"{bonus.name} {bonus.pay.sentence}" for bonus in rules.bonuses)
        yield f"Some hands are paid at once, unless they were doubled: {paid}. Of several the first counts."


def _doubling(rules: BlackjackRules) -> Iterable[str]:
    after = ", also after a split" if rules.doubles_after_split else ""
    if rules.free.doubles:
        cards = "any number of cards" if rules.free.doubles_any_cards else "two cards"
        totals = _listed(str(total) for total in sorted(rules.free.doubles))
        hand = f"A hard {totals.replace(' and ', ' or ')} of {cards}"
        yield f"{hand} may be doubled free for one card more{after}: the house makes the second bet."
    if rules.doubles is not DoublingRule.NONE:
        other = "Otherwise " if rules.free.doubles else ""
        cards = "any number of cards" if rules.doubles_any_cards else rules.doubles.value
        yield f"{other}{cards} may be doubled for one card more{after}.".capitalize()
    if rules.redoubles:
        times = {1: "once", 2: "twice"}.get(rules.redoubles, f"{rules.redoubles} times")
        yield f"A doubled hand may be doubled again, {times} at most, by as much as lies on it and for one card more."


def _splitting(rules: BlackjackRules) -> Iterable[str]:
    if rules.most_hands < 2:
        return
    yield f"A pair may be split, and split again up to {NUMBERS[rules.most_hands]} hands; any two tens are a pair."
    if rules.free.splits:
        others = [card for card in range(ACE, TEN + 1) if card not in rules.free.splits]
        yield f"Every pair is split free but {_listed(_name(card) for card in others)}: the house bets the new hand."
    again = "are not split again" if rules.most_ace_hands == 2 else f"make up to {NUMBERS[rules.most_ace_hands]} hands"
    yield f"Split aces {again}" + ("." if rules.split_aces_draw else " and get one card each.")


def _name(card: int) -> str:
    return {ACE: "aces", TEN: "tens"}.get(card, f"{card}s")


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
