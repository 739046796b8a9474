"""What tables won beside what exact odds lead one to expect: by bet, by day and by period, and how often hands came."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import erfc, isqrt, sqrt

from fairfelt import games
from fairfelt.analysis.winnings.bets import THE_GAME
from fairfelt.analysis.winnings.tables import USUAL_PLAYERS, Pace, pace_of
from fairfelt.engine.answers.par import Par
from fairfelt.jackpot.meters.edge import ProgressiveBet, contribution_rate, long_run_edge
from fairfelt.jackpot.terms import FixedPays, Terms
from fairfelt.room import table_odds
from fairfelt.room.commands.set_up import Stood
from fairfelt.room.projections.days import Stand, Stands, TableDay
from fairfelt.room.projections.periods import AtTable
from fairfelt.room.projections.records import Shift
from fairfelt.room.state.floor import Floor
from fairfelt.rules import Kind, UnknownName

MOST_SIGMAS = 3
"""A day beyond this is to be looked into: chance brings one in 370."""


NO_HANDLE = "no handle on record: nothing counts the bets of the game itself; enter it with the closing bank"


def lines_of(one: TableDay) -> tuple[table_odds.BetLine, ...]:
    """Every bet of a day whose odds and handle are known; what the game itself won is the rest of the win."""
    sheet, bet = table_odds.sheet_of(one), table_odds.bet_of(one)
    found: list[table_odds.BetLine] = []
    if isinstance(sheet, Par):
        found += (*table_odds.base_lines(one, sheet), *table_odds.side_lines(one, sheet))
    if isinstance(bet, ProgressiveBet) and one.played and one.play.wagered_micros:
        game = table_odds.progressive_game(one.played)
        found.append(table_odds.progressive_line(one, game, bet))
    return tuple(_with_rest(one, found))


def _with_rest(one: TableDay, lines: Sequence[table_odds.BetLine]) -> Iterator[table_odds.BetLine]:
    """What no other line has of the win is that of the game itself, if that alone is not known."""
    unknown = [line for line in lines if line.win_micros is None]
    rest = None
    if one.win_micros is not None and len(unknown) == 1 and unknown[0].opens and not theory_missing(one):
        rest = one.win_micros - sum(line.win_micros or 0 for line in lines)
    for line in lines:
        yield line if line.win_micros is not None else replace(line, win_micros=rest)


def theory_missing(one: TableDay) -> str:
    """What is missing to compare a win; empty where nothing is."""
    if one.played is None:
        return "the game was changed on this day: the handle of each is not told apart"
    sheet, bet = table_odds.sheet_of(one), table_odds.bet_of(one)
    opened_by_meter = (
        isinstance(bet, ProgressiveBet) and table_odds.progressive_game(one.played).wager(bet.wager).is_base
    )
    if one.handle_micros is None and not opened_by_meter:
        return NO_HANDLE
    for counted, wanted in ((sheet, not opened_by_meter), (bet, bool(one.play.wagered_micros))):
        if wanted and counted is None:
            return "the exact edge was not counted yet; the paper Theoretical against actual counts it"
        if wanted and isinstance(counted, str):
            return f"the exact edge cannot be counted: {counted}"
    if isinstance(sheet, Par) and (lacking := _sides_missing(one, sheet)):
        lacks = " and ".join(lacking)
        return f"the win includes {lacks}, and no handle of that is on record; enter it with the closing bank"
    if one.play.felt.unsplit_micros:
        return "bets were taken back, and the log of that time does not say which"
    return ""


def _sides_missing(one: TableDay, sheet: Par) -> list[str]:
    """Side bets that are offered and counted by nobody; a keypad that reports bets reports all of them."""
    if one.play.felt.bets:
        return []
    offered = [wager.name for wager in sheet.game.wagers if wager.kind is Kind.SIDE]
    posted = offered if one.offered is None else [name for name in offered if name in one.offered]
    return [name for name in posted if name not in one.entered_sides]


def theoretical_win_micros(one: TableDay) -> int | None:
    """Of all bets that the win includes, rounded to a millionth; None while one of them is missing."""
    return None if theory_missing(one) else sum(line.theory_micros for line in lines_of(one))


def deviation_micros(one: TableDay) -> int | None:
    """How far chance carries the win of a day: one standard deviation of all its bets together.

    By the bets that the keypad reported; of a handle that was entered, as if one player bet the same in every round.
    """
    sheet = table_odds.sheet_of(one)
    if theory_missing(one) or (isinstance(sheet, Par) and sheet.round.variance is None):
        return None
    lines = lines_of(one)
    if any(line.handle_micros and not line.variance and line.bet == THE_GAME for line in lines):
        return None
    if not isinstance(sheet, Par):
        return isqrt(int(sum((line.variance for line in lines), Fraction(0)))) or None
    return isqrt(int(table_odds.variance_of(lines, sheet.game, one.play.felt))) or None


def sigmas(one: TableDay) -> Fraction | None:
    """How many standard deviations the win of a day lies from what it should be; None while something is missing."""
    theory, deviation, win = theoretical_win_micros(one), deviation_micros(one), one.win_micros
    return None if theory is None or win is None or not deviation else Fraction(win - theory, deviation)


def fairness_remark(one: TableDay) -> str:
    """The advice about a day; empty where chance explains it."""
    away = sigmas(one)
    return "needs review: chance alone does that on one day in 370" if away and abs(away) > MOST_SIGMAS else ""


def odd_hands(one: TableDay) -> tuple[str, ...]:
    """Hands of the progressive bet that came more or less often on a day than chance explains, where odds are known."""
    bet = table_odds.bet_of(one)
    if not isinstance(bet, ProgressiveBet) or one.played is None:
        return ()
    game = table_odds.progressive_game(one.played)
    crowd, alike = table_odds.crowd_of(game, bet.wager, one.play), table_odds.most_alike(game, bet.wager)
    return tuple(table_odds.rare_hands(one.table, bet, one.play, crowd, alike))


def all_bets_micros(one: TableDay) -> int:
    """The handle of all bets whose line is known; raises are no part of it, for the edge is of what opens a round."""
    return sum(line.handle_micros for line in lines_of(one)) or one.handle_micros or 0


HOUR_MICROS = 3600 * 1_000_000


LEAST_HOURS = Fraction(1, 2)
"""Less time says little of a pace."""


NO_WIN = "a bank was not counted, so that the win is not known"


@dataclass(frozen=True)
class TablePeriod:
    """One table over some days."""

    table: str
    game: str
    currency: str
    days: tuple[TableDay, ...]
    dealt_micros: int
    """Time dealt there, by the dealers' shifts."""
    games: int
    """Rounds begun in these shifts."""
    published: Pace | None
    """Of the game, for a table of five."""

    @property
    def pace(self) -> Fraction | None:
        """Rounds an hour by the log; None where too little was dealt to tell."""
        hours = Fraction(self.dealt_micros, HOUR_MICROS)
        return self.games / hours if self.games and hours >= LEAST_HOURS else None

    @property
    def compared(self) -> tuple[TableDay, ...]:
        """Days with a win, and with the handle and the exact edge of every bet in it."""
        return tuple(
            day
            for day in self.days
            if day.win_micros is not None and theoretical_win_micros(day) is not None and deviation_micros(day)
        )

    @property
    def theory_micros(self) -> int:
        """What those days should have won."""
        return sum(theoretical_win_micros(day) or 0 for day in self.compared)

    @property
    def win_micros(self) -> int:
        return sum(day.win_micros or 0 for day in self.compared)

    @property
    def deviation_micros(self) -> int:
        """One standard deviation of their sum: days are independent."""
        return isqrt(sum((deviation_micros(day) or 0) ** 2 for day in self.compared))

    @property
    def sigmas(self) -> float | None:
        """How far the win lies from what it should be; None where no day can be compared."""
        deviation = self.deviation_micros
        return (self.win_micros - self.theory_micros) / deviation if deviation else None

    @property
    def bets(self) -> tuple[table_odds.BetLine, ...]:
        """Every bet of all days whose handle is on record, added up; a win only where every day has one."""
        found: dict[tuple[str, str], list[table_odds.BetLine]] = {}
        for line in (line for day in self.days for line in lines_of(day)):
            found.setdefault((line.bet, line.paytable), []).append(line)
        return tuple(table_odds.add_lines(lines) for lines in found.values())

    @property
    def p_value(self) -> float | None:
        """How often chance alone carries a fair table at least as far, to either side."""
        return None if self.sigmas is None else erfc(abs(self.sigmas) / sqrt(2))


