"""The documentation of the command line is what the help says."""

from pathlib import Path

from fairfelt.cli.help_pages import help_pages

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == help_pages(), "run: python -m fairfelt.cli.help_pages > docs/cli.md"
