"""What bets at a table should win by exact odds, what they won by the log, and which hands came oddly often.


All of it is what happens in the tray: a progressive bet is taken whole, its fixed pays and envy are paid from there
unless they come off the meter, and a share of a meter is paid with the money that was set aside for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import ceil, isqrt

from fairfelt import games
from fairfelt.analysis.winnings.bets import THE_GAME, row_net
from fairfelt.analysis.winnings.covariance import kept_covariance, seats_together, shares_all_cards
from fairfelt.engine.answers.answer import Answer
from fairfelt.engine.answers.par import Par, WagerPar
from fairfelt.engine.answers.store import kept_answer, kept_sheet
from fairfelt.engine.exact import Unsolved, answer
from fairfelt.jackpot.meters.edge import FixedPay, ProgressiveBet, count_bet, needs_solving
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.room.commands.set_up import Stood
from fairfelt.room.projections.days import TableDay
from fairfelt.room.projections.periods import AtTable, FeltSums, OnBet
from fairfelt.rules import MICROS, Basis, Cards, Envy, Game, Kind, Opens, Paytable, UnknownName, Wager

NOTHING = Fraction(0)
ALONE = Fraction(1)
"""Each bet is won and lost by itself."""


@dataclass(frozen=True, kw_only=True)
class BetLine:
    """One bet of a table on a day."""

    bet: str
    """Its name; THE_GAME for all opening bets together, with their raises."""
    paytable: str = ""
    handle_micros: int
    theory: Fraction
    """What the tray should keep of it, in millionths."""
    variance: Fraction
    """Variance of the win, in square millionths."""
    win_micros: int | None = None
    """What the tray kept of it; None if unknown."""
    opens: tuple[str, ...] = ()
    """The opening bets that it stands for."""
    squares: Fraction = NOTHING
    """Sum of the squared bets, in units that the bet is counted for; in square millionths."""
    crowd: Fraction = ALONE
    """The seats of a round vary as if their bets came in blocks of this size, each won or lost as one."""

    @property
    def edge(self) -> Fraction:
        """The part of the handle that should be kept."""
        return self.theory / self.handle_micros if self.handle_micros else NOTHING

    @property
    def theory_micros(self) -> int:
        """Rounded to a millionth."""
        return round(self.theory)

    @property
    def deviation_micros(self) -> int:
        return isqrt(int(self.variance))

    @property
    def sigmas(self) -> Fraction | None:
        """How many of them the win lies away; None where it is not known, or chance has no part in it."""
        if self.win_micros is None or not self.deviation_micros:
            return None
        return Fraction(self.win_micros - self.theory_micros, self.deviation_micros)


def add_lines(lines: Sequence[BetLine]) -> BetLine:
    """Add one bet over several days, which are independent; a win only where every day has one."""
    wins = [line.win_micros for line in lines if line.win_micros is not None]
    return replace(
        lines[0],
        handle_micros=sum(line.handle_micros for line in lines),
        theory=sum((line.theory for line in lines), NOTHING),
        variance=sum((line.variance for line in lines), NOTHING),
        win_micros=sum(wins) if len(wins) == len(lines) else None,
    )


NO_CHOICE: Mapping[str, str] = {}


def base_lines(one: TableDay, par: Par) -> Iterator[BetLine]:
    """The game itself: all opening bets as one, or each by itself where a player opens with one of several."""
    game, felt, handle = par.game, one.play.felt, one.handle_micros
    if handle is None:
        return
    if one.entered_micros is None and felt.bets and game.opens is Opens.ONE:
        for wager in game.openings:
            for paytable, seen in felt.bets.get(wager.name, {}).items():
                line = _line_seen(game, par.wager(wager.name, paytable), seen, one.rounds)
                yield replace(line, opens=(wager.name,))
        return
    bets, total = bets_of_a_unit(game), par.round
    names, crowd = tuple(wager.name for wager in game.openings), ALONE
    squares = Fraction(handle**2, one.rounds) if one.rounds else NOTHING
    if one.entered_micros is None and felt.bets:
        squares = Fraction(sum(felt.product(a, b) for a in names for b in names) * CENT_MICROS**2)
        made = sum(seen.bets for seen in felt.bets.get(names[0], {}).values())
        crowd = _crowd(game, "", "", _players(made, one.rounds))
    yield BetLine(
        bet=THE_GAME, handle_micros=handle, theory=total.house_edge * handle / bets,
        variance=(total.variance or NOTHING) * squares / bets**2 * crowd, opens=names, squares=squares / bets**2,
        crowd=crowd,
    )  # fmt: skip


def side_lines(one: TableDay, par: Par) -> Iterator[BetLine]:
    """Every side bet whose handle is on record: as the keypad reported it, or as it was entered."""
    game = par.game
    for wager, table, seen in side_bets_seen(game, one.play.felt, one.paytables):
        if wager.name not in one.entered_sides and seen.bets:
            sheet = par.wager(wager.name, table.name)
            line = _line_seen(game, sheet, seen, one.rounds)
            chances = [(row.line, row.probability) for row in sheet.outcomes if row.line is not None]
            mean, spread = _envy(table.envy, chances, seen.bets, seen.others, seen.others_micros)
            won = seen.handle_micros - returned_micros(wager, table, game, seen) - seen.envy_micros
            known = one.play.tray_pays and has_slips(sheet, table)
            theory, variance = line.theory - mean, line.variance + spread
            yield replace(line, theory=theory, variance=variance, win_micros=won if known else None)
    for name, handle in one.entered_sides.items():
        wager = game.wager(name)
        sheet = par.wager(name, one.paytables.get(wager.name, wager.paytable.name))
        squares = Fraction(handle**2, one.rounds) if one.rounds else NOTHING
        yield BetLine(
            bet=wager.name, paytable=sheet.paytable, handle_micros=handle, theory=sheet.house_edge * handle,
            variance=sheet.variance * squares, squares=squares,
        )  # fmt: skip


def side_bets_seen(
    game: Game, felt: FeltSums, in_play: Mapping[str, str] = NO_CHOICE
) -> Iterator[tuple[Wager, Paytable, OnBet]]:
    """Side bets that were reported, each with its paytable: where the log did not say it yet, the one in play."""
    for name in felt.bets:
        wager = game.wager(name)
        if wager.kind is not Kind.SIDE:
            continue
        usual = in_play.get(name, wager.paytable.name)
        found: dict[str, OnBet] = {}
        for paytable, seen in felt.bets[name].items():
            found.setdefault(paytable or usual, OnBet()).add(seen)
        yield from ((wager, game.paytable(name, paytable), seen) for paytable, seen in found.items())


def most_alike(game: Game, wager: str) -> int:
    """The most bets of a round that the same cards can decide: one where a player's own cards alone do."""
    bet, reveals = game.wager(wager), any(street.community or street.dealer for street in game.streets)
    by_hand = bet.ranking and bet.on is Cards.OWN and not bet.against and not (game.course and shares_all_cards(game))
    return 1 if by_hand and (bet.survives_fold or not reveals) else game.seats