def table_periods(days: Sequence[TableDay], shifts: Iterable[Shift]) -> tuple[TablePeriod, ...]:
    """Every table that was active in the period."""
    dealt = [shift for shift in shifts if shift.games]
    found = []
    for name in dict.fromkeys(day.table for day in days if day.is_active):
        mine = [shift for shift in dealt if shift.table == name]
        here = tuple(day for day in days if day.table == name)
        played = {one.fingerprint: one for day in here if day.is_active for one in day.stood}.values()
        found.append(
            TablePeriod(
                name, ", then ".join(games.title_of(one.game, one.variant) for one in played), here[-1].currency, here,
                sum(shift.last_micros - shift.from_micros for shift in mine), sum(shift.games for shift in mine),
                *(_published(one.game, one.variant) for one in played) if len(played) == 1 else (None,),
            )
        )  # fmt: skip
    return tuple(found)


def _published(slug: str, variant: str) -> Pace | None:
    try:
        game = games.find(slug, variant)
    except UnknownName:
        return None
    return pace_of(game, min(USUAL_PLAYERS, game.seats))


def side_figures(stood: Stood, seen: AtTable) -> Iterator[tuple[ProgressiveBet, AtTable]]:
    """Every side bet that was reported, with what slips paid on it; none where the table pays without slips."""
    if not seen.felt.bets or not seen.tray_pays:
        return
    sheets = table_odds.count_sheet(stood)
    if isinstance(sheets, str):
        return
    game = sheets.game
    for wager, table, on in table_odds.side_bets_seen(game, seen.felt):
        sheet = sheets.wager(wager.name, table.name)
        if table_odds.has_slips(sheet, table):
            yield table_odds.paid_by_hand(sheet, wager, table, game), AtTable(
                "", rounds=seen.rounds, sizes=on.sizes, hits=on.hits, wagered_micros=on.handle_micros,
                fixed_micros=table_odds.returned_micros(wager, table, game, on),
            )  # fmt: skip


