"""Rules of play in sentences; the dealer's guide from the shuffler to the last payment; the order of hands."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from operator import itemgetter
from typing import Any

from fairfelt.reports.sheet import Block, Column, Section, Sheet, Steps, Table, Words, table
from fairfelt.reports.sheet.english import capital, colophon, count, listed, number, the, times
from fairfelt.rules import (
    PUSH,
    Cards,
    Choice,
    Facts,
    Game,
    Kind,
    Opens,
    Outcome,
    Packet,
    Remedy,
    Result,
    Street,
    Tuck,
    Wager,
    fingerprint,
    format_amount,
)
from fairfelt.rules.cards import RANKS, SUIT_NAMES, SUITS, Deck, format_cards
from fairfelt.rules.courses.cross import OnCross
from fairfelt.rules.game import possible_outcomes
from fairfelt.rules.hands import Ranking
from fairfelt.rules.hands.example_hands import Hand, line_examples, tie_example
from fairfelt.rules.settlement import UNQUALIFIED, innermost

CLOCKWISE = "clockwise, from the dealer's left to right"
BACK = "counter-clockwise, from the dealer's right to left"
"""In which order seats are reconciled and paid."""


def dealing_guide(game: Game) -> Sheet:
    return Sheet(
        game.title,
        "Dealer's guide",
        *(Section(title, Steps(*steps)) for title, steps in dealing_steps(game).items()),
        Section("The dealer's words", table(script(game), ("When", itemgetter(0)), ("Says", itemgetter(1)))),
        Section("Order of hands", *order_blocks(game)) if game.showdown else None,
        colophon=colophon(game, what="Written"),
    )


def dealing_dict(game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        "variant": game.variant,
        "fingerprint": fingerprint(game),
        "steps": {title: list(steps) for title, steps in dealing_steps(game).items()},
        "script": [{"when": when, "says": said} for when, said in script(game)],
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


def script(game: Game) -> Iterator[tuple[str, str]]:
    """What the dealer says aloud, moment by moment, so that players and cameras follow the round."""
    names = [wager.name for wager in game.openings]
    yield "Before the round", f"“Place your bets, please: {listed(names, 'or' if game.opens is Opens.ONE else 'and')}.”"
    if game.optional:
        yield "While bets are made", f"“{listed([wager.name for wager in game.optional], 'or')}, if you like.”"
    yield "Before the first card", "“No more bets.”"
    for street in () if game.course else game.streets:
        yield (
            f"{street.name}, to each seat in turn",
            f"“{capital(listed([str(one) for one in street.choices], 'or'))}?”",
        )
    if game.course:
        yield "At each seat's turn", "The player's cards and what may be done, and then what the player has done."
    if game.can_fold:
        yield "When a player folds", "“Hand folded.”"
    if game.showdown and not game.course:
        least = game.showdown.qualify
        yield "When the dealer's hand is shown", "“Dealer has …”, with the hand by the order below."
        if least:
            yield f"With {least.words} or better", "“Dealer plays.”"
            back = returned_bets(game)
            yield "With less", f"“Dealer does not play{f': {listed(back)} back' if back else ''}.”"
    yield "At each seat, before a chip moves", "The hand, then each bet by name: “pays …”, “pushes” or “loses”."
    if envying_wagers(game):
        yield "At a hand that brings envy", "“Envy: this hand stays up.”"
    if any(wager.feeds_meter for wager in game.wagers):
        yield "At a hand that wins the progressive", "“Progressive hand. Supervisor, please.” Nothing is paid yet."
    yield "When anything is wrong", "“Floor, please.” Hands stay where they are."
    yield "When all is settled", "“Round closed. Place your bets.”"


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
    # The size of all packets; 0 where they differ or there are none
    sizes = {packet.size for packet in game.deal.packets}
    size = sizes.pop() if len(sizes) == 1 else 0
    sized = f"a program that deals packets of {count(size, 'card')}" if size else ""
    if shuffler.program:
        yield f"The shuffler is set to “{shuffler.program}”{f', or to {sized}' if sized else ''}."
    elif sized:
        yield f"The shuffler is set to {sized}."


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
    fed = (table for wager in game.wagers if wager.feeds_meter for table in wager.paytables)
    if any(pay.level for table in fed for pay in table.pays.values()):
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


_DECIDERS: tuple[tuple[str, Callable[[Facts], Hashable]], ...] = (
    ("by who wins the showdown", lambda facts: None),
    ("in the showdown and paid by the player's hand", lambda facts: facts.player),
    ("in the showdown and paid by the dealer's hand", lambda facts: facts.dealer),
    ("in the showdown and paid by the lower of the two hands", lambda facts: min(facts.player, facts.dealer)),
    ("in the showdown and paid by the higher of the two hands", lambda facts: max(facts.player, facts.dealer)),
    ("in the showdown and paid by the margin of victory", lambda facts: facts.margin),
)


def settlement_words(game: Game, wager: Wager) -> str:
    """How a wager without a ranking of its own is settled: the simplest thing that explains all its answers."""
    if game.course:
        settle = innermost(wager.settle)
        return f"by the player's hand, {settle.hand.value}" if isinstance(settle, OnCross) else "by how the round goes"
    found = list(possible_outcomes(game, wager))
    for words, key in _DECIDERS:
        seen: dict[Hashable, Outcome] = {}
        if all(
            seen.setdefault((facts.result, facts.copy, facts.qualified, key(facts)), outcome) == outcome
            for facts, outcome in found
        ):
            return words
    return "in the showdown and paid by both hands"


def unqualified_words(game: Game, wager: Wager) -> str:
    """What becomes of a wager if the dealer does not qualify, where no outcome of that name says it."""
    if game.course or not (game.showdown and game.showdown.qualify):
        return ""
    found = dict(possible_outcomes(game, wager))
    without = {facts: outcome for facts, outcome in found.items() if not facts.qualified}
    if all(
        outcome == found[replace(facts, qualified=True)] or outcome.name == UNQUALIFIED
        for facts, outcome in without.items()
    ):
        return ""
    won = {facts.player: each.pay for facts, each in found.items() if facts.qualified and facts.result is Result.WIN}
    if all(outcome.pay == won.get(facts.player, outcome.pay) for facts, outcome in without.items()):
        return " If the dealer does not qualify, it is paid as if the player's hand had won."
    return " If the dealer does not qualify, other rules hold."


def rules_of_play(game: Game) -> tuple[str, ...]:
    """One sentence or two for each thing that happens, in its order."""
    return (
        f"The game is played with {deck_words(game.deck)}; at most {count(game.seats, 'player')} can be dealt in.",
        *bet_sentences(game),
        *deal_sentences(game),
        *(() if game.course else _decision_sentences(game)),
        *_fold_sentences(game),
    )


def _decision_sentences(game: Game) -> Iterator[str]:
    """Street by street to the showdown."""
    yield from (street_sentence(game, street) for street in game.streets)
    yield from showdown_sentences(game)


def deck_words(deck: Deck) -> str:
    """ "one standard deck of 52 cards", "six standard decks and two jokers, 314 cards in all"."""
    standard = (deck.ranks, deck.suits) == (RANKS, SUITS)
    words = count(deck.copies, "standard deck" if standard else "deck")
    if deck.copies == 1 and not deck.jokers:
        words += f" of {len(deck)} cards"
    if not standard:
        words += f" (ranks {' '.join(deck.ranks)} in {listed([SUIT_NAMES[SUITS.index(suit)] for suit in deck.suits])})"
    if deck.jokers:
        words += f" and {count(deck.jokers, 'joker')}"
    return words if deck.copies == 1 and not deck.jokers else f"{words}, {len(deck):,} cards in all"


def bet_sentences(game: Game) -> Iterator[str]:
    """What is bet before the deal."""
    names = [wager.name for wager in game.openings]
    if game.opens is Opens.ONE:
        yield f"Before the deal each player bets on {listed(names, 'or')}."
    elif len(names) == 1:
        yield f"Before the deal each player makes the {names[0]} bet."
    else:
        yield f"Before the deal each player makes equal bets on {the(names)}."
    if game.optional:
        yield f"Before the deal a player may also bet on {_optional_bets(game)}."
    if game.alone:
        alone = listed([wager.name for wager in game.alone], "or")
        yield f"A player may bet on {alone} alone, without {the(names)}, and then gets cards but decides nothing."


def _optional_bets(game: Game) -> str:
    """All by name; of bets that no table offers together, the one that it has."""
    names, groups = [wager.name for wager in game.optional], [ruling.one_of for ruling in game.rulings if ruling.one_of]
    apart = {name for group in groups for name in group}
    either = [f"on either {listed(list(group), 'or')}, whichever the table offers" for group in groups]
    return listed([*(name for name in names if name not in apart), *either])


def deal_sentences(game: Game) -> Iterator[str]:
    """Packet by packet, as the cards leave the shuffler, or as the course says."""
    yield from packet_sentences(game)
    yield from spread_sentences(game)


def packet_sentences(game: Game) -> Iterator[str]:
    """The same; shared cards whose packet comes out before others lie there as it came."""
    if game.course:
        yield from game.course.sentences
    dealt, aside = set[Cards](), _set_aside(game)
    for packet in game.deal.packets:
        if packet in aside:
            yield f"A packet of {count(packet.size, 'card')} is set aside, face down, for the community cards."
        else:
            yield _packet_sentence(packet, again=packet.to in dealt, held=game.deal.count(packet.to))
        dealt.add(packet.to)


def spread_sentences(game: Game) -> Iterator[str]:
    """What becomes of them when everybody has cards."""
    for packet in _set_aside(game):
        yield f"From the packet that was set aside {_parts(packet)}."


def _set_aside(game: Game) -> list[Packet]:
    """Packets of shared cards that come out before another, and whose cards are not all used."""
    packets = game.deal.packets
    return [each for each in packets[:-1] if each.to is Cards.COMMUNITY and each.taken != each.size]


def _packet_sentence(packet: Packet, *, again: bool, held: int) -> str:
    size = count(packet.size, "card")
    a_packet = f"{'another' if again else 'a'} packet of {size}"
    if packet.size == 1 and packet.to is not Cards.COMMUNITY:
        a_packet = "another card" if again else size
    in_all = f" The {_holder(packet.to)} {number(held)} in all." if again else ""
    if packet.taken == packet.size:
        plain = {
            Cards.OWN: f"Each player, from the dealer's left, is dealt {a_packet}.",
            Cards.DEALER: f"The dealer takes {a_packet}.",
            Cards.COMMUNITY: f"{capital(a_packet)} is dealt face down as community cards.",
        }
        return plain[packet.to] + in_all
    if packet.to is Cards.OWN:
        return f"Each player, from the dealer's left, is dealt {a_packet}: {_parts(packet)}.{in_all}"
    return f"From {a_packet} {_parts(packet)}.{in_all}"


def _holder(to: Cards) -> str:
    return {Cards.OWN: "player holds", Cards.DEALER: "dealer holds", Cards.COMMUNITY: "community cards are"}[to]


def _parts(packet: Packet) -> str:
    """What becomes of the cards of a packet that are not all used."""
    goes = {
        Cards.OWN: ("goes to the player", "go to the player"),
        Cards.DEALER: ("goes to the dealer", "go to the dealer"),
        Cards.COMMUNITY: ("is the community card", "are the community cards"),
    }[packet.to]
    rest = packet.size - packet.burn - packet.taken
    parts = [f"{_some('first', packet.burn)} burned"] if packet.burn else []
    place = "next" if packet.burn else "first"
    parts.append(f"the {place} {goes[0]}" if packet.taken == 1 else f"the {place} {number(packet.taken)} {goes[1]}")
    if rest:
        parts.append(f"{_some('last', rest)} burned")
    return listed(parts)


def _some(place: str, n: int) -> str:
    return f"the {place} is" if n == 1 else f"the {place} {number(n)} are"


def street_sentence(game: Game, street: Street) -> str:
    """What is turned over, and what a player may then do."""
    parts = []
    if street.dealer:
        parts.append(f"{number(street.dealer)} of the dealer's cards")
    if street.community:
        parts.append(count(street.community, "community card"))
    verb = "is" if street.dealer + street.community == 1 else "are"
    shown = capital(f"{listed(parts)} {verb} turned over.") if parts else ""
    who = _deciders(game, street)
    unit = game.unit
    ways = choice_phrases(street.choices, unit)
    decides = (
        f"{who} must {ways[0]}." if len(ways) == 1 else f"{who} chooses {listed([f'to {way}' for way in ways], 'or')}."
    )
    return f"{shown} {decides}".strip()


def _deciders(game: Game, street: Street) -> str:
    before = game.streets[: game.streets.index(street)]
    could_fold = any(choice.folds for earlier in before for choice in earlier.choices)
    who = "Each player still in the game" if could_fold else "Each player"
    if street.unless_bet:
        return f"{who} who has not made the {street.unless_bet} bet"
    return who if before else f"{who} looks at the cards and"


def choice_phrases(choices: tuple[Choice, ...], unit: str) -> list[str]:
    """Each choice as an infinitive, sizes of one bet together."""
    phrases: dict[str, str] = {}
    for choice in choices:
        if choice.bet:
            sizes = [c.times for c in choices if c.bet == choice.bet and c.holding == choice.holding]
            least = choice.holding
            held = f" with {least.words} or better (at least {format_cards(least.cards)})" if least else ""
            phrases[choice.bet + held] = f"make the {choice.bet} bet, {times(sizes, unit)}{held}"
        elif choice.takes_back:
            phrases[choice.name] = f"take back the {choice.takes_back} bet"
        else:
            phrases[choice.name] = choice.name
    return list(phrases.values())


def showdown_sentences(game: Game) -> Iterator[str]:
    """What is turned over last, how hands are compared, and when the dealer qualifies."""
    # Cards nobody has seen when the last decision is made
    for place, whose, cards in ((Cards.DEALER, "The dealer's", "card"), (Cards.COMMUNITY, "The", "community card")):
        shown = sum(street.reveals(place) for street in game.streets)
        left = game.deal.count(place) - shown
        if left > 1:
            yield f"{whose} {'remaining ' if shown else ''}{cards}s are turned over."
        elif left:
            yield f"{whose} {'last ' if shown else ''}{cards} is turned over."
    showdown = game.showdown
    if not showdown:
        alone = not any(wager.against or Cards.DEALER in wager.on for wager in game.wagers)
        paid = "by the player's hand, as its table says" if alone else "as its table says"
        yield f"There is no dealer's hand to beat: every bet is paid {paid}."
        return
    uses = "its own cards"
    if game.deal.count(showdown.shared):
        uses += f" and the {showdown.shared}"
    yield (
        f"The player's hand is compared with the dealer's, each side using {uses}. "
        f"The higher hand wins, by the ranking “{showdown.ranking.name}”. {_copies(showdown.copies)}"
    )
    if showdown.qualify:
        least = format_cards(showdown.qualify.cards)
        yield f"The dealer qualifies with {showdown.qualify.words} or better. The least hand that does is {least}."
    else:
        yield "The dealer always qualifies."


def _copies(copies: Result) -> str:
    return {
        Result.TIE: "Equal hands are a tie.",
        Result.WIN: "The player wins with an equal hand.",
        Result.LOSS: "The dealer wins with an equal hand.",
    }[copies]


def _fold_sentences(game: Game) -> Iterator[str]:
    if not game.can_fold:
        return
    earlier = " and every bet raised until then" if _folds_after_a_raise(game) else ""
    lost = the([wager.name for wager in game.openings])
    yield f"A player who folds loses {lost}{earlier}.{_side_bets_on_a_fold(game)}"


def _folds_after_a_raise(game: Game) -> bool:
    raised: set[str] = set()
    for street in game.streets:
        if any(choice.folds for choice in street.choices) and raised - {street.unless_bet}:
            return True
        raised |= {choice.bet for choice in street.choices if choice.bet}
    return False


def _side_bets_on_a_fold(game: Game) -> str:
    lost = [wager.name for wager in game.optional if not wager.survives_fold]
    kept = [wager.name for wager in game.optional if wager.survives_fold]
    unpaid = [wager.name for wager in game.wagers if wager.kind is Kind.BONUS]
    words = ""
    if lost:
        words += f" {listed(lost)} {'is' if len(lost) == 1 else 'are'} lost as well."
    if kept:
        words += f" {listed(kept)} {'stays' if len(kept) == 1 else 'stay'} in play."
    if unpaid:
        words += f" {listed(unpaid)} {'is' if len(unpaid) == 1 else 'are'} not paid."
    return words


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
