"""fairfelt law table, posting, proposal, pack: what the law says to a table, and the papers that go with it"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.options import GameName, Variant
from fairfelt.cli.io.output import write_whole
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.report_command import report
from fairfelt.cli.io.table_file import TableFile, read_table

from .options import On, Profile, law_on
from .papers import facts_of

if TYPE_CHECKING:
    from fairfelt.law import Finding, Law, Offer, WagerOdds
    from fairfelt.reports.law.posting import PostedProgressive
    from fairfelt.reports.law.proposal import Proposal
    from fairfelt.reports.report import Report

File = Annotated[Path, Parameter(help="A TOML file that describes a table; 'fairfelt law table --help' shows one.")]
WithTable = Annotated[Path | None, Parameter(name="--table", help="A table whose progressive is proposed with it.")]
WithRoom = Annotated[
    str | None, Parameter(name="--room", help="The journal of the room that submits it: its internal controls go in.")
]
Folder = Annotated[Path, Parameter(name=["--output", "-o"], help="The folder to write the files to; made if need be.")]
Enforce = Annotated[
    bool, Parameter(help="Whether binding rules stop the table, or everything is advice.", negative="--advise")
]


@report
def table(file: File, /, *, profile: Profile = "wa-commercial", on: On = None, enforce: Enforce = True) -> Report:
    """Check whether a table may open: approved as it is, conditions met, limits kept. The exit code is 1 if it may not.

    A file such as:

        table = "7"
        game = "GAME"
        opening = { least = "5", most = "150" }
        side_bets = { "Bonus" = { least = "1", most = "5" }, "Progressive" = { least = "1", most = "5" } }
        met = [{ condition = "controls-approved", on = 2023-07-01, document = "letter 12, 2023-07-01, WSGC" }]

        [progressive]
        wager = "Progressive"
        paytable = "01"
        folded_hands_qualify = false  # without it, as the sheet says
        terms = { name = "Mega", levels = [{ name = "meter", seed_micros = 1000000000, rate_ppm = 200000 }],
                  largest_increment_micros = 25000000, executive_from_micros = 1000000000 }
    """
    from fairfelt.law import Mode, check_house_jackpot, may_open, verdict
    from fairfelt.reports.law.posting import table_verdict_report

    described, law = read_table(file), law_on(profile, on)
    mode = Mode.ENFORCE if enforce else Mode.ADVISE
    opening = may_open(law, mode, described.offer, described.papers)
    house = (finding for jackpot in described.house_jackpots for finding in check_house_jackpot(law, jackpot))
    found = verdict(mode, opening.findings, house, _rare_awards(law, described))
    return table_verdict_report(law, described.name, described.offer, found)


@report
def posting(file: File, /, *, profile: Profile = "wa-commercial", on: On = None) -> Report:
    """Write the placard of a table: limits, jackpots, restrictions, envy, aggregate limits, disputes.

    For example:

        fairfelt law posting table-7.toml -o table-7.pdf
    """
    from fairfelt.reports.law.posting import DISPUTES, TablePosting, posting_report

    described = read_table(file)
    posting = TablePosting(
        law=law_on(profile, on),
        table=described.name,
        offer=described.offer,
        progressive=described.progressive,
        house_jackpots=described.house_jackpots,
        disputes=described.disputes or DISPUTES,
    )
    return posting_report(posting)


@report
def proposal(file: File, /, *, profile: Profile = "wa-commercial", on: On = None) -> Report:
    """Write what a regulator asks about a table's progressive before it opens: rates, limits, amounts, exact odds.

    For example:

        fairfelt law proposal table-7.toml -o proposal.pdf
    """
    from fairfelt.reports.law.proposal import proposal_report

    return proposal_report(_proposal(law_on(profile, on), read_table(file)))


def pack(
    game: GameName,
    /,
    *,
    output: Folder,
    variant: Variant = "",
    table_file: WithTable = None,
    room: WithRoom = None,
    profile: Profile = "wa-commercial",
    on: On = None,
) -> int:
    """Write the submission pack of a game: one PDF, and the files for machines whose hashes it lists.

    For example:

        fairfelt law pack GAME --on 2023-06-14 -o submission
        fairfelt law pack GAME --room room.db --table table-7.toml -o submission
    """
    from fairfelt import exact
    from fairfelt.law import letter
    from fairfelt.reports.law.submission_pack import Submission, submission_pack
    from fairfelt.reports.papers.controls import controls_report

    chosen, law = find_game(game, variant), law_on(profile, on)
    described = read_table(table_file) if table_file else None
    _check_folder(output)
    controls = controls_report(facts_of(room, on)) if room else None
    with counting(f"Counting {chosen.title}", lines=True) as progress:
        progress(0, 4, f"Counting {chosen.title}")
        solution = exact.solve(chosen)
        progress(1, 4, "Counting its bets and its strategy")
        submission = Submission(
            law=law,
            letter=letter(),
            par=exact.par_of(solution, progress=progress),
            strategy=exact.short_strategy_of(solution),
            verification=exact.verify([chosen], progress=progress),
            proposals=(_proposal(law, described),) if described else (),
            controls=controls,
        )
        progress(3, 4, "Writing the pack")
        files = submission_pack(submission)
    _write(output, {file.name: file.content for file in files})
    return 0


def _rare_awards(law: Law, described: TableFile) -> tuple[Finding, ...]:
    """How rare the awards of a progressive are that only whole rounds tell; the others are looked at with the table."""
    from fairfelt.law import check_award_odds
    from fairfelt.law.links.odds import is_counted_by_hands

    posted, game = described.progressive, described.offer.game
    if posted is None or law.find("award.odds") is None:
        return ()
    if is_counted_by_hands(game.wager(posted.wager)) and posted.folded_hands_qualify is not False:
        return ()
    return tuple(check_award_odds(law, _odds(described.offer, posted)))


def _odds(offer: Offer, posted: PostedProgressive) -> WagerOdds:
    """The awards of a progressive by the table's rule on folded hands; without one, by the sheet's."""
    from fairfelt.law import award_odds

    with counting("Counting the awards"):
        qualify = posted.folded_hands_qualify
        return award_odds(offer.game, posted.wager, posted.paytable, folded_hands_qualify=qualify)


def _proposal(law: Law, described: TableFile) -> Proposal:
    from fairfelt.reports.law.proposal import Proposal

    posted = described.progressive
    if posted is None:
        raise BadInput(f"table {described.name} has no progressive to propose: give it a [progressive]")
    versions = described.papers.installed or {}
    odds = _odds(described.offer, posted)
    return Proposal(law=law, odds=odds, terms=posted.terms, linked=posted.linked, versions=versions)


def _check_folder(folder: Path) -> None:
    """Refuse a folder that cannot be made or written, before anything is counted for it."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir():
        raise BadInput(f"{folder} cannot be made: {there} is not a folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise BadInput(f"{folder} cannot be written: this user may not write in the folder {there}")


def _write(folder: Path, files: dict[str, bytes]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror}") from error
    for name, content in files.items():
        write_whole(folder / name, content)
