"""Links of different games: which were examined, and the certificates that prove their odds are equal."""

from __future__ import annotations

import asyncio

from fairfelt import games
from fairfelt.law import faults
from fairfelt.reports.law.link import certificate_sheet
from fairfelt.reports.sheet.sheet import Block, Column, Section, Sheet, Table, Words
from fairfelt.room import Floor
from fairfelt.web.api.handlers import certificates as api
from fairfelt.web.api.types.law_answers import Certificates
from fairfelt.web.desk import Desk, Nowhere
from fairfelt.web.desk.api_call import call_of
from fairfelt.web.desk.frame import path_of

from .record import Read, Record


async def links(desk: Desk) -> Read:
    """All links, with what the exact count found where games differ."""
    told, floor = await api.certificates(call_of(desk)), desk.floor
    sheet = Sheet(
        title="Links and their certificates",
        subtitle="Which tables share a jackpot",
        sections=(
            Section("Links", (_links(floor),)),
            Section("Links of different games", (_examined(told),)),
        ),
    )
    ways = tuple(
        (f"Certificate of {row.link}", path_of("regulator", "links", row.link)) for row in told.links if row.certificate
    )
    return Read(sheet, told, ways)


def _links(floor: Floor) -> Block:
    rows = tuple(
        (name, link.jackpot, link.location, ", ".join(t for t, at in floor.tables.items() if at.link == name),
         "one game" if len(floor.combinations(name)) < 2 else "different games")
        for name, link in floor.links.items()
    )  # fmt: skip
    if not rows:
        return Words("No link was made yet.")
    return Table(tuple(map(Column, ("Link", "Jackpot", "Location", "Tables", "Plays"))), rows)


def _examined(told: Certificates) -> Block:
    rows = tuple(
        (
            row.link,
            "lawful" if row.lawful else "not lawful",
            "yes" if row.certificate else "no",
            "; ".join(row.findings),
        )
        for row in told.links
    )
    if not rows:
        return Words("No link was examined: on every link one game is played, or no law asks.")
    return Table((Column("Link"), Column("Today"), Column("Certificate"), Column("Findings", breaks=True)), rows)


async def certificate(desk: Desk) -> Read:
    """One certificate; with “again” in the address every award is counted once more."""
    link, again = desk.request.path_params["link"], "again" in desk.request.query_params
    examined = desk.floor.paperwork.links.get(link)
    if examined is None or examined.certificate is None:
        raise Nowhere(f"link {link!r} has no certificate")
    held = examined.certificate
    found = await asyncio.to_thread(faults, held, games.find if again else None)
    ways = (
        ("Count everything again", f"{path_of('regulator', 'links', link)}?again=1"),
        ("All links", "/regulator/links"),
    )
    return Read(certificate_sheet(held, found, recounted=again), held, ways)


RECORDS = [
    Record(
        path="/regulator/links",
        heading="Links",
        lead="Which tables share a jackpot, and the certificates of links on which different games are played.",
        read=links,
    ),
    Record(
        path="/regulator/links/{link}",
        heading="Link certificate",
        lead="The JSON is the certificate: anyone can check it by hand, or with “fairfelt law certificate FILE”.",
        read=certificate,
    ),
]