def crowd_of(game: Game, wager: str, seen: AtTable) -> Fraction:
    """How many bets of a round are won and lost as one, at most: all of them where players share cards."""
    shares = game.deal.count(Cards.COMMUNITY) or (game.course and shares_all_cards(game))
    shares = shares and most_alike(game, wager) > 1
    return max(ALONE, Fraction(sum(seen.sizes.values()), seen.rounds)) if shares and seen.rounds > 0 else ALONE


def progressive_line(one: TableDay, game: Game, bet: ProgressiveBet) -> BetLine:
    """The progressive bet as the tray has it."""
    play, crowd = one.play, crowd_of(game, bet.wager, one.play)
    table, tray = game.paytable(bet.wager, bet.paytable), one.fixed_pays_from_tray
    mean = bet.fixed_return if tray else NOTHING
    square = sum((pay.units**2 * pay.probability for pay in bet.pays), NOTHING) if tray else NOTHING
    squares = sum(size**2 * many for size, many in play.sizes.items())
    wagers = sum(play.sizes.values())
    ranking = game.wager(bet.wager).ranking
    named = bet.chances
    lines = table.envy.amounts if table.envy else ()
    chances = [(line, named.get(table.line_name(line, ranking), NOTHING)) for line in lines]
    others_micros = play.others * play.wagered_micros // wagers if wagers else 0
    envy, spread = _envy(table.envy, chances, wagers, play.others, others_micros)
    return BetLine(
        bet=bet.wager, paytable=bet.paytable, handle_micros=play.wagered_micros,
        theory=(1 - mean) * play.wagered_micros - envy, variance=(square - mean**2) * squares * crowd + spread,
        win_micros=play.wagered_micros - (play.fixed_micros if tray else 0) - play.envy_micros,
        squares=Fraction(squares), crowd=crowd,
    )  # fmt: skip


