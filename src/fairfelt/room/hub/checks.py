"""What a hub believes of a room: what no honest room can say is refused, and unlikely awards wait for people there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from fairfelt import games
from fairfelt.jackpot import PPM, Jackpot
from fairfelt.room.refusal import Code, Refusal
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.hand_buttons import hand_buttons
from fairfelt.room.state.links import FoldedHands
from fairfelt.rules import UnknownName, format_amount

from .accounts import DAY_MICROS, RoomAccount, RoomClaim, SharedClaim
from .hub_events import RoomReported, bounds_ppm, most_ahead, news_of, wagers_ahead


def other_journal(known: RoomAccount, report: RoomReported, since_hash: str) -> str:
    """Why a report is of another journal than the one that the hub knows, in words; empty where it is the same."""
    if report.up_to < known.up_to:
        ends = f"the room's journal ends at event {report.up_to} and the hub knows event {known.up_to}"
        return f"{ends}: it is an older copy of its journal"
    if known.hash and since_hash != known.hash:
        return f"event {known.up_to} of the room's journal is another than the hub knows: the journal was forked"
    reported = (report.counted, report.wagers, report.wagered_micros, report.hash)
    if report.up_to == known.up_to and reported != (
        known.taken,
        known.wagers,
        known.wagered_micros,
        known.hash or report.hash,
    ):
        return f"the hub knows other sums of the room's event {report.up_to}: its journal was written anew"
    return ""


def check_since(known: RoomAccount, report: RoomReported, since: int) -> None:
    """A report names the last event that the hub knows, so that its hash can be compared."""
    if report.up_to >= known.up_to and since != known.up_to:
        sentence = f"the hub has taken the room's events up to {known.up_to}, and not {since}: ask for its word"
        raise Refusal(Code.NOT_NOW, sentence, "since")


def check_folded_hands(floor: Floor, jackpot: str, room: str, reported: Iterable[FoldedHands]) -> None:
    """All tables for a jackpot have one rule on folded hands, in every room: it decides how often a level is won."""
    rules = {f"link {link}": rule for link, rule in floor.folded_rules(jackpot).items()}
    for name, account in floor.rooms.items():
        device = floor.devices[name]
        if name != room and device.enabled and floor.links[device.link].jackpot == jackpot:
            rules |= {f"room {name}": rule for rule in account.folded_hands}
    for rule in reported:
        if others := [f"{where} says “{other}”" for where, other in rules.items() if other is not rule]:
            sentence = (
                f"tables of one jackpot have one rule on folded hands: room {room} says “{rule}”, and {others[0]}; "
                "move its tables to a link with that rule, or two people at the hub accept the room's next report"
            )
            raise Refusal(Code.BAD_FIELD, sentence, "folded_hands")
        rules[f"room {room}"] = rule


def check_accounts(jackpot: Jackpot, report: RoomReported) -> None:
    """Sums of accounts of this jackpot."""
    if strange := set(report.counted) - set(jackpot.rates_ever):
        raise Refusal(Code.BAD_FIELD, f"this jackpot has no account {min(strange)}", "counted")


def check_sums(jackpot: Jackpot, known: RoomAccount, report: RoomReported) -> None:
    """Wagers that the room's tables can have made since its last report, and what they earn at the jackpot's rates."""
    news, largest = news_of(known, report), jackpot.largest_ever_micros
    if set(known.taken) - set(report.counted):
        raise Refusal(Code.BAD_FIELD, "an account that was counted before is missing", "counted")
    if min(news) < 0:
        sentence = "wagers and voids only grow; a void is reported as a void, and not as fewer wagers"
        raise Refusal(Code.BAD_FIELD, sentence, "wagers")
    made = (news.wagers, news.wagered_micros, "wagers"), (news.voided_wagers, news.voided_micros, "voided_wagers")
    for count, micros, field in made:
        if not count <= micros <= count * largest:
            most = format_amount(largest, jackpot.terms.currency)
            sentence = f"{count} wagers of {most} at most each cannot come to {micros} millionths"
            raise Refusal(Code.BAD_FIELD, sentence, field)
    if news.voided_wagers > known.voidable_wagers + news.wagers:
        lie = known.voidable_wagers + news.wagers
        sentence = f"{news.voided_wagers} wagers are given back, and at most {lie} can lie on the room's tables"
        raise Refusal(Code.BAD_FIELD, sentence, "voided_wagers")
    if wagers_ahead(known, report) > most_ahead(known):
        tables, seats, rounds = known.limits.tables, known.limits.seats, known.limits.rounds_per_hour
        sentence = (
            f"{news.wagers} new wagers are more than {tables} tables with {seats} seats make in this time at {rounds} "
            "rounds an hour; two people at the hub raise the room's limits, or accept its report"
        )
        raise Refusal(Code.BAD_FIELD, sentence, "wagers")
    for account, (low, high) in bounds_ppm(jackpot, known, report).items():
        counted, least, most_ = report.counted.get(account, 0), low // PPM, high // PPM
        if not least <= counted <= most_:
            right = f"{least}" if least == most_ else f"{least} to {most_}"
            sentence = f"{account}: {counted} millionths were counted; these wagers earn {right} at the jackpot's rate"
            raise Refusal(Code.BAD_FIELD, sentence, "counted")
        if counted + known.earlier.get(account, 0) < 0:
            raise Refusal(Code.BAD_FIELD, f"{account}: more is given back than the room ever fed", "counted")


def check_claims(jackpot: Jackpot, known: RoomAccount, claims: Sequence[SharedClaim]) -> None:
    """Check that claims are on levels of the jackpot, listed once, and that confirmed ones are unchanged."""
    numbers, tables = [claim.claim for claim in claims], {claim.at_table for claim in claims}
    if numbers != sorted(set(numbers)):
        raise Refusal(Code.BAD_CLAIM, "claims are told once each, in the order of their numbers", "claims")
    if len(tables) < len(claims) or len(claims) > known.limits.tables:
        sentence = f"a table has one claim, and the room has {known.limits.tables} tables by its limits at the hub"
        raise Refusal(Code.BAD_CLAIM, sentence, "claims")
    for claim in claims:
        before = known.claims.get(claim.claim)
        if before is None and claim.claim in known.settled and not (known.accepted or known.accepting):
            sentence = f"claim {claim.claim} was confirmed before; a new claim has a new number"
            raise Refusal(Code.BAD_CLAIM, sentence, "claims")
        if before and before.confirmed and before.told.wins != claim.wins:
            raise Refusal(Code.BAD_CLAIM, f"claim {claim.claim} is confirmed and stays as it is", "claims")
        if before is None or before.told.wins != claim.wins:
            _check_wins(jackpot, claim)


def _check_wins(jackpot: Jackpot, claim: SharedClaim) -> None:
    """Every seat wins once, a share that the paytable has."""
    levels = {level.name for level in jackpot.terms.levels}
    if not claim.wins or {win.level for win in claim.wins} - levels:
        raise Refusal(Code.BAD_CLAIM, f"claim {claim.claim} names no level of this jackpot", "claims")
    if len({win.seat for win in claim.wins}) < len(claim.wins):
        raise Refusal(Code.BAD_CLAIM, f"claim {claim.claim} names a seat twice", "claims")
    shares = _shares(claim)
    for win in claim.wins:
        top, _, bottom = win.share.partition("/")
        if not 0 < int(top) <= int(bottom or 1):
            raise Refusal(Code.BAD_CLAIM, "a share is a fraction above 0 and up to 1, such as 1/10", "claims")
        if shares is not None and (win.hand, win.level, Fraction(win.share)) not in shares:
            sentence = (
                f"paytable {claim.paytable} of {claim.game} does not pay {win.share} of {win.level} for {win.hand}"
            )
            raise Refusal(Code.BAD_CLAIM, sentence, "claims")


def _shares(claim: SharedClaim) -> set[tuple[str, str, Fraction]] | None:
    """What the paytable of a claim pays; None where the hub does not know it."""
    try:
        buttons = hand_buttons(games.find(claim.game, claim.variant), claim.wager, claim.paytable)
    except UnknownName:
        return None
    return {(button.hand, button.level, Fraction(button.share)) for button in buttons if button.level}


def why_held(jackpot: Jackpot, known: RoomAccount, claim: RoomClaim, now_micros: int) -> str:
    """Why the room's word is not enough for an award, in words; empty where it is."""
    shared, limits, terms = claim.told, known.limits, jackpot.terms
    threshold = terms.executive_from_micros if limits.confirm_from_micros is None else limits.confirm_from_micros
    if shared.claim in known.settled:
        return f"claim {shared.claim} of this room was confirmed before, from another copy of its journal"
    if len(shared.wins) > known.claimable_wagers:
        return "the room has reported no wager for it"
    if _shares(shared) is None:
        return f"the hub does not know paytable {shared.paytable} of {shared.game}"
    if claim.amount_micros >= threshold:
        return f"awards from {format_amount(threshold, terms.currency)} on are confirmed at the hub"
    for level in sorted({win.level for win in shared.wins}):
        day = [at for at in known.awarded.get(level, ()) if at > now_micros - DAY_MICROS]
        if len(day) >= limits.awards_per_day:
            return f"the room had {len(day)} awards of {level} in 24 hours"
    return ""
