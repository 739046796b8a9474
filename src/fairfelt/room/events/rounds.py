"""What happens at a table, in the order of a round."""

from __future__ import annotations

from collections.abc import Mapping

from fairfelt.jackpot import Freeze, Jackpot, Prize, Win, contributed, given_back, pay_prizes, set_aside
from fairfelt.jackpot.fast_replace import fast_replace
from fairfelt.room.state.duties import Payment
from fairfelt.room.state.floor import WINS_KEPT, Floor
from fairfelt.room.state.table import Phase, Table
from fairfelt.room.views.win_page import win_pages

from ..fields import Body


def bets_placed(floor: Floor, body: Body) -> Floor:
    lit = dict(body["lit"])
    return floor.having("tables", body["table"], fast_replace(floor.tables[body["table"]], lit=lit))


def game_started(floor: Floor, body: Body) -> Floor:
    table = floor.tables[body["table"]]
    _, jackpot = floor.jackpot_of(table)
    bets = dict(body["bets"])
    jackpot, _ = contributed(jackpot, *bets.values())
    playing = fast_replace(table, phase=Phase.PLAYING, round=body["round"], lit={}, bets_micros=bets)
    return floor.with_round(body["table"], playing, jackpot)


def claims_set(floor: Floor, body: Body) -> Floor:
    """All claims of the round anew: frozen prizes go back, then all are frozen in paying order."""
    table = floor.tables[body["table"]]
    _, jackpot = floor.jackpot_of(table)
    jackpot, _ = given_back(jackpot, table.prizes)
    claims: dict[int, str] = dict(body["claims"])
    prizes: tuple[Prize, ...] = ()
    if jackpot.terms.freeze is Freeze.AT_CLAIM:
        jackpot, prizes = set_aside(jackpot, wins_of(table, claims))
    phase = Phase.CLAIMED if claims else Phase.PLAYING
    return floor.with_round(body["table"], fast_replace(table, phase=phase, claims=claims, prizes=prizes), jackpot)


def wins_of(table: Table, claims: Mapping[int, str]) -> list[Win]:
    """The claimed hands as wins."""
    buttons = {button.hand: button for button in table.hands}
    return [buttons[hand].win(seat, table.bets_micros[seat]) for seat, hand in claims.items()]


def frozen(floor: Floor, table: Table) -> tuple[Jackpot, tuple[Prize, ...]]:
    """The jackpot and the prizes a confirmation pays: those frozen at the claim, or else as they are now.

    What was frozen stays so, even if the house has changed its policy since.
    """
    _, jackpot = floor.jackpot_of(table)
    return (jackpot, table.prizes) if table.prizes else set_aside(jackpot, wins_of(table, table.claims))


def awards_confirmed(floor: Floor, body: Body) -> Floor:
    table = floor.tables[body["table"]]
    jackpot, prizes = frozen(floor, table)
    jackpot = pay_prizes(jackpot, prizes, [row["amount_micros"] for row in body["envy"]])
    name, pages = body["jackpot"], win_pages(body)
    floor = floor.with_round(body["table"], fast_replace(table, phase=Phase.PAID, prizes=()), jackpot)
    last = (*floor.last_wins.get(name, ()), *pages)[-WINS_KEPT:]
    begun = {row["number"]: Payment.from_dict(row, body["page"]["currency"]) for row in body.get("payments", ())}
    return fast_replace(
        floor,
        awards=floor.awards + len(pages),
        last_wins={**floor.last_wins, name: last},
        payments={**floor.payments, **begun} if begun else floor.payments,
    )


def key_turned(floor: Floor, body: Body) -> Floor:
    table = floor.tables[body["table"]]
    phase = table.phase
    if table.is_pending:
        phase = Phase.KEYED if body["to_jph"] else Phase.CLAIMED
    return floor.having("tables", body["table"], fast_replace(table, phase=phase, key_at_jph=body["to_jph"]))


def game_ended(floor: Floor, body: Body) -> Floor:
    over = fast_replace(floor.tables[body["table"]], phase=Phase.BETTING, bets_micros={}, claims={}, prizes=())
    return floor.having("tables", body["table"], over)
