"""Alarms: what the server has noticed, who has looked at it, the clock and the daily backups."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.room.commands.alarms import AcknowledgeAlarm, PlanBackups
from fairfelt.room.state.alarms import Alarm, AlarmKind, TimeState
from fairfelt.room.state.people import SIGNS
from fairfelt.web.api.access import two_people
from fairfelt.web.api.handlers.records import ACKNOWLEDGING, PLANNING_BACKUPS, READS_THE_LOG
from fairfelt.web.desk import Desk, Field, Nowhere, Paper, Task
from fairfelt.web.http.request import number_in

from .office import drawn

ADVICE = {
    AlarmKind.DISPLAY_LATE: "Look at the screen and its network. Players may not rely on what it shows.",
    AlarmKind.WIN_NOT_SHOWN: "Announce the win by other means, then look at the screen and its network.",
    AlarmKind.COUNTS_DIFFER: "Compare the table’s record with the log before play goes on.",
    AlarmKind.COMMANDS_MISSING: (
        "An older copy of the log may have been restored. Compare it with a witness and the last backup before play"
        " goes on, and record what was missing."
    ),
    AlarmKind.UNREASONABLE_BET: "The bet is not on the meter. Find out what the sensor or the keypad saw, and why.",
    AlarmKind.CLOCK_NOT_SYNCHRONIZED: "A technician checks the time service of the server’s machine.",
    AlarmKind.CLAIM_WAITING: "Confirm the claim at its table, or have it taken back.",
    AlarmKind.METERS_LATE: "The server is overloaded. A technician looks at what else runs on its machine.",
    AlarmKind.HUB_LOST: "A technician looks at the line to the hub. Its levels are awarded when it is back.",
    AlarmKind.FLOOR_CLOSED: "Find out why it was closed; two people open it again.",
    AlarmKind.VERIFICATION: "Open no game until a technician has verified the log and the software.",
    AlarmKind.WITNESS_SILENT: "Ask whoever runs the witness whether it still follows this room.",
    AlarmKind.DISK_FULL: "A technician makes room. Nothing can be acknowledged when the disk is full.",
    AlarmKind.DEVICE_SILENT: "Look at the device, its browser and its network.",
    AlarmKind.SENSORS_FAILED: "Bets are entered by hand. Once it is mended: Tables, Actions, Restore sensors.",
    AlarmKind.FIRMWARE_CHANGED: "Compare the digest with that of the approved program before play goes on.",
    AlarmKind.ODD_HANDS: "Look at the win pages, the cards and the recordings before another award is paid there.",
    AlarmKind.ENFORCEMENT_OFF: "Two people of different departments find out who switched it off, and why.",
    AlarmKind.DEPOSIT_DUE: "Accounting makes the deposit and records it.",
    AlarmKind.OVERDUE: "Do it now and write it down: Payouts, or Malfunctions. The regulator sees that it was late.",
    AlarmKind.LIMIT_NEAR: "Decide whether the limit is raised, or what follows when it is reached.",
    AlarmKind.CERTIFICATE_ENDING: "A technician renews the certificate: fairfelt certificates server.",
    AlarmKind.SYSTEM_SILENT: "A technician looks at that system. What it has missed is sent when it takes it again.",
    AlarmKind.CARDS_LOCKED: "Find out who tried. Two people unlock the cards at a console; other devices work.",
    AlarmKind.ROOM_AWARD: "Ask the room for the win page and the surveillance record before money goes to it.",
    AlarmKind.AWARD_WAITS: "Ask the room, then confirm the claim: Jackpots, Shared jackpots.",
    AlarmKind.SHARED_ENDED: "Give the tables another link. Transfer what is held to another jackpot, or donate it.",
    AlarmKind.REPORT_REFUSED: "Ask the room. Until it is settled its server is cut off, and nothing of it is taken.",
    AlarmKind.BACKUP_MISSING: "A technician checks the backup folder and its disk.",
}
"""What to do about each, in a sentence."""
CLOCK = {
    TimeState.SYNCHRONIZED: "Synchronized",
    TimeState.NOT_SYNCHRONIZED: "Not synchronized",
    TimeState.UNKNOWN: "Unknown: no time service (chrony or systemd) answers on the server’s machine",
}


BY_TWO = two_people(*SIGNS, departments=True)
"""Who acknowledges that enforcement was switched off."""


async def alarms(desk: Desk) -> Response:
    """Everything that somebody has to look at, newest first, and how clock and backups stand."""
    floor = desk.floor
    newest = sorted(floor.alarms.items(), reverse=True)
    rows = [(number, at, ADVICE[at.kind], _names(desk, at)) for number, at in newest]
    return drawn(
        desk, "manager/alarms.html", rows=rows, acknowledges=desk.may(ACKNOWLEDGING), reads=desk.may(READS_THE_LOG),
        plans=desk.may(PLANNING_BACKUPS), clock=CLOCK[floor.time_service.state], source=floor.time_service.source,
        backups=floor.backups, copied_to=desk.controller.settings.backups, zone=desk.zone,
    )  # fmt: skip


def _names(desk: Desk, alarm: Alarm) -> str:
    return " and ".join(desk.floor.people[person].name for person in alarm.acknowledged_by)


def _acknowledge(desk: Desk) -> Paper:
    number = number_in(desk.request.path_params["number"])
    if number not in desk.floor.alarms:
        raise Nowhere(f"there is no alarm {desk.request.path_params['number']} on the list; the audit log has them all")
    alarm = desk.floor.alarms[number]
    return Paper(
        title=f"Acknowledge alarm {number}",
        lead=ADVICE[alarm.kind],
        button="Acknowledge",
        facts=(("Alarm", alarm.says), ("Raised", desk.when(alarm.raised_micros)), ("Status", alarm.status)),
        fields=[Field("note", "What you found or did", hint="For example: cable was loose, display back.")],
    )


def _backups(desk: Desk) -> Paper:
    plan = desk.floor.backups
    return Paper(
        title="Plan backups",
        lead="The server copies the journal once a day and verifies the copy. The oldest copies are removed.",
        button="Save",
        fields=(
            Field("hour", "Time of day", value=str(plan.hour), hint=f"By the clock of {desk.zone}.",
                  choices={str(hour): f"{hour:02}:00" for hour in range(24)}),
            Field("keep", "Copies to keep", value=str(plan.keep), hint="From 1 to 1,000."),
            Field("why", "Reason"),
        ),
    )  # fmt: skip


TASKS = [
    Task("/manager/alarms/backups", PlanBackups, _backups),
    Task("/manager/alarms/{number}", AcknowledgeAlarm, _acknowledge),
    Task("/manager/alarms/{number}/by-two", AcknowledgeAlarm, _acknowledge, by=BY_TWO),
]
