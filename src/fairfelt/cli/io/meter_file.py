"""Reads a jackpot as a person writes it down: game and bet, levels, policies, pace."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairfelt.rules import MICROS, AmountError, UnknownName, parse_amount

from .choose import find_game
from .errors import BadInput
from .read_file import toml_of

if TYPE_CHECKING:
    from fairfelt.jackpot import Level, Terms
    from fairfelt.meters import Case, MustHitBy, Pace, Standing

KNOWN = {
    "name", "game", "variant", "wager", "paytable", "stake", "others", "currency", "fixed_pays", "several_winners",
    "levels", "pace", "must_hit_by",
}  # fmt: skip
LEVEL = {"seed", "rate", "reserve", "limit", "meter", "in_reserve"}
PACE = {"tables", "rounds_per_hour", "bettors", "hours_per_week"}
MUST_HIT_BY = {"most", "rate", "base_return", "meter"}
PPM = 1_000_000


def read_case(file: Path, *, others: int | None = None) -> Case:
    """The jackpot in a file, or the sentence that says what is wrong with it."""
    said = _read(file)
    try:
        return _case(said, file, others)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"{file} leaves out or mistakes {error}; 'fairfelt meter --help' shows a whole one") from error
    except (ValueError, UnknownName) as error:
        raise BadInput(f"{file}: {error}") from error


def read_must_hit(file: Path) -> tuple[MustHitBy, Fraction] | None:
    """The must-hit-by meter of a file and where it stands; None if it has none."""
    from fairfelt.meters import MustHitBy

    said = _read(file).get("must_hit_by")
    if said is None:
        return None
    try:
        _known(said, MUST_HIT_BY, "a must-hit-by meter")
        rise, base = share(said["rate"]), share(said["base_return"])
        return MustHitBy(most=_amount(said["most"]), rise=rise, base_return=base), _amount(said["meter"])
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadInput(f"{file}: a must-hit-by meter has most, meter, rate and base_return; {error}") from error


def share(text: str | int) -> Fraction:
    """Read "18%", "12.5%" or "0.18" as a share of one."""
    if not isinstance(text, str):
        raise AmountError(f"{text!r} is not a share: write it as text, such as '18%'")
    bare, percent = text.strip().removesuffix("%"), text.strip().endswith("%")
    try:
        found = Fraction(bare.strip())
    except (ValueError, ZeroDivisionError):
        raise AmountError(f"{text!r} is not a share: write it such as 18% or 0.18") from None
    return found / 100 if percent else found


def _read(file: Path) -> Mapping[str, Any]:
    if not file.exists():
        raise BadInput(f"there is no file {file}; 'fairfelt meter draft' writes one to begin with")
    said = toml_of(file)
    try:
        _known(said, KNOWN, "a jackpot")
    except ValueError as error:
        raise BadInput(f"{file}: {error}") from error
    return said


def _known(said: Mapping[str, Any], known: set[str], what: str) -> None:
    if unknown := set(said) - known:
        raise ValueError(f"{what} has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(known))}")


def _case(said: Mapping[str, Any], file: Path, others: int | None) -> Case:
    from fairfelt.meters import Case, prospect

    game = find_game(said["game"], said.get("variant", ""))
    stake = _amount(said.get("stake", "1"))
    return Case(
        game=game,
        prospect=prospect(game, said["wager"], said.get("paytable", ""), stake=stake),
        terms=_terms(said, file),
        others=int(said.get("others", 0)) if others is None else others,
        standing=_standing(said["levels"]),
        pace=_pace(said["pace"]) if "pace" in said else None,
    )


def _terms(said: Mapping[str, Any], file: Path) -> Terms:
    from fairfelt.jackpot import FixedPays, SeveralWinners, Terms
    from fairfelt.jackpot.terms import MOST_MICROS

    return Terms(
        name=str(said.get("name", file.stem)),
        levels=tuple(_level(name, level) for name, level in said["levels"].items()),
        currency=said.get("currency", "USD"),
        largest_increment_micros=MOST_MICROS,
        executive_from_micros=0,
        several_winners=SeveralWinners(said.get("several_winners", "in order")),
        fixed_pays=FixedPays(said.get("fixed_pays", "tray")),
    )


def _level(name: str, said: Mapping[str, Any]) -> Level:
    from fairfelt.jackpot import Level

    _known(said, LEVEL, f"level {name}")
    return Level(
        name,
        parse_amount(said["seed"]),
        _ppm(said["rate"]),
        _ppm(said.get("reserve", "0")),
        parse_amount(said["limit"]) if "limit" in said else None,
    )


def _standing(levels: Mapping[str, Mapping[str, Any]]) -> Standing:
    from fairfelt.meters import Standing

    meters = {name: _amount(level["meter"]) for name, level in levels.items() if "meter" in level}
    reserves = {name: _amount(level["in_reserve"]) for name, level in levels.items() if "in_reserve" in level}
    return Standing(meters, reserves)


def _pace(said: Mapping[str, Any]) -> Pace:
    from fairfelt.meters import Pace

    _known(said, PACE, "a pace")
    return Pace(
        tables=int(said["tables"]),
        rounds_per_hour=Fraction(str(said["rounds_per_hour"])),
        bettors=Fraction(str(said["bettors"])),
        hours_per_week=Fraction(str(said["hours_per_week"])),
    )


def _amount(text: str) -> Fraction:
    return Fraction(parse_amount(text), MICROS)


def _ppm(text: str) -> int:
    found = share(text) * PPM
    if found.denominator != 1:
        raise AmountError(f"{text!r} is finer than a millionth of the wager: write it with fewer decimals")
    return int(found)
