"""Commands from the keypad of a table, in the order of a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import replace

from fairfelt import games
from fairfelt.jackpot import FixedPays, Freeze, SeveralWinners, Terms
from fairfelt.jackpot.book import fast_replace
from fairfelt.law import Mode
from fairfelt.room.authority import Requester
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.alarms import AlarmRaised, raise_alarm
from fairfelt.room.commands.felt import check_openings
from fairfelt.room.commands.round_events import (
    AwardAsked,
    AwardsConfirmed,
    Bets,
    ClaimsSet,
    GameStarted,
    MeterAdjusted,
    authority_needed,
    frozen,
    moment_at,
    posted_page,
    round_over,
    takes_second_card,
)
from fairfelt.room.event import Actor, Code, Refusal, RoomEvent
from fairfelt.room.hub.accounts import HubLine
from fairfelt.room.law.payments import payment_terms
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.awards import (
    NO_SPOT,
    AwardRow,
    aggregate_limit,
    drawn_levels,
    envy_of,
    toggle,
    wager_micros,
    wins_of,
)
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import Authority
from fairfelt.room.state.table import Claim, Controls, EndedRound, Phase, Press, Table
from fairfelt.rules import Cards, Game, UnknownName, format_amount
from fairfelt.rules.hands import POKER, THREE_CARD_SPADES, Ranking
from fairfelt.runtime.formats import MOST_SEATS, Line, Name, Seat, Stake


class RareLine(NamedTuple):
    """A line that a deal can contain only a limited number of times: cards of one suit by their ranks."""

    line: str
    size: int
    """The cards of the hand."""
    ranks: int | None
    """The ranks that it is made of; None for all."""
    suits: int | None = None
    """The suits that it may be of; None for all."""


RARE_LINES: Mapping[Ranking | None, tuple[RareLine, ...]] = {
    POKER: (RareLine("royal flush", 5, 5), RareLine("straight flush", 5, None)),
    THREE_CARD_SPADES: (RareLine("AKQ of spades", 3, 3, 1), RareLine("AKQ suited", 3, 3)),
}
"""Such lines by the ranking of the bet, the best first: a better one counts among the others."""


class Bet(Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive bet on a sensor."""

    seat: Seat
    amount_micros: Stake


SensedBets = Annotated[tuple[Bet, ...], Meta(max_length=MOST_SEATS, description="a list of bets, one for each seat")]


@recorded_as("bets placed/1", bets=None, lit=Bets)
class PlaceBets(RoomCommand, frozen=True, kw_only=True, tag="place bets/1"):
    """Say by hand which seats bet; those not named do not. Where a sensor reads the bet, the sensor decides."""

    table: Name
    bets: SensedBets

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        table = who.require_keypad(self.table, Press.BET)
        bets = _with_sensed(table, by_seat(self.bets))
        return self.record(self.recorded, lit=check_bets(who, self.table, table, bets))

    def apply(self: Any, floor: Floor) -> Floor:
        return floor.having("tables", self.table, fast_replace(floor.tables[self.table], lit=dict(self.lit)))


class StartGame(RoomCommand, frozen=True, kw_only=True, tag="start game/1"):
    """START GAME or COIN IN: count the bets as the sensors read them now, or else as they were lit before."""

    table: Name
    bets: SensedBets | None = None

    def decide(self, floor: Floor, who: Requester) -> GameStarted:
        table = who.require_keypad(self.table, Press.START)
        bets = tuple(sorted(table.lit.items())) if self.bets is None else _with_sensed(table, by_seat(self.bets))
        bets = check_bets(who, self.table, table, bets)
        if table.terms and table.terms.limits != table.limits:
            sentence = "the posted limits or paytables have changed since the bets were reported: press BETS again"
            raise Refusal(Code.NOT_NOW, sentence)
        check_openings(table, table.stakes, [seat for seat, _ in bets])
        return GameStarted(table=self.table, round=table.round + 1, bets=bets, fixes_terms=True)


def _with_sensed(table: Table, bets: Bets) -> Bets:
    """What was entered by hand, but for the seats whose bets sensors read: a page may be a moment behind them."""
    if not table.sensing:
        return bets
    sensed = table.sensed
    entered = {seat: micros for seat, micros in bets if seat not in sensed}
    return tuple(sorted({**entered, **{seat: table.lit[seat] for seat in sensed if seat in table.lit}}.items()))


