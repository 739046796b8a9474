"""Limits on wagers and prizes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, TypeVar

from msgspec import Meta, Struct

from fairfelt.jackpot import PPM, FixedPays, Freeze, Terms
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.law.core import Finding, Law, LawError, Rule
from fairfelt.rules import DOLLARS, MICROS, Game, Kind, Opens, Paytable, Preset, Wager, format_amount, format_day
from fairfelt.runtime.formats import Line, OptionalLine, Stake

__all__ = [
    "HOUSE_CAP", "AggregateLimit", "AnteLimit", "Cap", "Limits", "OddsFunding", "OddsPrize", "Offer", "ante_limit",
    "by_wager", "check_aggregates", "check_bet", "check_bets", "check_odds_funds", "check_offer", "check_rises",
    "check_seats", "check_seeds", "check_terms", "find_cap", "largest_fixed_micros", "odds_funding", "odds_prizes",
    "paid_under",
]  # fmt: skip

# What a table offers: a game, which of its bets, between which limits, for how many players.


T = TypeVar("T")


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the most that may be bet on a wager."""

    least_micros: Stake
    most_micros: Stake

    def __post_init__(self) -> None:
        if not 0 < self.least_micros <= self.most_micros:
            raise LawError("limits go from an amount above zero to one that is not less")

    def allow(self, amount_micros: int) -> bool:
        return self.least_micros <= amount_micros <= self.most_micros


class AggregateLimit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The most that one deal pays on some wagers, however many win."""

    wagers: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=20, description="a list of 1 to 20 wagers")]
    table_micros: Stake
    player_micros: Stake | None = None
    approval: OptionalLine = ""
    """The document that approves it."""
    displayed: bool = False


@dataclass(frozen=True, kw_only=True)
class Offer:
    """One table as it is set up."""

    game: Game
    opening: Limits
    """Limits of each opening bet."""
    openings: Mapping[str, Limits] = field(default_factory=dict)
    """Limits of opening bets that differ from the rest, where a player opens with one of several."""
    side_bets: Mapping[str, Limits] = field(default_factory=dict)
    """Side bets and progressives that are offered; the others are not."""
    seats: int = 0
    """Places at the table; 0 means as many as the game allows."""
    paytables: Mapping[str, str] = field(default_factory=dict)
    """The paytable of each wager; defaults to the wager's first."""
    aggregates: tuple[AggregateLimit, ...] = ()
    currency: str = DOLLARS
    progressive: str = ""
    """The progressive that the table is connected to; empty where there is none."""
    terms: tuple[Terms, ...] = ()
    """Terms of its jackpot: those in force, and those that wait for the next award."""
    played_off: bool = False
    """Whether its jackpot is on its way out and starts with nothing once it is won."""
    filed: Mapping[str, Preset] = field(default_factory=dict)
    """What the room has filed of the maker's pre-configured seeds and rates, by paytable of the progressive."""

    def __post_init__(self) -> None:
        for name in self.side_bets:
            if not self.game.wager(name).is_optional:
                raise LawError(f"{name} is a bet of {self.game.title} itself; name side bets and progressives only")
        for name in self.openings:
            if self.game.wager(name).kind is not Kind.OPENING:
                raise LawError(f"{name} is no opening bet of {self.game.title}; name opening bets only")
            if self.game.opens is Opens.ALL and len(self.game.openings) > 1:
                raise LawError(f"{self.game.title} is opened with equal bets, so they all have the same limits")
        for name in self.paytables:
            self.paytable(name)
        if not 0 <= self.seats <= self.game.seats:
            raise LawError(f"{self.game.title} has at most {self.game.seats} seats, not {self.seats}")

    @property
    def progressives(self) -> tuple[str, ...]:
        """Every progressive bet that can be made here."""
        offered = {self.game.wager(name).name for name in (*self.side_bets, *filter(None, [self.progressive]))}
        return tuple(w.name for w in self.game.wagers if w.feeds_meter and w.name in offered)

    @property
    def preset(self) -> Preset | None:
        """The progressive's preset: as the room has filed it, or as it ships."""
        if not self.progressive:
            return None
        paytable = self.paytable(self.progressive)
        ships, filed = paytable.preset, self.filed.get(paytable.name)
        return replace(ships, levels=filed.levels, printed=filed.printed) if ships and filed else filed or ships

    @property
    def places(self) -> int:
        """Seats at this table."""
        return self.seats or self.game.seats

    def paytable(self, wager: str) -> Paytable:
        """The paytable of a wager at this table."""
        named = {self.game.wager(name).name: table for name, table in self.paytables.items()}
        name = self.game.wager(wager).name
        return self.game.paytable(name, named[name]) if name in named else self.game.wager(name).paytable

    @property
    def paytables_in_play(self) -> tuple[str, ...]:
        """Those that pay a bet of this table, as a pin lists them."""
        offered = {*self.wagers, *self.progressives}
        paid = (wager.name for wager in self.game.wagers if wager.name in offered or not wager.is_optional)
        tables = ((name, self.paytable(name)) for name in paid if self.game.wager(name).paytables)
        return tuple(paytable_on_file(name, table.name) for name, table in tables if table.pays)

    @property
    def wagers(self) -> Mapping[str, Limits]:
        """Every wager a player can make here, with its limits; those of raises follow from the opening bet."""
        game = self.game
        own = {game.wager(name).name: limits for name, limits in self.openings.items()}
        found = {wager.name: own.get(wager.name, self.opening) for wager in game.openings}
        for wager in game.raises:
            sizes = multiples(game, wager)
            found[wager.name] = Limits(self.opening.least_micros * sizes[0], self.opening.most_micros * sizes[-1])
        return {**found, **{game.wager(name).name: limits for name, limits in self.side_bets.items()}}


