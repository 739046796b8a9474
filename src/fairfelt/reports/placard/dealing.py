"""The dealer's guide: a round from the shuffler to the last payment, and the order of hands with examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fairfelt.reports.sheet import Block, Column, Section, Sheet, Steps, Table, Words
from fairfelt.reports.sheet.english import capital, colophon, count, listed, the
from fairfelt.rules import PUSH, Cards, Game, Opens, Remedy, Tuck, Wager, fingerprint, format_amount
from fairfelt.rules.cards import format_cards
from fairfelt.rules.game import possible_outcomes
from fairfelt.rules.hands import Ranking
from fairfelt.rules.hands.example_hands import Hand, line_examples, tie_example

from .rules_of_play import bet_sentences, packet_sentences, showdown_sentences, spread_sentences, street_sentence

CLOCKWISE = "clockwise, from the dealer's left to right"
BACK = "counter-clockwise, from the dealer's right to left"
"""In which order seats are reconciled and paid."""


def dealing_guide(game: Game) -> Sheet:
    return Sheet(
        game.title,
        "Dealer's guide",
        *(Section(title, Steps(*steps)) for title, steps in dealing_steps(game).items()),
        Section("Order of hands", *order_blocks(game)) if game.showdown else None,
        colophon=colophon(game, what="Written"),
    )


def dealing_dict(game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        "variant": game.variant,
        "fingerprint": fingerprint(game),
        "steps": {title: list(steps) for title, steps in dealing_steps(game).items()},
        "order_of_hands": [{"hand": hand, "example": example} for hand, example in order_of_hands(game)],
        "tie_breaks": list(tie_break_sentences(game)),
    }


def dealing_steps(game: Game) -> dict[str, tuple[str, ...]]:
    """What the dealer does, part by part of the round; parts of which nothing is to be said are left out."""
    parts = {
        "Shuffler": shuffler_sentences(game),
        "Bets": _before_the_deal(game),
        "Deal": _deal(game),
        "Decisions": _decisions(game),
        "Reconciling": (*(() if game.course else showdown_sentences(game)), *reconciling_sentences(game)),
        "Envy": envy_sentences(game),
        "Jackpots": _meter_sentences(game),
        "When something goes wrong": irregularity_sentences(game),
    }
    return {title: steps for title, found in parts.items() if (steps := tuple(found))}


def irregularity_sentences(game: Game) -> Iterator[str]:
    """What the dealer looks out for, and what is done about it."""
    for irregularity in game.procedure.irregularities:
        yield f"If {irregularity.words.format(seat='a player')}, {irregularity.remedy.meaning}."
    if any(irregularity.remedy is not Remedy.GO_ON for irregularity in game.procedure.irregularities):
        yield "The dealer stops, leaves all cards and bets where they lie, and calls the supervisor, who decides."


def shuffler_sentences(game: Game) -> Iterator[str]:
    """Which machine, and which of its programs."""
    shuffler = game.procedure.shuffler
    if not shuffler:
        return
    if shuffler.maker:
        yield f"The shuffler is one made by {shuffler.maker}."
    size = _packet_size(game)
    sized = f"a program that deals packets of {count(size, 'card')}" if size else ""
    if shuffler.program:
        yield f"The shuffler is set to “{shuffler.program}”{f', or to {sized}' if sized else ''}."
    elif sized:
        yield f"The shuffler is set to {sized}."


def _packet_size(game: Game) -> int:
    """The size of all packets; 0 where they differ or there are none."""
    sizes = {packet.size for packet in game.deal.packets}
    return sizes.pop() if len(sizes) == 1 else 0


def _before_the_deal(game: Game) -> Iterator[str]:
    yield from bet_sentences(game)
    if game.opens is Opens.ALL and game.optional:
        yield f"An optional bet need not be equal to the {game.unit}."
    for name, micros in game.procedure.recommended_micros.items():
        yield f"The recommended {name} bet is {format_amount(micros)}."
    for name in game.procedure.lammers:
        yield (
            f"Where the {name} is paid with envy, the dealer sets an envy lammer beside each {name} bet. "
            f"It stays there until every {name} bet is reconciled."
        )
    if progressives := [wager.name for wager in game.wagers if wager.feeds_meter]:
        yield (
            f"A bet on {listed(progressives, 'or')} lies on the sensor of its seat. The dealer starts the round on "
            "the keypad, sees which sensors are lit, and takes these bets off the table before the deal."
        )
    if game.procedure.prohibits_bets_between_players:
        yield "Players may not bet with each other."


def _deal(game: Game) -> Iterator[str]:
    shuffler = game.procedure.shuffler
    if shuffler and shuffler.button:
        yield f"The dealer presses the {shuffler.button} for the first packet and deals {CLOCKWISE}."
    elif not game.course:
        yield f"The dealer deals {CLOCKWISE}."
    yield from packet_sentences(game)
    if shuffler and shuffler.ejects_rest:
        yield (
            f"After the last packet the dealer presses the {shuffler.button} again: the cards that are left come out, "
            "and the other deck is shuffled meanwhile."
        )
    if not game.course and game.deal.count(Cards.DEALER) > sum(street.dealer for street in game.streets):
        cards = "other cards" if any(street.dealer for street in game.streets) else "cards"
        yield f"The dealer's {cards} lie face down until they are turned over."
    yield from spread_sentences(game)


def _decisions(game: Game) -> Iterator[str]:
    if game.course:
        return
    if any(street.choices for street in game.streets):
        yield f"Players decide in turn, {CLOCKWISE}."
    if 0 < sum(street.community for street in game.streets) < game.deal.count(Cards.COMMUNITY):
        yield "Community cards are turned over from the dealer's left to right."
    yield from (street_sentence(game, street) for street in game.streets)
    yield from player_sentences(game)


def player_sentences(game: Game) -> Iterator[str]:
    """What becomes of cards that are out of play: outside of a run, or folded."""
    if game.procedure.keeps_run_only:
        yield "A player who stays keeps only the cards of the run and discards the others."
    if not game.can_fold:
        return
    for tuck in game.procedure.tucks:
        yield _tucked(tuck)
    tucked = {tuck.under for tuck in game.procedure.tucks}
    others = [wager.name for wager in game.optional if wager.survives_fold and wager.name not in tucked]
    if others:
        are = "is" if len(others) == 1 else "are"
        yield f"The cards of a player who folds stay on the table, face down, until {listed(others)} {are} settled."
    rest = " that are not kept for a bet" if tucked or others else ""
    yield f"The dealer takes the lost bets of a player who folds and locks up the cards{rest}."


def _tucked(tuck: Tuck) -> str:
    where = f"face down, under the {tuck.under} bet"
    if tuck.only_if_it_wins:
        return f"A player who folds a hand that wins the {tuck.under} tucks the cards, {where}."
    return f"If a player who folds has bet on the {tuck.under}, the cards are tucked, {where}."


def reconciling_sentences(game: Game) -> Iterator[str]:
    """From the dealer's hand to the last bet."""
    if returned := returned_bets(game):
        assert game.showdown and game.showdown.qualify, "somebody has to qualify"
        yield (
            f"If the dealer does not hold {game.showdown.qualify.words} or better, {the(returned)} of every player "
            "still in the game goes back at once, before any hand is compared. All other bets stay in action."
        )
    yield f"The dealer reconciles the seats one after the other, {BACK}: base bets, then optional bets."
    if not (game.course or envying_wagers(game)):
        yield "The cards of a seat are locked up when all its bets are reconciled."