def bets_of_a_unit(game: Game) -> int:
    """How many opening bets go with one unit: the edge is of the first of them, the handle is of all."""
    return len(game.openings) if game.opens is Opens.ALL else 1


def variance_of(lines: Sequence[BetLine], game: Game, felt: FeltSums) -> Fraction:
    """Variance of all lines. Covariances of one seat's bets as counted; uncounted ones at their upper bound."""
    found = sum((line.variance for line in lines), NOTHING)
    for one, other in combinations(lines, 2):
        shared = _covariance(one, other, game, felt)
        found += 2 * (isqrt(int(one.variance * other.variance)) if shared is None else shared)
    return max(found, NOTHING)


def _covariance(one: BetLine, other: BetLine, game: Game, felt: FeltSums) -> Fraction | None:
    """Covariance of two lines; None where it was not counted, or where bets were entered by hand.

    The log does not pair progressive bets with the other bets of a seat: the largest bets are taken to be made
    by the same seats, which is an upper bound.
    """
    if not one.variance or not other.variance:
        return NOTHING
    if one.bet in one.opens and other.bet in other.opens:
        return None
    names = (("", "") if each.bet == THE_GAME else (each.bet, each.paytable) for each in (one, other))
    counted = kept_covariance(game, *names)
    if counted is None or not felt.bets:
        return None
    crowd, made = max(one.crowd, other.crowd), (one.opens or (one.bet,), other.opens or (other.bet,))
    if not felt.bets.keys() >= {*made[0], *made[1]}:
        return max(counted, NOTHING) * (isqrt(int(one.squares * other.squares)) + 1) * crowd
    products = sum(felt.product(a, b) for a in made[0] for b in made[1])
    units = bets_of_a_unit(game) if THE_GAME in (one.bet, other.bet) else 1
    return counted * products * CENT_MICROS**2 / units * crowd


def paid_by_hand(sheet: WagerPar, wager: Wager, table: Paytable, game: Game) -> ProgressiveBet:
    """A side bet as the tests for fair dealing take it: every hand of its paytable, what it returns, and its odds."""
    ranking = wager.ranking or (game.showdown.ranking if game.showdown else None)
    pays = (
        FixedPay(table.line_name(row.line, ranking), 1 + row_net(row), row.probability)
        for row in sheet.outcomes
        if row.line is not None and row.line in table.pays and row.probability
    )
    return ProgressiveBet(wager=wager.name, paytable=table.name, hits=(), pays=tuple(pays))


def returned_micros(wager: Wager, table: Paytable, game: Game, seen: OnBet) -> int:
    """What slips gave back: pays, and the stakes of bets that are paid on top of them."""
    ranking = wager.ranking or (game.showdown.ranking if game.showdown else None)
    stays = {table.line_name(line, ranking) for line, pay in table.pays.items() if pay.basis is not Basis.FOR}
    return seen.paid_micros + sum(micros for hand, micros in seen.staked.items() if hand in stays)


