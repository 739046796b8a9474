"""Side bets as the tests for fair dealing take them: every hand that slips paid, against its exact odds."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.meters.progressive_bet import ProgressiveBet
from fairfelt.reports.room.bet_lines import has_slips, paid_by_hand, returned_micros, side_bets_seen
from fairfelt.reports.room.known_odds import count_sheet
from fairfelt.room.events.set_up import Stood
from fairfelt.room.projections.period import AtTable


def side_figures(stood: Stood, seen: AtTable) -> Iterator[tuple[ProgressiveBet, AtTable]]:
    """Every side bet that was reported, with what slips paid on it; none where the table pays without slips."""
    if not seen.felt.bets or not seen.tray_pays:
        return
    sheets = count_sheet(stood)
    if isinstance(sheets, str):
        return
    game = sheets.game
    for wager, table, on in side_bets_seen(game, seen.felt):
        sheet = sheets.wager(wager.name, table.name)
        if has_slips(sheet, table):
            yield paid_by_hand(sheet, wager, table, game), AtTable(
                "", rounds=seen.rounds, sizes=on.sizes, hits=on.hits, wagered_micros=on.handle_micros,
                fixed_micros=returned_micros(wager, table, game, on),
            )  # fmt: skip