def by_seat(bets: Sequence[Bet]) -> Bets:
    """Amounts in the order of the seats, each seat once: of two bets on one sensor nobody can say which is meant."""
    found = {bet.seat: bet.amount_micros for bet in bets}
    if len(found) < len(bets):
        raise Refusal(Code.BAD_BET, "a seat is named twice: send one bet for each seat", "bets")
    return tuple(sorted(found.items()))


def check_bets(who: Requester, name: str, table: Table, bets: Bets) -> Bets:
    """Bets as they may be made at a table: by its jackpot, its coins, the placard and the law."""
    _, jackpot = who.floor.jackpot_of(table)
    if jackpot.retired:
        raise Refusal(Code.JACKPOT_RETIRED, "this jackpot is retired; no bets are taken for it")
    terms, allowed, verdict = jackpot.terms, table.denominations_micros, table.law_verdict
    posted = table.limits.posted(table.wager) if bets else None
    for seat, amount_micros in bets:
        if seat > table.seats:
            raise Refusal(Code.BAD_BET, f"there is no seat {seat}; seats are 1 to {table.seats}", "bets")
        if amount_micros > terms.largest_increment_micros:
            raise _unreasonable(who, name, seat, amount_micros, terms)
        if allowed and amount_micros not in allowed:
            *coins, bet = (format_amount(micros, terms.currency) for micros in (*allowed, amount_micros))
            raise Refusal(Code.BAD_BET, f"the progressive bet is {', '.join(coins)}, not {bet}", "bets")
        if posted and not posted.allow(amount_micros):
            amounts = posted.least_micros, posted.most_micros, amount_micros
            least, most, bet = (format_amount(micros, terms.currency) for micros in amounts)
            raise Refusal(Code.BAD_BET, f"the progressive bet is posted as {least} to {most}, not {bet}", "bets")
        if verdict.most_micros is not None and amount_micros > verdict.most_micros:
            sentence = f"{format_amount(amount_micros, terms.currency)} is too much: {verdict.most_says}"
            raise Refusal(Code.UNLAWFUL, sentence, "bets", decided_by=verdict.most_by)
    return bets


def _unreasonable(who: Requester, table: str, seat: int, amount_micros: int, terms: Terms) -> Refusal:
    """Refuse to count an impossible bet: a sensor or a keypad is wrong, and a person has to look at it."""
    bet, most = (format_amount(micros, terms.currency) for micros in (amount_micros, terms.largest_increment_micros))
    says = f"seat {seat}: a bet of {bet} is above {most}, the largest that can be; it was not counted"
    alarm = raise_alarm(who.floor, who, AlarmKind.UNREASONABLE_BET, table, f"table {table}, {says}")
    sentence = f"{bet} is above the largest reasonable bet of {most}; it is not counted and held for review"
    return Refusal(Code.UNREASONABLE_BET, sentence, "bets", besides=alarm)


class PressHand(RoomCommand, frozen=True, kw_only=True, tag="press hand/1"):
    """Press a hand button: once it claims for a seat, again it takes the claim back.

    Legacy controls need no spot while all bets of the round are equal. A hand without the bet pays envy to others.
    """

    table: Name
    seat: Seat | None = None
    hand: Line
    folded: bool = False

    def decide(self, floor: Floor, who: Requester) -> ClaimsSet:
        table = who.require_keypad(self.table, Press.HAND)
        if table.hand(self.hand) is None:
            hands = ", ".join(button.hand for button in table.hands)
            raise Refusal(Code.BAD_CLAIM, f"{self.hand!r} is no hand of this paytable; hands: {hands}", "hand")
        if floor.terms_of(table).jurisdiction.mode is Mode.ENFORCE and not who.entering:
            sentence = "nobody is signed in at this keypad: one person enters a hand, and another confirms it"
            raise Refusal(Code.SIGN_IN_REQUIRED, sentence)
        pressed = Claim(_spot(table, self.seat), self.hand, self.folded, who.entering)
        claims = toggle(table.claims, pressed)
        if pressed in claims:
            _check_claim(table, pressed)
            _check_possible(table, claims)
            _check_paid_together(floor, table, claims)
        if floor.jackpot_as_started(table).terms.freeze is Freeze.AT_CLAIM:
            _check_logged(floor, table, claims)
        order = (table.claim_order or floor.claims_made + 1) if claims else 0
        return ClaimsSet(table=self.table, claims=claims, order=order)


def _spot(table: Table, seat: int | None) -> int:
    """The seat of a hand; on legacy controls none has to be named where all bettors bet the same."""
    if seat is not None:
        return seat
    if table.controls is not Controls.LEGACY:
        raise Refusal(Code.BAD_CLAIM, "select the player spot first, then the hand", "seat")
    if len(table.bets_micros) == 1:
        return next(iter(table.bets_micros))
    if len(set(table.bets_micros.values())) > 1:
        raise Refusal(Code.BAD_CLAIM, "the bets of this round differ: select the seat, then the hand", "seat")
    return NO_SPOT


