"""Reads a jackpot or a table as a person writes it down in TOML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from fairfelt.cli.io.choose import find_game, toml_of
from fairfelt.cli.io.errors import BadInput, bad_input
from fairfelt.jackpot import PPM, FixedPays, Level, ProposedTerms, SeveralWinners, Terms, TermsError
from fairfelt.jackpot.meters import USUAL_ANTE, JackpotSetup, Pace, ProgressiveOffer
from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.law import (
    AggregateLimit,
    HouseJackpot,
    LawError,
    Limits,
    MetCondition,
    Offer,
    Papers,
    Pin,
    by_wager,
    letter,
)
from fairfelt.reports.law.notices import PostedProgressive
from fairfelt.rules import DOLLARS, MICROS, AmountError, UnknownName, fingerprint, parse_amount
from fairfelt.runtime.formats import FieldError, convert, parse_number

Said = Mapping[str, Any]
JACKPOT_NAMES = {
    "name", "game", "variant", "wager", "paytable", "stake", "others", "ante", "currency", "fixed_pays",
    "several_winners", "levels", "pace",
}  # fmt: skip
LEVEL = {"seed", "rate", "reserve", "limit", "meter", "in_reserve"}
PACE = {"tables", "rounds_per_hour", "bettors", "hours_per_week"}


def read_jackpot(file: Path, *, others: int | None = None) -> JackpotSetup:
    """The jackpot in a file, or the sentence that says what is wrong with it."""
    said = _read(file)
    try:
        game, levels = find_game(said["game"], said.get("variant", "")), said["levels"]
        return JackpotSetup(
            offer=ProgressiveOffer(game.slug, game.variant, said["wager"], said.get("paytable", "")),
            stake=parse_units(said.get("stake", "1")),
            terms=_terms(said, file),
            others=int(said.get("others", 0)) if others is None else others,
            meters=tuple((name, parse_units(at["meter"])) for name, at in levels.items() if "meter" in at),
            reserves=tuple((name, parse_units(at["in_reserve"])) for name, at in levels.items() if "in_reserve" in at),
            pace=_pace(said["pace"]) if "pace" in said else None,
            ante=parse_units(said["ante"]) if "ante" in said else USUAL_ANTE,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"{file} leaves out or mistakes {error}; 'fairfelt meter --help' shows a whole one") from error
    except (ValueError, UnknownName) as error:
        raise BadInput(f"{file}: {error}") from error


def parse_share(text: str | int) -> Fraction:
    """Read "18%", "12.5%" or "0.18" as a share of one."""
    if not isinstance(text, str):
        raise AmountError(f"{text!r} is not a share: write it as text, such as '18%'")
    bare, percent = text.strip().removesuffix("%"), text.strip().endswith("%")
    try:
        found = parse_number(bare.strip())
    except AmountError:
        raise AmountError(f"{text[:20]!r} is not a share: write it such as 18% or 0.18") from None
    return found / 100 if percent else found


def parse_units(text: str) -> Fraction:
    """Read an amount as currency units."""
    return Fraction(parse_amount(text), MICROS)


def _read(file: Path) -> Said:
    if not file.exists():
        raise BadInput(f"there is no file {file}; 'fairfelt meter draft' writes one to begin with")
    said = toml_of(file)
    with bad_input(ValueError, where=str(file)):
        _check_names(said, JACKPOT_NAMES, "a jackpot")
    return said


def _check_names(said: Said, known: set[str], what: str) -> None:
    if unknown := set(said) - known:
        raise ValueError(f"{what} has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(known))}")


def _terms(said: Said, file: Path) -> Terms:
    return Terms(
        name=str(said.get("name", file.stem)),
        levels=tuple(_level(name, level) for name, level in said["levels"].items()),
        currency=said.get("currency", DOLLARS),
        largest_increment_micros=MOST_MICROS,
        executive_from_micros=0,
        several_winners=SeveralWinners(said.get("several_winners", "in order")),
        fixed_pays=FixedPays(said.get("fixed_pays", "tray")),
    )


def _level(name: str, said: Said) -> Level:
    _check_names(said, LEVEL, f"level {name}")
    limit_micros = parse_amount(said["limit"]) if "limit" in said else None
    return Level(name, parse_amount(said["seed"]), _ppm(said["rate"]), _ppm(said.get("reserve", "0")), limit_micros)


def _ppm(text: str) -> int:
    found = parse_share(text) * PPM
    if found.denominator != 1:
        raise AmountError(f"{text!r} is finer than a millionth of the wager: write it with fewer decimals")
    return int(found)


def _pace(said: Said) -> Pace:
    _check_names(said, PACE, "a pace")
    rates = {name: parse_number(said[name]) for name in ("rounds_per_hour", "bettors", "hours_per_week")}
    return Pace(tables=int(said["tables"]), **rates)


TABLE_NAMES = {
    "table", "game", "variant", "seats", "opening", "side_bets", "aggregates", "progressive", "house_jackpots", "met",
    "installed", "second_record", "compared", "paytables", "disputes",
}  # fmt: skip
OF_PROGRESSIVE = {"wager", "paytable", "terms", "linked", "folded_hands_qualify"}


@dataclass(frozen=True)
class TableFile:
    """A table with all that is content about it."""

    name: str
    offer: Offer
    papers: Papers
    progressive: PostedProgressive | None
    house_jackpots: tuple[HouseJackpot, ...]
    disputes: tuple[str, ...]
    """The house's own words on disputes, if it has any."""


