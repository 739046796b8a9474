"""The practice table over HTTP: its pages, the moves of a learner, what is seen of them, and the steps in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import accumulate, groupby
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fairfelt import games
from fairfelt.engine.answers.numbers import percent_text
from fairfelt.engine.exact import Root, to_decimal
from fairfelt.engine.strategy import UNLISTED
from fairfelt.environments.values import advise
from fairfelt.reports.layout import card_sprite
from fairfelt.reports.placard.dealing import BACK, CLOCKWISE, dealing_steps, returned_bets
from fairfelt.reports.sheet.english import capital, count, exact_text, listed, the
from fairfelt.rules import MICROS, Cards, Choice, Game, Irregularity, format_amount
from fairfelt.rules.cards import Card, format_cards
from fairfelt.rules.courses.course import PLACES, LaidHand
from fairfelt.table import (
    Choose,
    DealCards,
    DealtPacket,
    FoulHand,
    Operation,
    PlaceBets,
    Round,
    RoundError,
    Seat,
    VoidRound,
)
from fairfelt.web.http.answers import blame
from fairfelt.web.jobs import Job, TooBusy
from fairfelt.web.pages.counting import Study, counting_of, game_of, plain_query, read_game_query, versions
from fairfelt.web.pages.page import address, page
from fairfelt.web.pages.play import views
from fairfelt.web.pages.play.practice import (
    START_MICROS,
    Decision,
    Json,
    Move,
    Moves,
    Practice,
    TableMove,
    check_limits,
    check_range,
    commitment_of,
    finished_study,
    job_of,
    law_choices,
    most_players,
    read_bets_micros,
    read_law,
    read_sent,
    remember,
    token_of,
)
from fairfelt.web.pages.play.views import hand_value, pay_lines, qualifies, words_of


def steps(round: Round, you: int = 0, *, read_aloud: bool = True) -> Iterator[str]:
    """All steps so far; `you` is the seat that is addressed. What the dealer holds may be left for a learner to say."""
    yield "The deck is shuffled, and its commitment is shown. Players make their bets."
    now = Round(round.game)
    for operation in round.operations:
        before, now = now, now.apply(operation)
        yield from _explain(operation, before, now, you)
    if now.settlement and now.settlement.is_void:
        return
    if now.turn:
        assert now.to_act and now.street, "a decision is due"
        number, choices = now.to_act.number, listed([choice.name for choice in now.offered], "or")
        what = "set the hand" if _set_by(now, number, now.offered[0]) else f"choose ({now.street.name}): {choices}"
        yield f"{'You are' if number == you else f'Seat {number} is'} to {what}."
    elif now.dealt:
        yield from _turned_over(now, read_aloud=read_aloud)
    if not now.turn and now.settlement:
        yield f"The dealer works back, {BACK}."
        for seat in reversed(now.seats):
            gone = "foul" if seat.foul else "folded" if seat.folded else ""
            held = gone or words_of(now.game, hand_value(now, seat.number))
            bets = "; ".join(bet.explanation for bet in now.settlement.of(seat.number))
            yield f"{_who(seat.number, you)}{f' ({held})' if held else ''}: {bets}."
        for paid in now.settlement.envy:
            yield f"{_who(paid.seat, you)}, {paid.explanation}."


def _explain(operation: Operation, before: Round, after: Round, you: int) -> Iterator[str]:
    match operation:
        case PlaceBets(number):
            bets = [f"{format_amount(micros)} on {name}" for name, micros in after.seat(number).stakes_micros.items()]
            yield f"{_who(number, you)} {_verb('bet', number, you)} {listed(bets)}."
        case DealCards():
            yield f"The dealer works {CLOCKWISE}."
            yield from _packets(before, after, you)
            yield from _turned(before, after)
        case Choose(number):
            assert before.street, "called at a decision"
            seat = after.seat(number)
            choice = seat.choices[before.street.name]
            laid = _set_by(before, number, choice)
            if laid and number == you:
                yield f"You set the hand: {'; '.join(f'{part.title} {format_cards(part.cards)}' for part in laid)}."
            else:
                yield f"{_who(number, you)} {'sets the hand' if laid else deed(choice, seat, you)}."
            yield from _packets(before, after, you)
            yield from _turned(before, after)
        case FoulHand(number, why, give_back):
            whose = "Your hand" if number == you else f"The hand of seat {number}"
            fate = "go back" if give_back else "are lost"
            yield f"{whose} is foul: {why}. It wins nothing, and its bets {fate}."
        case VoidRound(why):
            yield f"Misdeal: {why}. The round is void, and all bets go back."


def _packets(before: Round, after: Round, you: int) -> Iterator[str]:
    """The packets dealt since; of a course each card by itself, named if it lies face up."""
    out, now = before.dealt.packets if before.dealt else (), after.dealt.packets if after.dealt else ()
    fresh = [(now[at], after.run is not None and after.run.draws[at].face_up) for at in range(len(out), len(now))]
    for (_, _, face_up), run in groupby(fresh, key=lambda one: (one[0].seat, one[0].to, one[1])):
        packets = [packet for packet, _ in run]  # that one place gets in a row: they are one
        cards = tuple(card for packet in packets for card in packet.cards)
        burned = tuple(card for packet in packets for card in packet.burned)
        yield _packet(packets[0]._replace(cards=cards, burned=burned), you, face_up=face_up)


def _packet(packet: DealtPacket, you: int, *, face_up: bool) -> str:
    cards = format_cards(packet.cards) if face_up else count(len(packet.cards), "card")
    burned = f"; {count(len(packet.burned), 'card')} burned" if packet.burned else ""
    if packet.seat:
        return f"{_who(packet.seat, you)} {_verb('get', packet.seat, you)} {cards}{burned}."
    if face_up:
        return f"{capital(packet.receiver)} gets {cards}{burned}."
    if packet.to is Cards.DEALER:
        return f"The dealer takes {cards}, face down{burned}."
    return f"{capital(cards)} for everybody, face down{burned}."


def _turned(before: Round, after: Round) -> Iterator[str]:
    """The cards that are turned over for the next decision."""
    if not after.turn or after.run:
        return
    seen, now = _open(before), _open(after)
    for whose, old, new in (("community card", seen[0], now[0]), ("card", seen[1], now[1])):
        if shown := new[len(old) :]:
            own = " of his own" if whose == "card" else ""
            yield f"The dealer turns over {count(len(shown), whose)}{own}: {format_cards(shown)}."


def _open(round: Round) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Community and dealer's cards that everybody sees."""
    if not round.dealt:
        return (), ()
    view = round.visible(round.seats[0].number)
    return view.community, view.dealer