def table_figures(
    floor: Floor, stands: Stands, begin: int, end: int, read: Callable[[int, int], Mapping[str, AtTable]]
) -> list[TableFigures]:
    """Every progressive and side bet that stood at a table in a time, with what the table saw meanwhile."""
    whole, found = read(begin, end), list[TableFigures]()
    for name, at in stands.items():
        here = [one for one in at if one.meets(begin, end)]
        for one in here:
            seen = (whole if len(here) == 1 else read(*one.within(begin, end))).get(name, AtTable())
            found += _figures(name, one, seen, floor.tables[name].currency)
    return found


def _figures(table: str, at: Stand, seen: AtTable, currency: str) -> Iterator[TableFigures]:
    """The progressive bet of a table, and the side bets that slips were paid on."""
    bet = table_odds.count_progressive(at.stood) if at.stood.wager else ""
    sides = list(side_figures(at.stood, seen))
    if not sides and isinstance(bet, str):
        return
    game = games.find(at.stood.game, at.stood.variant)
    bets = [(side, on, False) for side, on in sides]
    if isinstance(bet, ProgressiveBet):
        game = table_odds.progressive_game(at.stood)
        bets.insert(0, (bet, seen, at.to_micros is None))
    for one, on, now in bets:
        crowd, alike = table_odds.crowd_of(game, one.wager, on), table_odds.most_alike(game, one.wager)
        yield TableFigures(table, one, on, currency, now=now, crowd=crowd, alike=alike)


@dataclass(frozen=True)
class TableFigures:
    """One table in a period, with the exact count of its bet."""

    table: str
    bet: ProgressiveBet
    seen: AtTable
    currency: str
    now: bool = True
    """True for a progressive that still stands there."""
    crowd: Fraction = table_odds.ALONE
    """Number of bets of a round that are won and lost as one."""
    alike: int = 1
    """The most bets of a round that the same cards can decide."""

    @property
    def lines(self) -> tuple[table_odds.Compared, ...]:
        """Every hand, and the fixed pays."""
        return table_odds.compare_hits(self.bet, self.seen, self.crowd, self.alike)

    @property
    def findings(self) -> tuple[str, ...]:
        """Hands that chance hardly explains."""
        return tuple(table_odds.rare_hands(self.table, self.bet, self.seen, self.crowd, self.alike))


def return_to_players(bet: ProgressiveBet, terms: Terms) -> tuple[Fraction, Fraction]:
    """The long-run return of a bet, and what of it are pays from the tray and contributions; seeds are the rest.

    Fixed pays that come off a meter are paid of contributions, and not besides them.
    """
    from_tray = bet.fixed_return if terms.fixed_pays is FixedPays.TRAY else Fraction(0)
    return 1 - long_run_edge(bet, terms), from_tray + contribution_rate(terms)