def by_wager(game: Game, named: Mapping[str, T]) -> dict[str, T]:
    """The values keyed by the game's names of the wagers; refuse a wager named twice as ambiguous."""
    found: dict[str, T] = {}
    for name, value in named.items():
        wager = game.wager(name).name
        if wager in found:
            raise LawError(f"{wager} is named twice; capitals do not matter, so name each wager once")
        found[wager] = value
    return found


def paytable_on_file(wager: str, paytable: str) -> str:
    """A paytable of a wager as a pin lists it."""
    return f"{wager}/{paytable}"


def multiples(game: Game, wager: Wager) -> tuple[int, ...]:
    """The sizes a bet can have in units of the first opening bet, from the smallest to the largest."""
    if wager.kind is not Kind.RAISE:
        return (1,)
    return game.raise_sizes(wager) or (1,)


# What an aggregate limit leaves of the pays of one deal: a share in proportion, in whole cents, and never more.


def paid_under(limit: AggregateLimit, owed_micros: Sequence[int]) -> tuple[int, ...]:
    """The pay of each winner of a deal: first within the limit of a player, then all within that of the deal."""
    single = [min(owed, limit.player_micros) if limit.player_micros else owed for owed in owed_micros]
    total = sum(single)
    if total <= limit.table_micros:
        return tuple(single)
    shares = [divmod(limit.table_micros * owed // total, CENT_MICROS) for owed in single]
    paid = [cents * CENT_MICROS for cents, _ in shares]
    left = (limit.table_micros - sum(paid)) // CENT_MICROS
    fits = [at for at in range(len(shares)) if paid[at] + CENT_MICROS <= single[at]]
    for place in sorted(fits, key=lambda at: -shares[at][1])[:left]:
        paid[place] += CENT_MICROS
    return tuple(paid)


# What the sheets say of a meter's terms: where fixed pays come from, which seed, and that rates only go down.


def check_terms(law: Law, offer: Offer) -> Iterator[Finding]:
    """Check the current and waiting terms of the table's jackpot against its paytable; report each finding once.

    A jackpot in play-off starts with nothing, and its reserve's contributions feed its meter: no user set that.
    """
    found: dict[str, Finding] = {}
    for terms in offer.terms:
        checks = [_fixed_pays(law, offer, terms), _reduced(law, terms)]
        if not offer.played_off:
            pays = offer.paytable(offer.progressive).pays.values() if offer.progressive else ()
            seeds = check_seeds(law, terms, largest_fixed_micros(offer), {pay.level for pay in pays if pay.level})
            checks += [seeds, check_rises(law, terms), _rates(law, offer, terms)]
        found |= {finding.text: finding for check in checks for finding in check}
    yield from found.values()


def check_seeds(law: Law, terms: Terms, largest_micros: int = 0, won: Collection[str] = ()) -> Iterator[Finding]:
    """No level starts with nothing, and none that a paytable wins with less than its largest fixed award."""
    rule = law.find("meter.seed")
    for level in terms.levels if rule else ():
        if rule and not level.seed_micros:
            yield Finding(rule, f"{terms.name}: {level.name} has no seed; give it one, also beside a reserve")
        elif rule and level.name in won and level.seed_micros < largest_micros:
            seed, largest = (format_amount(micros, terms.currency) for micros in (level.seed_micros, largest_micros))
            yield Finding(
                rule, f"{terms.name}: the seed of {level.name}, {seed}, is below the largest fixed award, {largest}"
            )


def check_rises(law: Law, terms: Terms) -> Iterator[Finding]:
    """Every meter of a progressive rises with each wager; what only goes to a reserve is on no meter.

    The rule names no rate. One by which no wager at all moves the display is none.
    """
    rule = law.find("jackpot.rises")
    for level in terms.levels if rule else ():
        rate, rises_micros = Decimal(level.rate_ppm) / 10_000, level.rate_ppm * terms.largest_increment_micros // PPM
        if rule and not level.rate_ppm:
            yield Finding(rule, f"{terms.name}: {level.name} takes 0% of each wager, and a progressive rises with each")
        elif rule and rises_micros < CENT_MICROS:
            most = format_amount(terms.largest_increment_micros, terms.currency)
            yield Finding(
                rule, f"{terms.name}: {level.name} takes {rate:f}% of each wager, and not even one of {most}, the "
                "largest, raises it by a cent"
            )  # fmt: skip


def largest_fixed_micros(offer: Offer) -> int:
    """The largest award of the progressive that is no share of a meter, at the smallest bet."""
    if not offer.progressive:
        return 0
    limits = offer.wagers.get(offer.game.wager(offer.progressive).name)
    least = limits.least_micros if limits else MICROS
    fixed = (pay.net + 1 for pay in offer.paytable(offer.progressive).pays.values() if not pay.level)
    return int(max(fixed, default=0) * least)


def _fixed_pays(law: Law, offer: Offer, terms: Terms) -> Iterator[Finding]:
    rule, preset = law.find("meter.fixed_pays"), offer.preset
    if rule and preset and terms.fixed_pays.value not in preset.fixed_pays:
        there = " or ".join(preset.fixed_pays)
        what = f"{offer.game.title}, {offer.progressive}, {offer.paytable(offer.progressive).name}"
        paid = f"are paid from the {there}, not from the {terms.fixed_pays.value}"
        yield Finding(rule, f"{what}: hands that win no share of the meter {paid}")


def _reduced(law: Law, terms: Terms) -> Iterator[Finding]:
    rule = law.find("meter.reduced")
    if rule and terms.freeze is Freeze.AT_CLAIM:
        yield Finding(rule, f"{terms.name}: the hand button takes an award off the meter before it is confirmed")


def _rates(law: Law, offer: Offer, terms: Terms) -> Iterator[Finding]:
    """Only figures that a maker prints, or that the room has filed as the maker's, are held against."""
    rule, preset = law.find("meter.rate"), offer.preset
    bound = preset and preset.printed and preset.only_lower and terms.fixed_pays is FixedPays.TRAY
    if rule is None or preset is None or not bound:
        return
    for level in terms.levels:
        known, rate_ppm = preset.levels.get(level.name), level.rate_ppm + level.reserve_rate_ppm
        if known and rate_ppm > known.rate_ppm:
            ours, theirs = (f"{Decimal(rate) / 10_000}%" for rate in (rate_ppm, known.rate_ppm))
            reserve = ", meter and reserve together," if level.reserve_rate_ppm else ""
            above = f"{ours} of each wager{reserve} is above the pre-configured {theirs}"
            yield Finding(rule, f"{terms.name}: {above} of {level.name}; a rate is only lowered")


# Limits and funds for odds-based prizes: aggregate payout limits, and the second highest prize above an amount.


@dataclass(frozen=True)
class OddsPrize:
    """The most that one line of a paytable can pay at a table."""

    game: str
    wager: str
    hand: str
    odds: Fraction
    amount_micros: int


def odds_prizes(offer: Offer) -> Iterator[OddsPrize]:
    """Every odds-based prize of a table at its largest wager; shares of a meter are no such prizes."""
    game = offer.game
    for name, limits in offer.wagers.items():
        wager = game.wager(name)
        ranking = wager.ranking or (game.showdown.ranking if game.showdown else None)
        aggregate = next((a.table_micros for a in offer.aggregates if name in a.wagers), None)
        table = offer.paytable(name)
        for line, pay in table.pays.items():
            if pay.level or pay.net <= 0:
                continue
            amount = limits.most_micros * pay.net.numerator // pay.net.denominator
            paid = amount if aggregate is None else min(amount, aggregate)
            by_margin = wager.ranking is None
            hand = table.line_name(line, None if by_margin else ranking)
            yield OddsPrize(game.title, name, hand, pay.net, paid)


@dataclass(frozen=True)
class OddsFunding:
    """The sum to be kept for odds-based prizes, and the prizes that require it."""

    rule: Rule
    prizes: tuple[OddsPrize, ...]
    """Those above the amount, highest first."""

    @property
    def required_micros(self) -> int:
        """The second highest; nothing while there are fewer than two."""
        return self.prizes[1].amount_micros if len(self.prizes) > 1 else 0


def odds_funding(law: Law, offers: Iterable[Offer]) -> OddsFunding | None:
    """What all tables together ask for. A prize that several tables of one game offer is one prize."""
    rule = law.find("funds.odds_prizes")
    if rule is None:
        return None
    above = rule.number("above_micros")
    prizes = {prize for offer in offers for prize in odds_prizes(offer) if prize.amount_micros > above}
    return OddsFunding(rule, tuple(sorted(prizes, key=lambda p: (-p.amount_micros, p.game, p.wager, p.hand))))


def check_odds_funds(law: Law, offers: Iterable[Offer], kept_micros: int, currency: str = DOLLARS) -> Iterator[Finding]:
    """Whether enough is kept for the prizes in one currency."""
    funding = odds_funding(law, (offer for offer in offers if offer.currency == currency))
    if funding and kept_micros < funding.required_micros:
        second = funding.prizes[1]
        what = f"{second.game}, {second.wager}, {second.hand}"
        kept, required = (format_amount(micros, currency) for micros in (kept_micros, funding.required_micros))
        second_highest = f"{required}, the second highest odds-based prize ({what})"
        yield Finding(funding.rule, f"{kept} is kept for odds-based prizes, less than {second_highest}")


def check_aggregates(law: Law, offer: Offer) -> Iterator[Finding]:
    rule = law.find("payout.aggregate")
    if rule is None:
        return
    for limit in offer.aggregates:
        names = " and ".join(limit.wagers)
        if not limit.approval:
            yield Finding(rule, f"the aggregate limit on {names} needs an approval; name its document")
        if not limit.displayed:
            yield Finding(rule, f"the aggregate limit on {names} is to be displayed on the layout or a sign")
        if len(limit.wagers) > 1 and rule.flag("one_kind_only"):
            yield Finding(rule, f"one aggregate limit cannot cover {names} together; give each its own")
        if limit.player_micros is not None and not rule.flag("player_limits"):
            yield Finding(rule, f"a limit for one player is not possible on {names}; it is for all players of a deal")
        for name in limit.wagers:
            yield from _high_enough(rule, offer, limit, name)


def _high_enough(rule: Rule, offer: Offer, limit: AggregateLimit, name: str) -> Iterator[Finding]:
    limits, pays = offer.wagers[name], offer.paytable(name).pays.values()
    odds = max((pay.net for pay in pays if not pay.level), default=Fraction(0))
    if odds < rule.number("imposed_from_odds"):
        yield Finding(rule, f"{name} pays at most {odds} to 1; only from {rule.number('imposed_from_odds')} to 1 on "
                            "may its payout be limited")  # fmt: skip
        return
    least = limits.most_micros * min(odds, Fraction(rule.number("odds_up_to")))
    if rule.flag("least_wager_counts"):
        least = max(least, limits.least_micros * odds)
    required = -(-least.numerator // least.denominator)
    table = required * rule.number("table_times_player")
    if limit.player_micros is not None and limit.player_micros < required:
        most, least_most = (format_amount(micros, offer.currency) for micros in (limit.player_micros, required))
        yield Finding(rule, f"{name}: the limit of {most} a player is below {least_most}")
    if limit.table_micros < table:
        most, least_most = (format_amount(micros, offer.currency) for micros in (limit.table_micros, table))
        yield Finding(rule, f"{name}: the aggregate limit of {most} is below {least_most}")


# Limits on wagers: the cap by date and kind, the Ante that follows from it, separate games with one hand, seats.
#
# The law's own amounts are dollars whatever a table is played in; amounts are compared number with number.


SHEET_CAP = "sheet.wager_cap"
"""The rule of the sheets, where the law lets more be bet than they do."""
HOUSE_CAP = "house.wager_cap"
"""The rule of a house that lets less be bet than the law does."""


@dataclass(frozen=True)
class Cap:
    """The most for a wager, and the rule that says so."""

    micros: int
    rule: Rule

    @property
    def words(self) -> str:
        """The amount; the law's own are dollars."""
        return format_amount(self.micros, str(self.rule.parameters.get("currency", DOLLARS)))


@dataclass(frozen=True)
class AnteLimit:
    """The largest opening bet, and the bet that decides it."""

    amount_micros: int
    wager: str
    times: int
    cap: Cap


def caps(law: Law, kind: Kind) -> tuple[Cap, ...]:
    """Every cap on a wager of that kind: the law's, the maker's, the house's."""
    rules = filter(None, map(law.find, ("wager.cap", SHEET_CAP, HOUSE_CAP))) if kind is not Kind.BONUS else ()
    return tuple(Cap(rule.number(f"{kind.value.replace(' ', '_')}_micros"), rule) for rule in rules)


def find_cap(law: Law, kind: Kind) -> Cap | None:
    """The cap that decides: the lowest, and of equal ones the one that goes first; None if there is no cap."""
    return min(caps(law, kind), key=lambda found: found.micros, default=None)


def ante_limit(law: Law, game: Game) -> AnteLimit | None:
    """The largest opening bet for which no bet the game can ask for is above the cap, in whole units."""
    found = []
    for wager in (*game.openings, *game.raises):
        if (most := find_cap(law, wager.kind)) is not None:
            times = multiples(game, wager)[-1]
            found.append(AnteLimit(most.micros // times // MICROS * MICROS, wager.name, times, most))
    return min(found, key=lambda limit: limit.amount_micros, default=None)


def check_bet(law: Law, wager: Wager, amount_micros: int, currency: str = DOLLARS) -> Iterator[Finding]:
    """One bet against the caps of its kind; the first that it is above decides."""
    above = next((most for most in caps(law, wager.kind) if amount_micros > most.micros), None)
    if above:
        most = f"{above.words}, the most for a single wager on {format_day(law.on)}"
        yield Finding(above.rule, f"{wager.name}: {format_amount(amount_micros, currency)} is above {most}")


def check_ante(law: Law, game: Game, amount_micros: int, currency: str = DOLLARS) -> Iterator[Finding]:
    """An opening bet against the largest bet it can lead to."""
    limit = ante_limit(law, game)
    if limit is None or amount_micros * limit.times <= limit.cap.micros:
        return
    above = next(most for most in caps(law, game.wager(limit.wager).kind) if amount_micros * limit.times > most.micros)
    ante = game.wagers[0].name
    bet, raised = (format_amount(micros, currency) for micros in (amount_micros, amount_micros * limit.times))
    leads = f"{bet} can ask for a {limit.wager} of {raised} ({limit.times}x)"
    yield Finding(
        above.rule,
        f"{ante}: {leads}, above the most for a single wager on {format_day(law.on)}; "
        f"the {ante} goes up to {format_amount(limit.amount_micros)}",
    )


def check_bets(law: Law, game: Game, bets_micros: Mapping[str, int], currency: str = DOLLARS) -> Iterator[Finding]:
    """The bets of one player before the deal, or one more at a decision: each against its cap, and how many games."""
    for name, amount_micros in bets_micros.items():
        found = list(check_bet(law, game.wager(name), amount_micros, currency))
        yield from found
        if not found and game.wager(name) is game.wagers[0]:
            yield from check_ante(law, game, amount_micros, currency)
    yield from _separate_games(law, game, bets_micros)


def check_offer(law: Law, offer: Offer) -> Iterator[Finding]:
    yield from check_seats(law, offer.places)
    before_the_deal = (name for name in offer.wagers if offer.game.wager(name).kind is not Kind.RAISE)
    largest = {name: offer.wagers[name].most_micros for name in before_the_deal}
    yield from check_bets(law, offer.game, largest, offer.currency)
    single, excluded = law.find("table.one_progressive"), offer.game.excluded((*offer.wagers, *offer.progressives))
    if single and excluded:
        ruling, together = excluded
        either = f"a table offers {' or '.join(together)}, not both (ruling {ruling.name})"
        yield Finding(single, f"{offer.game.title}: {either}")
    posting = law.find("posting.table")
    if posting and offer.progressive and offer.progressive not in offer.wagers:
        yield Finding(posting, f"no limits of {offer.progressive} are posted; post them")


def check_seats(law: Law, seats: int) -> Iterator[Finding]:
    rule = law.find("table.seats")
    if rule and seats > rule.number("most_seats"):
        yield Finding(rule, f"{seats} places are more than {rule.number('most_seats')}, the most at a table")


def _separate_games(law: Law, game: Game, bets_micros: Mapping[str, int]) -> Iterator[Finding]:
    """The game itself is one, each side bet and each progressive is one more."""
    rule = law.find("games.per_hand")
    if rule is None:
        return
    largest: dict[str, int] = {}
    for name, amount_micros in bets_micros.items():
        wager = game.wager(name)
        separate = wager.name if wager.is_optional else game.name
        largest[separate] = max(largest.get(separate, 0), amount_micros)
    most, most_large, small = (rule.number(n) for n in ("most_games", "most_above_small", "small_wager_micros"))
    if len(largest) > most:
        yield Finding(rule, f"{len(largest)} separate games with one hand are more than {most}")
    large = [name for name, amount in largest.items() if amount > small]
    if len(large) > most_large:
        names = ", ".join(large)
        yield Finding(
            rule, f"{len(large)} games ({names}) take more than {format_amount(small)}; only {most_large} may"
        )