def returned_bets(game: Game) -> list[str]:
    """Opening bets that are returned whenever the dealer does not qualify, whatever the hands."""
    if game.course or not (game.showdown and game.showdown.qualify):
        return []
    return [wager.name for wager in game.openings if _is_returned(game, wager)]


def _is_returned(game: Game, wager: Wager) -> bool:
    unqualified = [outcome for facts, outcome in possible_outcomes(game, wager) if not facts.qualified]
    return bool(unqualified) and all(outcome.pay == PUSH for outcome in unqualified)


def envying_wagers(game: Game) -> list[Wager]:
    """Bets that a paytable pays envy on."""
    return [wager for wager in game.wagers if any(table.envy for table in wager.paytables)]


def envy_sentences(game: Game) -> Iterator[str]:
    """From the hand that brings it to the payment."""
    wagers = envying_wagers(game)
    if not wagers:
        return
    names = listed([wager.name for wager in wagers], "or")
    yield (
        f"A hand that makes an envy line of {names} stays face up on the layout; all other cards are locked up when "
        "their seat is reconciled."
    )
    yield (
        f"Envy is paid last, when every seat is reconciled: to each other player at this table with a bet on {names}. "
        "Nobody is paid envy for a hand of one's own or for the dealer's, and several envy hands are paid one by one."
    )


