"""A jackpot that rooms share: its meters stand at a hub, and every room counts what it owes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fairfelt.jackpot.book import HUB, OWED, PENDING, REVENUE, ROOMS, Move, at, fast_replace, transfer
from fairfelt.jackpot.jackpot import Jackpot, Share, gathered, over_limit

from .award import Prize
from .terms import FixedPays, Freeze, SeveralWinners, Terms

__all__ = ["frozen_at_hub", "received", "returned_by_hub", "shared_by", "sharing_fault", "taken_by_hub"]


def sharing_fault(terms: Terms) -> str:
    """Why a jackpot with these terms cannot be shared by rooms; empty where it can."""
    if terms.freeze is not Freeze.AT_CLAIM:
        return "amounts of a jackpot that rooms share lock at the claim"
    if terms.fixed_pays is not FixedPays.TRAY:
        return "fixed pays of a jackpot that rooms share come from the tray"
    if terms.several_winners is not SeveralWinners.IN_ORDER:
        # Hands of one round come to the hub claim by claim, and what it has awarded is final.
        return "several winners of a jackpot that rooms share are paid in order"
    return ""


def shared_by(terms: Terms, shown: Mapping[str, int]) -> Jackpot:
    """A room's side of a hub's jackpot, at its beginning: nothing is seeded here."""
    return Jackpot(terms, share=Share(dict(shown)))


def taken_by_hub(jackpot: Jackpot, terms: Terms, shown: Mapping[str, int], taken: Mapping[str, int]) -> Jackpot:
    """A room's jackpot after its hub reported what its meters show, and what of the room's sums it has taken."""
    share = jackpot.share
    assert share, "only a shared jackpot has a hub"
    more = sum(taken.values()) - sum(share.taken.values())
    after = jackpot.after(transfer(OWED, HUB, more))
    share = replace(share, shown=dict(shown), taken=dict(taken))
    if terms == jackpot.terms:
        return fast_replace(after, share=share)
    return replace(after, terms=terms, share=share)


def returned_by_hub(jackpot: Jackpot) -> Jackpot:
    """A room's jackpot after its hub has ended it: what the hub did not take is held here, on accounts of its own.

    What the hub took too much, of wagers that were given back since, the house bears.
    """
    share, moves = jackpot.share, list[Move]()
    assert share, "only a shared jackpot has a hub"
    for account, counted in share.counted.items():
        left = counted - share.taken.get(account, 0)
        moves += transfer(OWED, account if left > 0 else REVENUE, left)
    return replace(jackpot.after(tuple(moves)), share=None)


def received(jackpot: Jackpot, changes: Mapping[str, int], wagers: int) -> Jackpot:
    """A hub's jackpot after a room handed over what its wagers earned for each account.

    Below zero it gives wagers back, as `given_back_wagers` does: from what gathered above a limit first, and what is
    not there any more the house bears.
    """
    moves = list[Move]()
    for account, change in changes.items():
        left = change
        for source in (*gathered(jackpot, account), account) if change < 0 else ():
            back = min(-left, jackpot.book[source])
            moves += transfer(source, ROOMS, back)
            left += back
        moves += transfer(ROOMS, account if change > 0 else REVENUE, left)
    fed = jackpot.book.after(moves)
    for level in jackpot.limited:
        fed = fed.after(over_limit(jackpot.book, fed, level))
    return fast_replace(jackpot, book=fed, counts=jackpot.counts.with_wagers(wagers))


def frozen_at_hub(jackpot: Jackpot, frozen: Sequence[Prize]) -> tuple[Jackpot, tuple[Prize, ...]]:
    """A room's jackpot with prizes that the hub has frozen: they come from the hub, and wait here to be paid."""
    prizes = tuple(map(_from_hub, frozen))
    for prize in prizes:
        jackpot = jackpot.after(prize.moves)
    return jackpot, prizes


def _from_hub(prize: Prize) -> Prize:
    return replace(prize, moves=transfer(HUB, at(PENDING, prize.win.level), prize.amount_micros), reseeded=())