def deed(choice: Choice, seat: Seat, you: int) -> str:
    """A choice as a verb phrase."""
    ending = "" if seat.number == you else "s"
    if choice.bet:
        return f"bet{ending} {format_amount(choice.times * seat.ante_micros)} on {choice.bet}"
    if choice.takes_back:
        return f"take{ending} back {choice.takes_back}"
    return f"fold{ending}" if choice.folds else f"say{ending} “{choice.name}”"


def _set_by(round: Round, number: int, choice: Choice) -> tuple[LaidHand, ...]:
    """A player's cards as a choice sets them in parts; nothing where nothing is set."""
    return round.game.course.set_by(round.held(number), choice) if round.game.course else ()


def _turned_over(round: Round, *, read_aloud: bool) -> Iterator[str]:
    assert round.dealt, "called after the deal"
    if round.run:
        return
    if round.dealt.community:
        yield f"All community cards lie open: {format_cards(round.dealt.community)}."
    if round.dealt.dealer:
        words = words_of(round.game, hand_value(round)) if read_aloud else ""
        yield f"The dealer shows {format_cards(round.dealt.dealer)}{': ' if words else ''}{words}."
    if read_aloud and (plays := qualifies(round)) is not None and round.game.showdown and round.game.showdown.qualify:
        needed = round.game.showdown.qualify.words
        yield f"The dealer {'qualifies' if plays else 'does not qualify'}: {needed} or better is needed."
        if not plays and (returned := returned_bets(round.game)):
            yield f"{capital(the(returned))} of every player still in the game goes back at once."


