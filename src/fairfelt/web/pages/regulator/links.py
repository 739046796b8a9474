"""Links of different games: which were examined, and the certificates that prove equal odds."""

from __future__ import annotations

import asyncio

from fairfelt import games
from fairfelt.law import certificate_faults
from fairfelt.reports.law.proposal import certificate_report
from fairfelt.reports.sheet.sheet import Block, Column, Section, Sheet, Table, Words
from fairfelt.room.law.link_status import link_status
from fairfelt.web.api.handlers import certificates as api
from fairfelt.web.api.types.law_answers import Certificates
from fairfelt.web.desk import Desk, Nowhere
from fairfelt.web.desk.api_call import call_of
from fairfelt.web.desk.frame import path_of

from .record import Read, Record, read_state


async def links(desk: Desk) -> Read:
    """All links, with what the exact count found where games differ."""
    state = await api.certificates(call_of(desk))
    sheet = Sheet(
        title="Links and certificates",
        subtitle="Tables that share a jackpot",
        sections=(Section("Links", (_links(state),)),),
    )
    links = tuple(
        (f"Certificate of {row.link}", path_of("regulator", "links", row.link))
        for row in state.links
        if row.certificate
    )
    return read_state(sheet, state, links)


def _links(state: Certificates) -> Block:
    rows = tuple(
        (
            row.link,
            row.jackpot,
            row.location,
            ", ".join(row.tables),
            "different games" if row.games > 1 else "one game",
            "allowed" if row.lawful else "not allowed",
            "yes" if row.certificate else "not needed" if row.games < 2 else "no",
            "; ".join(row.findings),
        )
        for row in state.links
    )
    if not rows:
        return Words("No links yet.")
    names = ("Link", "Jackpot", "Location", "Tables", "Games of the jackpot", "Status today", "Certificate")
    return Table((*map(Column, names), Column("Findings", breaks=True)), rows)


async def certificate(desk: Desk) -> Read:
    """One certificate; with “again” in the address every award is recounted."""
    link, again = desk.request.path_params["link"], "again" in desk.request.query_params
    held = link_status(desk.floor, link).certificate if link in desk.floor.links else None
    if held is None:
        raise Nowhere(f"link {link!r} has no certificate")
    faults = await asyncio.to_thread(certificate_faults, held, games.find if again else None)
    links = (
        ("Recount", f"{path_of('regulator', 'links', link)}?again=1"),
        ("All links", "/regulator/links"),
    )
    return Read(certificate_report(held, faults, recounted=again), links)


RECORDS = [
    Record(
        path="/regulator/links",
        heading="Links",
        lead="The tables that share a jackpot, and the certificates of links with different games.",
        read=links,
    ),
    Record(
        path="/regulator/links/{link}",
        heading="Link certificate",
        lead="The JSON is the certificate. Anyone can check it by hand, or with “fairfelt law certificate FILE”.",
        read=certificate,
    ),
]
