"""What the sheets say of a meter's terms: where fixed pays come from, which seed, and that rates only go down."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from decimal import Decimal

from fairfelt.jackpot import PPM, FixedPays, Freeze, Terms
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.law.core.profile import Law
from fairfelt.law.core.verdict import Finding
from fairfelt.rules import MICROS, Preset, format_amount

from .offer import Offer


def check_terms(law: Law, offer: Offer) -> Iterator[Finding]:
    """Check the current and waiting terms of the table's jackpot against its paytable; report each finding once.

    A jackpot in play-off starts with nothing, and its reserve's contributions feed its meter: no user set that.
    """
    checks = [_fixed_pays, _reduced, *([] if offer.played_off else [_seeds, _rises, _rates])]
    found = {finding.text: finding for terms in offer.terms for check in checks for finding in check(law, offer, terms)}
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


def _rises(law: Law, offer: Offer, terms: Terms) -> Iterator[Finding]:
    return check_rises(law, terms)


def _seeds(law: Law, offer: Offer, terms: Terms) -> Iterator[Finding]:
    return check_seeds(law, terms, largest_fixed_micros(offer), levels_won(offer))


def levels_won(offer: Offer) -> frozenset[str]:
    """The levels that the progressive's paytable wins a share of."""
    pays = offer.paytable(offer.progressive).pays.values() if offer.progressive else ()
    return frozenset(pay.level for pay in pays if pay.level)


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


def _reduced(law: Law, offer: Offer, terms: Terms) -> Iterator[Finding]:
    rule = law.find("meter.reduced")
    if rule and terms.freeze is Freeze.AT_CLAIM:
        yield Finding(rule, f"{terms.name}: the hand button takes an award off the meter before it is confirmed")


def _rates(law: Law, offer: Offer, terms: Terms) -> Iterator[Finding]:
    """Only figures that a maker prints, or that the room has filed as the maker's, are held against."""
    rule, preset = law.find("meter.rate"), offer.preset
    if rule is None or preset is None or not _is_bound(preset, terms):
        return
    for level in terms.levels:
        known, rate_ppm = preset.levels.get(level.name), level.rate_ppm + level.reserve_rate_ppm
        if known and rate_ppm > known.rate_ppm:
            ours, theirs = (f"{Decimal(rate) / 10_000}%" for rate in (rate_ppm, known.rate_ppm))
            reserve = ", meter and reserve together," if level.reserve_rate_ppm else ""
            above = f"{ours} of each wager{reserve} is above the pre-configured {theirs}"
            yield Finding(rule, f"{terms.name}: {above} of {level.name}; a rate is only lowered")


def _is_bound(preset: Preset, terms: Terms) -> bool:
    return bool(preset.printed) and preset.only_lower and terms.fixed_pays is FixedPays.TRAY
