"""The test that a game is dealt fairly: how often each paying hand came, against its exact odds, by chi-square."""

from __future__ import annotations

from fractions import Fraction

from fairfelt.meters.progressive_bet import ProgressiveBet
from fairfelt.reports.room.bet_lines import ALONE
from fairfelt.room.projections.period import AtTable
from fairfelt.table.randomness import LEAST_EXPECTED, Tested


def dealt_fairly(table: str, bet: ProgressiveBet, seen: AtTable, crowd: Fraction = ALONE) -> Tested | None:
    """Every hand that pays and all others together; None where so few bets were made that nothing can be told.

    Where so many bets are won and lost as one, there are as many times fewer of everything.
    """
    wagers = sum(seen.sizes.values()) / crowd
    chances = {hit.hand: hit.probability for hit in bet.hits} | {pay.hand: pay.probability for pay in bet.pays}
    cells = [(seen.hits.get(hand, 0) / crowd, wagers * chance) for hand, chance in chances.items()]
    cells.append((wagers - sum(hits for hits, _ in cells), wagers * (1 - sum(chances.values(), Fraction(0)))))
    grouped = _grouped(cells)
    if len(grouped) < 2:
        return None
    chi_square = sum((hits - expected) ** 2 / expected for hits, expected in grouped)
    return Tested(table, "hands that pay, against their exact odds", float(chi_square), len(grouped) - 1)


def _grouped(cells: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """The rarest are counted together until every cell has enough for chi-square to hold."""
    left = sorted(cells, key=lambda cell: cell[1])
    while len(left) > 1 and left[0][1] < LEAST_EXPECTED:
        (hits, expected), (more, also) = left[:2]
        left = sorted([(hits + more, expected + also), *left[2:]], key=lambda cell: cell[1])
    return [cell for cell in left if cell[1] >= LEAST_EXPECTED]