def _check_claim(table: Table, claim: Claim) -> None:
    """Check that a hand may be entered: it is not foul, qualifies if folded, and pays at least one seat."""
    if claim.seat > table.in_play.seats:
        raise Refusal(Code.BAD_CLAIM, f"there is no seat {claim.seat}; seats are 1 to {table.in_play.seats}", "seat")
    for award in table.awarded:
        if award.seat == claim.seat and (claim.seat or award.hand == claim.hand):
            page, again = f"(win page {award.pages[0]})", "back that award out first"
            sentence = f"{award.hand} without a spot is awarded {page}: select the seat of another one, or {again}"
            if award.seat:
                sentence = f"seat {award.seat} is awarded its {award.hand} {page}: {again} if it is not right"
            raise Refusal(Code.ALREADY_DONE, sentence, "seat")
    if claim.seat in table.fouled:
        raise Refusal(Code.BAD_CLAIM, f"the hand of seat {claim.seat} is foul: it wins nothing", "seat")
    if claim.folded and not table.folded_hands_qualify:
        raise Refusal(Code.BAD_CLAIM, "a folded hand does not qualify at this table", "folded")
    if not wager_micros(table, claim.seat) and not envy_of(fast_replace(table, claims=(claim,))):
        nobody = "and its hand brings nobody envy" if table.bets_micros else "and nobody else has one"
        sentence = f"seat {claim.seat} has no progressive bet in this round, {nobody}"
        raise Refusal(Code.BAD_CLAIM, sentence if claim.seat else "nobody has a progressive bet in this round", "seat")


def _check_possible(table: Table, claims: Sequence[Claim]) -> None:
    """Refuse hands that no deal can have together: more than there are bets, or than the deck has cards for.

    Only hands of one suit by natural cards are counted, where all their cards are the player's own, or every hand is
    made of the same community cards: other hands are not bounded by less than the seats, or not so simply.
    """
    hands = [(claim.seat, claim.hand) for claim in claims] + [(award.seat, award.hand) for award in table.awarded]
    spots = {seat for seat, _ in hands if seat in table.bets_micros}
    if sum(seat == NO_SPOT for seat, _ in hands) + len(spots) > len(table.bets_micros):
        raise Refusal(Code.BAD_CLAIM, "there are more hands than progressive bets in this round", "hand")
    if len(hands) < 2:
        return
    try:
        game = games.find(table.game, table.variant)
    except UnknownName:  # a game that is not in the catalogue any more is not counted
        return
    better = set[str]()
    for rare in RARE_LINES.get(game.wager(table.wager).ranking, ()):
        better.add(rare.line)
        made, most = sum(hand in better for _, hand in hands), most_in_deal(game, table.wager, rare)
        if most is not None and made > most:
            sentence = f"{made} hands of {rare.line} or better are not possible in one deal, at most {most}"
            raise Refusal(Code.BAD_CLAIM, sentence, "hand")


def most_in_deal(game: Game, wager: str, rare: RareLine) -> int | None:
    """Maximum number of hands of a line or a better one in a deal; None where it has not been counted.

    A suit has `n` cards of the ranks that the line is made of. Hands take `size` of them each; where `shared` of
    these lie on the board they are all of its suit, and take the others only.
    """
    bet, deck = game.wager(wager), game.deck
    shared = sum(packet.taken for packet in game.deal.packets if packet.to is Cards.COMMUNITY)
    own = sum(packet.taken for packet in game.deal.packets if packet.to is Cards.OWN)
    shared = shared if Cards.COMMUNITY in bet.on else 0
    if (
        rare not in RARE_LINES.get(bet.ranking, ())
        or deck.jokers
        or Cards.DEALER in bet.on
        or (shared and own + shared != rare.size)
    ):
        return None
    copies = max(deck.copies, *game.decks) if game.decks else deck.copies
    in_suit = (rare.ranks or len(deck.ranks)) * copies - shared
    return in_suit // (rare.size - shared) * (1 if shared else rare.suits or len(deck.suits))


