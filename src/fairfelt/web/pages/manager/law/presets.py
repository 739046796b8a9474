"""Pre-configured seeds and rates: what the maker's system was set to for a paytable; terms are held against it."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from fairfelt.controller.papers import KeptDocument
from fairfelt.law.approvals.register import REFERENCE_WORDS
from fairfelt.meters import all_offers
from fairfelt.meters.offers import ProgressiveOffer
from fairfelt.reports.sheet.english import capital
from fairfelt.room import Floor
from fairfelt.room.commands.paperwork import FilePreset
from fairfelt.room.live_jackpot import offers_played
from fairfelt.rules import Preset
from fairfelt.web.api.handlers.law import TWO_DEPARTMENTS
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task
from fairfelt.web.desk.words import percent, plain
from fairfelt.web.http.request import MOST_FILE_BYTES

LAW = "/manager/law"
DOCUMENT = (
    Field(name="document", label="Document", hint=f"{capital(REFERENCE_WORDS)}."),
    Field(name="file", label="Document as a file", sort="file", optional=True,
          hint=f"Up to {MOST_FILE_BYTES // 1_000_000} MB. While a law is enforced, attach it or give its SHA-256."),
    Field(name="sha256", label="SHA-256 of the file", optional=True, hint="Filled in from an attached file."),
    Field(name="secret", label="", sort="hidden"),
)  # fmt: skip
"""What every filing asks for."""


async def document_in(desk: Desk, form: Form) -> dict[str, str]:
    """The document of a filing; a file that was attached is kept, and its digests stand in the form from now on."""
    office = desk.controller.papers
    if content := form.files.get("file"):
        kept = await asyncio.to_thread(office.keep, content)
        if form.get("sha256") not in ("", kept.sha256):
            form.mistake("sha256", f"the attached file has the SHA-256 {kept.sha256}")
        form.sent |= kept._asdict()
    elif form.get("secret"):
        kept = KeptDocument(form.get("sha256"), form.get("secret"))
        if not await asyncio.to_thread(office.is_kept, kept):
            form.sent["secret"] = ""
            form.mistake("file", "attach the file again")
    return {"document": form.text("document"), "sha256": form.get("sha256"), "secret": form.get("secret")}


class FiledFor(NamedTuple):
    """A paytable that is played, and what is known of its meter."""

    offer: ProgressiveOffer
    preset: Preset | None

    @property
    def origin(self) -> str:
        """Whose figures these are."""
        return self.preset.origin if self.preset else "Nothing is filed, and no sheet prints a seed or a rate."


def preset_for(floor: Floor, offer: ProgressiveOffer) -> Preset | None:
    """What was filed for a paytable, or else what ships with it."""
    return floor.paperwork.preset(*offer) or offer.find_game().paytable(offer.wager, offer.paytable).preset


def presets_played(floor: Floor) -> list[FiledFor]:
    """Every paytable that a jackpot is played for with."""
    played = dict.fromkeys(offer for name in floor.jackpots for offer in offers_played(floor, name))
    return [FiledFor(offer, preset_for(floor, offer)) for offer in played]


def _paper(desk: Desk) -> Paper:
    offer = _offer(desk)
    preset = preset_for(desk.floor, offer)
    return Paper(
        title="Pre-configured seeds and rates",
        lead="File what the manufacturer’s system was configured with. Where the rules say so, the terms of a jackpot "
        "may lower these rates and never raise them.",
        back=LAW,
        facts=(("Paytable", offer.words), ("On file", FiledFor(offer, preset).origin)),
        fields=(
            *(field for name in offer.levels for field in _fields(name, preset)),
            *DOCUMENT,
        ),
    )


def _fields(level: str, preset: Preset | None) -> tuple[Field, ...]:
    known = preset.levels.get(level) if preset and preset.printed else None
    seed, rate = (plain(known.seed_micros), percent(known.rate_ppm)) if known else ("", "")
    return (
        Field(name=f"seed-{level}", label=f"Seed of {level}", sort="amount", value=seed),
        Field(
            name=f"rate-{level}",
            label=f"Rate of {level}, meter and reserve together",
            sort="percent",
            unit="%",
            value=rate,
        ),
    )


async def _file(desk: Desk, form: Form, ask: Ask) -> Outcome:
    offer = _offer(desk)
    levels = [
        {"name": name, "seed_micros": form.amount(f"seed-{name}", ""), "rate_ppm": form.rate_ppm(f"rate-{name}")}
        for name in offer.levels
    ]
    return await ask(FilePreset, **offer._asdict(), levels=levels, **await document_in(desk, form))


def _offer(desk: Desk) -> ProgressiveOffer:
    key = str(desk.request.query_params.get("for", ""))
    if key not in all_offers():
        raise Nowhere("no paytable of that name is in the catalogue: choose one from the law page")
    return all_offers()[key]


TASKS = [Task(path="/manager/law/presets/file", access=TWO_DEPARTMENTS, paper=_paper, do=_file)]