def _who(number: int, you: int) -> str:
    return "You" if number == you else f"Seat {number}"


def _verb(verb: str, number: int, you: int) -> str:
    return verb if number == you else f"{verb}s"


class PracticeMove(TableMove):
    """What is sent with a move; each needs some of it."""

    players: int = 0
    cut: int = 0
    bets: dict[str, str] = msgspec.field(default_factory=dict)
    law: str = ""
    day: str = ""
    """The law under which they are made."""
    close: bool = False
    """Whether a deal is picked whose decision is close."""
    choice: str = ""
    stop: bool = False
    """Whether the learner is stopped before a mistake."""
    irregularity: int = -1
    seat: int = 0


def deal(practice: Practice, sent: PracticeMove, study: Study | None) -> Practice:
    players = check_range("players", sent.players, 1, most_players(practice.game))
    cut = check_range("cut", sent.cut, 0, len(practice.game.deck) - 1)
    bets_micros = read_bets_micros(sent.bets)
    with blame("bets", RoundError):
        dealt = practice.deal(bets_micros, players=players, cut=cut, study=study, close=sent.close)
    check_limits(practice.game, bets_micros, read_law(sent.law, sent.day))
    return dealt


def mend(practice: Practice, sent: PracticeMove, study: Study | None) -> Practice:
    """Something went wrong at a seat: what the game's rules say is done."""
    there = _irregularities(practice)
    if not there:
        raise RoundError(f"there is nothing to take back now: {practice.round.expects}")
    number = check_range("irregularity", sent.irregularity, 0, len(there) - 1)
    return practice.mend(there[number], check_range("seat", sent.seat, 1, most_players(practice.game)), study)


def practice_view(practice: Practice, job: Job[Study] | None) -> Json:
    round, you = practice.round, practice.seat
    view = views.PlayerView(round, you)
    return {
        "version": practice.version,
        "number": practice.number,
        "phase": round.phase,
        "players": practice.players,
        "commitment": practice.shuffle.commitment,
        "dealer": views.dealer_view(view),
        "community": views.community_view(view),
        "seats": views.seats_view(view),
        "irregularities": [
            {"words": capital(each.at(you)), "remedy": capital(each.remedy.meaning)}
            for each in _irregularities(practice)
        ],
        "choices": [views.option_view(option) for option in round.choices(you)],
        "setting": views.settings_view(round, you),
        "edges": {},
        "street": round.street.name if round.street else "",
        "coach": _coach(practice, job),
        "decisions": [_decision(made) for made in practice.decisions],
        "stopped": _decision(practice.stopped) if practice.stopped else None,
        "picked": practice.picked,
        "others": "exact" if practice.counted else "simple",
        "steps": list(steps(round, you)),
        "reveal": views.reveal(round, practice.shuffle, practice.cut),
        "bets": {wager: format_amount(micros, "", decimals=0) for wager, micros in practice.bets_micros.items()},
        "tally": _tally(practice),
    }


def figures_of(request: Request, game: Game) -> Json:
    """The house edge of every spot and the strategy card: kept answers are there long before the coach is."""
    try:
        study = finished_study(counting_of(request).study(plain_query(game)))
    except TooBusy:
        study = None
    if study is None:
        return {}
    rules = study.short.rules if study.short else ()
    strategy = [{"street": rule.street, "words": rule.words} for rule in rules if rule.words != UNLISTED]
    short = study.short if study.short and study.short.against_best else None
    cost = (percent_text(short.cost, 4) if short.cost else "0") if short else ""
    return {"edges": views.edges(game, study.par), "strategy": strategy, "strategy_cost": cost}