def _check_paid_together(floor: Floor, table: Table, claims: Sequence[Claim]) -> None:
    """What is divided among all winners of a round cannot be divided again once some of them are paid."""
    paid = {number: prize.win for number, prize in floor.prizes_of_round(table).items()}
    levels = drawn_levels(table, claims)
    shared = [number for number, win in paid.items() if win.level in levels]
    splits = floor.jackpot_as_started(table).terms.several_winners is SeveralWinners.EQUAL_SPLIT
    if shared and splits and not floor.jackpot_of(table)[1].share:
        level = paid[shared[0]].level
        raise _paid_already(f"{level} is split equally, and was paid in this round", shared)
    limit, fixed = aggregate_limit(table), [number for number, win in paid.items() if not win.level]
    due = [win for win in wins_of(fast_replace(table, claims=tuple(claims))) if not win.level]
    owed = [win.fixed_micros + win.cut_micros for win in (*(paid[number] for number in fixed), *due)]
    if limit and fixed and due and sum(min(each, limit.player_micros or each) for each in owed) > limit.table_micros:
        most = format_amount(limit.table_micros, table.currency)
        raise _paid_already(f"the fixed pays of this round come to more than their aggregate limit of {most}", fixed)


def _paid_already(why: str, numbers: Sequence[int]) -> Refusal:
    pages = " and ".join(map(str, numbers))
    sentence = f"{why}: back out win page {pages}, and confirm all of these hands together"
    return Refusal(Code.NOT_NOW, sentence, "hand")


@recorded_as("key turned/1")
class TurnKey(RoomCommand, frozen=True, kw_only=True, tag="turn key/1"):
    """Turn the supervisor's key of the legacy controls to JPH, or back to RUN, which adjusts the meter."""

    table: Name
    to_jph: bool

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        table = who.require_keypad(self.table, Press.KEY_ON if self.to_jph else Press.KEY_OFF)
        who.require_to_confirm(Authority.SUPERVISOR)
        turned = self.record(self.recorded)
        if table.phase is not Phase.LOGGED:
            return (turned,)
        name, _ = floor.jackpot_of(table)
        logged = (number for number, award in floor.given.items() if award.table == self.table and not award.adjusted)
        return turned, MeterAdjusted(table=self.table, jackpot=name, awards=tuple(logged))

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        phase = table.phase
        if table.is_pending:
            phase = Phase.KEYED if self.to_jph else Phase.CLAIMED
        return floor.having("tables", self.table, fast_replace(table, phase=phase))


class Confirm(RoomCommand, frozen=True, kw_only=True, tag="confirm/1"):
    """Confirm the hands that were entered: a swipe logs and pays them, and the meters start again; J-POT logs them.

    The round stays open for further winners until it is ended.
    """

    table: Name
    despite_earlier: bool = False
    """Whether it is known that an earlier claim on the same level waits at another table."""

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        table = who.require_keypad(self.table, Press.CONFIRM)
        name, jackpot = floor.jackpot_of(table)
        needed = authority_needed(floor, table)
        person = who.require_to_confirm(needed, table.claims)
        if takes_second_card(needed, table):
            why = "nobody was signed in when this hand was entered"
            who.require_beside([person], why, Code.ROLE_REQUIRED)
        if not self.despite_earlier:
            _check_earlier(floor, table)
        if not table.prizes:
            _check_logged(floor, table, table.claims)
        if jackpot.share and (levels := drawn_levels(table, table.claims)):
            _check_hub(floor.hub_lines[name], table, levels)
            return (AwardAsked(table=self.table, person=person, despite_earlier=self.despite_earlier),)
        return confirm_awards(floor, self.table, person)


def _check_hub(line: HubLine, table: Table, levels: set[str]) -> None:
    """A hub's level is awarded in touch with the hub, of what it has frozen."""
    if not line.current:
        sentence = (
            f"the room is cut off from the hub ({line.why}): {', '.join(sorted(levels))} is awarded when it is back"
        )
        raise Refusal(Code.NOT_NOW, sentence)
    if not any(prize.win.level for prize in table.prizes):
        raise Refusal(Code.NOT_NOW, "the claim is pending at the hub, which has not frozen it yet; confirm in a moment")