def _meter_sentences(game: Game) -> Iterator[str]:
    pays = [
        (wager, pay)
        for wager in game.wagers
        if wager.feeds_meter
        for table in wager.paytables
        for pay in table.pays.values()
    ]
    if any(pay.level for _, pay in pays):
        yield (
            "A share of the meter is claimed on the keypad and confirmed by a supervisor or, from an amount on, by an "
            "executive before it is paid."
        )
        yield (
            "If one round wins the meter more than once, the player farthest to the dealer's right is paid first, "
            f"then the others {BACK}, unless the jackpot's terms say otherwise."
        )
        yield "When all bets are reconciled, the dealer ends the round on the keypad."


def table_procedure(game: Game) -> tuple[str, ...]:
    """The part of it that players read on the placard."""
    told = [*shuffler_sentences(game), *player_sentences(game), *reconciling_sentences(game), *envy_sentences(game)]
    recommended = (
        f"The recommended {name} bet is {format_amount(micros)}."
        for name, micros in game.procedure.recommended_micros.items()
    )
    prohibited = ("Players may not bet with each other.",) if game.procedure.prohibits_bets_between_players else ()
    return (*told, *recommended, *prohibited)


def compared_cards(game: Game) -> int:
    """The most cards that either side of the showdown uses."""
    assert game.showdown, "two hands are compared"
    shared = game.showdown.shared
    return max(game.deal.count(side | shared) for side in (Cards.OWN, Cards.DEALER))


def order_of_hands(game: Game) -> tuple[tuple[str, str], ...]:
    """Every kind of hand that the showdown can bring, the best first, each with an example."""
    if not game.showdown:
        return ()
    ranking = game.showdown.ranking
    found = line_examples(ranking, game.deck, compared_cards(game))
    return tuple((capital(ranking.lines[line].name), format_cards(found[line])) for line in sorted(found, reverse=True))


def tie_break_sentences(game: Game) -> Iterator[str]:
    """How two hands of the same kind are told apart, with an example that the ranking decides."""
    if not game.showdown:
        return
    ranking = game.showdown.ranking
    yield from ranking.order_in_words
    pair = tie_example(ranking, game.deck, compared_cards(game))
    if pair:
        yield _example(ranking, *pair)


def order_blocks(game: Game) -> tuple[Block, ...]:
    """Both, for a sheet."""
    rows = tuple((str(place), *row) for place, row in enumerate(order_of_hands(game), 1))
    columns = (Column("", align="right"), Column("Hand"), Column("For example"))
    return (Words(" ".join(tie_break_sentences(game))), Table(columns, rows))


def _example(ranking: Ranking, better: Hand, worse: Hand) -> str:
    words = [ranking.describe(ranking.value(hand)) for hand in (better, worse)]
    both = [f"{format_cards(hand)} ({said})" for hand, said in zip((better, worse), words, strict=True)]
    return f"For example, {both[0]} beats {both[1]}."
