"""fairfelt counting"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.choose import choose
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.output import GameName, On, Variant, report
from fairfelt.cli.io.progress import counting as counting_bar
from fairfelt.cli.io.progress import working_on
from fairfelt.reports.report import Report
from fairfelt.rules import Game

Cut = Annotated[int | None, Parameter(help="Cards behind the cut card; as is usual for the game if not given.")]
Running = Annotated[
    bool, Parameter(help="The trigger is a running count, as unbalanced tags are played: with --tags and --trigger.")
]
Removed = Annotated[str, Parameter(help='Cards that have gone, such as "8 9 Ks", to see the edge without them.')]
SEATS = 7
MOST_MORE = 3
LEAST_CARDS, MOST_CARDS = 4, 40
MOST_SHOES = 10_000_000


@report
def counting(
    game: GameName,
    /,
    *,
    wager: Annotated[str, Parameter(name="--wager", help="The bet that is counted.")],
    cut: Cut = None,
    more_rounds: Annotated[
        int | None,
        Parameter(
            help="Rounds dealt after the one in which the cut card comes out; as is usual for the game if not given."
        ),
    ] = None,
    tags: Annotated[
        str, Parameter(help='A count of your own by rank, such as "4=-1 5=-1 8=2 9=2"; the best one if not given.')
    ] = "",
    trigger: Annotated[int | None, Parameter(help="The true count to bet from; the best if not given.")] = None,
    running: Running = False,
    removed: Removed = "",
    decks: Annotated[int | None, Parameter(help="Deal from so many decks.")] = None,
    players: Annotated[int, Parameter(help="Players, where a round takes as many cards as blackjack does.")] = 1,
    round_cards: Annotated[
        float | None, Parameter(help="Cards of a round on average, at blackjack; 2.7 a hand if not given.")
    ] = None,
    shoes: Annotated[int, Parameter(help="How many shoes to deal.")] = 20_000,
    variant: Variant = "",
    paytable: Annotated[
        list[str] | None, Parameter(name="--paytable", help="WAGER=NAME: put that paytable in play.")
    ] = None,
    pays: Annotated[Path | None, Parameter(help="A TOML file with changed pays, as for 'fairfelt par'.")] = None,
    on: On = "threads",
) -> Report:
    """Whether a bet from a shoe can be counted: what each card is worth, the best counts, what they win by the shoe.

    For example:

        fairfelt counting GAME --wager "Side Bet" --cut 14
        fairfelt counting GAME --wager "Side Bet" --tags "4=-1 5=-1 6=-1 7=-1 8=2 9=2" --trigger 4
    """
    if not 1 <= shoes <= MOST_SHOES:
        raise BadInput(f"--shoes {shoes} is not possible: deal 1 to {MOST_SHOES:,}")
    if not 1 <= players <= SEATS:
        raise BadInput(f"--players {players} is not possible: give 1 to {SEATS}")
    chosen = choose(game, variant, paytables=paytable or (), pays=pays, decks=decks).game
    if more_rounds is not None and not 0 <= more_rounds <= MOST_MORE:
        raise BadInput(f"--more-rounds {more_rounds} is not possible: give 0 to {MOST_MORE}")
    if round_cards is not None and not LEAST_CARDS <= round_cards <= MOST_CARDS:
        raise BadInput(f"--round-cards {round_cards:g} is not possible: give {LEAST_CARDS} to {MOST_CARDS}")
    if running and (not tags or trigger is None):
        raise BadInput("--running says that --trigger is a running count of your --tags: give both with it")
    return count_on(
        on, chosen, wager, cut=cut, tags=tags, trigger=trigger, running=running, removed=removed, players=players,
        more_rounds=more_rounds, round_cards=round_cards, shoes=shoes,
    )  # fmt: skip


def count_on(on: str, game: Game, wager: str, **asked: Any) -> Report:
    """The report on counting a bet, or the sentence why there is none."""
    from fairfelt.reports.counting import count_cards

    with working_on(on) as executor, counting_bar(f"Counting {game.title}") as progress:
        return count_cards(game, wager, **asked, executor=executor, progress=progress)
