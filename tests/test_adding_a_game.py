"""The example of ARCHITECTURE.md is a whole game: it is solved, verified, and played from its one file."""

import re
from pathlib import Path

from fairfelt.engine.exact import par, percent_text, short_strategy, verify
from fairfelt.reports.par.par_sheet import par_sheet
from fairfelt.reports.sheet.html import as_html
from fairfelt.rules import Game
from fairfelt.table import playthrough

GUIDE = Path(__file__).parents[1] / "ARCHITECTURE.md"


def example() -> Game:
    block = re.search(r'```python\n("""Little Ladder.*?)```', GUIDE.read_text(), re.DOTALL)
    assert block, "the example is gone"
    names: dict[str, object] = {}
    exec(compile(block[1], "little_ladder.py", "exec"), names)
    game = names["game"]
    assert isinstance(game, Game)
    return game


def test_the_example_is_solved_and_its_figures_come_out() -> None:
    answer = verify([example()])
    assert [check.computed for check in answer.figures] == ["7.55%", "6.00%"]
    assert answer.agrees
    assert answer.findings == ()


def test_the_example_is_played_and_shown_from_its_definition_alone() -> None:
    game = example()
    assert game.seats == 9
    assert "Rungs" in playthrough(game)
    assert "Little Ladder" in as_html(par_sheet(par(game)))
    assert percent_text(short_strategy(game).cost) == "0.0000%"
