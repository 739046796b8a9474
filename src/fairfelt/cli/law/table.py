"""fairfelt law table, posting, proposal, pack: what the law says to a table, and the papers that go with it"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.options import FormatOption, GameName, Json, Output, Variant
from fairfelt.cli.io.output import destination, write_whole
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.table_file import TableFile, read_table
from fairfelt.reports.report import Report

from .options import On, Profile, law_on

if TYPE_CHECKING:
    from fairfelt.law import Law
    from fairfelt.reports.law.proposal import Proposal

File = Annotated[Path, Parameter(help="A TOML file that describes a table; 'fairfelt law table --help' shows one.")]
WithTable = Annotated[Path | None, Parameter(name="--table", help="A table whose progressive is proposed with it.")]
Folder = Annotated[Path, Parameter(name=["--output", "-o"], help="The folder to write the files to; made if need be.")]
Enforce = Annotated[
    bool, Parameter(help="Whether binding rules stop the table, or everything is advice.", negative="--advise")
]

STOPPED = 1


def table(
    file: File, /, *, profile: Profile = "wa-commercial", on: On = None, enforce: Enforce = True, json: Json = False
) -> int:
    """Whether a table may open: approved as it is, conditions met, limits kept. The exit code is 1 if it may not.

    A file such as:

        table = "7"
        game = "GAME"
        opening = { least = "5", most = "150" }
        side_bets = { "Bonus" = { least = "1", most = "5" } }
        met = [{ condition = "controls-approved", on = 2023-07-01, document = "letter 12" }]

        [progressive]
        wager = "Progressive"
        paytable = "01"
        terms = { name = "Mega", levels = [{ name = "meter", seed_micros = 1000000000, rate_ppm = 200000 }],
                  largest_increment_micros = 25000000, executive_from_micros = 1000000000 }
    """
    from fairfelt.law import Mode, check_house_jackpot, may_open, verdict
    from fairfelt.reports.law.table import table_verdict_dict, table_verdict_sheet

    held, of = read_table(file), law_on(profile, on)
    mode = Mode.ENFORCE if enforce else Mode.ADVISE
    opening = may_open(of, mode, held.offer, held.papers)
    house = (finding for jackpot in held.house_jackpots for finding in check_house_jackpot(of, jackpot))
    found = verdict(mode, opening.findings, house)
    plain = table_verdict_dict(of, held.name, held.offer, found)
    destination(json=json).deliver(Report(table_verdict_sheet(of, held.name, held.offer, found), plain))
    return 0 if found.allowed else STOPPED


def posting(
    file: File,
    /,
    *,
    profile: Profile = "wa-commercial",
    on: On = None,
    format: FormatOption = None,
    output: Output = None,
) -> int:
    """The placard of a table: limits, jackpots, restrictions, envy, aggregate limits, disputes.

    For example:

        fairfelt law posting table-7.toml -o table-7.pdf
    """
    from fairfelt.reports.law.posting import DISPUTES, TablePosting, posting_sheet

    place = destination(format, output=output)
    held = read_table(file)
    if place.form == "json":
        raise BadInput("a placard is for people: give --format text, html or pdf")
    posted = TablePosting(
        law=law_on(profile, on),
        table=held.name,
        offer=held.offer,
        progressive=held.progressive,
        house_jackpots=held.house_jackpots,
        disputes=held.disputes or DISPUTES,
    )
    place.deliver(Report(posting_sheet(posted), {}))
    return 0


def proposal(
    file: File,
    /,
    *,
    profile: Profile = "wa-commercial",
    on: On = None,
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """What a regulator asks about a table's progressive before it opens: rates, limits, amounts, exact probabilities.

    For example:

        fairfelt law proposal table-7.toml -o proposal.pdf
    """
    from fairfelt.reports.law.proposal import proposal_dict, proposal_sheet

    place = destination(format, json=json, output=output)
    made = _proposal(law_on(profile, on), read_table(file))
    place.deliver(Report(proposal_sheet(made), proposal_dict(made)))
    return 0


def pack(
    game: GameName,
    /,
    *,
    output: Folder,
    variant: Variant = "",
    table_file: WithTable = None,
    profile: Profile = "wa-commercial",
    on: On = None,
) -> int:
    """The submission pack of a game: one PDF, and the files for machines whose hashes it lists.

    For example:

        fairfelt law pack GAME --on 2023-06-14 -o submission
    """
    from fairfelt import exact
    from fairfelt.law import letter
    from fairfelt.reports.law.submission_pack import Submission, submission_pack

    found, of = find_game(game, variant), law_on(profile, on)
    held = read_table(table_file) if table_file else None
    with counting(f"Counting {found.title}") as progress:
        solution = exact.solve(found)
        submission = Submission(
            law=of,
            letter=letter(),
            par=exact.par_of(solution, progress=progress),
            strategy=exact.short_strategy_of(solution),
            verification=exact.verify([found]),
            proposals=(_proposal(of, held),) if held else (),
        )
        files = submission_pack(submission)
    _write(output, {file.name: file.content for file in files})
    return 0


def _proposal(of: Law, held: TableFile) -> Proposal:
    from fairfelt.law import award_odds
    from fairfelt.reports.law.proposal import Proposal

    posted = held.progressive
    if posted is None:
        raise BadInput(f"table {held.name} has no progressive to propose: give it a [progressive]")
    with counting("Counting the awards"):
        odds = award_odds(held.offer.game, posted.wager, posted.paytable)
    return Proposal(law=of, odds=odds, terms=posted.terms, linked=posted.linked, versions=held.papers.installed or {})


def _write(folder: Path, files: dict[str, bytes]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror}") from error
    for name, content in files.items():
        write_whole(folder / name, content)