TABLE = Moves("practice", Practice.opened, practice_view, PracticeMove, figures=figures_of)
MOVES: Mapping[str, Move[Practice, PracticeMove]] = {
    "deal": deal,
    "choose": lambda practice, sent, study: practice.choose(sent.choice, study, stop=sent.stop),
    "mend": mend,
    "clear": lambda practice, sent, study: practice.clear(),
    "start-over": lambda practice, sent, study: practice.start_over(),
}


def _irregularities(practice: Practice) -> tuple[Irregularity, ...]:
    """The irregularities that can happen now: while a course of play goes on only a misdeal."""
    there, remedies = practice.game.procedure.irregularities, practice.round.remedies()
    return tuple(irregularity for irregularity in there if irregularity.remedy in remedies)


def _coach(practice: Practice, job: Job[Study] | None) -> Json:
    """The coach's advice, or why there is none."""
    study = finished_study(job)
    if study:
        advice = advise(study.solution, practice.round) if practice.round.choices(practice.seat) else None
        chart, values, best = study.solution.chart, dict(advice.values if advice else ()), advice.best if advice else ""
        shown = [
            {
                "choice": choice,
                "value": views.units(value),
                "exact": exact_text(value),
                "cost": _cost(values[best] - value),
                "best": choice == best,
            }
            for choice, value in values.items()
        ]
        return {"state": "ready", "values": shown, "chart": asdict(chart) if chart else None}
    if job and job.unsolved:
        return {"state": "none", "why": f"{job.unsolved}. You can play without the coach."}
    if job and job.ready:
        return {"state": "none", "why": "The calculation failed. You can play without the coach."}
    return {"state": "waiting", "seconds": (job.seconds or 0) if job else 0}


def _cost(units: Fraction | int) -> str:
    """In units of the Ante."""
    return f"{to_decimal(Fraction(units)):.4f}"


def _decision(made: Decision) -> Json:
    cost = None if made.cost is None else _cost(made.cost)
    return {"street": made.street, "choice": made.choice, "best": made.best, "cost": cost, "mistake": made.is_mistake}


MOST_POINTS = 500
"""Of a long session the last rounds are drawn."""


def _tally(practice: Practice) -> Json:
    """Sums over the rounds of the session; only rounds of a game that was solved by then have an expected result."""
    results, counted = practice.results, [each for each in practice.results if each.expected_micros is not None]
    nets = [each.net_micros for each in results]
    expected = [each.expected_micros or Fraction(0) for each in results]
    decisions = [made for each in results for made in each.decisions]
    kinds = defaultdict[tuple[str, str, str], list[Fraction]](list)
    for made in decisions:
        if made.cost:
            kinds[made.street, made.choice, made.best].append(made.cost)
    return {
        "rounds": len(results),
        "staked": format_amount(sum(each.staked_micros for each in results)),
        "net": views.money(sum(nets)),
        "counted": len(counted),
        "counted_net": views.money(sum(each.net_micros for each in counted)),
        "expected": views.money(sum(expected)),
        "deviation": f"{to_decimal(Root(sum((each.variance for each in counted), Fraction(0)))) / MICROS:,.2f}",
        "decisions": len(decisions),
        "mistakes": sum(made.is_mistake for made in decisions),
        "cost": views.money(-sum(each.cost_micros for each in results)),
        "caught": practice.caught,
        "bankroll": format_amount(START_MICROS + sum(nets)),
        "points": [
            [_dollars(net), _dollars(mean)] for net, mean in zip(accumulate(nets), accumulate(expected), strict=True)
        ][-MOST_POINTS:],
        "kinds": [
            {"street": street, "choice": choice, "best": best, "count": len(costs), "cost": _cost(sum(costs))}
            for (street, choice, best), costs in sorted(kinds.items(), key=lambda kind: -sum(kind[1]))
        ],
    }


def _dollars(micros: int | Fraction) -> float:
    """For a plot, where a cent is less than the line is wide."""
    return float(round(Fraction(micros) / MICROS, 2))