def has_slips(sheet: WagerPar, table: Paytable) -> bool:
    """Whether every bet that does not lose has a slip: hands of the paytable have one, other wins and pushes none."""
    return all(row.line in table.pays or row_net(row) == -1 for row in sheet.outcomes if row.probability)


def _line_seen(game: Game, sheet: WagerPar, seen: OnBet, rounds: int) -> BetLine:
    """One bet as the keypad reported it, without its envy."""
    squares = sum(size**2 * many for size, many in seen.sizes.items())
    crowd = _crowd(game, sheet.wager, sheet.paytable, _players(seen.bets, rounds))
    return BetLine(
        bet=sheet.wager, paytable=sheet.paytable, handle_micros=seen.handle_micros,
        theory=sheet.house_edge * seen.handle_micros, variance=sheet.variance * squares * crowd,
        squares=Fraction(squares), crowd=crowd,
    )  # fmt: skip


def _players(bets: int, rounds: int) -> int:
    return max(1, ceil(Fraction(bets, rounds))) if rounds > 0 else 1


def _crowd(game: Game, wager: str, paytable: str, players: int) -> Fraction:
    """How far seats vary together, by what was sampled; where nothing was, all as one if they share cards."""
    found = seats_together(game, wager, paytable)
    if found:
        return found.crowd(players)
    return Fraction(players if game.deal.count(Cards.COMMUNITY) else 1)


def _envy(
    terms: Envy | None, chances: Iterable[tuple[int, Fraction]], bets: int, others: int, others_micros: int
) -> tuple[Fraction, Fraction]:
    """What envy costs and its variance, where the other hands of a round are paid for at once."""
    if not terms or not bets or not others:
        return NOTHING, NOTHING
    each = Fraction(others_micros, others) if terms.times_wager else Fraction(MICROS)
    found = [(terms.amounts.get(line, 0) * each, chance) for line, chance in chances]
    mean = sum((amount * chance for amount, chance in found), NOTHING)
    square = sum((amount**2 * chance for amount, chance in found), NOTHING)
    return mean * others, square * others * max(ALONE, Fraction(others, bets))


FIXED_PAYS = "fixed pays"
RARE = Fraction(1, 1000)
"""A result that a fair game shows less often is to be looked into."""
UNIT = 10**80
"""The weight of the likeliest number of hits. Less than one of it is counted as nothing."""
MOST_PLACES = 6
"""Decimal places of a number of hands."""


@dataclass(frozen=True)
class Compared:
    """A figure that was expected, how far chance carries it, and what came."""

    what: str
    expected: Fraction
    variance: Fraction
    actual: Fraction
    chance: Fraction | None = None
    """How often a fair game lies at least as far away; none for money, which follows from the hands."""

    @property
    def deviation(self) -> Fraction:
        """One standard deviation, to a millionth."""
        return Fraction(isqrt(int(self.variance * 10**12)), 10**6)

    @property
    def sigmas(self) -> Fraction | None:
        """How many of them the actual figure lies away; None where chance has no part in it."""
        return (self.actual - self.expected) / self.deviation if self.deviation else None

    @property
    def is_rare(self) -> bool:
        """Whether chance hardly explains it."""
        return self.chance is not None and self.chance < RARE

    @property
    def remark(self) -> str:
        """What a manager should do about it."""
        return "needs review" if self.is_rare or (self.sigmas is None and self.actual != self.expected) else ""


