"""The other players: where they sit, what they bet, and how they decide."""

from __future__ import annotations

from fairfelt.engine import Solution
from fairfelt.rules import MICROS, Choice, Game
from fairfelt.table import Choose, PlaceBets, Round

from .coach import advise

MOST_PLAYERS = 6
ANTE_MICROS = 10 * MICROS
SIDE_BET_MICROS = 5 * MICROS


def most_players(game: Game) -> int:
    """As many as the deck serves, and no more than a table has places."""
    return min(game.seats, MOST_PLAYERS)


def usual_bets(game: Game, turn: int) -> dict[str, int]:
    """Ten on every opening bet, or on one of them, and a side bet that changes by seat and round; sometimes none."""
    bets_micros = {wager.name: ANTE_MICROS for wager in game.opening_bets(turn)}
    offered = game.offered_together[0]
    side = turn % (len(offered) + 1)
    if side < len(offered):
        bets_micros[offered[side].name] = SIDE_BET_MICROS
    return bets_micros


def place_usual_bets(round: Round, seats: range, number: int, *, besides: int = 0) -> Round:
    """The round with the usual bets at all those seats but one."""
    for seat in seats:
        if seat != besides:
            bets_micros = usual_bets(round.game, seat + number)
            made = {name for at in round.seats for name in at.stakes_micros}
            if round.game.excluded((*made, *bets_micros)):  # the learner bets on what a table offers instead
                bets_micros = {wager.name: ANTE_MICROS for wager in round.game.opening_bets(seat + number)}
            round = round.apply(PlaceBets(seat, bets_micros))
    return round


def play_until(round: Round, solution: Solution | None, *, until: int = 0) -> Round:
    """Let the others decide, up to the turn of one seat."""
    while (player := round.to_act) and player.number != until:
        round = round.apply(Choose(player.number, decide(round, solution).name))
    return round


def decide(round: Round, solution: Solution | None) -> Choice:
    """The best choice where the game is solved; otherwise to stay in with the smallest bet."""
    if advice := advise(solution, round):
        return next(choice for choice in round.offered if choice.name == advice.best)
    last_first = reversed(round.offered)  # of equal choices the last one listed is the better
    return min(last_first, key=lambda choice: (choice.folds, choice.times, choice.takes_back))