def read_table(file: Path) -> TableFile:
    """The table in a file, or the sentence that says what is wrong with it."""
    content = toml_of(file)
    try:
        with bad_input(ValueError, LawError, TermsError, FieldError, AmountError, UnknownName, where=str(file)):
            _check_names(content, TABLE_NAMES, "a table")
            return _table(content)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(
            f"{file} leaves out or mistakes {error}; 'fairfelt law table --help' shows a whole one"
        ) from error


def _table(content: Mapping[str, Any]) -> TableFile:
    game = find_game(content["game"], content.get("variant", ""))
    currency = content.get("progressive", {}).get("terms", {}).get("currency", DOLLARS)
    side_bets = by_wager(game, content.get("side_bets", {})).items()
    offer = Offer(
        game=game,
        opening=_limits(content["opening"], currency),
        side_bets={name: _limits(limits, currency) for name, limits in side_bets},
        seats=content.get("seats", 0),
        paytables=by_wager(game, content.get("paytables", {})),
        aggregates=tuple(_aggregate(limit, currency) for limit in content.get("aggregates", ())),
        currency=currency,
    )
    if "progressive" in content:
        posted = _progressive(content["progressive"], offer)
        paytables = {**offer.paytables, posted.wager: posted.paytable}
        offer = replace(offer, progressive=posted.wager, paytables=paytables, terms=(posted.terms,))
    compared = Pin(game.slug, game.variant, fingerprint(game), tuple(content.get("compared", ())))
    papers = Papers(
        letter=replace(letter(), pins=(*letter().pins, *([compared] if compared.paytables else []))),
        met=tuple(MetCondition(**met) for met in content.get("met", ())),
        installed=content.get("installed"),
        second_record=content.get("second_record", False),
    )
    progressive = _progressive(content["progressive"], offer) if "progressive" in content else None
    house = tuple(_house(jackpot, offer) for jackpot in content.get("house_jackpots", ()))
    return TableFile(str(content["table"]), offer, papers, progressive, house, tuple(content.get("disputes", ())))


def _limits(content: Mapping[str, str], currency: str) -> Limits:
    return Limits(*(parse_amount(content[name], currency=currency) for name in ("least", "most")))


def _aggregate(content: Mapping[str, Any], currency: str) -> AggregateLimit:
    player = content.get("player")
    return AggregateLimit(
        wagers=tuple(content["wagers"]),
        table_micros=parse_amount(content["table"], currency=currency),
        player_micros=None if player is None else parse_amount(player, currency=currency),
        approval=content.get("approval", ""),
        displayed=content.get("displayed", False),
    )


def _progressive(content: Mapping[str, Any], offer: Offer) -> PostedProgressive:
    _check_names(content, OF_PROGRESSIVE, "a [progressive]")
    folded = content.get("folded_hands_qualify")
    if not isinstance(folded, bool | None):
        raise BadInput(f"folded_hands_qualify is true or false, not {folded!r:.40}")
    table = offer.game.paytable(content["wager"], content["paytable"])
    return PostedProgressive(
        wager=offer.game.wager(content["wager"]).name,
        paytable=table.name,
        terms=ProposedTerms.accepted(convert(content["terms"], ProposedTerms)),
        folded_hands_qualify=folded,
        linked=content.get("linked", False),
    )


def _house(content: Mapping[str, Any], offer: Offer) -> HouseJackpot:
    return HouseJackpot(
        name=content["name"],
        game=offer.game.slug,
        hand=content["hand"],
        amount_micros=parse_amount(content["amount"], currency=offer.currency),
        posted=content.get("posted", False),
        currency=offer.currency,
    )