def compare_hits(bet: ProgressiveBet, seen: AtTable, crowd: Fraction = ALONE, alike: int = 1) -> tuple[Compared, ...]:
    """Every hand by its count, and the fixed pays by their money: exact means and variances of the wagers made.

    The variance takes `crowd` bets of a round as one. At most `alike` bets of a round can win by the same cards.
    """
    wagers = sum(seen.sizes.values())
    chances = bet.chances
    counted = [
        Compared(
            hand, wagers * chance, wagers * chance * (1 - chance) * crowd, Fraction(seen.hits.get(hand, 0)),
            hits_chance(seen.hits.get(hand, 0), wagers, chance, alike),
        )
        for hand, chance in chances.items()
    ]  # fmt: skip
    mean = bet.fixed_return
    spread = sum((pay.units**2 * pay.probability for pay in bet.pays), Fraction(0)) - mean**2
    squares = sum(size**2 * many for size, many in seen.sizes.items())
    money = Compared(FIXED_PAYS, mean * seen.wagered_micros, spread * squares * crowd, Fraction(seen.fixed_micros))
    return (*counted, money)


def hits_chance(hits: int, wagers: int, chance: Fraction, alike: int = 1) -> Fraction:
    """Twice the binomial probability of a count at least as extreme as `hits` on its side.

    Where up to `alike` bets of a round share cards it is an upper bound, whatever they have in common. Too many: the
    hits came in `hits / alike` rounds or more, and a round has one with at most its bettors times the chance. One round
    or more has one with at most the sum of these. From the mean plus one, equal chances with that sum reach a number
    most often (Hoeffding 1956), and most of all as many as there are wagers. Too few: one bettor of each round has no
    more hits than all of them.
    """
    if hits > wagers:
        return Fraction(0)
    mean = wagers * chance
    if hits <= mean:
        tail = _tail(max(hits, 0), -(-wagers // alike), chance, upward=False)
    else:
        rounds = -(-hits // alike)
        tail = _tail(rounds, wagers, chance, upward=True) if alike == 1 or rounds >= mean + 1 else mean
    return min(Fraction(1), 2 * tail)


def _tail(hits: int, wagers: int, chance: Fraction, *, upward: bool) -> Fraction:
    """The binomial probability of at least (or at most) `hits`, by integer weights outward from the likeliest."""
    wins, loses = chance.numerator, chance.denominator - chance.numerator
    mode = min(wagers, int((wagers + 1) * chance))
    found, total = (UNIT if (mode >= hits if upward else mode <= hits) else 0), UNIT
    for step in (1, -1):
        at, weight = mode, UNIT
        while weight and 0 <= at + step <= wagers:
            up, down = (wagers - at) * wins, at * loses
            weight = weight * up // ((at + 1) * loses) if step > 0 else weight * down // ((wagers - at + 1) * wins)
            at += step
            total += weight
            found += weight if (at >= hits if upward else at <= hits) else 0
    return Fraction(found, total)


def rare_hands(
    table: str, bet: ProgressiveBet, seen: AtTable, crowd: Fraction = ALONE, alike: int = 1
) -> Iterator[str]:
    """A sentence on each hand that came more or less often than chance explains."""
    wagers = sum(seen.sizes.values())
    for line in compare_hits(bet, seen, crowd, alike) if wagers else ():
        if line.is_rare and line.chance is not None:
            came = f"{int(line.actual):,} in {wagers:,} wagers, {hits_text(line.expected)} expected"
            of = f"Table {table}, {bet.wager} {bet.paytable}, {line.what}"
            yield f"{of}: {came}. Chance: {chance_text(line.chance)}. Needs review."


def chance_text(chance: Fraction) -> str:
    """A probability in percent; a rare one as “1 in 2,000”."""
    if chance >= RARE:
        return f"{float(chance):.2%}"
    return f"1 in {int(1 / chance):,}" if chance * UNIT > 1 else "never"


def hits_text(number: Fraction) -> str:
    """How many to expect: a rare hand is not none."""
    places = 2
    while places < MOST_PLACES and number and number < Fraction(1, 10 ** (places - 1)):
        places += 1
    return f"{float(number):,.{places}f}"


Played = tuple[Stood, tuple[tuple[str, str], ...]]
"""What stood at a table, and the paytables of its own bets that are not the first ones."""
_sheets: dict[Played, Par | str] = {}
"""The sheet of a game, or why it cannot be counted."""
_bets: dict[Stood, ProgressiveBet | str] = {}
"""Progressive bets that were counted before, or why they cannot be."""


def count_edges(days: tuple[TableDay, ...]) -> None:
    """Count the games and progressive bets of these days. It may take minutes: call it off the event loop."""
    read_edges(days, counts=True)


def read_edges(days: tuple[TableDay, ...], *, counts: bool = False) -> tuple[TableDay, ...]:
    """The days with odds that ship with the package or were counted before: no game is solved for them."""
    for one in days:
        if key := played(one):
            if one.handle_micros is not None or one.play.felt.bets or one.entered_sides:
                _read_sheet(key, answer if counts else kept_answer)
            if key[0].wager and one.play.wagered_micros:
                count_progressive(key[0], counts=counts)
    return days


def forget_edges() -> None:
    """Know nothing, as at the start."""
    _sheets.clear()
    _bets.clear()


def sheet_of(one: TableDay) -> Par | str | None:
    """The sheet of the game of a day, or why it cannot be counted; None before it was counted."""
    found = played(one)
    return _sheets.get(found) if found else None


def bet_of(one: TableDay) -> ProgressiveBet | str | None:
    """The progressive bet of a day, or why it cannot be counted; None while nobody did."""
    return _bets.get(one.played) if one.played else None


def played(one: TableDay) -> Played | None:
    """The one game of a day with the paytables in play; None where there were several, or where it is not known."""
    if one.played is None:
        return None
    try:
        game = games.find(one.played.game, one.played.variant)
    except UnknownName:
        return one.played, ()
    base = {wager.name: wager.paytable.name for wager in game.wagers if wager.is_base}
    other = ((name, table) for name, table in one.paytables.items() if name in base and table != base[name])
    return one.played, tuple(sorted(other))


def count_sheet(stood: Stood) -> Par | str:
    """The sheet of the game that stood at a table with its first paytables, or why it cannot be counted."""
    return _read_sheet((stood, ()), answer) or ""


def _read_sheet(key: Played, find: Callable[[Game], Answer | None]) -> Par | str | None:
    stood, tables = key
    if key in _sheets:
        return _sheets[key]
    try:
        game = games.find(stood.game, stood.variant)
        if games.fingerprint_of(stood.game, stood.variant) != stood.fingerprint:
            return _sheets.setdefault(key, f"{game.title} was played by other rules than today's")
        for wager, paytable in tables:
            game = game.with_paytable(wager, paytable)
        found = find(game)
    except (Unsolved, UnknownName) as error:
        return _sheets.setdefault(key, str(error))
    return _sheets.setdefault(key, found.par) if found else None


def progressive_game(stood: Stood) -> Game:
    """The game with its progressive bet as it was set up at the table."""
    return games.find(stood.game, stood.variant).with_wager(stood.wager, survives_fold=stood.folded_hands_qualify)


def count_progressive(stood: Stood, *, counts: bool = True) -> ProgressiveBet | str | None:
    """The exact count of the progressive bet that stood at a table, or why it cannot be counted.

    None if its game would have to be solved for it and nobody `counts` now.
    """
    if stood in _bets:
        return _bets[stood]
    try:
        game = progressive_game(stood)
        if games.fingerprint_of(stood.game, stood.variant) != stood.fingerprint:
            return _bets.setdefault(stood, f"{game.title} was played by other rules than today's")
        bet = game.wager(stood.wager)
        if not counts and needs_solving(bet) and not kept_sheet(game, bet, game.paytable(bet.name, stood.paytable)):
            return None
        return _bets.setdefault(stood, count_bet(game, stood.wager, stood.paytable, beside_game=False))
    except (Unsolved, UnknownName) as error:
        return _bets.setdefault(stood, str(error))