def confirm_awards(floor: Floor, name: str, person: str, by: tuple[Actor, ...] = ()) -> tuple[RoomEvent, ...]:
    """The awards of a table as they are frozen, by the person who confirmed them."""
    table = floor.tables[name]
    jackpot, terms = floor.jackpot_of(table)[0], floor.jackpot_as_started(table).terms
    _, prizes = frozen(floor, table)
    numbers = count(floor.awards + 1)
    folded = {claim.spot for claim in table.claims if claim.folded}
    # A hand without the bet has no prize: the envy that it brings is an award of its receivers.
    awards = tuple(
        AwardRow.of(
            prize,
            number=next(numbers),
            wager_micros=wager_micros(table, prize.win.seat),
            folded=(prize.win.seat, prize.win.hand) in folded,
        )
        for prize in prizes
    )
    envy = tuple(replace(row, number=next(numbers)) for row in envy_of(table))
    policy = terms.several_winners.value
    confirmed = AwardsConfirmed(
        table=name,
        jackpot=jackpot,
        awards=awards,
        envy=envy,
        page=moment_at(floor, name, person, terms.currency, sharing=len(prizes), policy=policy),
        payments=payment_terms(floor, name, (*awards, *envy), terms.currency),
        by=by,
    )
    return *(posted_page(page, jackpot) for page in confirmed.pages()), confirmed


def _check_logged(floor: Floor, table: Table, claims: Sequence[Claim]) -> None:
    """What another table has logged and not yet taken off the meter cannot be won here a second time."""
    won, (jackpot, _) = drawn_levels(table, claims), floor.jackpot_of(table)
    for name, other in floor.tables.items():
        if not other.logged or other is table or floor.jackpot_of(other)[0] != jackpot:
            continue
        terms = floor.jackpot_as_started(other).terms
        first = {terms.levels[0].name} if terms.fixed_pays is FixedPays.METER else set[str]()
        both = sorted(won & ({prize.win.level for prize in other.logged} | first))
        if both:
            sentence = f"table {name} has logged an award of {', '.join(both)}: its key has to return to RUN first"
            raise Refusal(Code.NOT_NOW, sentence)


def _check_earlier(floor: Floor, table: Table) -> None:
    """An earlier claim on a level that is won here: were it withdrawn, this award would be a larger one."""
    won, (jackpot, _) = drawn_levels(table, table.claims), floor.jackpot_of(table)
    for name, other in floor.tables.items():
        if not 0 < other.claim_order < table.claim_order or floor.jackpot_of(other)[0] != jackpot:
            continue
        if both := sorted(won & drawn_levels(other, other.claims)):
            sentence = (
                f"table {name} claimed {', '.join(both)} before this table, and its claim is pending: "
                "settle that one first, or confirm in spite of it"
            )
            raise Refusal(Code.EARLIER_CLAIM, sentence, "despite_earlier")


@recorded_as("game ended/1", released=(tuple[int, ...], ()))
class EndGame(RoomCommand, frozen=True, kw_only=True, tag="end game/1"):
    """END GAME or GAME OVER."""

    table: Name

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        table = who.require_keypad(self.table, Press.END)
        ended = self.record(self.recorded, released=tuple(_not_replaced(floor, table)))
        return *alarm_of_dropped(floor, who, self.table), ended

    def apply(self: Any, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        if self.released:  # they can be paid by hand after all
            floor = floor.with_given(self.released, reopened=False)
        kept = {name: getattr(table, name) for name in EndedRound.__dataclass_fields__}
        ended = EndedRound(**kept) if table.awarded else None
        return floor.having("tables", self.table, fast_replace(round_over(table), ended=ended))


def alarm_of_dropped(floor: Floor, who: Requester, name: str, seat: int | None = None) -> tuple[AlarmRaised, ...]:
    """Raise an alarm for large claims that were taken back and not paid: a player may have been cheated of an award.

    It is raised when the round ends; for one seat, when its hand is declared foul.
    """
    table = floor.tables[name]
    paid = {(award.seat, award.hand) for award in table.awarded}
    dropped = tuple(
        claim
        for claim in table.taken_back
        if (claim.seat, claim.hand) not in paid and claim.seat not in table.fouled and seat in (None, claim.seat)
    )
    if not dropped or authority_needed(floor, fast_replace(table, claims=dropped, prizes=())) <= Authority.SUPERVISOR:
        return ()
    hands = ", ".join(f"{claim.hand}{f' at seat {claim.seat}' if claim.seat else ''}" for claim in dropped)
    says = f"table {name}, round {table.round}: {hands} was entered and taken back, and was not paid"
    return raise_alarm(floor, who, AlarmKind.CLAIM_DROPPED, f"{name}, round {table.round}: {hands}", says)


def _not_replaced(floor: Floor, table: Table) -> Iterator[int]:
    """Awards that were backed out in the round without another one for their seat or their level."""
    wins = [prize.win for prize in floor.prizes_of_round(table).values()]
    for number in table.backed_out:
        voided = floor.given[number].prize if number in floor.given else None
        if voided and not any(win.seat == voided.win.seat or win.level == voided.win.level for win in wins):
            yield number
