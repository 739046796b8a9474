"""What `fairfelt --help` and `fairfelt --version` say: known here, so that neither loads a command to tell it."""

from __future__ import annotations

import os
import sys
from textwrap import wrap

from fairfelt.version import __version__

VERSION = f"fairfelt {__version__}"
HELP = "Exact rules and exact mathematics of house-banked table card games."
COMMANDS = {
    "games": "List the games there are: versions, wagers with their paytables, approval numbers, seats.",
    "new": "Write a Python file for a custom game, to begin with.",
    "export": "Write a game as JSON: every command takes the file, and it runs nothing.",
    "rules": "Rules of play, order of hands, paytables and rulings, written from the game's definition.",
    "par": "The PAR sheet: every outcome of every wager, the round and the best play, counted exactly.",
    "strategy": "A strategy to remember and what it costs; with a hand, the exact value of every choice.",
    "verify": "Compare every published figure with the exact one; the exit code is 1 if one differs.",
    "lint": "Look for what a regulator would send back: contradictions and gaps in a rule sheet.",
    "design": "Paytables that meet targets for edge, hits and volatility, the best first.",
    "counting": "What each card is worth to a bet from a shoe, the best counts, and what they win.",
    "odds": "The exact value of every bet at the cards that are left in a shoe.",
    "compare": "Two games or paytables side by side: figures, outcomes, what a table wins, jackpots, leaks.",
    "portfolio": "What many tables win together: expected win, how days and years go, jackpots.",
    "floor": "What a table wins: theoretical win, how shifts and years go, bankroll, the player's side.",
    "protect": "What exposed cards, marked backs and shared hands are worth, and what prevents it.",
    "simulate": "Deal rounds at random, and set the results beside the exact ones.",
    "regret": "What an agent's play costs: regret a round, by the exact value of every action.",
    "playthrough": "One round in full: every state, choice, card and payment.",
    "layout": "The felt of a game, or its rack card, as SVG to print.",
    "site": "Write the catalogue as a folder of pages that needs no server, with pays to change and price.",
    "serve": "Serve the games, their mathematics and, with a journal, a card room with its HTTP API.",
    "twin": "Play a simulated pit through the real API: players, dealers, mistakes, claims, network failures.",
    "room": "A card room: make a new one, or get back into one.",
    "bridge": "Carry what table controllers and signs say over MQTT to the room, and its answers back.",
    "certificates": "TLS in a house of its own: an authority, the server's certificate, and those of devices.",
    "config": "The settings of a server: an example file, a check, what is in force.",
    "daily": "Write rounds, wins and funds of one gaming day as files for other systems.",
    "doctor": "Check what a room needs of its machine: clock, disk, database, certificates, backups, versions.",
    "drill": "Restore the newest backup beside the room, and compare it with the journal.",
    "manifest": "Print what software runs here: a digest of every file of Fairfelt and of each library under it.",
    "ledger": "Journals of money: verify, replay, export, back up, restore, archive.",
    "witness": "Follow a room's log from elsewhere, and raise the alarm if it is rewritten, forked or stopped.",
    "proof": "Proofs that one event stands on a room's log: verify one without the log, or make one.",
    "law": "The law as dated data: rules, limits, links, funds, papers. No legal advice.",
    "meter": "What a progressive jackpot will do: return, break-even, running dry, forecast, advice.",
    "approvals": "What was approved, what Fairfelt has of it, and whether it is still the same.",
}
"""Every command with the first sentence of its own help; it lives in the module of its name."""
FLAGS = {"--help (-h)": "Display this message and exit.", "--version": "Display application version."}

NARROWEST, USUAL_WIDTH = 40, 80
_CYAN, _BOLD, _END = "\x1b[36m", "\x1b[1m", "\x1b[0m"


def front_page_here() -> str | None:
    """The front page as standard output can show it; None where only the drawing of all other pages could fit it."""
    out = sys.stdout
    width = _width()
    if width < NARROWEST or not (out.encoding or "utf-8").lower().startswith("utf"):
        return None
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM", "dumb") in ("dumb", "unknown")
    return front_page(width, colored=out.isatty() and not plain)


def front_page(width: int, *, colored: bool = False) -> str:
    """All commands in a frame of that width, as every other page of help is drawn."""
    bold, cyan, end = (_BOLD, _CYAN, _END) if colored else ("", "", "")
    names = max(map(len, [*COMMANDS, *FLAGS])) + 2
    words = width - names - 4
    lines = [f"{bold}Usage: fairfelt COMMAND{end}", "", *wrap(HELP, width, break_on_hyphens=False), ""]
    lines.append(f"╭─ Commands {'─' * (width - 13)}╮")
    for name, summary in [*sorted(COMMANDS.items()), *FLAGS.items()]:
        for at, line in enumerate(wrap(summary, words, break_on_hyphens=False)):
            lines.append(f"│ {cyan}{'' if at else name:{names}}{end}{line:{words}} │")
    lines.append(f"╰{'─' * (width - 2)}╯")
    return "\n".join([*lines, ""])


def _width() -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdigit() and int(columns):
        return int(columns)
    for stream in range(3):
        try:
            return os.get_terminal_size(stream).columns or USUAL_WIDTH
        except OSError:
            continue  # no terminal there
    return USUAL_WIDTH