SVG = "image/svg+xml"
A_DAY = "max-age=86400"


BOARD = "board"
HANDS = 2
"""Cards that most hands of a course begin with."""
FEWEST_ON_A_SHELF = 3
"""Games of smaller families share one shelf."""


class Sitting(NamedTuple):
    """A table that a visitor has left."""

    game: Game
    rounds: int
    net: str


def lobby(request: Request) -> Response:
    """Every table by family, and first those at which this visitor has played."""
    counting, sessions = counting_of(request), request.app.state.practice_sessions
    entries = [(game, counting.study(plain_query(game), ahead=True)) for game in versions()]
    families = defaultdict[str, list[tuple[Game, Job[Study]]]](list)
    for entry in entries:
        families[entry[0].family].append(entry)
    sittings = [
        Sitting(each.game, len(each.results), views.money(sum(result.net_micros for result in each.results)))
        for each in reversed(sessions.of(token_of(request), TABLE.kind))
        if each.results
    ]
    shelves = {name: found for name, found in families.items() if len(found) >= FEWEST_ON_A_SHELF}
    shelves = dict(sorted(shelves.items(), key=lambda shelf: -len(shelf[1])))
    shelves["other games"] = [entry for name, found in families.items() if name not in shelves for entry in found]
    waiting = not all(job.ready for _, job in entries)
    return page("play/lobby.html", entries=entries, families=shelves, sittings=sittings, waiting=waiting)


def table(request: Request, template: str, part: str = "") -> Response:
    """The practice table of a game, or its dealer school."""
    game = game_of(request)
    job_of(request, game)  # so that the coach is ready soon
    places = {
        "play": address(game, root="/play"), "school": address(game, "school", root="/play"),
        "rules": address(game), "dealing": address(game, "dealing"),
        "base": address(game, part, root="/play").partition("?")[0],
        "query": f"?variant={game.variant}" if game.variant else "",
        "rack_card": address(game, "rack-card.svg", root="/play"), "layout": address(game, "layout.svg", root="/play"),
    }  # fmt: skip
    return practice_page(request, template, game, places)


def practice_page(request: Request, template: str, game: Game, places: Mapping[str, str]) -> Response:
    """The page of a table, with the addresses of the pages around it; empty for one that is missing.

    Addresses of moves begin with the base and end with the query.
    """
    response = page(
        template, game=game, places=places, spots=(*game.openings, *game.raises, *game.optional),
        pays=pay_lines(game), dealer=_cards_title(game, Cards.DEALER), community=_cards_title(game, Cards.COMMUNITY),
        most_players=most_players(game), guide=dealing_steps(game), laws=law_choices(),
        today=date.today().isoformat(),
        slots={str(place.name).lower(): HANDS if game.course else game.deal.count(place) for place in Cards},
    )  # fmt: skip
    remember(response, token_of(request))
    return response


def _cards_title(game: Game, place: Cards) -> str:
    """The name of the dealer's or the community's place; empty if no cards ever lie there."""
    if game.course:
        return game.course.places[place]
    return (BOARD if place is Cards.COMMUNITY else PLACES[place]) if game.deal.count(place) else ""


def drawing(request: Request, draw: Callable[[Game], str]) -> Response:
    """The felt or the rack card of a game, to print."""
    return Response(draw(read_game_query(request).game), media_type=SVG)


def cards(request: Request) -> Response:
    """All playing cards of all games, as symbols."""
    return Response(_sprite(), media_type=SVG, headers={"Cache-Control": A_DAY})


class Promise(msgspec.Struct):
    """A commitment, and what it is said to be of."""

    commitment: str
    nonce: str
    order: str


async def verify(request: Request) -> Response:
    sent = await read_sent(request, Promise)
    commitment = commitment_of(sent.nonce, sent.order)
    return JSONResponse({"commitment": commitment, "kept": commitment == sent.commitment.strip().lower()})


@cache
def _sprite() -> str:
    return card_sprite(sorted({face for game in games.catalogue() for face in game.deck.faces}))
